import json
import sys
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arguments.strategies import json_objects, json_values, nearly_json
from toolfold.arguments.json_text import load
from toolfold.arguments.patch import EMPTY_PATCHED, Edit, Refused, patch
from toolfold.arguments.reader import unbroken
from toolfold.arguments.strict import REPAIR_FAULTS, Sound, Unsound, interpret, same_object

SOUND = [
    ("", "{}", ()),
    (" \t\r\n", "{}", ()),
    (" null\n", "{}", ("null-arguments",)),
    ("{}", "{}", ()),
    (' {"a": [1, {"b": null}]}\n', '{"a": [1, {"b": null}]}', ()),
    ('{"a":"one\ntwo"}', '{"a":"one\ntwo"}', ("raw-control-character",)),
    ('{\n\t"a":"\\n"}', '{\n\t"a":"\\n"}', ()),
    ('{"a":"\\ud83d\\ude80\ud83d\ude80"}', '{"a":"\\ud83d\\ude80\U0001f680"}', ()),
    ('{"a":1}{"a":1}', '{"a":1}', ("arguments-resent",)),
    ('{"a":1,"b":"\n"} { "b":"\n", "a":1 } ', '{"a":1,"b":"\n"}', ("arguments-resent", "raw-control-character")),
    ("{}{}", "{}", ("arguments-resent",)),
    (json.dumps('{"a":1}'), '{"a":1}', ("arguments-double-encoded",)),
    (json.dumps(' {"a":"\n"}'), '{"a":"\n"}', ("arguments-double-encoded", "raw-control-character")),
    ('"{\n}"', "{\n}", ("arguments-double-encoded", "raw-control-character")),
    ('{"n":' + "1" * 4300 + "}", '{"n":' + "1" * 4300 + "}", ()),
]


@pytest.mark.parametrize(("text", "expected", "repairs"), SOUND)
def test_text_that_can_be_used(text, expected, repairs):
    assert interpret(text) == Sound(expected, repairs)
    assert isinstance(load(expected), dict)


UNSOUND = [
    ("{", "truncated", "the text ends inside the object at $"),
    ('{"a":"x', "truncated", "the text ends inside the string at $.a"),
    ('{"a":{"a":1,"a":2},', "truncated", "the text ends inside the object at $"),
    ("nul", "truncated", "the text ends inside the word at $"),
    ("1.", "truncated", "the text ends inside the number at $"),
    ('"{', "truncated", "the text ends inside the string at $"),
    ("x", "invalid-json", "not JSON at character 0, before the value at $: seen 'x'"),
    ("{'a':1}", "invalid-json", "not JSON at character 1, inside the object at $: seen \"'a':1}\""),
    ('{"a":True}', "invalid-json", "not JSON at character 5, before the value at $.a: seen 'True}'"),
    ('{"a":1,}', "invalid-json", "not JSON at character 7, inside the object at $: seen '}'"),
    ('{"a":[1 }', "invalid-json", "not JSON at character 8, inside the array at $.a: seen '}'"),
    ('{"a":NaN}', "invalid-json", "not JSON at character 5, before the value at $.a: seen 'NaN}'"),
    ('{"a":-Infinity', "invalid-json", "not JSON at character 6, inside the number at $.a: seen 'Infinity'"),
    ('{"a":"\\q"}', "invalid-json", "not JSON at character 7, inside the string at $.a: seen 'q\"}'"),
    ('{"a":"' + "\ud83d" * 9 + '"x', "invalid-json", "not JSON at character 16, inside the object at $: seen 'x'"),
    ('{"a":"' + "b" * 9999 + '" x', "invalid-json", "not JSON at character 10007, inside the object at $: seen 'x'"),
    ("[1]", "not-an-object", "a JSON array instead of an object"),
    ("1", "not-an-object", "a JSON number instead of an object"),
    ("true", "not-an-object", "a JSON constant instead of an object"),
    ('"plain text"', "not-an-object", "a JSON string instead of an object"),
    ('""', "not-an-object", "a JSON string instead of an object"),
    (json.dumps(json.dumps("{}")), "not-an-object", "a JSON string instead of an object"),
    (json.dumps('{"a":1,"a":2}'), "not-an-object", "a JSON string instead of an object"),
    ('{"a":1}{"a":2}', "concatenated-json", "2 JSON values in one text, '{\"a\":1}' first"),
    ('{"a":1}{"a":1.0}', "concatenated-json", "2 JSON values"),
    ('{"a":1}{"a":true}', "concatenated-json", "2 JSON values"),
    ('null{"a":1}', "concatenated-json", "2 JSON values"),
    ("[1][1]", "concatenated-json", "2 JSON values"),
    ('{"a":1,"a":2}{"a":2}', "duplicate-key", "key 'a' occurs twice in one object"),
    ('{"a":1} and more', "trailing-data", "a JSON value, then 'and more' at character 8"),
    ('{"a":1}{"a":', "trailing-data", "a JSON value, then '{\"a\":' at character 7"),
    ('{"a":1}}', "trailing-data", "a JSON value, then '}' at character 7"),
    ('{"r":1,"s":{"role":1,"x":2,"role":3}}', "duplicate-key", "key 'role' occurs twice in one object"),
    ('{"x":2,"role":1,"role":3}', "duplicate-key", "key 'role' occurs twice in one object"),
    ("[" * 300, "too-deep", "nested deeper than 256"),
    ('{"a":' * 257 + "1" + "}" * 257, "too-deep", "nested deeper than 256"),
    ('{"a":1e999}', "non-finite-number", "the number '1e999' is too large for a float"),
    ('{"a":-1e999}{"a":-1e999}', "non-finite-number", "the number '-1e999' is too large for a float"),
    ('{"a":[0,"\\ud83d"]}', "lone-surrogate", "half a surrogate pair at $.a[1]"),
    ('{"a":{"\ude80":1}}', "lone-surrogate", 'half a surrogate pair at $.a["\ude80"]'),
    ('{"n":-' + "1" * 4301 + "}", "over-limit", "an integer of 4301 digits"),
    ('{"n":' + "1" * 4301, "over-limit", "a number of more than 4300 characters inside the number at $.n"),
    ('{"n":' + "1" * 4400, "over-limit", "a number of more than 4300 characters inside the number at $.n"),
]


