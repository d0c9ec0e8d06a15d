import json
import math
import sys
import types
from collections import OrderedDict, UserDict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pmap, pvector

from tests.arguments.strategies import any_text, json_values
from toolfold.arguments.json_text import NESTING, dumps, join_surrogates, load
from toolfold.arguments.strict import Unsound, interpret


class Color(Enum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


class Word(StrEnum):
    YES = "yes"


class Text(str):
    __slots__ = ()

    def __str__(self):
        raise RuntimeError


@dataclass
class Point:
    x: int
    _hidden: int = field(default=2)


@dataclass(slots=True)
class Empty:
    pass


class Slotted:
    __slots__ = ("_private", "unset", "x")

    def __init__(self):
        self.x, self._private = 1, 2


class OneSlot(Slotted):
    __slots__ = "y"  # noqa: PLC0205  # Python takes a text for one slot

    def __init__(self):
        super().__init__()
        self.y = 2


class Model:
    """What a pydantic object looks like from outside; dumping it is a mistake."""

    def __init__(self, extra=None, **given):
        self.__dict__.update({"defaulted": 1, **given})
        self.model_fields_set = set(given) | set(extra or ())
        self.__pydantic_extra__ = extra

    def model_dump(self):
        raise AssertionError


class OldModel:
    """A model that keeps no other members than its fields."""

    def __init__(self):
        self.a = 1
        self.model_fields_set = {"a"}


class LongSlot:
    __slots__ = "name"  # noqa: PLC0205

    def __init__(self):
        self.name = 1


class Unprintable:
    __slots__ = ()

    def __repr__(self):
        raise RuntimeError


class BadAttributes:
    def __getattr__(self, name):
        raise RuntimeError(name)


class BadClass:
    @property
    def __class__(self):
        raise RuntimeError


class BadMapping(Mapping):
    def __getitem__(self, key):
        raise RuntimeError

    def __iter__(self):
        return iter("ab")

    def __len__(self):
        return 2


class Endless(UserDict):
    def items(self):
        return ((f"k{number}", "x" * 50) for number in iter(int, 1))


def unnamed():
    """A function."""


VALUES = [
    ({"a": [1, 2.5, None, True, "é\n"], "b": {}}, '{"a":[1,2.5,null,true,"é\\n"],"b":{}}'),
    ("text", '"text"'),
    ((1, (2,)), "[1,[2]]"),
    (OrderedDict(b=1, a=OrderedDict()), '{"b":1,"a":{}}'),
    (UserDict(a=1), '{"a":1}'),
    (pmap({"a": pvector([1, 2])}), '{"a":[1,2]}'),
    (deque([1, 2]), "[1,2]"),
    (range(3), "[0,1,2]"),
    ({"x": math.nan, "y": -math.inf}, '{"x":NaN,"y":-Infinity}'),
    ([b"hi", bytearray(b"hi"), memoryview(b"hi")], '["aGk=","aGk=","aGk="]'),
    ([Color.RED, Level.HIGH, Word.YES], '["red",3,"yes"]'),
    ({Color.RED: 1, Level.HIGH: 2, Word.YES: 3}, '{"red":1,"3":2,"yes":3}'),
    ({1: 1, 1.5: 2, None: 3, False: 4, (1, 2): 5, "s": 6}, '{"1":1,"1.5":2,"null":3,"false":4,"(1, 2)":5,"s":6}'),
    (Text("x"), '"x"'),
    ({Text("k"): Text("v")}, '{"k":"v"}'),
    ([Decimal("1.50"), Decimal("NaN")], "[1.50,NaN]"),
    ({"b", "a", "c"}, '["a","b","c"]'),
    ({1, "a", None}, '[null,1,"a"]'),
    ({(number,) for number in range(9)}, "[[0],[1],[2],[3],[4],[5],[6],[7],[8]]"),
    ({3j, 1j, 2j}, '["1j","2j","3j"]'),
    ({"x" * 300 + mark for mark in "fedcba"}, json.dumps(["x" * 300 + m for m in "abcdef"], separators=(",", ":"))),
    ([10**5000], "[<an integer of too many digits>]"),
    (LongSlot(), '{"name":1}'),
    (OldModel(), '{"a":1}'),
    (Point(1), '{"x":1,"_hidden":2}'),
    (Empty(), "{}"),
    (Slotted(), '{"x":1}'),
    (OneSlot(), '{"y":2,"x":1}'),
    (Model(a=1, b=Model()), '{"a":1,"b":{}}'),
    (Model({"more": 2}, a=1), '{"a":1,"more":2}'),
    (types.SimpleNamespace(a=1), '{"a":1}'),
    (object(), '"<object object>"'),
    (unnamed, '"<function unnamed>"'),
    (Point, f'"{Point!r}"'),
    (math, f'"{math!r}"'),
    (1j, '"1j"'),
    ([Unprintable()], '["<unreadable>"]'),
    (BadAttributes(), "<unreadable>"),
    ([1, BadClass()], "[1,<unreadable>"),
    (BadMapping(), "{<unreadable>"),
    (["\ud83d\ude80", "\ud83d", {"\ud83d\ude80": 1}], '["\U0001f680","\ud83d",{"\U0001f680":1}]'),
]


@pytest.mark.parametrize(("value", "expected"), VALUES, ids=map(str, range(len(VALUES))))
def test_text_of_any_value(value, expected):
    assert dumps(value) == expected


@pytest.mark.parametrize(("value", "expected"), VALUES, ids=map(str, range(len(VALUES))))
def test_text_inside_a_value_that_json_does_not_know(value, expected):
    assert dumps(UserDict(v=value)).startswith('{"v":' + expected)


def test_long_representation_is_cut():
    assert len(dumps(type("Talkative", (), {"__repr__": lambda _: "x" * 5000})())) == len('""') + 200


def cycle():
    value = []
    value += [value, value]
    return {"a": value}


def unfolding():
    value = ["x"]
    for _ in range(60):
        value = [value, value]
    return {"a": value}


def chain(length):
    value = {}
    for _ in range(length):
        value = {"a": value}
    return value


HOSTILE = [
    (cycle(), "too-deep"),
    (chain(5_000), "too-deep"),
    (unfolding(), "truncated"),
    (Endless(), "truncated"),
    ({"n": 10**5000}, "invalid-json"),
    (UserDict(n=10**5000), "invalid-json"),
    ({10**5000: UserDict()}, None),
    (BadMapping(), "invalid-json"),
    (BadAttributes(), "invalid-json"),
    ({"x": math.nan}, "invalid-json"),
    (object(), "not-an-object"),
    (unnamed, "not-an-object"),
]


@pytest.mark.parametrize(("value", "kind"), HOSTILE, ids=map(str, range(len(HOSTILE))))
def test_hostile_value_is_bounded_text_and_never_an_empty_object(value, kind):
    text = dumps(value, 10_000)
    assert len(text) < 20_000
    found = interpret(text)
    assert (found.kind if isinstance(found, Unsound) else None) == kind


@pytest.mark.parametrize("limit", [-1, 0])
def test_no_limit_makes_the_text_blank(limit):
    assert interpret(dumps(UserDict(a=UserDict()), limit)).kind == "truncated"


def test_nesting_up_to_the_limit_is_written_whole():
    assert dumps(chain(NESTING - 2)) == '{"a":' * (NESTING - 2) + "{}" + "}" * (NESTING - 2)
    assert dumps(chain(NESTING)).endswith('{"a":')


def test_huge_plain_value_is_written_the_slow_way():
    value = {"a": ["x" * 600_000, "y" * 600_000]}
    assert dumps(value) == json.dumps(value, separators=(",", ":"))
    assert dumps({"k" * 1_100_000: 1}) == '{"' + "k" * 1_100_000 + '":1}'


@given(json_values())
def test_plain_json_data_comes_back(value):
    assert repr(load(dumps(value))) == repr(value)
    assert dumps(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert dumps(UserDict(v=value)) == dumps({"v": value})


anything = st.recursive(
    st.none() | st.integers() | st.floats() | any_text | st.binary(max_size=4) | st.complex_numbers() | st.decimals(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.integers() | any_text | st.none() | st.floats(), inner, max_size=3)
        | inner.map(lambda value: Model(a=value))
    ),
    max_leaves=8,
)


@given(anything)
def test_no_value_makes_it_raise_or_gives_blank_text(value):
    assert dumps(value).strip()


def test_order_of_a_set_is_the_same_in_every_process():
    assert dumps({f"k{number}" for number in range(9)}) == dumps([f"k{number}" for number in range(9)])


def test_shadowed_recursion_limit_is_not_needed():
    depth = sys.getrecursionlimit()
    assert dumps(chain(depth)) == '{"a":' * depth + "{}" + "}" * depth


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abc", "abc"), ("é", "é"), ("\ud83d\ude80!", "\U0001f680!"), ("\ude80\ud83d", "\ude80\ud83d"), ("", "")],
)
def test_surrogate_pairs_are_joined_and_lone_halves_stay(text, expected):
    assert join_surrogates(text) == expected
