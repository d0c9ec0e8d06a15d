"""What `check_wire` says of wires and tables that are wrong: its message alone has to lead to the mistake."""

import itertools
from typing import Any

import pytest

import toolfold
from toolfold import Wire
from toolfold.testing import Row, check_row, check_wire, fault, sound
from toolfold.testing.check import lacks
from toolfold.wires.toolkit import Block, Delta, Ended, Piece, Sealed, Traits, index, text


def recognises(fragment: object, /) -> bool:
    return text(fragment, "kind").startswith("acme.")


def decode(fragment: object, /) -> tuple[Delta, ...]:
    slot = index(fragment, "slot")
    match text(fragment, "kind"):
        case "acme.call" if slot is not None:
            at = Block(slot, number=slot, fresh=True)
            return (Piece(at, text(fragment, "id") or None, text(fragment, "tool") or None),)
        case "acme.text" if slot is not None and text(fragment, "piece"):
            return (Piece(Block(slot, number=slot), text=text(fragment, "piece")),)
        case "acme.stop" if slot is not None:
            return (Sealed(Block(slot)),)
        case "acme.end":
            return (Ended(),)
        case _:
            return ()


ACME = Wire("acme-chat", recognises, decode)


def called(slot: int, id_: str, tool: str) -> dict[str, Any]:
    return {"kind": "acme.call", "slot": slot, "id": id_, "tool": tool}


def wrote(slot: int, piece: str) -> dict[str, Any]:
    return {"kind": "acme.text", "slot": slot, "piece": piece}


STOP, END = {"kind": "acme.stop", "slot": 0}, {"kind": "acme.end"}
ONE = Row(
    "one_call", [called(0, "k1", "add"), wrote(0, '{"a": '), wrote(0, "1}"), STOP, END], [sound("k1", "add", {"a": 1})]
)
TWO = [called(0, "k1", "add"), called(1, "k2", "sub"), wrote(0, "{"), wrote(1, "{"), wrote(0, "}"), wrote(1, "}"), END]
TABLE = [
    ONE,
    Row("two_calls", TWO, [sound("k1", "add", {}), sound("k2", "sub", {})]),
    Row("no_arguments", [called(0, "k1", "now"), STOP, END], [sound("k1", "now", {})]),
    Row("cut_short", [called(0, "k1", "add"), wrote(0, '{"a"')], [fault("truncated", "k1", "add", '{"a"')]),
]


def said_of(wire: Wire, table: list[Row] = TABLE, **more: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_wire(wire, table, **more)
    return str(caught.value)


def test_a_wire_that_is_right_passes() -> None:
    check_wire(ACME, TABLE)
    check_wire(ACME, TABLE, feed=toolfold.feeder(ACME, *toolfold.WIRES))


def test_a_table_that_shows_too_little() -> None:
    assert lacks(TABLE) == []
    assert said_of(ACME, [ONE]) == (
        "the table of acme-chat lacks rows: two calls in one stream, a call without arguments, "
        "a stream that is cut short"
    )


def test_a_wrong_answer() -> None:
    wrong = ONE._replace(name="wrong", outcomes=[sound("k1", "add", {"a": 2})])
    message = said_of(ACME, [*TABLE, wrong])
    assert message.startswith("acme-chat, row 'wrong': the outcomes are others")
    assert "{'a': 1}" in message
    assert "{'a': 2}" in message


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (ONE._replace(outcomes=[]), "there are 1 outcomes, not 0"),
        (ONE._replace(outcomes=[fault("truncated", "k1", "add", "")]), "the outcomes are others"),
        (ONE._replace(outcomes=[sound(None, "add", {"a": 1})]), "the outcomes are others"),
        (ONE._replace(outcomes=[sound("k1", "add", {"a": 1}, index=7)]), "the outcomes are others"),
        (ONE._replace(notes=("late-delta",)), "the notes are others"),
        (ONE._replace(error="busy"), "finalize gives"),
    ],
)
def test_rows_that_are_wrong(row: Row, says: str) -> None:
    with pytest.raises(AssertionError, match=f"acme-chat, row 'one_call': {says}"):
        check_row(ACME, row)