@pytest.mark.parametrize(("text", "kind", "detail"), UNSOUND)
def test_text_that_cannot_be_used_says_what_was_seen(text, kind, detail):
    found = interpret(text)
    assert isinstance(found, Unsound)
    assert found.kind == kind
    assert found.detail.startswith(detail)


@pytest.mark.parametrize(("text", "expected"), [("", "truncated"), ("  ", "truncated"), ("{", "truncated")])
def test_blank_text_is_no_object_before_its_writer_is_done(text, expected):
    assert interpret(text, confirmed=False).kind == expected
    assert interpret("null", confirmed=False) == Sound("{}", ("null-arguments",))


PLACEHOLDERS = [
    ("{}", Sound("{}", ())),
    ("{} ", Sound("{}", ())),
    ('{}{"a":1}', Sound('{"a":1}', ("placeholder-arguments",))),
    ("{}{}", Sound("{}", ("placeholder-arguments",))),
    ('{} {"a":"\t"} ', Sound('{"a":"\t"}', ("placeholder-arguments", "raw-control-character"))),
    ('{}{"a":', Unsound("truncated", "the text ends before the value at $.a")),
]


@pytest.mark.parametrize(("text", "expected"), PLACEHOLDERS)
def test_empty_object_as_the_first_piece_is_a_placeholder(text, expected):
    assert interpret(text, first_is_empty_object=True) == expected


@pytest.mark.parametrize(
    ("text", "given", "kind"),
    [
        ('{}{"a":1}', False, "concatenated-json"),
        ('{}{"a":', False, "trailing-data"),
        ("{}x", True, "trailing-data"),
        ('{}{"a":1,"a":1}', True, "concatenated-json"),
        ('{}{"a":1}{"a":1}', True, "concatenated-json"),
        (' {}{"a":1}', True, "concatenated-json"),
    ],
)
def test_other_text_after_an_empty_object_is_a_fault(text, given, kind):
    assert interpret(text, first_is_empty_object=given).kind == kind


CHAINS = [
    (['{"a', '{"a":1}'], Sound('{"a":1}', ("arguments-cumulative",))),
    (["{", '{"a":', '{"a":"\n"}'], Sound('{"a":"\n"}', ("arguments-cumulative", "raw-control-character"))),
    (['{"a":1}', '{"a":1}'], Sound('{"a":1}', ("arguments-resent",))),
    (['{"a', '{"a":'], Unsound("truncated", "the text ends before the value at $.a")),
]


@pytest.mark.parametrize(("pieces", "expected"), CHAINS)
def test_pieces_that_each_hold_all_so_far_mean_the_last(pieces, expected):
    assert interpret("".join(pieces), last_piece=len(pieces[-1])) == expected


