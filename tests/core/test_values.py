"""Whole arguments, previews, and arguments by path."""

import json

import pytest

import toolfold
from tests.core.said import A, fold, noted, texts
from toolfold import Limits, Seal
from toolfold.arguments.rope import EMPTY_ROPE, append
from toolfold.core.call import Head, PartialCall, is_blank
from toolfold.core.deltas import (
    Delta,
    Patch,
    Piece,
    Value,
)
from toolfold.core.values import JOINS, SHARE, is_empty_value


@pytest.mark.parametrize(
    ("deltas", "text"),
    [
        ([Value(A, '{"n":1}')], '{"n":1}'),
        ([Value(A, '{"n":1}', final=False)], '{"n":1}'),
        ([Value(A, "", final=False), Value(A, '{"n":1}', final=False), Value(A, '{"n":2}', final=False)], '{"n":1}'),
        ([Value(A, '{"n":1}', final=False), Piece(A, text="{")], "{"),
        ([Piece(A, text="{"), Value(A, '{"n":1}', final=False)], "{"),
        ([Value(A, '{"n":1}'), Value(A, "null")], '{"n":1}'),
        ([Value(A, '{"n":1}'), Value(A, " {} ")], '{"n":1}'),
        ([Value(A, '{"n":1}'), Value(A, " \t\r\n")], '{"n":1}'),
        ([Value(A, '{"n":1}'), Value(A, "\u00a0")], "\u00a0"),  # no JSON white space: it says something
        ([Value(A, "null")], "null"),
        ([Value(A, '{"n":1}', joins=True), Value(A, '{"m":2}', joins=True)], '{"n":1,"m":2}'),
        ([Value(A, '{"n":1}', joins=True), Value(A, "null", joins=True)], '{"n":1}'),
        ([Value(A, '{"n":1}', joins=True), Value(A, "[1]", joins=True)], '{"n":1}[1]'),
        ([Piece(A, text="[1]"), Value(A, '{"n":1}', joins=True)], '[1]{"n":1}'),
        ([Patch(A, (("$.a", 1, False),)), Value(A, '{"b":2}', final=False)], '{"a":1}'),
    ],
)
def test_values(deltas: list[Delta], text: str) -> None:
    assert texts(fold(Piece(A, "a", "f"), *deltas)) == [text]


def test_values_that_say_nothing_new_are_silent() -> None:
    state = fold(Piece(A, "a", "f"), Value(A, '{"n": 1}', joins=True))
    assert fold(Value(A, '{"n":1}', joins=True), state=state) is state
    blank = fold(Piece(A, "a", "f"))
    assert fold(Value(A, " \t"), state=blank) is blank
    assert texts(fold(Value(A, "X"), state=blank)) == ["X"]
    assert fold(Value(A, "null"), state=blank) is not blank


@pytest.mark.parametrize(("size", "joined"), [(JOINS - 1, True), (JOINS, False)])
def test_a_small_object_after_very_many_is_text_like_any_other(size: int, joined: bool) -> None:
    """To join it would read all of them anew, for as long as a stream likes to go on."""
    objects = [f'{{"key {number}":{number}}}' for number in range(size)]
    state = fold(Piece(A, "a", "f"), *(Value(A, text, joins=True) for text in objects))
    last = fold(Value(A, '{"n":1}', joins=True), state=state)
    assert last[0].text.endswith(',"n":1}' if joined else '}{"n":1}')
    large = f'{{"m":"{"x" * (len(state[0].text) // SHARE)}"}}'
    assert fold(Value(A, large, joins=True), state=state)[0].text.endswith(f",{large[1:]}")


@pytest.mark.parametrize("less", [0, 1])
def test_how_large_an_object_has_to_be_to_be_joined_still(less: int) -> None:
    state = fold(Piece(A, "a", "f"), *(Value(A, f'{{"key {number}":{number}}}', joins=True) for number in range(JOINS)))
    room = -(len(state[0].text) + len(',"p":""')) % SHARE
    state = fold(Value(A, json.dumps({"p": "x" * (room + 2 * SHARE)}), joins=True), state=state)
    share = len(state[0].text) // SHARE
    assert share * SHARE == len(state[0].text)
    text = json.dumps({"q": "x" * (share - len('{"q":""}') - less)}, separators=(",", ":"))
    assert fold(Value(A, text, joins=True), state=state)[0].text.endswith("}" + text if less else "," + text[1:])


@pytest.mark.parametrize(
    ("text", "is_empty"),
    [("", True), ("null", True), ("{}", True), (" \t\n\r", True), ("\tnull\n", True), ("\u00a0", False), ("X", False)],
)
def test_empty_values(text: str, is_empty: bool) -> None:
    assert is_empty_value(text) is is_empty


@pytest.mark.parametrize(
    ("text", "preview", "blank"),
    [
        ("", "", True),
        (" \t\n\r", "", True),
        ("\u00a0", "", False),
        ("X", "", False),
        ("x" * 300 + " " * 300, "", False),
        ("", "{}", False),
        (" ", "{}", True),
    ],
)
def test_blank_calls(text: str, preview: str, blank: bool) -> None:
    assert is_blank(PartialCall(Head(preview=preview), append(EMPTY_ROPE, text))) is blank


def test_a_call_written_by_path_is_never_blank() -> None:
    [call] = fold(Piece(A, "a", "f"), Patch(A, (("$.a", 1, False),))).values()
    assert not is_blank(call)


def test_a_closed_patch_seals_and_what_changes_nothing_is_silent() -> None:
    state = fold(Piece(A, "a", "f"), Patch(A, (("$.a", 1, False),)))
    assert state[0].head.seal == Seal.OPEN
    assert fold(Patch(A), state=state) is state
    closed = fold(Patch(A, closed=True), state=state)
    assert closed[0].head.seal == Seal.SEALED
    assert toolfold.finalize(closed).unwrap()[0].arguments == {"a": 1}
    assert fold(Patch(A, closed=True), state=closed) is closed
    assert fold(Patch(A, closed=True), state=fold(Piece(A, "a", "f")))[0].head.patched is None


def test_edits_deeper_than_allowed_are_refused() -> None:
    deltas = [Piece(A, "a", "f"), Patch(A, (("$" + ".a" * 6, 1, False),))]
    assert noted(*deltas, limits=Limits(depth=5)) == [("patch-refused", 0, 1, 14)]
    assert noted(*deltas, limits=Limits(depth=6)) == []
