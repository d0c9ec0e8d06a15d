"""Which call an address means, and when a piece opens another one."""

from typing import Any

import pytest

from tests.core.said import fold, texts
from toolfold.arguments.rope import EMPTY_ROPE, append
from toolfold.core.address import is_resend, locate, starts_object
from toolfold.core.call import Head, PartialCall
from toolfold.core.deltas import (
    Block,
    Item,
    Latest,
    MessageStarted,
    Piece,
    Reach,
    Routed,
    Sealed,
    Whole,
)


@pytest.mark.parametrize(
    ("at", "key"),
    [
        (Routed(0, 0), 0),
        (Routed(0, 1), 1),
        (Routed(0, None, "x"), 0),
        (Routed(0, None, "y"), 1),
        (Routed(0, 0, "y"), 1),
        (Routed(0, 1, "unknown"), 1),
        (Routed(0, None, "unknown"), 1),
        (Routed(0), 1),
        (Routed(0, 7), None),
        (Routed(1, 0), 2),
        (Routed(1, None, "x"), 2),
        (Whole(0, "x"), 0),
        (Whole(0), 1),
        (Latest(), 1),
        (Latest(1), 2),
        (Latest(2), None),
        (Whole(2), None),
        (Block("x"), None),
        (Item("x"), 0),
    ],
)
def test_names_lead_to_calls(at: Any, key: int | None) -> None:
    heads = [
        Piece(Routed(choice, number, id_), id_, "f") for choice, number, id_ in ((0, 0, "x"), (0, 1, "y"), (1, 0, "z"))
    ]
    assert locate(fold(*heads), at) == key


def test_an_item_goes_by_all_its_names_once_it_has_said_them() -> None:
    opened = fold(Piece(Item(place=0, item="i"), name="f", text="{"))
    named = fold(Piece(Item("c", 0), "c"), state=opened)
    for at in (Item("c"), Item(place=0), Item(item="i"), Item("c", 9), Item("c", settled=True)):
        assert texts(fold(Piece(at, text="}"), state=named)) == ["{}"], at
    moved = fold(Piece(Item("c", 5, "j"), text='"'), state=named)
    for at in (Item(place=5), Item(item="j"), Item(place=0)):
        assert texts(fold(Piece(at, text="}"), state=moved)) == ['{"}'], at
    assert len(fold(Piece(Item("d", 0), "d", "g"), state=moved)) == 2


def test_a_key_reaches_as_far_as_it_says() -> None:
    before = fold(MessageStarted("m"), Piece(Block("k"), "k", "f", "{"), MessageStarted("n"))
    over = fold(Sealed(Block("k", reach=Reach.ANY)), state=before)
    for reach, state, key in (
        (Reach.MESSAGE, before, None),
        (Reach.AWAITED, before, 0),
        (Reach.AWAITED, over, None),
        (Reach.ANY, over, 0),
        (Reach.KNOWN, over, 0),
    ):
        assert locate(state, Block("k", reach=reach)) == key, reach
    assert locate(before, Block("k", fresh=True, reach=Reach.ANY)) is None


@pytest.mark.parametrize(
    ("text", "starts"),
    [("{", True), (" \t\r\n{", True), ("\u00a0{", False), ("X{", False), ("", False), ("[{", False), ("}", False)],
)
def test_the_start_of_an_object(text: str, starts: bool) -> None:
    assert starts_object(text) is starts


@pytest.mark.parametrize(
    ("written", "size", "resent"),
    [(7, 7, True), (12 * 7 + 64, 7, True), (12 * 7 + 65, 7, False), (7, 400, True)],
)
def test_a_resend_may_be_written_otherwise_within_bounds(written: int, size: int, resent: bool) -> None:
    one, other = ('{"n":' + " " * (wide - 7) + "1}" for wide in (written, size))
    assert (len(one), len(other)) == (written, size)
    assert is_resend(other, PartialCall(Head(), append(EMPTY_ROPE, one))) is resent


def test_without_an_id_another_name_opens_a_call_only_where_it_must() -> None:
    open_, whole = Piece(Routed(0, 0), None, "f", '{"n"'), Piece(Routed(0, 0), None, "f", '{"n":1}')
    other = Piece(Routed(0, 0), None, "g", '{"m":2}')
    assert len(fold(open_, other)) == 1
    assert len(fold(whole, other)) == 2
    assert len(fold(whole, other._replace(name="f"))) == 2
    assert len(fold(whole, whole)) == 1
    assert len(fold(open_, other._replace(at=Routed(0, 0, twin=True)))) == 2
    assert len(fold(open_, other._replace(at=Routed(0)))) == 2


def test_an_unknown_id_opens_a_call_only_where_it_must() -> None:
    base = Piece(Routed(0, 0, "x"), "x", "f", '{"n"')
    assert len(fold(base, Piece(Routed(0, 0, "y"), "y", None, ":1}"))) == 1
    assert len(fold(base, Piece(Routed(0, 0, "y"), "y", "f", ":1}"))) == 1
    assert len(fold(base, Piece(Routed(0, 0, "y"), "y", "g", ":1}"))) == 2
    assert len(fold(base, Piece(Routed(0, 0, "y"), "y", "f", "{"))) == 2
    assert len(fold(base._replace(text='{"n":1}'), Piece(Routed(0, 0, "y"), "y", "f", "x"))) == 2
    assert len(fold(base._replace(text='{"n":1}'), Piece(Routed(0, 0, "y"), "y", None, '{"n":2}'))) == 2
    assert len(fold(base._replace(text='{"n":1}'), Piece(Routed(0, 0, "y"), "y", None, '{"n":1}'))) == 1
    assert len(fold(base._replace(text=""), Piece(Routed(0, 0, "y"), "y", "f", ""))) == 2


def test_a_known_id_opens_a_call_only_where_it_must() -> None:
    base = Piece(Routed(0, 0, "x"), "x", "f", '{"n":1')
    assert len(fold(base, Piece(Routed(0, 1, "x"), "x", "f", "}"))) == 2
    assert len(fold(base, Piece(Routed(0, 1, "x"), "x", None, "}"))) == 1
    assert len(fold(base._replace(text=""), Piece(Routed(0, 1, "x"), "x", "f", "{}"))) == 1
    assert len(fold(base, Piece(Routed(0, 0, "x"), "x", "g", "}"))) == 1
    assert len(fold(base, Piece(Routed(0, None, "x"), "x", "f", "}"))) == 1
    assert len(fold(base, Piece(Routed(0, 0, "x"), text="}"), Piece(Routed(0, 0, "x"), "x", "g", "{}"))) == 2
    bound = fold(base, Piece(Routed(0, 1, "x"), "x", None, "}"), Piece(Routed(0, 1), text="late"))
    assert texts(bound) == ['{"n":1}late']  # the index is its own from then on
