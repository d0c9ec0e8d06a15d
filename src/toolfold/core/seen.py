"""Numbers of events that were seen: kept as ranges, not as the highest one, since servers replay from the middle."""

Ranges = tuple[tuple[int, int], ...]

MAX_RANGES = 256
"""Ranges of event numbers that are remembered; the oldest are forgotten first."""


def is_seen(seen: Ranges, number: int, /) -> bool:
    """Say whether a number lies in one of the ranges."""
    if not seen or number > seen[-1][1]:
        return False
    return any(first <= number <= last for first, last in reversed(seen))


def with_seen(seen: Ranges, number: int, /) -> Ranges:
    """Return the ranges with one number more.

    >>> with_seen(with_seen(with_seen((), 3), 5), 4)
    ((3, 5),)
    """
    if seen and seen[-1][1] == number - 1:
        return (*seen[:-1], (seen[-1][0], number))
    first = last = number
    kept = []
    for begin, end in seen:
        if end + 1 < first or begin > last + 1:
            kept.append((begin, end))
        else:
            first, last = min(first, begin), max(last, end)
    return tuple(sorted([*kept, (first, last)])[-MAX_RANGES:])
