"""Places inside plain data."""

from typing import Any


def inside(value: Any, step: str | int, /) -> list[Any]:  # noqa: ANN401  # any plain data
    """Return what is one step inside a value, in a list that is empty if nothing is.

    >>> inside({"a": 1}, "a"), inside([1], 1), inside("text", 0)
    ([1], [], [])
    """
    if isinstance(value, dict):
        return [value[step]] if step in value else []
    return value[step : step + 1] if isinstance(value, list) and isinstance(step, int) and step >= 0 else []
