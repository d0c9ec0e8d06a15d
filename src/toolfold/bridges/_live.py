"""What a front end is told of calls as they are written: an order by construction, without a memory of its own.

What has been told of a call follows from the state alone, so that the events between two states are the difference of
two answers, and a server that restarts goes on where it was. Per id the order is ``Started``, ``Grew`` or ``Changed``,
``Over``, and at most one ``Refused`` after it. A call is held back while its id or name is unknown, while its text can
only be shown once it is final (arguments that come by path, a preview that pieces may replace), and while another call
under the same id is open.
"""

from collections.abc import Iterator
from typing import NamedTuple

from returns.result import Failure, Success

from toolfold.arguments.rope import length, since
from toolfold.bridges._told import Broke, Changed, Grew, Over, Refused, Started, Told
from toolfold.core.call import PartialCall, is_blank
from toolfold.core.faults import Abandoned, message_of
from toolfold.core.ids import id_of
from toolfold.core.lookup import seal_of
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, in_order, parts_of
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import NAMELESS, arguments_text
from toolfold.outcomes import Matched, judged, matched

PLACEHOLDER = "{}"
"""An empty object before the arguments, which some servers send and nobody means."""


class Shown(NamedTuple):
    """What has been told of a call that is not over: of its text, ``size`` characters from ``begin`` on."""

    id: str
    name: str
    begin: int
    size: int


class Manner(NamedTuple):
    """How calls are told: while they are written or only when over, and whether those that the provider runs are."""

    live: bool
    provider: bool


def told(before: State, after: State, how: Manner, /) -> Iterator[Told]:
    """Yield what is to be told of the way from one state to a later one."""
    if before is after or base_of(before).error is not None:
        return
    for old, call in _touched(before, after):
        yield from _of_call(before, old, after, call, how)
    if (error := base_of(after).error) is not None:
        yield Broke(error)


Pair = tuple[PartialCall | None, PartialCall]
"""A call in an earlier state and in a later one."""


def _touched(before: State, after: State) -> list[Pair]:
    """Return the calls of which something may be told, by arrival; mostly it is the one being written."""
    if base_of(before) is base_of(after):
        was = {call.head.key: call for call in parts_of(before)[1]}
        pairs: list[Pair] = [(was.get(call.head.key), call) for call in parts_of(after)[1]]
    else:
        pairs = [(before[key] if key < len(before) else None, after[key]) for key in range(len(after))]
    found = [pair for pair in pairs if not _is_same(before, after, pair)]
    if any(_has_namesake(before, after, pair) for pair in found):  # the end of one call may free another of its id
        found = [pair for pair in pairs if _has_namesake(before, after, pair) or not _is_same(before, after, pair)]
    return sorted(found, key=lambda pair: pair[1].head.key)


def _is_same(before: State, after: State, pair: Pair) -> bool:
    old, call = pair
    return old is not None and old is call and seal_of(before, old) == seal_of(after, call)


def _has_namesake(before: State, after: State, pair: Pair) -> bool:
    old, call = pair
    return any(_namesakes(after, call)) or (old is not None and any(_namesakes(before, old)))


def ending(state: State, how: Manner, /) -> Iterator[Told]:
    """Yield what is to be told when no fragment comes any more: every call that is still open is over."""
    if base_of(state).error is not None:
        return
    for one in sorted(matched(state), key=lambda one: one.call.key):
        call = state[one.call.key]
        if not _is_over(state, call) and (how.provider or call.run_by == "client"):
            yield from _closed(_shown(state, call, how), call, state, one)


def _of_call(before: State, old: PartialCall | None, after: State, call: PartialCall, how: Manner) -> Iterator[Told]:
    """Yield what is to be told of one call."""
    if old is not None and _is_over(before, old):
        if call.head.trouble is not None and old.head.trouble is None and (how.provider or call.run_by == "client"):
            yield Refused(id_of(old, base_of(before).seed)[0], judged(after, Matched(call))[0].failure().message)
        return
    known = None if old is None else _shown(before, old, how)
    if not how.provider and call.head.run_by == "provider":
        yield from () if known is None else (_broken_off(known, "the provider runs it"),)
    elif not _is_over(after, call):
        yield from _grown(known, old, _shown(after, call, how), call)
    elif known is not None or call.head.trouble is None or call.head.trouble.kind != "discarded":
        yield from _closed(known, old, after, Matched(call))


