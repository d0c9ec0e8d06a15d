r"""Where a fragment belongs in its stream, as bytes that sort like the values: numbers as numbers, then text.

An engine that sorts has one type for a column, and the numbers of logs have many: counters, times in nanoseconds,
floats, digits in strings. Bytes hold all of them exactly.

>>> sorted([order_key(10), order_key("9"), order_key(-1), order_key(9.5)]) == [
...     order_key(-1), order_key(9), order_key(9.5), order_key(10)
... ]
True
"""

import re
import struct
from decimal import Decimal
from fractions import Fraction

IN_FILE_ORDER = b""
"""The key of every fragment where no field says the order: the place in the logs decides alone."""

_NUMBER, _TEXT = b"\x01", b"\x02"
_WIDTH = 16
_BIAS = 1 << (8 * _WIDTH - 1)
_DIGITS = re.compile(r"[+-]?[0-9]{1,38}(\.[0-9]{1,38})?")


def order_key(value: object, /) -> bytes | None:
    """Return the key of a value; None if it gives no order: absent, empty, not finite, out of range, no text.

    >>> order_key("2026-11-30T12:00:00Z") < order_key("2026-11-30T12:00:01Z")
    True
    >>> order_key(None), order_key(True), order_key(float("nan"))
    (None, None, None)
    """
    match value:
        case bool() | "":
            return None
        case int():
            return _key_of(value)
        case str() if _DIGITS.fullmatch(value) is None:
            return _TEXT + value.encode("utf-8", "surrogatepass")
        case str() | float() | Decimal():
            return _key_of_fraction(value)
        case _:
            return None


def _key_of(whole: int) -> bytes | None:
    return _NUMBER + (whole + _BIAS).to_bytes(_WIDTH, "big") if -_BIAS <= whole < _BIAS else None


def _key_of_fraction(value: str | float | Decimal) -> bytes | None:
    """Return the key of the whole part, and of the rest if there is one: a key that goes on comes after the shorter."""
    try:
        number = Fraction(value)
    except (ValueError, OverflowError):  # NaN and the infinities
        return None
    whole = number.numerator // number.denominator
    key, rest = _key_of(whole), float(number - whole)
    return key + struct.pack(">d", rest) if key is not None and rest else key
