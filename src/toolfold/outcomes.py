"""Reading a state as if the stream were over: each call is either sound or a fault."""

from collections.abc import Iterator
from typing import NamedTuple

from returns.result import Failure, Result, Success

from toolfold.arguments.patch import open_paths
from toolfold.arguments.strict import REPAIR_FAULTS, Sound, Unsound, interpret
from toolfold.core.call import CallKey, PartialCall, is_bare, is_blank
from toolfold.core.extras import written
from toolfold.core.faults import FAULTS, Fault, Faults, message_of
from toolfold.core.ids import id_of
from toolfold.core.lookup import home, is_confirmed, seal_of, standing
from toolfold.core.notes import SAID, Note
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of
from toolfold.core.tool_call import ToolCall

Outcome = Result[ToolCall, Fault]

STRICT = {**REPAIR_FAULTS, "no-end": "truncated", "index-mismatch": "orphan-arguments"}
"""The fault that each repair is under ``strict``."""


def outcomes(state: State, /) -> tuple[Outcome, ...]:
    """Return what became of every call, in output order, provider-run calls included.

    >>> from toolfold import feed, new
    >>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "now", "arguments": "{}"}}])
    >>> outcomes(state)[0].unwrap().name
    'now'
    """
    return tuple(judged(state, one)[0] for one in matched(state))


def finalize(state: State, /, *, strict: bool = False) -> Result[tuple[ToolCall, ...], Faults]:
    """Say that the stream is over, and return the calls that the client must run: all of them or none.

    A ``Success`` means that every call is sound and the provider reported no error. A ``Failure`` holds the sound
    calls, the faults and the provider's error. With ``strict`` every repair is a fault instead of a note.

    >>> from toolfold import feed, new
    >>> finalize(new()).unwrap()
    ()
    >>> cut = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "pay", "arguments": '{"amount":10'}}])
    >>> finalize(cut).failure().faults[0].kind
    'truncated'
    """
    found = [judged(state, one, strict=strict)[0] for one in matched(state)]
    sound = tuple(one.unwrap() for one in found if isinstance(one, Success))
    calls = tuple(call for call in sound if call.run_by == "client")
    faults = tuple(one.failure() for one in found if isinstance(one, Failure))
    error = base_of(state).error
    if faults or error:
        return Failure(Faults(calls=calls, faults=faults, stream_error=error))
    return Success(calls)


def ready(state: State, /, *, at_least: Seal = Seal.SEALED) -> tuple[ToolCall, ...]:
    """Return the client's calls that are safe to start before the stream ends.

    Each of them is in ``finalize`` too, later, and equal (extras aside). Left out are calls that may still change: not
    sealed well enough, blank, repaired, or free text without an end of its own. A call that is started early is
    recognised by its ``id`` in the next state.

    >>> from toolfold import new
    >>> ready(new())
    ()
    """
    early = (_early(state, call) for call in standing(state) if seal_of(state, call) >= at_least)
    return tuple(call for call in early if call is not None)


def _early(state: State, call: PartialCall) -> ToolCall | None:
    if call.head.run_by != "client" or is_blank(call):
        return None
    if call.head.kind == "custom" and call.head.seal < Seal.SEALED:
        return None
    if call.head.patched is not None and not call.head.patch_closed:
        return None
    outcome, repairs = judged(state, Matched(call))
    return outcome.unwrap() if isinstance(outcome, Success) and not {*repairs} - {"no-end"} else None


def notes(state: State, /) -> tuple[Note, ...]:
    """Return what was odd but not fatal, in the order of the calls it concerns, the stream's own first.

    >>> from toolfold import feed, new
    >>> state = feed(new(), [{"id": "c1", "function": {"name": "now", "arguments": "{}"}}])
    >>> [note.kind for note in notes(state)]
    ['index-missing']
    """
    kept = base_of(state).notes
    found = dict(kept)
    for note in _derived(state):
        if len(found) < base_of(state).limits.notes:
            found.setdefault((note.kind, note.call), note)
    return tuple(sorted(found.values(), key=lambda note: (-1 if note.call is None else note.call, note.kind)))


def _derived(state: State) -> Iterator[Note]:
    """Yield the notes that follow from the calls as they are: repairs, missing ends, equal calls."""
    twins: dict[tuple[object, ...], CallKey] = {}
    for one in matched(state):
        call = one.call
        for kind in judged(state, one)[1]:
            yield Note(kind, call.key)
        if call.head.id is None and not is_blank(call):
            twin = (call.head.message, call.head.choice, call.name, call.text)
            if twins.setdefault(twin, call.key) != call.key:
                yield Note("identical-calls", call.key)


