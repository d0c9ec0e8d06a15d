"""What changed between two states: the events that the fold itself never emits."""

from collections.abc import Iterator
from dataclasses import dataclass

from returns.result import Failure

from toolfold.arguments.rope import length, since
from toolfold.core.base import StreamError
from toolfold.core.call import CallKey, PartialCall, has_text
from toolfold.core.faults import Fault
from toolfold.core.lookup import home, seal_of
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, in_order, parts_of, place_of
from toolfold.outcomes import Matched, judged


@dataclass(frozen=True, slots=True)
class CallOpened:
    """A call appeared, with as much of its head as is known."""

    call: CallKey
    id: str | None
    name: str | None
    index: int | None
    choice: int


@dataclass(frozen=True, slots=True)
class CallNamed:
    """The id or the name of a call became known, or grew."""

    call: CallKey
    id: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class ArgumentsGrew:
    """Text was added to the arguments of a call."""

    call: CallKey
    text: str


@dataclass(frozen=True, slots=True)
class ArgumentsReplaced:
    """The arguments of a call are others now: this is their whole text."""

    call: CallKey
    text: str


@dataclass(frozen=True, slots=True)
class CallSealed:
    """It became surer that a call is over."""

    call: CallKey
    seal: Seal


@dataclass(frozen=True, slots=True)
class CallFaulted:
    """A call that is over cannot be run."""

    call: CallKey
    fault: Fault


@dataclass(frozen=True, slots=True)
class NoteTaken:
    """Something odd was noted, or noted once more."""

    note: Note


@dataclass(frozen=True, slots=True)
class StreamEnded:
    """The response of a choice ended, or the stream failed with the provider's error."""

    message: int
    choice: int | None
    well: bool
    error: StreamError | None = None


Change = CallOpened | CallNamed | ArgumentsGrew | ArgumentsReplaced | CallSealed | CallFaulted | NoteTaken | StreamEnded


def changes(before: State, after: State, /) -> tuple[Change, ...]:
    """Return what changed from one state to a later one of the same stream, call by call, then for the stream.

    Fold with ``itertools.accumulate`` and compare neighbours to get events as they happen; equal states give none.

    >>> from toolfold import feed, new
    >>> changes(new(), feed(new(), [{"index": 0, "id": "c1", "function": {"name": "go", "arguments": "{"}}]))
    (CallOpened(call=0, id='c1', name='go', index=0, choice=0), ArgumentsGrew(call=0, text='{'))
    """
    if before is after:
        return ()
    longer = _longer(before, after)
    if longer is not None:
        return longer
    written = _written(before, after)
    if written is not None:
        return tuple(one for old, call in written for one in _of_call(before, old, after, call))
    old = before.calls
    of_calls = (one for call in in_order(after) for one in _of_call(before, old.get(call.head.key), after, call))
    return (*of_calls, *_of_notes(before, after), *_of_ends(before, after))


def _longer(before: State, after: State) -> tuple[Change, ...] | None:
    """Return the one change if text of the call touched last came, and nothing else, as nearly every fragment does."""
    base, warm, at, _, pending, said = before._parts  # noqa: SLF001
    now, held, place, _, waiting, fresh = after._parts  # noqa: SLF001
    if base is not now or warm is not held or at != place or pending is not waiting or not fresh.startswith(said):
        return None
    text = fresh[len(said) :]
    if text and "\udc00" <= text[0] <= "\udfff":  # the other half of a character: the text before it is another now
        return None
    return (ArgumentsGrew(warm[at].head.key, text),) if text else ()


def _written(before: State, after: State) -> list[tuple[PartialCall, PartialCall]] | None:
    """Return the calls that are others, before and after, if the states differ in nothing else.

    Then the other calls need not be looked at, however many there are.
    """
    if base_of(before) is not base_of(after):
        return None
    was, now = parts_of(before)[1], parts_of(after)[1]
    if len(was) != len(now):
        return None
    pairs = [pair for pair in zip(was, now, strict=True) if pair[0] is not pair[1]]
    order = sorted(pairs, key=lambda pair: place_of(pair[1]))
    return order if all(old.head.key == call.head.key for old, call in pairs) else None


def _of_call(before: State, old: PartialCall | None, after: State, call: PartialCall) -> Iterator[Change]:
    key = call.head.key
    if old is None:
        yield CallOpened(key, call.id, call.name, call.index, call.choice)
        if text := call.text:
            yield ArgumentsGrew(key, text)
    elif old is not call:
        if (old.id, old.name) != (call.id, call.name):
            yield CallNamed(key, call.id, call.name)
        yield from _of_text(old, call)
    was = Seal.OPEN if old is None else seal_of(before, old)
    now = seal_of(after, call)
    if now > was:
        yield CallSealed(key, now)
    yield from _of_fault(before, old, after, call)


def _of_fault(before: State, old: PartialCall | None, after: State, call: PartialCall) -> Iterator[Change]:
    """Tell that a call cannot be run, once it is over and again if what is wrong with it becomes something else.

    A call that is over is judged again only if its trouble or its response's end changed: judging it for every piece
    of late text would read it all every time.
    """
    if not _is_over(after, call):
        return
    known = old is not None and _is_over(before, old)
    if (
        known
        and old is not None
        and old.head.trouble == call.head.trouble
        and home(before, old).cut == home(after, call).cut
    ):
        return
    fault = _fault(after, call)
    if fault is not None and not (known and old is not None and _fault(before, old) == fault):
        yield CallFaulted(call.head.key, fault)


def _is_over(state: State, call: PartialCall) -> bool:
    return call.head.trouble is not None or seal_of(state, call) >= Seal.SEALED


def _fault(state: State, call: PartialCall) -> Fault | None:
    outcome, _ = judged(state, Matched(call))
    return outcome.failure() if isinstance(outcome, Failure) else None


def _of_text(old: PartialCall, call: PartialCall) -> Iterator[Change]:
    if call.head.patched is not None:
        if call.head.patched is not old.head.patched:
            yield ArgumentsReplaced(call.key, call.text)
        return
    if old.head.restarts != call.head.restarts or _was_preview(old, call) or _was_half(old, call):
        if old.text != call.text:
            yield ArgumentsReplaced(call.key, call.text)
        return
    text = "".join(since(call.rope, length(old.rope))) if has_text(call) else call.head.preview[len(old.head.preview) :]
    if text:
        yield ArgumentsGrew(call.key, text)


def _was_half(old: PartialCall, call: PartialCall) -> bool:
    """Say whether the text ended with half of a character that is whole now."""
    last = old.rope.tail[-1:]
    return "\ud800" <= last <= "\udbff" and next(since(call.rope, length(old.rope) - 1))[:1] != last


def _was_preview(old: PartialCall, call: PartialCall) -> bool:
    return has_text(call) and not has_text(old) and bool(old.head.preview)


def _of_notes(before: State, after: State) -> Iterator[Change]:
    old, new = base_of(before).notes, base_of(after).notes
    if old is new:
        return
    fresh = [note for name, note in new.items() if old.get(name) != note]
    for note in sorted(fresh, key=lambda note: (note.kind, -1 if note.call is None else note.call)):
        yield NoteTaken(note)


def _of_ends(before: State, after: State) -> Iterator[Change]:
    old, new = base_of(before), base_of(after)
    for where in sorted(new.groups):
        was, now = old.groups.get(where), new.groups[where]
        if now.cut and not (was and was.cut):
            yield StreamEnded(*where, well=False)
        elif now.well and not (was and was.well):
            yield StreamEnded(*where, well=True)
    if new.error is not None and old.error is None:
        yield StreamEnded(new.message, None, well=False, error=new.error)
