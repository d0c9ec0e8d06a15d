"""Streams of every wire as they are sent to a front end, step by step."""

from collections.abc import Callable
from functools import cache
from itertools import accumulate, pairwise
from typing import Any

import toolfold
from tests.rows import TABLES
from toolfold.testing import Row

WIRES = {wire.name: wire for wire in toolfold.WIRES}


def states(wire: str, row: Row) -> list[toolfold.State]:
    """Every state of a row's stream."""
    return [*accumulate(row.fragments, toolfold.feeder(WIRES[wire]), initial=toolfold.new())]


@cache
def rows(wire: str) -> list[tuple[Row, list[toolfold.State]]]:
    """Every row of a wire with its states, folded once for all tests."""
    return [(row, states(wire, row)) for row in TABLES[wire]]


def sent(
    found: list[toolfold.State],
    between: Callable[..., tuple[Any, ...]],
    closing: Callable[..., tuple[Any, ...]],
    **how: Any,
) -> list[dict[str, Any]]:
    """All that is sent for a stream."""
    steps = [one for before, after in pairwise(found) for one in between(before, after, **how)]
    return [*steps, *closing(found[-1], **how)]
