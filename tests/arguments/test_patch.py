import json
import math
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arguments.strategies import json_objects
from toolfold.arguments import patch as module
from toolfold.arguments.patch import EMPTY_PATCHED, Edit, Patched, Refused, from_plain, open_paths, patch, plain, render
from toolfold.arguments.rope import append


def patched(*edits, start=EMPTY_PATCHED):
    for edit in edits:
        start = patch(start, Edit(*edit))
        assert isinstance(start, Patched), start
    return start


GOOD = [
    ([], {}),
    ([("$.a", 1)], {"a": 1}),
    ([("$.a", 1), ("$.a", None)], {"a": None}),
    ([("$.a", True), ("$.b", False)], {"a": True, "b": False}),
    ([("$.a", "x"), ("$.a", 2)], {"a": 2}),
    ([("$.a", 2), ("$.a", "x")], {"a": "x"}),
    ([("$.a", "hel", True), ("$.a", "lo", True), ("$.a", "")], {"a": "hello"}),
    ([("$.a", "hel"), ("$.a", "lo")], {"a": "hello"}),
    ([("$.a", "1", True), ("$.b", "2", True), ("$.a", "3"), ("$.b", "4")], {"a": "13", "b": "24"}),
    ([("$.a", "\ud83d", True), ("$.a", "\ude80")], {"a": "\U0001f680"}),
    ([("$.a[0]", 1), ("$.a[1]", 2), ("$.a[0]", 3)], {"a": [3, 2]}),
    ([("$.a[0].b", 1), ("$.a[0].c", 2), ("$.a[1].b", 3)], {"a": [{"b": 1, "c": 2}, {"b": 3}]}),
    ([("$.a[0][0]", 1), ("$.a[0][1]", 2)], {"a": [[1, 2]]}),
    ([("$['k.y']", 1), ('$["k.y"]', 2), ("$.z", 3)], {"k.y": 2, "z": 3}),
    ([("$.a", 50.0), ("$.b", 0.5), ("$.c", -0.0), ("$.d", 2.0**53)], {"a": 50, "b": 0.5, "c": 0, "d": 2.0**53}),
    ([("$.z", 1), ("$.a", 2), ("$.z", 3)], {"z": 3, "a": 2}),
]


@pytest.mark.parametrize(("edits", "expected"), GOOD)
def test_edits_make_arguments_in_the_order_of_their_names(edits, expected):
    result = patched(*edits)
    assert repr(plain(result)) == repr(expected)
    assert render(result) == json.dumps(expected, ensure_ascii=False, separators=(",", ":"))


BAD = [
    ([], "$", "'$' names the arguments as a whole"),
    ([], "$[0]", "$[0] is an index, and an object is there"),
    ([], "$.a[1]", "$.a[1] leaves a gap: the list has 0 items"),
    ([], "$.a[999999999]", "$.a[999999999] leaves a gap: the list has 0 items"),
    ([], "$.a[*]", "'$.a[*]' is not a path to one place"),
    ([], "$" + ".a" * 9, "'$.a.a.a.a.a.a.a.a.a' is deeper than 8"),
    ([("$.a[0]", 1)], "$.a[2]", "$.a[2] leaves a gap: the list has 1 items"),
    ([("$.a[0]", 1)], "$.a.b", "$.a.b is a name, and a list is there"),
    ([("$.a.b", 1)], "$.a[0]", "$.a[0] is an index, and an object is there"),
    ([("$.a.b", 1)], "$.a", "$.a already holds an object or a list"),
    ([("$.a[0]", 1)], "$.a", "$.a already holds an object or a list"),
    ([("$.a", 1)], "$.a.b", "$.a.b goes through a value that is neither an object nor a list"),
    ([("$.a", "x")], "$.a[0]", "$.a[0] goes through a value"),
    ([("$.a", None)], "$.a.b.c", "$.a.b goes through a value"),
]


@pytest.mark.parametrize(("edits", "path", "expected"), BAD)
def test_edit_that_fits_nowhere_is_refused_in_words(edits, path, expected):
    found = patch(patched(*edits), Edit(path, 2), 8)
    assert isinstance(found, Refused)
    assert found.why.startswith(expected)


