"""Every row of every wire's table gives its right answer, and keeps every law on the way."""

import pytest

import toolfold
from tests.rows import TABLES
from toolfold.testing import Row, check_row
from toolfold.testing.check import lacks

WIRES = {wire.name: wire for wire in toolfold.WIRES}
SHARED = {"nous": ("openai-chat",), "ai-sdk-model": ("ai-sdk-ui",)}
ALL = [pytest.param(wire, row, id=f"{wire}-{row.name}") for wire, rows in TABLES.items() for row in rows]


@pytest.mark.parametrize(("wire", "row"), ALL)
def test_row(wire: str, row: Row) -> None:
    """Bare lists of nous are other wires' lists too, so that wire is named; the others are recognised."""
    feed = None if wire == "nous" else toolfold.feed
    check_row(WIRES[wire], row, feed=feed, shared=SHARED.get(wire, ()))


@pytest.mark.parametrize("wire", WIRES)
def test_the_table_of_every_wire_shows_what_a_table_must(wire: str) -> None:
    assert lacks(TABLES[wire]) == []
