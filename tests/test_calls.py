"""One call outside a stream: the rows B1 to B13 of the reference system, then what goes beyond them."""

import json
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.primitives.exceptions import UnwrapFailedError
from returns.result import Failure, Success

import toolfold
from toolfold import calls
from toolfold.core.faults import InvalidJson, MissingName, NotAnObject

EXECUTION = ("identified", "executing", "completed", "failed")
TEXT = st.text(st.characters(codec="utf-8"))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
MAPS = st.dictionaries(TEXT, PLAIN, max_size=4)
ATTRS = st.fixed_dictionaries(
    {},
    optional={
        "status": st.sampled_from(["complete", "incomplete", None]),
        "type": st.sampled_from(["function", None]),
        "call_id": st.none() | st.text(max_size=4),
        "name": st.none() | st.text(max_size=4),
        "arguments": st.none() | st.text(max_size=8) | MAPS | MAPS.map(json.dumps),
        "index": st.none() | st.integers(-2, 2),
        "display_text": st.none() | st.text(max_size=4),
        "metadata": st.none() | MAPS,
    },
)


def made(**attrs):
    return calls.new(attrs).unwrap()


def complete(**attrs):
    return made(**{"status": "complete", "call_id": "c1", "name": "add"} | attrs)


def merged(*parts):
    call, *later = parts
    for part in later:
        call = calls.merge(call, part).unwrap()
    return call


def kind(result):
    return result.failure().kind


# ------------------------------------------------------------------------------------------------------ the rows


def test_b1_a_call_has_the_eight_fields():
    attrs = {
        "status": "incomplete",
        "type": "function",
        "call_id": "c1",
        "name": "add",
        "arguments": '{"a"',
        "index": 2,
        "display_text": "Adding",
        "metadata": {"signature": "s"},
    }
    call = made(**attrs)
    assert (call.status, call.kind, call.id, call.name) == ("incomplete", "function", "c1", "add")
    assert (call.text, call.index, call.display_text) == ('{"a"', 2, "Adding")
    assert call.extras == {"metadata": {"signature": "s"}}
    done = made(**attrs | {"status": "complete", "arguments": {"a": 1}})
    assert (done.status, done.kind, done.id, done.name) == ("complete", "function", "c1", "add")
    assert (done.text, done.index, done.display_text) == ('{"a":1}', 2, "Adding")
    assert (done.arguments, done.extras, done.id_made_up) == ({"a": 1}, {"metadata": {"signature": "s"}}, False)


@pytest.mark.parametrize("attrs", [{}, {"status": "incomplete"}, {"index": 0}, {"arguments": "{"}, {"name": None}])
def test_b2_minimal_attributes_are_allowed_while_incomplete(attrs):
    assert calls.new(attrs).map(lambda call: call.status) == Success("incomplete")


def test_b2_white_space_in_argument_text_is_kept():
    assert made(arguments=" \n").text == " \n"
    assert merged(made(arguments='{"a": '), made(arguments="  "), made(arguments="1}")).text == '{"a":   1}'


def test_b2_a_failure_is_a_value_and_unwrap_raises():
    assert isinstance(calls.new({"status": "done"}), Failure)
    with pytest.raises(UnwrapFailedError):
        calls.new({"status": "done"}).unwrap()


@pytest.mark.parametrize(
    ("attrs", "arguments"),
    [
        ({"arguments": ' {"a": 1}'}, {"a": 1}),
        ({"arguments": {"a": 1}}, {"a": 1}),
        ({"arguments": {}}, {}),
        ({"arguments": ""}, {}),
        ({}, {}),
    ],
)
def test_b3_complete_attributes_are_parsed_at_once(attrs, arguments):
    call = complete(**attrs)
    assert isinstance(call, toolfold.ToolCall)
    assert call.arguments == arguments


@pytest.mark.parametrize(
    ("attrs", "expected"),
    [
        ({"call_id": None}, "missing-id"),
        ({"call_id": ""}, "missing-id"),
        ({"name": None}, "missing-name"),
        ({"name": ""}, "missing-name"),
        ({"arguments": "nonsense"}, "invalid-json"),
        ({"arguments": "[1]"}, "not-an-object"),
        ({"arguments": '{"a":'}, "truncated"),
        ({"arguments": {"a": float("nan")}}, "invalid-json"),
    ],
)
def test_b3_complete_attributes_need_id_name_and_an_object(attrs, expected):
    assert kind(calls.new({"status": "complete", "call_id": "c1", "name": "add"} | attrs)) == expected


