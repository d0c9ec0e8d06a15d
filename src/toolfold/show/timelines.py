"""What a stream did to its calls, step by step, as plain data from which any step can be read at once.

A step is one fragment. For each call there is a list of what it was called, how surely it was over and so on, each with
the step at which that began; its argument text is kept once, with how much of it was there after which step. So what a
step looked like is found by looking into short lists, and nothing has to be replayed to get there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from returns.result import Failure

from toolfold.arguments.patch import open_paths
from toolfold.change import (
    ArgumentsGrew,
    ArgumentsReplaced,
    CallFaulted,
    CallNamed,
    CallOpened,
    CallSealed,
    Change,
    NoteTaken,
    StreamEnded,
)
from toolfold.core.call import CallKey, PartialCall
from toolfold.core.faults import Fault
from toolfold.core.lookup import seal_of
from toolfold.core.seal import Seal
from toolfold.core.state import State, in_order
from toolfold.outcomes import Matched, judged, matched
from toolfold.show.rules import opening, sealing

CallChange = CallNamed | ArgumentsGrew | ArgumentsReplaced | CallSealed | CallFaulted

Dated = list[list[object]]
"""Values, each after the step at which it began."""


@dataclass(slots=True)
class Track:
    """How one call came to be. Sizes are counted as JavaScript does, in UTF-16 units.

    ``text`` is every piece of argument text that came. ``cuts`` are pairs: a step, and how much of ``text`` had come
    by then. ``resets`` are pairs too: the number of a cut whose text is no continuation, and how much of the text
    before it stays. ``now`` is the text as it stands, in pieces.
    """

    call: CallKey
    index: int | None
    choice: int
    rule: str
    ids: Dated = field(default_factory=list)
    names: Dated = field(default_factory=list)
    seals: Dated = field(default_factory=list)
    faults: Dated = field(default_factory=list)
    notes: Dated = field(default_factory=list)
    paths: Dated = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    resets: list[int] = field(default_factory=list)
    now: list[str] = field(default_factory=list)
    size: int = 0
    dropped: int | None = None


class End(NamedTuple):
    """The end of a choice's response, or of the stream by the provider's error."""

    step: int
    choice: int | None
    well: bool
    error: str


class Timelines:
    """Collects what the steps of one stream did; ``take`` is called for each step that changed something, in order."""

    def __init__(self) -> None:
        self.tracks: dict[CallKey, Track] = {}
        self.notes: Dated = []
        self.ends: list[End] = []

    def take(self, step: int, before: State, after: State, did: Sequence[Change], /) -> None:
        """Note what a step did."""
        touched: dict[CallKey, None] = {}
        for change in did:
            match change:
                case NoteTaken(note):
                    of_call = self.tracks.get(note.call) if note.call is not None else None
                    (self.notes if of_call is None else of_call.notes).append([step, note.kind, note.message])
                case StreamEnded():
                    self.ends.append(_end(step, change))
                case CallOpened(call, id_, name, index, choice):
                    rule = opening(before, after, after[call])
                    self.tracks[call] = Track(call, index, choice, rule, [[step, id_]], [[step, name]])
                    touched[call] = None
                case _:
                    _changed(self.tracks[change.call], step, change, before, after)
                    touched[change.call] = None
        for call in touched:
            self._look_again(step, after, self.tracks[call])
        if (not touched and before is not after) or any(isinstance(change, StreamEnded) for change in did):
            self._judge(step, after)

    def _look_again(self, step: int, after: State, track: Track) -> None:
        """Note what no change tells: which paths are being written, and that a fault is gone or a call taken back."""
        call = after[track.call]
        if call.head.patched is not None:
            opened = [] if call.head.patch_closed else [list(path) for path in open_paths(call.head.patched)]
            _dated(track.paths, step, opened)
        if call.head.trouble is not None and call.head.trouble.kind == "discarded" and track.dropped is None:
            track.dropped = step
        if track.faults and track.faults[-1][1] is not None:
            _dated(track.faults, step, _fault_now(after, Matched(call)))

    def _judge(self, step: int, after: State) -> None:
        """Note the faults of calls that were over before: by how the response ended, or since they were taken back."""
        for one in matched(after):
            if seal_of(after, one.call) >= Seal.SEALED or one.call.head.trouble is not None:
                faults, fault = self.tracks[one.call.key].faults, _fault_now(after, one)
                if faults or fault is not None:
                    _dated(faults, step, fault)


def _changed(track: Track, step: int, change: CallChange, before: State, after: State) -> None:
    """Note a change of a call that was opened."""
    match change:
        case CallNamed(_, id_, name):
            _dated(track.ids, step, id_)
            _dated(track.names, step, name)
        case ArgumentsGrew(_, text):
            _grew(track, step, text)
        case ArgumentsReplaced(_, text):
            _replaced(track, step, text)
        case CallSealed(call, seal):
            track.seals.append([step, int(seal), sealing(before.get(call), after, after[call])])
        case CallFaulted(_, fault):
            _dated(track.faults, step, fault_data(fault))
        case _:
            assert_never(change)


def _dated(values: Dated, step: int, value: object) -> None:
    """Add a value unless it is the one that holds; of one step only the last counts."""
    if values and values[-1][1] == value:
        return
    if values and values[-1][0] == step:
        values[-1][1] = value
    else:
        values.append([step, value])


def _grew(track: Track, step: int, text: str) -> None:
    track.now.append(text)
    _added(track, step, text)


def _replaced(track: Track, step: int, text: str) -> None:
    """Add a text that is not the one before and more: only what is new of it is kept."""
    keep = _common("".join(track.now), text)
    track.resets += (len(track.cuts) // 2, utf16_length(text[:keep]))
    track.now = [text]
    _added(track, step, text[keep:])


def _added(track: Track, step: int, text: str) -> None:
    track.text.append(text)
    track.size += utf16_length(text)
    track.cuts += (step, track.size)


def _common(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common, found by halves since slices compare fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def utf16_length(text: str, /) -> int:
    """Return the length of a text in JavaScript.

    >>> utf16_length("a🚄")
    3
    """
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


def _end(step: int, change: StreamEnded) -> End:
    error = "" if change.error is None else f"{change.error.type}: {change.error.message or 'no message'}"
    return End(step, change.choice, change.well, error)


def _fault_now(state: State, one: Matched) -> list[str] | None:
    found, _ = judged(state, one)
    return fault_data(found.failure()) if isinstance(found, Failure) else None


def fault_data(fault: Fault, /) -> list[str]:
    """Return what is shown of a fault: its kind, and its message."""
    return [fault.kind, fault.message]


def call_data(track: Track, call: PartialCall, /) -> dict[str, object]:
    """Return a call's timeline as JSON data, without what is empty; steps and sizes are told from the one before."""
    head = call.head
    told: dict[str, object] = {
        "key": track.call,
        "index": track.index,
        "rule": track.rule,
        "choice": track.choice or None,
        "message": head.message or None,
        "custom": call.kind == "custom",
        "provider": call.run_by == "provider",
        "display": call.display_text,
        "ids": track.ids,
        "names": track.names,
        "seals": track.seals,
        "faults": track.faults,
        "notes": track.notes,
        "paths": track.paths,
        "text": "".join(track.text),
        "cuts": _differences(track.cuts),
        "resets": track.resets,
        "dropped": track.dropped,
    }
    return {name: value for name, value in told.items() if value or type(value) is int}


def _differences(pairs: Sequence[int]) -> list[int]:
    """Return pairs of growing numbers as differences, which are short to write."""
    before = (0, 0, *pairs)
    return [number - before[place] for place, number in enumerate(pairs)]


def calls_data(timelines: Timelines, state: State, /) -> list[dict[str, object]]:
    """Return the timelines of all calls in output order."""
    return [call_data(timelines.tracks[call.key], call) for call in in_order(state) if call.key in timelines.tracks]