def test_strings_announced_to_go_on_are_open_until_they_end():
    first = patched(("$.b", "x", True), ("$.a", "y", True), ("$.c", 1, True), ("$.b", "x", True))
    assert open_paths(first) == (("b",), ("a",))
    assert open_paths(patched(("$.b", ""), start=first)) == (("a",),)
    assert open_paths(patched(("$.a", 5), start=first)) == (("b",),)
    assert open_paths(patched(("$.b", ""), ("$.b", "z", True), start=first)) == (("a",), ("b",))
    assert open_paths(patched(("$.c", 2), ("$.d", "", True), start=first)) == (("b",), ("a",), ("d",))


def test_earlier_arguments_stay_as_they_are():
    first = patched(("$.a[0].b", "x", True))
    patched(("$.a[0].b", "y"), ("$.a[1].b", "z"), ("$.c", 1), start=first)
    assert plain(first) == {"a": [{"b": "x"}]}
    assert open_paths(first) == (("a", 0, "b"),)


def test_arguments_are_rendered_whole_whatever_their_size():
    """What limits them is what a call may keep; text that is cut would be no JSON."""
    assert len(render(patched(("$.a", "x" * 16_000_001)))) == len('{"a":""}') + 16_000_001


def test_equality_is_that_of_content():
    assert patched(("$.a", "ab", True)) == patched(("$.a", "a", True), ("$.a", "b", True))
    assert hash(patched(("$.a", "ab"))) == hash(patched(("$.a", "a"), ("$.a", "b")))
    assert patched(("$.a", "ab", True)) != patched(("$.a", "ab"))
    assert patched(("$.a", 1)) != patched(("$.a", True))
    assert EMPTY_PATCHED != {}
    assert repr(patched(("$.a", 1))) == 'Patched({"a":1})'


def test_numbers_that_are_no_json_are_rendered_all_the_same():
    assert render(patched(("$.a", math.nan), ("$.b", math.inf))) == '{"a":NaN,"b":Infinity}'


def test_value_is_fresh_every_time():
    result = patched(("$.a[0]", 1))
    plain(result)["a"].append(2)
    assert plain(result) == {"a": [1]}


@given(json_objects)
def test_saved_arguments_come_back_and_go_on(data):
    before = json.dumps(data)
    result = from_plain(data, [["k"]])
    assert json.dumps(data) == before
    assert repr(plain(result)) == repr(data)
    assert open_paths(result) == (("k",),)
    assert pickle.loads(pickle.dumps(result)) == result
    edit = Edit("$['\u2028']", "more")
    assert patch(pickle.loads(pickle.dumps(result)), edit) == patch(result, edit)


segments = st.lists(st.sampled_from(["a", "b", 0, 1, 2]), max_size=4)
edits = st.lists(st.tuples(segments, st.sampled_from(["x", "yz", "", 1, 2.0, None, True]), st.booleans()), max_size=25)


def model_apply(tree, path, value):
    """Apply an edit to plain data, or raise."""
    for segment, following in pairwise(path):
        tree = model_enter(tree, segment, {} if isinstance(following, str) else [])
    before = model_enter(tree, path[-1], None)
    if isinstance(before, dict | list):
        raise TypeError
    joined = before + value if isinstance(before, str) and isinstance(value, str) else value
    tree[path[-1]] = int(joined) if isinstance(joined, float) else joined


def model_enter(tree, segment, missing):
    if isinstance(tree, dict) and isinstance(segment, str):
        return tree.setdefault(segment, missing)
    if isinstance(tree, list) and isinstance(segment, int):
        tree.extend([missing] if segment == len(tree) else [])
        return tree[segment]
    raise TypeError


@given(edits)
def test_edits_do_what_they_do_to_plain_data(sequence):
    result, model = EMPTY_PATCHED, {}
    for path, value, more in sequence:
        text = "$" + "".join(f".{segment}" if isinstance(segment, str) else f"[{segment}]" for segment in path)
        attempt = json.loads(json.dumps(model))
        after = patch(result, Edit(text, value, more))
        try:
            model_apply(attempt, path, value)
        except (TypeError, IndexError):
            assert isinstance(after, Refused)
        else:
            result, model = after, attempt
        assert repr(plain(result)) == repr(model)


@pytest.mark.parametrize("count", [100, 1000])
def test_characters_appended_grow_with_the_text_alone(count, monkeypatch):
    added = []
    monkeypatch.setattr(module, "append", lambda rope, piece: added.append(len(piece)) or append(rope, piece))
    result = patched(*[(path, "four", True) for _ in range(count) for path in ("$.a[0].b", "$.c")])
    assert sum(added) == len("four") * count * 2
    assert plain(result) == {"a": [{"b": "four" * count}], "c": "four" * count}