class Matched(NamedTuple):
    """A call as the end finds it: ``given`` an orphan's text, or ``bereft`` of the text that an orphan may hold."""

    call: PartialCall
    given: bool = False
    bereft: bool = False


def matched(state: State, /) -> list[Matched]:
    """Return the calls in output order, with every orphan's text at the only call that it can belong to."""
    calls = standing(state)
    orphans = [call for call in calls if call.head.orphan and not call.name and not call.id]
    if not orphans:
        return [Matched(call) for call in calls]
    given = {call.head.sole: call for call in orphans if call.head.sole is not None and is_bare(state[call.head.sole])}
    taken = {call.key for call in given.values()}
    lost = {(call.head.message, call.head.choice) for call in orphans if call.key not in taken}
    return [_with_orphan(call, given.get(call.key), lost) for call in calls if call.key not in taken]


def _with_orphan(call: PartialCall, orphan: PartialCall | None, lost: set[tuple[int, int]]) -> Matched:
    if orphan is not None:
        head = call.head._replace(chain=orphan.head.chain, first_empty=orphan.head.first_empty)
        return Matched(PartialCall(head, orphan.rope), given=True)
    return Matched(call, bereft=is_bare(call) and (call.head.message, call.head.choice) in lost)


def judged(state: State, one: Matched, /, *, strict: bool = False) -> tuple[Outcome, tuple[str, ...]]:
    """Return what became of a call, and the repairs that it needed."""
    call, seed = one.call, base_of(state).seed
    reading = _read(state, one)
    if isinstance(reading, Unsound):
        return Failure(fault_of(call, seed, reading)), ()
    repairs = ("index-mismatch", *reading.repairs) if one.given else reading.repairs
    if strict and repairs:
        return Failure(fault_of(call, seed, Unsound(STRICT[repairs[0]], SAID[repairs[0]]))), ()
    id_, made_up = id_of(call, seed)
    sound = ToolCall(
        id=id_,
        id_made_up=made_up,
        name=call.name or "",
        text=call.text,
        value=None if call.kind == "custom" else reading.json,
        kind=call.kind,
        run_by=call.run_by,
        choice=call.choice,
        index=call.index,
        extras_text=written(call.head.extras),
        display_text=call.display_text,
    )
    return Success(sound), repairs


def fault_of(call: PartialCall, seed: str, reading: Unsound, /) -> Fault:
    """Return the fault of a call that cannot be run."""
    id_, made_up = id_of(call, seed)
    return FAULTS[reading.kind](
        id=id_,
        id_made_up=made_up,
        name=call.name,
        text=call.text,
        message=message_of(reading.kind, call.name, reading.detail),
        choice=call.choice,
        index=call.index,
        call_kind=call.kind,
        run_by=call.run_by,
        extras_text=written(call.head.extras),
    )


def _read(state: State, one: Matched) -> Sound | Unsound:
    """Return what a call means, or why it means nothing."""
    call = one.call
    if call.head.trouble is not None:
        kind, why = call.head.trouble
        return Unsound("abandoned" if kind == "discarded" else kind, why)
    if not call.name:
        return Unsound("missing-name", f"{len(call.text)} characters of arguments came without a tool's name")
    if one.bereft:
        return Unsound(
            "orphan-arguments", "no arguments came at its index, but arguments came at an index without a name"
        )
    group = home(state, call)
    last = group.cut and group.last == call.key
    if call.kind == "custom":
        return _free_text(call, ended=is_confirmed(state, call) and not (last and call.head.seal < Seal.SEALED))
    if call.head.patched is not None and not (
        call.head.patch_closed or (group.well and not open_paths(call.head.patched))
    ):
        return Unsound("truncated", "more of the arguments was announced and did not come")
    confirmed = is_confirmed(state, call) and not (last and is_blank(call))
    return _json(call, base_of(state).limits.depth, confirmed=confirmed)


def _free_text(call: PartialCall, *, ended: bool) -> Sound | Unsound:
    if ended:
        return Sound("{}", ())
    return Unsound("truncated", f"its text stops after {len(call.text)} characters without an end")


def _json(call: PartialCall, depth: int, *, confirmed: bool) -> Sound | Unsound:
    text, head = call.text, call.head
    reading = interpret(
        text,
        first_is_empty_object=head.first_empty,
        last_piece=head.chain if head.chain < len(text) else 0,
        confirmed=confirmed,
        max_depth=depth,
    )
    if isinstance(reading, Unsound) or confirmed:
        return reading
    return Sound(reading.json, (*reading.repairs, "no-end"))