def test_b4_a_complete_call_is_returned_unchanged():
    call = complete(arguments={"a": 1})
    assert calls.complete(call).unwrap() is call


def test_b4_complete_parses():
    call = made(call_id="c1", name="add", arguments=' {"a":1}', index=3, display_text="Adding", metadata={"k": 1})
    done = calls.complete(call).unwrap()
    assert (done.status, done.arguments, done.text) == ("complete", {"a": 1}, ' {"a":1}')
    assert (done.id, done.name, done.index, done.display_text) == ("c1", "add", 3, "Adding")
    assert done.extras == {"metadata": {"k": 1}}


def test_b4_text_that_is_no_json_is_a_fault_and_keeps_the_text():
    fault = calls.complete(made(call_id="c1", name="add", arguments="invalid")).failure()
    assert isinstance(fault, InvalidJson)
    assert (fault.id, fault.name, fault.text) == ("c1", "add", "invalid")


@pytest.mark.parametrize("text", ["[]", "1", '"a"', "true"])
def test_b4_json_that_is_no_object_is_a_fault(text):
    assert isinstance(calls.complete(made(call_id="c1", name="add", arguments=text)).failure(), NotAnObject)


def test_b4_a_missing_id_or_name_is_an_error():
    assert isinstance(calls.complete(made(call_id="c1", arguments="{}")).failure(), MissingName)
    error = calls.complete(made(name="add", arguments="{}")).failure()
    assert (type(error), error.kind) == (calls.CallError, "missing-id")
    assert "add" in error.message


@pytest.mark.parametrize("part", [made(index=0, arguments="1"), complete(arguments={"a": 1})])
def test_b5_merging_into_nothing_gives_the_part_and_equal_calls_the_call(part):
    assert calls.merge(None, part).unwrap() is part
    assert calls.merge(part, pickle.loads(pickle.dumps(part))).unwrap() == part


def test_b6_merge_appends_a_name_piece_and_keeps_an_equal_one():
    assert merged(made(name="get_weat"), made(name="her")).name == "get_weather"
    assert merged(made(name="get_weather"), made(name="get_weather", arguments="{")).name == "get_weather"
    assert merged(made(arguments="{"), made(name="add")).name == "add"
    assert merged(made(name="get", arguments="{}"), made(name="get_page")).name == "getget_page"


def test_b7_merge_appends_text():
    assert merged(made(arguments='{"a"'), made(arguments=":"), made(arguments="1}")).text == '{"a":1}'
    assert merged(made(name="add"), made(arguments="{}")).text == "{}"


def test_b7_a_nothing_never_unsets():
    call = made(call_id="c1", name="add", arguments='{"a"', display_text="Adding", metadata={"k": 1})
    assert merged(call, made()) == call
    assert merged(call, made(call_id="", name="", arguments="", display_text="", metadata={})) == call
    done = complete(arguments={"a": 1}, display_text="Adding", metadata={"k": 1})
    assert merged(done, made()) == done


def test_b7_the_newer_id_wins_and_is_never_appended():
    assert merged(made(call_id="c1"), made(call_id="c2")).id == "c2"
    assert merged(complete(), made(call_id="c2", arguments="")).id == "c2"


def test_b8_status_moves_to_complete_and_never_back():
    done = merged(made(name="add", arguments='{"a":1}'), complete())
    assert (done.status, done.arguments) == ("complete", {"a": 1})
    assert merged(done, made(display_text="Adding")).status == "complete"
    assert merged(done, made(arguments="tail")) == done


def test_b9_a_complete_map_replaces_text_and_later_text_is_ignored():
    done = merged(made(arguments='{"a": 1, "b'), complete(arguments={"a": 2}))
    assert (done.arguments, done.text) == ({"a": 2}, '{"a":2}')
    assert merged(done, made(arguments='": 3}')).arguments == {"a": 2}


def test_b9_an_empty_map_erases_nothing():
    assert merged(made(arguments='{"a":1}'), complete(arguments={})).arguments == {"a": 1}
    assert kind(calls.merge(made(arguments='{"a":'), complete(arguments={}))) == "truncated"
    assert merged(made(arguments=" "), complete(arguments={})).arguments == {}


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, None), (None, 0)])
@pytest.mark.parametrize("make", [made, complete])
def test_b10_different_indexes_are_an_error(one, other, make):
    error = calls.merge(made(index=one), make(index=other)).failure()
    assert error.kind == "different-index"
    assert str(one) in error.message
    assert str(other) in error.message


