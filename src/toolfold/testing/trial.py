"""A stream on trial: a row, the wire it is written in, and every state of its fold."""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from toolfold.core.deltas import Delta
from toolfold.core.state import State
from toolfold.fold import Feed, feeder, new
from toolfold.fold import feed as feed_any
from toolfold.testing.rows import Row
from toolfold.wires import WIRES
from toolfold.wires.wire import Wire

Said = tuple[tuple[str, tuple[Delta, ...]], ...]
"""What each fragment of a stream said: the name of the wire that read it, and the deltas."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A stream and all that a property asks of it: ``states`` holds the empty state and one after each fragment."""

    wire: Wire
    row: Row
    feed: Feed
    states: tuple[State, ...]

    @property
    def fragments(self) -> list[object]:
        """The fragments, as fresh copies: what a property does to them is nobody else's concern."""
        return copied(self.row.fragments)

    @property
    def last(self) -> State:
        """The state after the whole stream."""
        return self.states[-1]

    @property
    def wires(self) -> tuple[Wire, ...]:
        """The wires that the feed knows: all of the library's, or the one on trial."""
        return WIRES if self.feed is feed_any else (self.wire,)


def trial_of(wire: Wire, row: Row, feed: Feed | None = None, /) -> Trial:
    """Return a row on trial; without a feed of the caller's it is folded by one that knows this wire only.

    >>> from toolfold import WIRES
    >>> len(trial_of(WIRES[0], Row("silence", [{}, None], [])).states)
    3
    """
    feed = feed or feeder(wire)
    return Trial(wire, row, feed, tuple(accumulate(copied(row.fragments), feed, initial=new())))


def copied(fragments: Iterable[object]) -> list[object]:
    """Return copies of fragments, or the fragments themselves where they cannot be copied."""
    return [_copied(fragment) for fragment in fragments]


def _copied(fragment: object) -> object:
    try:
        return copy.deepcopy(fragment)
    except Exception:  # noqa: BLE001  # a hostile fragment may refuse
        return fragment


def must(condition: object, detail: str, /) -> None:
    """Raise an ``AssertionError`` unless the condition holds; this is no ``assert``, which ``python -O`` drops."""
    if not condition:
        raise AssertionError(detail)


def same(found: object, wanted: object, what: str, /) -> None:
    """Raise an ``AssertionError`` that shows both values if they differ."""
    if found != wanted:
        raise AssertionError(f"{what}\n  found:  {shown(found)}\n  wanted: {shown(wanted)}")


SHOWN = 600


def shown(value: object) -> str:
    """Return the ``repr`` of a value, without its middle if it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN // 2]} … {text[-SHOWN // 2 :]}"


def some(count: int, most: int = 40, /) -> list[int]:
    """Return places of a long row of things: all of them, or evenly spread ones with both ends.

    >>> some(4), some(1000, 3)
    ([0, 1, 2, 3], [0, 500, 999])
    """
    if count <= most:
        return list(range(count))
    return sorted({round(step * (count - 1) / (most - 1)) for step in range(most)})


def overheard(trial: Trial, fragments: Iterable[object] | None = None, /) -> tuple[Said, tuple[State, ...]]:
    """Return what each fragment said, as the wires put it, and the states of a fold that listened.

    The wires are asked through wrappers, so that this knows no more of the fold than any other author of wires.
    """
    heard: list[tuple[str, tuple[Delta, ...]]] = []

    def listening(wire: Wire) -> Wire:
        def decode(fragment: object) -> tuple[Delta, ...]:
            deltas = wire.decode(fragment)
            heard.append((wire.name, deltas))
            return deltas

        return Wire(wire.name, wire.recognises, decode)

    feed, said, states = feeder(*map(listening, trial.wires)), [], [new()]
    for fragment in trial.fragments if fragments is None else fragments:
        heard.clear()
        states.append(feed(states[-1], fragment))
        said.append(heard[-1] if heard else ("", ()))
    return tuple(said), tuple(states)


@dataclass(frozen=True, slots=True)
class Saying:
    """A fragment that says given deltas: what a law does to a stream, it does to these."""

    by: str
    said: tuple[Delta, ...]


def sayings(trial: Trial, /) -> tuple[list[object], Feed]:
    """Return the stream as fragments that say their deltas outright, and a feed that reads them.

    A fragment of which no wire said anything stays as it is: the end of a stream may be a text.
    """
    said, _ = overheard(trial)
    feed = feeder(*(Wire(name, _says(name), _what) for name in (wire.name for wire in trial.wires)))
    pairs = zip(said, trial.fragments, strict=True)
    return [Saying(name, deltas) if deltas else fragment for (name, deltas), fragment in pairs], feed


class Step(NamedTuple):
    """One delta of a stream, by the number of its fragment, with the states before and after it."""

    number: int
    delta: Delta
    before: State
    after: State


def steps(trial: Trial, /) -> Iterator[Step]:
    """Yield the stream delta by delta; an event that was seen before says nothing, and is left out."""
    fragments, feed = sayings(trial)
    state = new()
    for number, fragment in enumerate(fragments):
        if not isinstance(fragment, Saying):
            state = feed(state, fragment)
        elif trial.states[number + 1] is not trial.states[number]:
            for delta in fragment.said:
                before, state = state, feed(state, Saying(fragment.by, (delta,)))
                yield Step(number, delta, before, state)


def _says(name: str) -> Callable[[object], bool]:
    return lambda fragment: isinstance(fragment, Saying) and fragment.by == name


def _what(fragment: object) -> tuple[Delta, ...]:
    return fragment.said if isinstance(fragment, Saying) else ()