def test_a_wire_that_claims_what_is_not_its_own() -> None:
    greedy = Wire("greedy", lambda fragment: isinstance(fragment, dict), lambda _: ())
    stream = [{"type": "content_block_stop", "index": 0}]
    with pytest.raises(AssertionError, match=r"greedy, row 'x': anthropic-messages claims fragment 0: \{'type'"):
        check_row(greedy, Row("x", stream, []))
    check_row(greedy, Row("x", stream, []), shared=("anthropic-messages",))


def test_a_wire_that_remembers() -> None:
    turns = itertools.count()

    def remembering(fragment: object, /) -> tuple[Delta, ...]:
        return tuple(one._replace(id=f"k{next(turns)}") if isinstance(one, Piece) else one for one in decode(fragment))

    assert "acme-chat, row 'one_call'" in said_of(ACME._replace(decode=remembering))


def test_a_wire_that_raises() -> None:
    def trusting(fragment: Any, /) -> tuple[Delta, ...]:
        return decode({**fragment, "piece": fragment["piece"] + ""}) if "piece" in fragment else decode(fragment)

    message = said_of(ACME._replace(decode=trusting))
    assert "law 3, totality, does not hold for acme-chat, row 'one_call'" in message
    assert "the wire, of fragment" in message
    assert "TypeError" in message


def test_a_wire_that_changes_fragments() -> None:
    def marking(fragment: Any, /) -> tuple[Delta, ...]:
        fragment["seen"] = True
        return decode(fragment)

    assert "law 1, purity, does not hold" in said_of(ACME._replace(decode=marking))


def test_a_wire_that_tidies_text() -> None:
    def tidy(fragment: object, /) -> tuple[Delta, ...]:
        return tuple(one._replace(text=one.text.strip()) if isinstance(one, Piece) else one for one in decode(fragment))

    message = said_of(ACME._replace(decode=tidy))
    assert "law 4, re-chunking, does not hold for acme-chat, row 'one_call'" in message
    assert "for the text" in message


def test_a_wire_that_says_something_of_noise() -> None:
    loud = ACME._replace(
        recognises=lambda fragment: recognises(fragment) or fragment == {},
        decode=lambda fragment: decode(fragment) if fragment else (Ended(),),
    )
    assert "law 2, silence, does not hold for acme-chat" in said_of(loud)


def test_a_wire_that_keeps_parts_of_fragments() -> None:
    """Extras are text inside a delta, so that nothing mutable can be kept; what is no text is seen at once."""

    def keeping(fragment: Any, /) -> tuple[Delta, ...]:
        return tuple(
            one._replace(traits=Traits(extras=fragment)) if isinstance(one, Piece) else one for one in decode(fragment)
        )

    with pytest.raises((AssertionError, TypeError)):
        check_wire(ACME._replace(decode=keeping), TABLE)


def test_a_wire_that_reads_dicts_only() -> None:
    def dicts_only(fragment: Any, /) -> tuple[Delta, ...]:
        return decode(fragment) if isinstance(fragment, dict) else ()

    assert "read by attribute, the outcomes are others" in said_of(ACME._replace(decode=dicts_only))


def test_keys_whose_values_stay_data() -> None:
    wire = next(wire for wire in toolfold.WIRES if wire.name == "gemini-generate")
    part = {"functionCall": {"name": "f", "args": {"a": [{"b": 1}]}}}
    row = Row(
        "x",
        [{"candidates": [{"content": {"parts": [part]}, "finishReason": "STOP"}]}],
        [sound(None, "f", {"a": [{"b": 1}]})],
    )
    check_row(wire, row, feed=toolfold.feed, data=frozenset({"args"}))
    check_row(wire, row, feed=toolfold.feed)
