"""Where a call comes from: which steps gave it its id, its name, each stretch of its text, its seal and its fault.

The fold keeps none of this, since a counter in the state would make a silent fragment speak. It follows from what
changed from step to step.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from json import JSONDecoder
from typing import NamedTuple

from returns.result import Failure

from toolfold.arguments.reader import unbroken
from toolfold.arguments.strict import SPACE
from toolfold.change import (
    ArgumentsGrew,
    ArgumentsReplaced,
    CallFaulted,
    CallNamed,
    CallOpened,
    CallSealed,
    Change,
    NoteTaken,
)
from toolfold.core.call import CallKey
from toolfold.core.faults import Fault
from toolfold.core.ids import id_of
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of
from toolfold.history.steps import Step
from toolfold.outcomes import Matched, judged, matched


class Stretch(NamedTuple):
    """A part of a call's text and the step that gave it; ``start`` is its place in the text."""

    step: int
    start: int
    text: str


class SealGiven(NamedTuple):
    """A grade of evidence that the call is over, and the step that gave it."""

    step: int
    seal: Seal


class NoteGiven(NamedTuple):
    """A note about the call, as it stood after the step that took it."""

    step: int
    note: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Blame:
    """Which steps made a call what it is. Step 0 is the state that the log started from.

    ``id`` and ``name`` are the steps that gave what the call has now (a name may come in parts), ``replaced`` those
    that threw earlier text away. ``fault_at`` is the step that made the fault known, None if only the end of the log
    did. ``mistake`` is the place in the text where it first was no beginning of one JSON value.
    """

    call: CallKey
    opened: int
    id: int | None
    name: tuple[int, ...]
    text: tuple[Stretch, ...]
    replaced: tuple[int, ...]
    seals: tuple[SealGiven, ...]
    notes: tuple[NoteGiven, ...]
    fault: Fault | None
    fault_at: int | None
    mistake: int | None

    @property
    def steps(self) -> tuple[int, ...]:
        """Every step that gave something which is still there, in order."""
        found = {self.opened, self.id, self.fault_at, *self.name, *self.replaced}
        found.update(one.step for part in (self.text, self.seals, self.notes) for one in part)
        return tuple(sorted(step for step in found if step is not None))

    def step_of(self, place: int, /) -> int | None:
        """Return the step that gave the character at a place of the text; None beyond its ends."""
        found = bisect_right(self.text, place, key=lambda one: one.start) - 1
        if found < 0 or place >= self.text[found].start + len(self.text[found].text):
            return None
        return self.text[found].step


@dataclass(slots=True)
class _Origin:
    """What is known of one call while the steps go by; ``text`` holds steps and lengths, no text."""

    opened: int
    id: int | None = None
    names: list[int] = field(default_factory=list)
    text: list[tuple[int, int]] = field(default_factory=list)
    replaced: list[int] = field(default_factory=list)
    seals: list[SealGiven] = field(default_factory=list)
    notes: list[NoteGiven] = field(default_factory=list)
    fault: tuple[int, str] | None = None


def key_of(state: State, name: str, /) -> CallKey:
    """Return the number of the call with an id, a made-up one included; a ``KeyError`` says which ids there are."""
    seed = base_of(state).seed
    ids = {id_of(call, seed)[0]: key for key, call in reversed([*state.items()])}
    if name not in ids:
        msg = f"no call has the id {name!r}; there are {', '.join(reversed(ids)) or 'none'}"
        raise KeyError(msg)
    return ids[name]


