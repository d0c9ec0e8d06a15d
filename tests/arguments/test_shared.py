import json
import math
import pickle

import pytest
from hypothesis import given
from pyrsistent import pmap, pvector

from tests.arguments.strategies import json_values
from toolfold.arguments.shared import MISSING, Fields, child, children, plain, rebuilt, shared_from_text, text_of


def fields(**members):
    return Fields(pvector(members), pvector(members.values()))


def test_fields_are_a_mapping_in_the_order_written():
    data = fields(b=1, a=2)
    assert list(data) == ["b", "a"]
    assert data["a"] == 2
    assert len(data) == 2
    assert "c" not in data
    with pytest.raises(KeyError):
        data["c"]


def test_last_of_equal_names_counts():
    data = Fields(pvector(["a", "b", "a"]), pvector([1, 2, 3]))
    assert dict(data) == {"a": 3, "b": 2}
    assert text_of(data) == '{"a":1,"b":2,"a":3}'


def test_fields_are_equal_to_any_mapping_with_the_same_data():
    assert fields(a=fields(b=1)) == {"a": {"b": 1}} == fields(a=fields(b=1))
    assert fields(a=1, b=2) == fields(b=2, a=1)
    assert hash(fields(a=1, b=2)) == hash(fields(b=2, a=1))
    assert fields(a=1) != fields(a=2)
    assert fields(a=1) != 1
    assert fields(a=1) == pmap({"a": 1})


def test_deep_data_is_saved_and_shown_without_recursion():
    data = fields()
    for _ in range(300):
        data = fields(a=pvector([data]))
    assert pickle.loads(pickle.dumps(data)) == data
    assert len(repr(data)) == len("Fields({})") + 300 * len('{"a":[]}')


@given(json_values())
def test_data_comes_back_from_text_and_as_plain_data(data):
    shared = shared_from_text(json.dumps(data))
    assert repr(plain(shared)) == repr(data)
    assert repr(json.loads(text_of(shared))) == repr(data)
    assert not any(isinstance(node, dict | list) for node in (shared, *(inner for _, inner in children(shared))))


def test_letters_are_written_as_they_are():
    assert text_of(fields(é=pvector(["ø"]))) == '{"é":["ø"]}'


def test_infinite_numbers_stay_infinite():
    assert text_of(pvector([math.inf, -math.inf, "Infinity"])) == '[1e999,-1e999,"Infinity"]'


def test_children_of_containers_and_leaves():
    assert list(children(fields(a=1))) == [("a", 1)]
    assert list(children(pvector([1, 2]))) == [(0, 1), (1, 2)]
    assert not list(children("text"))


@pytest.mark.parametrize(
    ("node", "segment", "expected"),
    [
        (fields(a=1), "a", 1),
        (fields(a=1), "b", MISSING),
        (fields(a=1), 0, MISSING),
        (pvector([1]), 0, 1),
        (pvector([1]), 1, MISSING),
        (pvector([1]), -1, MISSING),
        (pvector([1]), "0", MISSING),
        ("text", 0, MISSING),
    ],
)
def test_child_at_a_segment(node, segment, expected):
    assert child(node, segment) is expected


def test_containers_are_sealed_once_what_is_inside_is_done():
    sealed = rebuilt([[1], {"a": [2]}], lambda node: node, lambda node: (node,))
    assert sealed == ([([1],), ({"a": ([2],)},)],)