def test_b11_the_newer_display_text_wins():
    assert merged(made(display_text="One"), made(display_text="Two")).display_text == "Two"
    assert merged(made(display_text="One"), made()).display_text == "One"
    assert merged(complete(display_text="One"), complete(display_text="Two")).display_text == "Two"


def test_b11_metadata_are_merged_key_by_key():
    one, two = made(metadata={"a": 1, "b": {"c": 1}}), made(metadata={"b": {"d": 2}, "e": 3})
    assert merged(one, two).extras == {"metadata": {"a": 1, "b": {"d": 2}, "e": 3}}
    assert merged(one, made()).extras == one.extras
    assert merged(made(), two).extras == two.extras
    assert merged(complete(metadata={"a": 1}), complete(metadata={"b": 2})).extras == {"metadata": {"a": 1, "b": 2}}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"a": {"b": [1]}}, {"a": {"b": [1]}}),
        ('{"a": {"b": [1]}}', {"a": {"b": [1]}}),
        (None, {}),
        ("", {}),
        ("{}", {}),
        ("nonsense", {}),
        ('{"a":', {}),
        ("[1]", {}),
        ("null", {}),
        ('{"a":1}{"a":2}', {}),
        ('{"a":1,"a":2}', {}),
    ],
)
def test_b12_arguments_as_map(arguments, expected):
    assert calls.arguments_as_map(made(arguments=arguments)) == expected
    result = calls.new({"status": "complete", "call_id": "c1", "name": "add", "arguments": arguments})
    assert calls.arguments_as_map(result.value_or(None) or result.failure()) == expected


def test_b12_the_map_is_fresh():
    for call in (made(arguments={"a": []}), complete(arguments={"a": []})):
        calls.arguments_as_map(call)["a"].append(1)
        assert calls.arguments_as_map(call) == {"a": []}


@pytest.mark.parametrize("call", [made(metadata={"k": 1}), complete(metadata={"k": 1})])
def test_b13_execution_status_is_read_from_metadata_and_set_on_a_new_call(call):
    assert calls.execution_status(call) == "identified"
    assert calls.execution_status(call, "executing") == "executing"
    for status in EXECUTION:
        after = calls.with_execution_status(call, status)
        assert calls.execution_status(after) == status
        assert after.extras == {"metadata": {"k": 1, "execution_status": status}}
        assert (after.id, after.name, after.text, after.status) == (call.id, call.name, call.text, call.status)
        assert calls.with_execution_status(after, "failed").extras["metadata"]["execution_status"] == "failed"
    assert call.extras == {"metadata": {"k": 1}}


def test_b13_execution_status_of_attributes_and_of_a_fault():
    assert calls.execution_status(made(metadata={"execution_status": "completed"})) == "completed"
    assert calls.execution_status(made(metadata={"execution_status": 3})) == "identified"
    fault = calls.new({"status": "complete", "metadata": {"execution_status": "failed"}}).failure()
    assert calls.execution_status(fault) == "failed"


# ------------------------------------------------------------------------------------------------- beyond the rows


@pytest.mark.parametrize(
    "attrs",
    [
        {"status": "done"},
        {"status": 1},
        {"type": "custom"},
        {"call_id": 1},
        {"name": b"add"},
        {"arguments": [1]},
        {"arguments": True},
        {"index": "0"},
        {"index": True},
        {"index": 1.0},
        {"index": 10**5000},
        {"display_text": 1},
        {"metadata": "m"},
        {"metadata": [("a", 1)]},
        {"id": "c1"},
        {None: 1},
        {1: None},
        [],
        None,
        "name",
    ],
)
def test_a_wrong_attribute_is_a_failure_that_names_it(attrs):
    error = calls.new(attrs).failure()
    assert (type(error), error.kind) == (calls.CallError, "bad-attribute")
    assert str(next(iter(attrs))) in error.message if isinstance(attrs, dict) else "mapping" in error.message


def test_an_error_says_what_was_seen_and_what_is_expected():
    error = calls.new({"status": "done"}).failure()
    assert error == calls.CallError("bad-attribute", "status must be incomplete or complete, not 'done'")
    assert calls.new({"arguments": 1}).failure().message == "arguments must be str or Mapping, not int"
    assert calls.new({"index": 2**63}).unwrap().index == 2**63
    assert hash(error) == hash(calls.CallError(error.kind, error.message))


