"""Keys of the order sort like the values."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolfold.bulk.order import order_key

NUMBERS = st.one_of(
    st.integers(-(2**126), 2**126),
    st.floats(-1e15, 1e15, allow_nan=False),
    st.decimals(-(10**9), 10**9, allow_nan=False, allow_infinity=False, places=3),
)


@given(NUMBERS, NUMBERS)
def test_numbers_sort_as_numbers(one, other):
    low, high = sorted((one, other), key=Fraction)
    assert order_key(low) <= order_key(high)
    if Fraction(high) - Fraction(low) > 1e-6:
        assert order_key(low) < order_key(high)


@given(st.integers(-(10**30), 10**30))
def test_digits_are_numbers(number):
    assert order_key(str(number)) == order_key(number) == order_key(Decimal(number))
    assert order_key(f"{number}.0") == order_key(number)


@given(st.text(min_size=1), st.text(min_size=1))
def test_text_sorts_by_its_characters_and_after_numbers(one, other):
    one, other = f"~{one}", f"~{other}"
    assert (order_key(one) < order_key(other)) == (one < other)
    assert order_key(10**38) < order_key(one)


@pytest.mark.parametrize(
    "value", [None, "", True, float("nan"), float("inf"), Decimal("NaN"), 2**127, -(2**127) - 1, 1e39, [1], {}]
)
def test_what_gives_no_order_has_no_key(value):
    assert order_key(value) is None
