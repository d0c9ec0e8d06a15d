"""A log as steps: what each fragment made of the state before it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from toolfold.change import Change, changes
from toolfold.core.state import State
from toolfold.fold import Feed


class Step(NamedTuple):
    """One fragment and what it did. Steps are numbered from 1, so that ``at(n)`` is the state after step ``n``."""

    number: int
    fragment: object
    before: State
    after: State

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the fragment changed, made at every access; nothing if it said nothing about calls."""
        return changes(self.before, self.after)


def steps(feed: Feed, start: State, fragments: Iterable[object], /) -> Iterator[Step]:
    """Yield the steps of a stream as its fragments come; no state but the last is kept.

    >>> from toolfold import feed, new
    >>> [len(step.changes) for step in steps(feed, new(), [{"type": "ping"}, [{"function": {"name": "now"}}]])]
    [0, 2]
    """
    state = start
    for number, fragment in enumerate(fragments, start=1):
        before, state = state, feed(state, fragment)
        yield Step(number, fragment, before, state)
