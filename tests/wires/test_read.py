"""Reading a fragment without trust: what is missing, of a wrong type or a lie reads as absent."""

from collections import UserDict
from dataclasses import dataclass
from enum import Enum, IntEnum
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from toolfold.wires._read import as_items, as_text, lacks, whole
from toolfold.wires.toolkit import extras, extras_json, get, has, identity, index, is_record, items, json_of, keys


class Word(Enum):
    GO = "go"
    SEVEN = 7


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "a lie"


class Number(IntEnum):
    TWO = 2


class Liar:
    """Looks like a model of pydantic, and raises whatever it is asked."""

    __pydantic_fields__: dict[str, Any] = {}  # noqa: RUF012

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return super().__getattribute__(name)
        raise RuntimeError(name)


@dataclass
class Typed(dict[str, Any]):
    """A mapping that is a dataclass too, as the types of Hugging Face's client are: not every field is a key."""

    id: str


DATA = frozenset({"data"})


@pytest.mark.parametrize(
    ("source", "key", "found"),
    [
        (MappingProxyType({"id": "c1"}), "id", "c1"),
        (UserDict({"id": "c1"}), "name", None),
        (SimpleNamespace(id="c1"), "id", "c1"),
        (Typed(id="c1"), "id", "c1"),
        ("text", "upper", None),
        (None, "id", None),
    ],
)
def test_a_key_or_an_attribute(source: Any, key: str, found: object) -> None:
    assert get(source, key) == found


def test_an_object_that_raises_has_nothing_and_is_looked_at_closely() -> None:
    assert get(Liar(), "id") is None
    assert not lacks(Liar(), DATA)


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ({"id": "c1"}, True),
        ({"data": 1}, False),
        (object(), False),
        (MappingProxyType({"id": "c1"}), False),
    ],
)
def test_what_is_plain_at_a_glance(source: Any, plain: bool) -> None:
    assert lacks(source, DATA) is plain


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("go", "go"),
        (Word.GO, "go"),
        (Word.SEVEN, ""),
        (Text("go"), "go"),
        ("\ud83d\ude00", "😀"),
        (Text("\ud83d\ude00"), "😀"),
        (b"go", ""),
        (7, ""),
        (None, ""),
    ],
)
def test_text(value: object, text: str) -> None:
    assert as_text(value) == text
    assert json_of(value) == (text or {7: "7", b"go": '"Z28="', Word.SEVEN: "7"}.get(value, ""))


def test_arguments_as_json() -> None:
    assert json_of({"a": [1]}) == '{"a":[1]}'
    assert json_of("") == ""


@pytest.mark.parametrize(
    ("value", "id_"),
    [
        ("c1", "c1"),
        (7, "7"),
        (Number.TWO, "2"),
        (0, "0"),
        (2**64 - 1, "18446744073709551615"),
        (2**64, None),
        (True, None),
        (1.0, None),
        ("", None),
        (None, None),
    ],
)
def test_an_id(value: object, id_: str | None) -> None:
    assert identity({"id": value}, "id") == id_


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (2, 2),
        (-2, -2),
        (2**64 - 1, 2**64 - 1),
        (2**64, None),
        (True, None),
        (Number.TWO, 2),
        (2.0, 2),
        (2.5, None),
        (float(2**53), None),
        (float(2**53 - 1), 2**53 - 1),
        (float("inf"), None),
        (float("nan"), None),
        ("2", 2),
        ("-2", -2),
        ("--2", None),
        ("-", None),
        ("", None),
        ("٣", None),
        ("²", None),
        ("9" * 18, 10**18 - 1),
        ("-" + "9" * 18, 1 - 10**18),
        ("9" * 19, None),
        ([2], None),
        (None, None),
    ],
)
def test_a_whole_number_and_an_index(value: object, number: int | None) -> None:
    assert whole(value) == number
    assert index({"index": value}) == (number if number is not None and number >= 0 else None)


def test_zero_is_an_index() -> None:
    assert index({"index": 0}) == 0
    assert index({"place": 1}, "place") == 1


@pytest.mark.parametrize(
    ("value", "found"),
    [([1, None], (1, None)), ((1,), (1,)), ({"a": 1}, ({"a": 1},)), ("text", ()), (3, ()), (None, ())],
)
def test_a_list(value: object, found: tuple[object, ...]) -> None:
    assert as_items(value) == items({"list": value}, "list") == found


@pytest.mark.parametrize(
    ("source", "key", "given"),
    [
        ({"id": None}, "id", True),
        ({"id": 1}, "name", False),
        (SimpleNamespace(id="c1", name=None), "id", True),
        (SimpleNamespace(id="c1", name=None), "name", False),
        (None, "id", False),
    ],
)
def test_whether_a_key_was_given(source: Any, key: str, given: bool) -> None:
    assert has(source, key) is given


@pytest.mark.parametrize("value", ["text", b"x", 1, 1.0, True, None, [1], (1,), {1}, frozenset(), Word.GO, Word])
def test_what_is_no_record(value: object) -> None:
    assert not is_record(value)


@pytest.mark.parametrize("value", [{}, SimpleNamespace(), MappingProxyType({})])
def test_a_record(value: object) -> None:
    assert is_record(value)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ({"id": 1, 2: 3}, ["id"]),
        (SimpleNamespace(id=1, _hidden=2), ["id"]),
        ("text", []),
    ],
)
def test_keys(source: Any, found: list[str]) -> None:
    assert list(keys(source)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ({"id": 1}, {}),
        ({"id": 1, "a": None, "b": {}, "c": "", "d": 0, "e": []}, {"c": "", "d": 0, "e": []}),
        (SimpleNamespace(id=1, more=2), {"more": 2}),
    ],
)
def test_what_is_said_beyond_known_keys(source: Any, found: dict[str, object]) -> None:
    assert extras(source, frozenset({"id"})) == found


def test_extras_that_are_no_json_are_left_out() -> None:
    cyclic: dict[str, object] = {}
    cyclic["self"] = cyclic
    assert extras_json(cyclic) == extras_json({}) == ""
    assert extras_json({"b": 1, "a": {"c": None}}) == '{"a":{"c":null},"b":1}'
