"""Every law holds for streams of every wire, with all that may happen to them on the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toolfold
from toolfold.testing import LAWS, WRITERS, Row, Writer, check_row, streams
from toolfold.testing.writers.writer import wire_named

FEW = settings(max_examples=max(10, settings.default.max_examples // 5))
"""Each example runs through every law, on each of some thirty writers: a fifth of what other properties get."""

SHARED = {"nous": ("openai-chat",), "ai-sdk-model": ("ai-sdk-ui",)}
every_writer = pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)


def check(writer: Writer, row: Row) -> None:
    """Bare lists of nous are other wires' lists too, so that wire is named; the others are recognised."""
    feed = None if writer.wire == "nous" else toolfold.feed
    check_row(wire_named(writer.wire), row, feed=feed, shared=SHARED.get(writer.wire, ()))


@every_writer
@FEW
@given(data=st.data())
def test_every_law_holds_for_every_stream(writer: Writer, data: st.DataObject) -> None:
    check(writer, data.draw(streams(writer)))


def test_every_wire_has_a_writer() -> None:
    assert {writer.wire for writer in WRITERS} == {wire.name for wire in toolfold.WIRES}
    assert len({writer.name for writer in WRITERS}) == len(WRITERS)


def test_there_are_fifteen_laws() -> None:
    assert [law.number for law in LAWS] == [*range(1, 16)]
    assert len({law.name for law in LAWS}) == len({law.property for law in LAWS}) == len(LAWS)


@every_writer
@FEW
@given(data=st.data())
def test_an_honest_stream_has_no_fault(writer: Writer, data: st.DataObject) -> None:
    row = data.draw(streams(writer, honest=True))
    assert all("error" not in wanted for wanted in row.outcomes)
    assert row.error is None


@given(row=streams())
def test_streams_of_any_wire_are_drawn(row: Row) -> None:
    assert row.name in {writer.name for writer in WRITERS}
