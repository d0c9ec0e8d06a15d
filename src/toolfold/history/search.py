"""The first step of which something is true."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from toolfold.core.state import State


def first(states: Sequence[State], predicate: Callable[[State], object], /, *, monotone: bool) -> int | None:
    """Return the place of the first state with the property; a monotone one is asked for a few states only."""
    if not monotone:
        return next((place for place, state in enumerate(states) if predicate(state)), None)
    found = bisect_left(states, 1, key=lambda state: 1 if predicate(state) else 0)
    return found if found < len(states) else None