def _is_over(state: State, call: PartialCall) -> bool:
    """Say whether the end of a call has been told: it was given up, or ``ready`` lists it, so that it cannot change.

    All others wait for ``ending``: text that comes late may mend a broken call or break a repaired one, and a call
    without arguments may prove to be cut off.
    """
    head = call.head
    if head.trouble is None and (seal_of(state, call) < Seal.SEALED or is_blank(call)):
        return False
    if head.trouble is None and (head.seal < Seal.SEALED if head.kind == "custom" else _may_change(state, call)):
        return False
    return not _is_blocked(state, call)


def _may_change(state: State, call: PartialCall) -> bool:
    """Say whether text that comes late could still change a call."""
    if call.head.patched is not None and not call.head.patch_closed:
        return True
    outcome, repairs = judged(state, Matched(call))
    return not isinstance(outcome, Success) or bool({*repairs} - {"no-end"})


def _shown(state: State, call: PartialCall, how: Manner) -> Shown | None:
    """Return what has been told of a call that is not over; None if nothing."""
    head = call.head
    if not (how.live and head.id and head.name and (how.provider or head.run_by == "client")):
        return None
    if head.patched is not None or head.twin is not None:
        return None
    begin = len(PLACEHOLDER) if head.first_empty else 0
    half = "\ud800" <= call.rope.tail[-1:] <= "\udbff"  # half of a character: the other half may come
    size = max(0, length(call.rope) - begin - half)
    if not (size or head.restarts) or _is_blocked(state, call):  # what begins anew may have been told
        return None
    return Shown(head.id, head.name, begin, size)


def _is_blocked(state: State, call: PartialCall) -> bool:
    """Say whether an earlier call under the same id is still open: two at once could not be told apart."""
    return any(other.key < call.key and not _is_over(state, other) for other in _namesakes(state, call))


def _namesakes(state: State, call: PartialCall) -> Iterator[PartialCall]:
    if len(state) > 1 and call.head.id:
        yield from (other for other in in_order(state) if other.head.id == call.head.id and other.key != call.key)


def _grown(known: Shown | None, old: PartialCall | None, now: Shown | None, call: PartialCall) -> Iterator[Told]:
    """Yield what is to be told of a call that is being written."""
    if now is None:
        yield from () if known is None else (_broken_off(known, "it was given another id"),)
    elif known is None or old is None:
        yield Started(now.id, now.name, call)
        if now.size:
            yield Grew(now.id, _text(call, now.begin, now.size))
    elif known.id != now.id:
        yield _broken_off(known, f"it was given another id, {now.id}")
        yield from _grown(None, None, now, call)
    elif known.name != now.name or not _goes_on(known, old, now, call):
        yield Changed(now.id, now.name, _text(call, now.begin, now.size))
    elif now.size > known.size:
        yield Grew(now.id, _text(call, now.begin + known.size, now.size - known.size))


def _broken_off(known: Shown, why: str) -> Told:
    """Return the end of a call that was told and is not one to be told, or not under this id."""
    message = message_of("abandoned", known.name, why)
    return Over(known.id, known.name, Failure(Abandoned(id=known.id, name=known.name, text="", message=message)))


def _goes_on(known: Shown, old: PartialCall, now: Shown, call: PartialCall) -> bool:
    """Say whether the text is the one that was told, and maybe more."""
    if old.head.restarts == call.head.restarts:
        return known.begin == now.begin and now.size >= known.size
    return _text(call, now.begin, now.size).startswith(_text(old, known.begin, known.size))


def _text(call: PartialCall, begin: int, size: int) -> str:
    return "".join(since(call.rope, begin))[:size]


def _closed(known: Shown | None, old: PartialCall | None, state: State, one: Matched) -> Iterator[Told]:
    """Yield what is to be told of a call that is over: what is missing of it, and its outcome."""
    outcome, _ = judged(state, one)
    said = outcome.unwrap() if isinstance(outcome, Success) else outcome.failure()
    if known is not None and known.id != said.id:
        yield _broken_off(known, f"it was given another id, {said.id}")
        known = None
    name = said.name or NAMELESS
    if known is None or old is None:
        yield Started(said.id, name, one.call)
        shown = ""
    else:
        shown = _text(old, known.begin, known.size)
    begin = 0 if known is None else known.begin
    final = arguments_text(said) if isinstance(said, ToolCall) else said.text[begin:]
    if final.startswith(shown) and (known is None or known.name == name):
        if len(final) > len(shown):
            yield Grew(said.id, final[len(shown) :])
    elif isinstance(said, ToolCall):
        yield Changed(said.id, name, final)
    yield Over(said.id, name, outcome)
