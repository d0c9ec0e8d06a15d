"""The numbers of events that were seen are a set, kept as ranges."""

from functools import reduce
from itertools import pairwise

import pytest
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


@pytest.mark.parametrize("numbers", [[0, 1, 2, 9, 10, 11, 5], [4, 5, 0, 1, 3, 2], [7, 8, 1, 2, 9], [3, 3, 3, 2, 1]])
def test_ranges_grow_at_either_end_and_join(numbers: list[int]) -> None:
    seen: tuple[tuple[int, int], ...] = ()
    for count, number in enumerate(numbers, 1):
        seen = with_seen(seen, number)
        assert sorted({*numbers[:count]}) == [one for first, last in seen for one in range(first, last + 1)]
        assert [one for one in range(13) if is_seen(seen, one)] == sorted({*numbers[:count]})


def test_the_oldest_seen_numbers_are_forgotten() -> None:
    seen = reduce(with_seen, range(0, 2 * (MAX_RANGES + 1), 2), ())
    assert seen[0] == (2, 2)
    assert len(seen) == MAX_RANGES