def test_metadata_that_refer_to_themselves_are_a_failure():
    knot = {}
    knot["knot"] = knot
    assert kind(calls.new({"metadata": knot})) == "bad-attribute"
    assert calls.complete(made(call_id="c1", name="add", arguments=knot)).failure().text.startswith('{"knot":')


def test_nothing_that_was_given_is_kept():
    arguments, metadata = {"a": []}, {"m": []}
    attrs = {"call_id": "c1", "name": "add", "arguments": arguments, "metadata": metadata}
    found = [made(**attrs), made(**attrs, status="complete")]
    arguments["a"].append(1)
    metadata["m"].append(1)
    for call in found:
        assert calls.arguments_as_map(call) == {"a": []}
        call.extras["metadata"]["m"].append(1)
        assert call.extras == {"metadata": {"m": []}}


def test_a_map_of_an_incomplete_call_follows_the_rule_of_a_complete_one():
    call = merged(made(arguments='{"a": 1, "b'), made(arguments={"a": 2}))
    assert call.text == '{"a":2}'
    assert merged(call, made(arguments='": 3}')).text == '{"a":2}'
    assert merged(call, made(arguments={})).text == '{"a":2}'
    assert merged(call, made(arguments={"a": 3})).text == '{"a":3}'
    assert merged(made(arguments=" "), made(arguments={})).text == "{}"


def test_text_after_a_complete_call_that_has_none_is_read():
    assert merged(complete(), made(arguments='{"a":1}')).arguments == {"a": 1}
    assert kind(calls.merge(complete(), made(arguments='{"a"'))) == "truncated"
    assert merged(complete(arguments={}), made(arguments='{"a":1}')).arguments == {}


def test_two_complete_calls_keep_the_first_arguments():
    assert merged(complete(arguments={"a": 1}), complete(arguments={"a": 2})).arguments == {"a": 1}
    assert merged(complete(), complete(arguments={"a": 2})).arguments == {"a": 2}
    assert merged(complete(arguments={"a": 1}), complete()).arguments == {"a": 1}


def test_a_name_piece_still_counts_for_a_complete_call():
    assert merged(made(name="get_"), complete(name="weather", arguments={"a": 1})).name == "get_weather"
    assert merged(complete(name="get_", arguments={"a": 1}), made(name="weather")).name == "get_weather"


def test_parts_of_an_incomplete_call_can_come_without_an_id_until_it_is_completed():
    call = merged(made(index=1, name="add"), made(index=1, arguments='{"a":1}'), made(index=1, call_id="c1"))
    assert calls.complete(call).map(lambda done: (done.id, done.arguments)) == Success(("c1", {"a": 1}))


def test_the_repairs_of_a_stream_are_made_here_too():
    assert calls.arguments_as_map(merged(made(arguments="{}"), made(arguments='{"a":1}'))) == {"a": 1}
    cumulative = merged(made(call_id="c1", name="add", arguments='{"a":'), made(arguments='{"a":1}'))
    assert calls.arguments_as_map(cumulative) == {"a": 1}
    assert calls.complete(cumulative).unwrap().arguments == {"a": 1}


def test_calls_of_a_stream_can_go_on_here():
    state = toolfold.feed(toolfold.new(), [{"index": 0, "id": "c1", "function": {"name": "add", "arguments": '{"a"'}}])
    call = merged(state[0], made(index=0, arguments=":1}"))
    done = calls.complete(call).unwrap()
    assert (done.id, done.name, done.arguments) == ("c1", "add", {"a": 1})
    assert state[0].text == '{"a"'


def test_a_call_of_a_stream_that_was_given_up_stays_a_fault():
    state = toolfold.feed(toolfold.new(), [{"index": 0, "id": "c1", "function": {"name": "add", "arguments": "{"}}])
    assert kind(calls.complete(toolfold.abandon(state, "cancelled")[0])) == "abandoned"


