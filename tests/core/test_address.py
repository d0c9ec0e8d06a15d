"""Corners of addresses that no wire reaches, and of ends that only a caller makes."""

from enum import Enum

import pytest

import toolfold
from tests.rows.build import begin, block, call, chunk, delta, end, entry, parts, path, stop
from toolfold.core.address import slots_of
from toolfold.core.deltas import Latest, Piece
from toolfold.wires._read import as_text


def test_the_latest_call_has_no_name_of_its_own() -> None:
    assert slots_of(toolfold.new(), Piece(Latest())) == ()


def test_abandon_leaves_what_is_sealed() -> None:
    stream = [begin(), block(0, "a", "f", {}), delta(0, "{}"), stop(0), block(1, "b", "g")]
    state = toolfold.abandon(toolfold.feed_all(toolfold.new(), stream), "the user cancelled")
    faults = toolfold.finalize(state).failure()
    assert [one.id for one in faults.calls] == ["a"]
    assert [(one.id, one.kind) for one in faults.faults] == [("b", "abandoned")]
    assert "the user cancelled" in faults.faults[0].message


def test_edits_by_path_for_a_call_that_was_given_up_are_counted() -> None:
    first = parts(call("go", partialArgs=[path("$.a", stringValue="x", more=True)], willContinue=True))
    state = toolfold.abandon(toolfold.feed(toolfold.new(), first), "lost")
    later = parts(call(partialArgs=[path("$.a", stringValue="y")], willContinue=True))
    [note] = toolfold.notes(toolfold.feed(state, later))
    assert (note.kind, note.characters) == ("late-delta", 4)


@pytest.mark.parametrize("wrong", [None, {"version": 1}])
def test_feed_all_says_what_to_do_when_it_is_not_given_a_state(wrong: object) -> None:
    with pytest.raises(TypeError, match="feed takes a State first"):
        toolfold.feed_all(wrong, [])  # type: ignore[arg-type]


class Kind(Enum):
    CALL = "call"


def test_a_member_of_an_enumeration_is_its_value() -> None:
    assert as_text(Kind.CALL) == "call"


def test_two_choices_never_share_a_lane() -> None:
    pieces = [chunk(entry(0, f"c{number}", "f", '{"n"'), choice=number) for number in range(2)]
    for text in (":", "1", "}"):
        pieces += [chunk(entry(0, text=text), choice=number) for number in range(2)]
    calls = toolfold.finalize(toolfold.feed_all(toolfold.new(), [*pieces, end(), end(choice=1)])).unwrap()
    assert [(one.id, one.arguments) for one in calls] == [("c0", {"n": 1}), ("c1", {"n": 1})]
