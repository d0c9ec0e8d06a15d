"""Streams of every wire as they are sent to a front end, step by step."""

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import Any

import toolfold
from tests.rows import TABLES
from toolfold.testing import Row

WIRES = {wire.name: wire for wire in toolfold.WIRES}


def states(wire: str, row: Row) -> list[toolfold.State]:
    """Every state of a row's stream."""
    return [*accumulate(row.fragments, toolfold.feeder(WIRES[wire]), initial=toolfold.new())]


def rows(wire: str) -> Iterator[tuple[Row, list[toolfold.State]]]:
    for row in TABLES[wire]:
        yield row, states(wire, row)


def sent(
    found: list[toolfold.State],
    between: Callable[..., tuple[Any, ...]],
    closing: Callable[..., tuple[Any, ...]],
    **how: Any,
) -> list[dict[str, Any]]:
    """All that is sent for a stream."""
    steps = [one for before, after in pairwise(found) for one in between(before, after, **how)]
    return [*steps, *closing(found[-1], **how)]
