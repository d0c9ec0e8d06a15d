"""The numbers of events that were seen are a set, kept as ranges."""

from functools import reduce
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from toolfold.core.seen import MAX_RANGES, is_seen, with_seen


@given(st.lists(st.integers(0, 60), max_size=40))
def test_seen_numbers_are_a_set(numbers: list[int]) -> None:
    seen: tuple[tuple[int, int], ...] = ()
    for count, number in enumerate(numbers):
        assert is_seen(seen, number) is (number in numbers[:count])
        seen = with_seen(seen, number)
    assert {one for first, last in seen for one in range(first, last + 1)} == set(numbers)
    assert all(last + 1 < first for (_, last), (first, _) in pairwise(seen))


def test_the_oldest_seen_numbers_are_forgotten() -> None:
    seen = reduce(with_seen, range(0, 2 * (MAX_RANGES + 1), 2), ())
    assert seen[0] == (2, 2)
    assert len(seen) == MAX_RANGES
