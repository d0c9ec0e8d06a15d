"""Work is counted, not timed: twice the stream is at most about twice the characters scanned, joined and parsed."""

from collections import Counter
from typing import Any

import pytest

import toolfold
from tests.rows.build import chunk, entry
from toolfold.testing import WRITERS, Call, Writer
from toolfold.testing.counting import counted
from toolfold.testing.streams import Move, composed
from toolfold.testing.writers.writer import wire_named

STREAMED = [writer for writer in WRITERS if writer.piece is not None]


def fragments_of(writer: Writer, pieces: int, size: int, *, again: bool = False) -> list[Any]:
    """One long call beside a short one, in pieces that repeat the head or do not."""
    text = '{"t":"' + "x" * (pieces * size) + '"}'
    calls = (Call("write", text, "c1"), Call("now", "{}", "c2"))
    cut = [Move("piece", 0, text[at : at + size], again=again) for at in range(0, len(text), size)]
    second = [Move("open", 1), Move("piece", 1, "{}"), Move("close", 1)]
    return list(composed(writer, calls, [Move("open", 0), *cut, Move("close", 0), *second]).fragments)


def work(writer: Writer, fragments: list[Any], *, live: bool) -> Counter[str]:
    feed = toolfold.feeder(wire_named(writer.wire)) if writer.wire == "nous" else toolfold.feed
    with counted() as found:
        state, views = toolfold.new(), tuple[toolfold.PartialView, ...]()
        for fragment in fragments:
            before, state = state, feed(state, fragment)
            if live:
                views = toolfold.peek(state, views)
                toolfold.changes(before, state)
        toolfold.finalize(state)
    return found


@pytest.mark.parametrize("writer", STREAMED, ids=lambda writer: writer.name)
@pytest.mark.parametrize("live", [False, True], ids=["fold", "live"])
def test_twice_the_pieces_are_twice_the_work(writer: Writer, live: bool) -> None:
    for again in {False, writer.again is not None}:
        one, two = (work(writer, fragments_of(writer, n, 8, again=again), live=live) for n in (400, 800))
        assert two["appended"] + two["scanned"] + two["joined"] + two["parsed"] >= 800 * 8
        for kind, characters in two.items():
            assert characters <= 2.2 * one[kind] + 2_000, kind


def test_smaller_pieces_are_no_more_work() -> None:
    writer = STREAMED[0]
    coarse, fine = (work(writer, fragments_of(writer, 6_400 // size, size), live=True) for size in (64, 1))
    for kind, characters in fine.items():
        assert characters <= coarse[kind] + 2_000, kind


@pytest.mark.parametrize("deep", [False, True], ids=["member", "member_of_a_member"])
def test_what_is_said_anew_with_every_piece_is_read_once(deep: bool) -> None:
    def fragments(pieces: int) -> list[Any]:
        said = ({f"key {number}": number} for number in range(pieces))
        more = ({"more": inner} if deep else inner for inner in said)
        return [chunk(entry(0, "a", "f", "{")), *(chunk(entry(0, ..., ..., " ", **inner)) for inner in more)]

    one, two = (work(WRITERS[0], fragments(pieces), live=True) for pieces in (200, 400))
    assert two["read"] > 400 * len('{"key 1":1}')
    assert two["read"] <= 2.2 * one["read"]


def test_objects_that_come_member_by_member_are_not_written_anew_for_ever() -> None:
    def fragments(pieces: int) -> list[Any]:
        part = {"part_kind": "tool-call", "tool_name": "f", "args": None, "tool_call_id": "a"}
        deltas = ({"part_delta_kind": "tool_call", "args_delta": {f"key {n}": n}} for n in range(pieces))
        return [
            {"event_kind": "part_start", "index": 0, "part": part},
            *({"event_kind": "part_delta", "index": 0, "delta": delta} for delta in deltas),
        ]

    one, two, three = (work(WRITERS[0], fragments(pieces), live=False)["appended"] for pieces in (2_000, 4_000, 6_000))
    assert three - two <= 1.2 * (two - one)


def test_counting_ends_with_its_block() -> None:
    append = toolfold.core.merge.append
    with counted():
        assert toolfold.core.merge.append is not append
    assert toolfold.core.merge.append is append


def test_counting_ends_after_an_error_too() -> None:
    append = toolfold.core.merge.append
    with pytest.raises(ZeroDivisionError), counted():
        _ = 1 // 0
    assert toolfold.core.merge.append is append