class Origins:
    """The origins of every call of a stream, gathered step by step; it keeps two numbers for each stretch of text."""

    def __init__(self, start: State) -> None:
        self._known: dict[CallKey, _Origin] = {}
        for key, call in start.items():
            self._known[key] = _Origin(0, 0 if call.id else None, [0] if call.name else [], [(0, len(call.text))])

    def add(self, step: Step, changed: Iterable[Change], /) -> None:
        """Take in a step and what it changed."""
        for change in changed:
            _take(self._known, step, change)

    def blame(self, state: State, key: CallKey, /) -> Blame:
        """Return where a call of the last state comes from; an unknown number is a ``KeyError``."""
        call = state[key]
        return self.blame_as(state, next((one for one in matched(state) if one.call.key == key), Matched(call)))

    def blame_as(self, state: State, one: Matched, /) -> Blame:
        """Return the same of a call as the end finds it."""
        call, origin = one.call, self._known[one.call.key]
        source = self._giver(state, one) if one.given else origin
        outcome, _ = judged(state, one)
        fault = outcome.failure() if isinstance(outcome, Failure) else None
        return Blame(
            call=call.key,
            opened=origin.opened,
            id=origin.id,
            name=tuple(origin.names),
            text=_stretches(call.text, source.text),
            replaced=tuple(source.replaced),
            seals=tuple(origin.seals),
            notes=tuple(origin.notes),
            fault=fault,
            fault_at=origin.fault[0] if fault and origin.fault and origin.fault[1] == fault.kind else None,
            mistake=_mistake(call.text, fault, base_of(state).limits.depth),
        )

    def _giver(self, state: State, one: Matched) -> "_Origin":
        """Return the origin of the text that a call was given: that of the orphan which brought it."""
        return next(self._known[call.key] for call in state.values() if call.rope is one.call.rope)


def _take(known: dict[CallKey, _Origin], step: Step, change: Change) -> None:
    match change:
        case CallOpened(call=key, id=id_, name=name):
            now = step.number
            known[key] = _Origin(now, now if id_ else None, [now] if name else [])
        case CallNamed(call=key):
            _rename(known[key], step, key)
        case ArgumentsGrew(call=key, text=text):
            known[key].text.append((step.number, len(text)))
        case ArgumentsReplaced(call=key, text=text):
            _replace(known[key], step.number, step.before[key].text, text)
        case CallSealed(call=key, seal=seal):
            known[key].seals.append(SealGiven(step.number, seal))
        case CallFaulted(call=key, fault=fault):
            known[key].fault = (step.number, fault.kind)
        case NoteTaken(note=note) if note.call in known:
            known[note.call].notes.append(NoteGiven(step.number, note))
        case _:
            pass


def _rename(origin: _Origin, step: Step, key: CallKey) -> None:
    before, after = step.before[key], step.after[key]
    if before.id != after.id:
        origin.id = step.number
    if before.name != after.name:
        grew = bool(before.name) and (after.name or "").startswith(before.name or "")
        origin.names = [*origin.names, step.number] if grew else [step.number]


def _replace(origin: _Origin, step: int, before: str, text: str) -> None:
    """Credit the step with what it wrote anew; what the text still begins with stays with the steps that wrote it."""
    same = alike(before, text)
    kept, left = [], same
    for giver, length in origin.text:
        kept.append((giver, min(length, left)))
        left -= kept[-1][1]
    origin.text = [(giver, length) for giver, length in (*kept, (step, len(text) - same)) if length]
    if same < len(before):
        origin.replaced.append(step)


def alike(one: str, other: str, /) -> int:
    """Return how many characters two texts begin alike with; slices are compared, since characters are slow."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _stretches(text: str, lengths: list[tuple[int, int]]) -> tuple[Stretch, ...]:
    starts = accumulate((length for _, length in lengths), initial=0)
    return tuple(Stretch(step, at, text[at : at + length]) for (step, length), at in zip(lengths, starts, strict=False))


def _mistake(text: str, fault: Fault | None, depth: int) -> int | None:
    if fault is None or fault.kind not in ("invalid-json", "concatenated-json", "trailing-data", "too-deep"):
        return None
    if fault.kind == "too-deep":  # it may well be JSON otherwise
        return unbroken(text, depth).position
    try:
        _, end = JSONDecoder(strict=False).raw_decode(text, _space_end(text, 0))
    except (ValueError, RecursionError):
        return unbroken(text, depth).position
    return _space_end(text, end)


def _space_end(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip(SPACE))