def test_chain_whose_last_piece_is_no_object_is_judged_as_a_whole():
    assert interpret("{'a" + "{'a':1}", last_piece=7).kind == "invalid-json"
    assert interpret("{ ", last_piece=1).detail == "the text ends inside the object at $"


def test_chain_is_not_too_deep_because_its_pieces_are_many():
    pieces = ['{"a":[' + ",".join(["[]"] * count) for count in range(300)]
    whole = pieces[-1] + "]}"
    assert interpret("".join(pieces) + whole, last_piece=len(whole)) == Sound(whole, ("arguments-cumulative",))


def test_depth_is_counted_outside_strings_and_as_it_is_left_again():
    assert interpret('{"a":[[],[],"[[[[{{{{"]}', max_depth=3) == Sound('{"a":[[],[],"[[[[{{{{"]}', ())
    assert interpret("}}}{[[[", max_depth=3).kind == "too-deep"
    assert interpret('{"a":[[]]}', max_depth=2).kind == "too-deep"


def test_text_that_may_be_deeper_is_read_as_deep():
    assert interpret('{"a":' * 300, max_depth=400).kind == "truncated"
    assert interpret("[" * 300 + "x", max_depth=400).detail.startswith("not JSON at character 300, inside the array")


def test_without_a_word_256_levels_are_allowed():
    for depth, allowed in ((256, True), (257, False)):
        text = '{"a":' * depth + "1" + "}" * depth
        assert same_object(text, text) is allowed
        assert (unbroken(text).position == len(text)) is allowed
        assert isinstance(interpret(text), Sound) is allowed
        assert isinstance(patch(EMPTY_PATCHED, Edit("$" + ".a" * depth, 1)), Refused) is not allowed


def test_depth_beyond_what_the_decoder_can_do_is_too_deep():
    assert interpret("[" * 100_000 + "]" * 100_000, max_depth=10**9).kind == "too-deep"


def test_integer_that_this_interpreter_refuses_is_over_a_limit():
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert interpret('{"n":' + "1" * 641 + "}").kind == "over-limit"
    finally:
        sys.set_int_max_str_digits(limit)


def test_integers_keep_every_digit():
    found = interpret('{"n":123456789012345678901234567890}')
    assert load(found.json) == {"n": 123456789012345678901234567890}


def test_every_repair_is_a_fault_where_none_is_wanted():
    repairs = {repair for _, _, repairs in SOUND for repair in repairs}
    repairs |= {"placeholder-arguments", "arguments-cumulative"}
    assert set(REPAIR_FAULTS) == repairs


@given(nearly_json, st.booleans(), st.integers(0, 20), st.booleans(), st.sampled_from([0, 2, 256]))
def test_interpret_never_raises_and_its_objects_can_be_loaded(text, first, last, confirmed, depth):
    found = interpret(text, first_is_empty_object=first, last_piece=last, confirmed=confirmed, max_depth=depth)
    assert isinstance(found, Unsound) or isinstance(load(found.json), dict)


@given(json_objects)
def test_sound_objects_are_what_they_were(data):
    text = json.dumps(data)
    found = interpret(text)
    assert found == Sound(text, ())
    assert repr(load(found.json)) == repr(data)


@given(json_objects, st.data())
def test_cut_objects_are_truncated(data, draw):
    text = json.dumps(data)
    cut = text[: draw.draw(st.integers(1, len(text) - 1))]
    assert interpret(cut).kind == "truncated"


@given(json_objects, st.lists(st.integers(1, 5), min_size=1, max_size=5))
def test_cumulative_pieces_mean_the_last_whatever_it_holds(data, steps):
    text = json.dumps(data)
    pieces = [text[:end] for end in accumulate(steps) if end < len(text)] + [text]
    found = interpret("".join(pieces), last_piece=len(text))
    assert found == Sound(text, found.repairs)


@given(json_values(), json_values())
def test_same_object_is_equality_of_objects_with_types(one, other):
    assert same_object(json.dumps({"a": one}), json.dumps({"a": one}, indent=1))
    expected = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert same_object(json.dumps({"a": one}), json.dumps({"a": other})) == expected


@pytest.mark.parametrize(("one", "other"), [("{}", ""), ("", "{}"), ("{}", "{}{}"), ("[]", "[]"), ("{}", '{"a":1}')])
def test_what_is_no_object_is_the_same_as_none(one, other):
    assert not same_object(one, other)
