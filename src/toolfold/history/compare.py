"""Two runs side by side: where they part, and what became of their calls."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from returns.result import Success

from toolfold.arguments.decode import canonical
from toolfold.change import CallFaulted, CallNamed, CallOpened, Change
from toolfold.core.base import StreamError
from toolfold.core.call import CallKey
from toolfold.core.faults import Fault
from toolfold.core.state import State, base_of
from toolfold.core.tool_call import ToolCall
from toolfold.history.blame import Blame, Origins, alike
from toolfold.history.steps import Step
from toolfold.outcomes import judged, matched

Found = ToolCall | Fault


class Divergence(NamedTuple):
    """The first step that did something else in one run than in the other; None where a run was over by then.

    The ids of the calls do not count in this, since those of two runs are fresh and would hide what is meant.
    """

    one: Step | None
    other: Step | None

    @property
    def number(self) -> int:
        """The number of the step."""
        return max(step.number for step in self if step is not None)


class Side(NamedTuple):
    """A call of one run: its number, what became of it, and where it comes from."""

    call: CallKey
    found: Found
    blame: Blame


class Difference(NamedTuple):
    """Something that two calls do not have in common: which field, and its two values."""

    field: str
    one: object
    other: object


@dataclass(frozen=True, slots=True)
class Pair:
    """A call of one run and the same call of the other, as far as can be told; None where a run has none like it.

    ``compared`` names the fields that are compared.
    """

    one: Side | None
    other: Side | None
    compared: tuple[str, ...]

    @property
    def sides(self) -> tuple[Side | None, Side | None]:
        """Both of them."""
        return self.one, self.other

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What the two calls do not have in common; nothing if they are equal, or if one is missing."""
        if self.one is None or self.other is None:
            return ()
        one, other = self.one.found, self.other.found
        pairs = ((name, FIELDS[name](one), FIELDS[name](other)) for name in self.compared)
        return tuple(Difference(name, *both) for name, *both in pairs if canonical(both[0]) != canonical(both[1]))

    @property
    def parts_at(self) -> int | None:
        """The place of the first character that the texts of two calls do not share; None if there is none."""
        if self.one is None or self.other is None or self.one.found.text == self.other.found.text:
            return None
        return alike(self.one.found.text, self.other.found.text)


FIELDS: Mapping[str, Callable[[Found], object]] = {
    "verdict": lambda found: "sound" if isinstance(found, ToolCall) else found.kind,
    "id": lambda found: found.id,
    "name": lambda found: found.name,
    "arguments": lambda found: found.arguments if isinstance(found, ToolCall) else None,
    "text": lambda found: found.text,
    "kind": lambda found: found.kind if isinstance(found, ToolCall) else found.call_kind,
    "run_by": lambda found: found.run_by,
    "choice": lambda found: found.choice,
    "index": lambda found: found.index,
    "extras": lambda found: dict(found.extras),
}
"""What is compared of two calls, in the order in which it matters to a reader."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two runs differ.

    ``fragment`` is the first step with another fragment, ``divergence`` the first that did something else, ``pairs``
    are the calls of both runs in the end, in output order, and ``errors`` what the providers reported.
    """

    fragment: int | None
    divergence: Divergence | None
    pairs: tuple[Pair, ...]
    errors: tuple[StreamError | None, StreamError | None] = (None, None)

    @property
    def same(self) -> bool:
        """Whether both runs end alike: the same calls, however they came, and the same error or none."""
        calls = all(pair.one and pair.other and not pair.differences for pair in self.pairs)
        return calls and self.errors[0] == self.errors[1]


class Run:
    """One run while it is compared: the state and the origins of its calls so far."""

    def __init__(self, start: State) -> None:
        self.state, self._origins = start, Origins(start)

    def take(self, step: Step | None, /) -> tuple[Change, ...]:
        """Take in a step, if there is one, and return what it changed."""
        if step is None:
            return ()
        self.state, changed = step.after, step.changes
        self._origins.add(step, changed)
        return changed

    def sides(self) -> Iterator[Side]:
        """Yield what became of the calls, in output order."""
        for one in matched(self.state):
            outcome, _ = judged(self.state, one)
            found = outcome.unwrap() if isinstance(outcome, Success) else outcome.failure()
            yield Side(one.call.key, found, self._origins.blame_as(self.state, one))


def compared(
    ones: Iterable[Step], others: Iterable[Step], start: State, other_start: State, /, *, ids: bool = True
) -> Comparison:
    """Return how two streams of steps differ; neither is kept, so that long recordings can be compared."""
    one, other = Run(start), Run(other_start)
    fragment, divergence = None, None
    for number, (here, there) in enumerate(zip_longest(ones, others), start=1):
        did, did_there = one.take(here), other.take(there)
        if fragment is None and (here is None or there is None or here.fragment != there.fragment):
            fragment = number
        if divergence is None and [*map(_ids_aside, did)] != [*map(_ids_aside, did_there)]:
            divergence = Divergence(here, there)
    errors = base_of(one.state).error, base_of(other.state).error
    fields = tuple(name for name in FIELDS if ids or name != "id")
    return Comparison(fragment, divergence, tuple(_pairs([*one.sides()], [*other.sides()], fields)), errors)


def _ids_aside(change: Change) -> object:
    match change:
        case CallOpened() | CallNamed():
            return replace(change, id=None)
        case CallFaulted(call=call, fault=fault):
            return call, fault.kind, fault.text
        case _:
            return change


def _pairs(ones: list[Side], others: list[Side], fields: tuple[str, ...]) -> Iterator[Pair]:
    """Pair the calls off: first by id, then by name and order, since the ids of two runs are mostly fresh."""
    found: dict[int, int] = {}
    for label in (_id, _name):
        here, there = _places(ones, label, found), _places(others, label, found.values())
        found.update({here[name]: there[name] for name in here.keys() & there.keys()})
    for place, side in enumerate(ones):
        yield Pair(side, others[found[place]] if place in found else None, fields)
    taken = set(found.values())
    yield from (Pair(None, side, fields) for place, side in enumerate(others) if place not in taken)


def _places(sides: list[Side], label: Callable[[Side], object], taken: Iterable[int]) -> dict[object, int]:
    """Return where the calls are that are not taken, by their label and how often it was there before."""
    places: dict[object, int] = {}
    seen, known = Counter[object](), set(taken)
    for place, side in enumerate(sides):
        if place not in known:
            places[label(side), seen[label(side)]] = place
            seen[label(side)] += 1
    return places


def _id(side: Side) -> object:
    return side.found.id


def _name(side: Side) -> object:
    return side.found.choice, side.found.name