def test_a_made_up_id_gives_way_to_a_real_one():
    part = {"functionCall": {"name": "add", "args": {"a": 1}}}
    state = toolfold.feed(toolfold.new(), {"candidates": [{"content": {"parts": [part]}, "finishReason": "STOP"}]})
    (made_up,) = toolfold.finalize(state).unwrap()
    assert made_up.id_made_up
    with_id = merged(made_up, made(call_id="c9"))
    assert (with_id.id, with_id.id_made_up) == ("c9", False)
    assert merged(made_up, made(display_text="Adding")).id == made_up.id
    assert kind(calls.complete(state[0])) == "missing-id"
    assert calls.arguments_as_map(state[0]) == {"a": 1}


def test_arguments_sent_by_path_count_as_a_map():
    def part(call):
        return {"candidates": [{"content": {"parts": [{"functionCall": call}]}}]}

    edits = [{"jsonPath": "$.a", "numberValue": 1}]
    state = toolfold.feed(toolfold.new(), part({"name": "add", "partialArgs": edits, "willContinue": True}))
    assert calls.arguments_as_map(state[0]) == {"a": 1}
    assert kind(calls.complete(merged(state[0], made(call_id="c1")))) == "truncated"
    state = toolfold.feed(state, part({}))
    call = merged(state[0], made(call_id="c1", arguments="ignored"))
    assert calls.complete(call).map(lambda done: done.arguments) == Success({"a": 1})
    assert merged(made(arguments='{"b'), state[0]).text == '{"a":1}'


def test_a_free_text_call_has_no_map():
    entry = {"index": 0, "id": "c1", "type": "custom", "custom": {"name": "run", "input": "print(1)"}}
    state = toolfold.feed(toolfold.new(), [entry])
    assert calls.arguments_as_map(state[0]) == {}
    done = calls.complete(state[0]).unwrap()
    assert (done.kind, done.text, done.arguments) == ("custom", "print(1)", None)
    assert calls.arguments_as_map(done) == {}


def test_a6_the_map_of_a_fault_is_empty_where_the_text_is_undecodable():
    cut = toolfold.feed(toolfold.new(), [{"index": 0, "id": "c1", "function": {"name": "add", "arguments": '{"a'}}])
    fault = toolfold.finalize(cut).failure().faults[0]
    assert (calls.arguments_as_map(fault), fault.text) == ({}, '{"a')


def test_faults_of_calls_with_different_indexes_have_different_ids():
    faults = [calls.new({"status": "complete", "index": index}).failure() for index in (0, 1)]
    assert all(fault.id_made_up for fault in faults)
    assert faults[0].id != faults[1].id


@given(ATTRS)
def test_new_gives_what_it_was_given_or_a_failure(attrs):
    result = calls.new(attrs)
    if isinstance(result, Failure):
        assert attrs.get("status") == "complete"
        assert result.failure().message
        return
    call = result.unwrap()
    assert call.status == (attrs.get("status") or "incomplete")
    assert (call.id or "", call.name or "") == (attrs.get("call_id") or "", attrs.get("name") or "")
    assert (call.index, call.display_text or "") == (attrs.get("index"), attrs.get("display_text") or "")
    assert call.extras.get("metadata", {}) == (attrs.get("metadata") or {})
    assert pickle.loads(pickle.dumps(call)) == call


@given(ATTRS, ATTRS)
def test_merge_is_total_and_changes_nothing(one, other):
    first, second = calls.new(one), calls.new(other | {"index": one.get("index")})
    if isinstance(first, Failure) or isinstance(second, Failure):
        return
    before = pickle.dumps((first.unwrap(), second.unwrap()))
    result = calls.merge(first.unwrap(), second.unwrap())
    assert pickle.dumps((first.unwrap(), second.unwrap())) == before
    if isinstance(result, Success):
        assert (result.unwrap().status == "complete") == ("complete" in (one.get("status"), other.get("status")))
    else:
        assert result.failure().kind in {"truncated", "invalid-json", "not-an-object", "concatenated-json"} | {
            "trailing-data",
            "missing-id",
            "missing-name",
        }


@given(MAPS, st.lists(st.integers(0, 200), max_size=5))
def test_text_cut_anywhere_completes_to_the_same_arguments(arguments, places):
    text = json.dumps(arguments)
    edges = sorted({0, len(text), *(place % len(text) for place in places)})
    pieces = [text[start:end] for start, end in pairwise(edges)]
    call = made(call_id="c1", name="add")
    for piece in pieces:
        call = calls.merge(call, made(arguments=piece)).unwrap()
    assert calls.complete(call).unwrap() == complete(arguments=text)
    assert calls.complete(call).unwrap().arguments == arguments
