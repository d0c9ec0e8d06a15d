"""Calls and faults inside pydantic models; tests/core/test_schema.py has states."""

import json
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import chunk, end, entry
from toolfold import Change, Fault, Faults, Note, State, ToolCall, feed_all, new

pydantic = require("pydantic")

FULL = ToolCall(
    id="call_1",
    name="add",
    text='{"a": 12345678901234567890123}',
    value='{"a": 12345678901234567890123}',
    extras_text='{"signature":"s"}',
    index=3,
)
FREE = ToolCall(id="call_2", name="python", text="1 +\n1", value=None, kind="custom", run_by="provider")


class Run(pydantic.BaseModel, frozen=True):  # type: ignore[name-defined,misc]
    calls: tuple[ToolCall, ...] = ()
    faults: tuple[Fault, ...] = ()
    again: Faults | None = None
    notes: tuple[Note, ...] = ()


def adapter(of: Any) -> Any:
    return pydantic.TypeAdapter(of)


def test_a_call_comes_out_with_its_arguments_and_goes_in_again():
    for call in (FULL, FREE):
        run = Run(calls=(call,))
        assert run.calls[0] is call
        text = run.model_dump_json()
        [saved] = json.loads(text)["calls"]
        assert (saved["arguments"], saved["extras"]) == (call.arguments, call.extras)
        assert Run.model_validate_json(text) == run
        assert Run.model_validate(run.model_dump()) == run
        assert hash(Run.model_validate_json(text)) == hash(run)


@pytest.mark.parametrize(
    "edit",
    [
        {"arguments": {"a": 2}},
        {"extras": {}},
        {"arguments": None},
        {"value": "[1]"},
        {"value": "{"},
        {"extras_text": "1"},
        {"kind": "macro"},
        {"run_by": "me"},
        {"value": 3},
    ],
)
def test_a_call_that_was_edited_in_one_place_only_is_refused(edit):
    saved = json.loads(Run(calls=(FULL,)).model_dump_json())["calls"][0]
    with pytest.raises(pydantic.ValidationError):
        Run(calls=[{**saved, **edit}])
    with pytest.raises(pydantic.ValidationError):
        Run.model_validate_json(json.dumps({"calls": [{**saved, **edit}]}))


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"arguments": {"a": 2}}, "the arguments are not those of the text, which is what counts; edit that"),
        ({"extras": {}}, "the extras are not those of the text, which is what counts; edit that"),
        ({"value": "{"}, "the text of the arguments is no JSON object"),
        ({"extras_text": "null"}, "the text of the extras is no JSON object"),
    ],
)
def test_an_edited_call_is_refused_in_words(edit, why):
    read = adapter(ToolCall)
    with pytest.raises(pydantic.ValidationError, match=why):
        read.validate_python({**read.dump_python(FULL), **edit})


def test_a_call_of_which_little_is_said_is_one_without_arguments():
    read = adapter(ToolCall)
    assert read.validate_python({"id": "c", "name": "f"}) == ToolCall(id="c", name="f")
    assert read.validate_python({"id": "c", "name": "f", "arguments": {}, "extras": {}}).arguments == {}
    with pytest.raises(pydantic.ValidationError, match="arguments"):
        read.validate_python({"id": "c", "name": "f", "arguments": None})


def test_a_schema_says_what_comes_out():
    data = {"type": "object", "additionalProperties": True}
    shown = adapter(ToolCall).json_schema(mode="serialization")["properties"]
    assert shown["extras"] == {**data, "title": "Extras"}
    assert shown["arguments"]["anyOf"] == [data, {"type": "null"}]
    assert adapter(ToolCall).dump_python(FULL)["extras"] == FULL.extras
    assert adapter(ToolCall).dump_python(FREE)["arguments"] is None


@pytest.mark.parametrize("other", [3, None, [], "{}"])
def test_what_is_no_call_is_refused(other):
    for read in (adapter(ToolCall), adapter(Fault)):
        with pytest.raises(pydantic.ValidationError):
            read.validate_python(other)


def test_a_call_may_be_written_by_hand():
    [call] = Run(calls=[{"id": "c", "name": "add", "text": '{"a":1}', "value": '{"a":1}'}]).calls
    assert call.arguments == {"a": 1}


def all_that_came_of(rows: Any) -> Run:
    states = [feed_all(new(), row.fragments) for row in rows]
    found = [Faults(calls=result.value_or(())) for result in map(toolfold.finalize, states)]
    lost = [toolfold.finalize(state).swap().value_or(Faults()) for state in states]
    return Run(
        calls=tuple(call for one in (*found, *lost) for call in one.calls),
        faults=tuple(fault for one in lost for fault in one.faults),
        notes=tuple(note for state in states for note in toolfold.notes(state)),
    )


@pytest.mark.parametrize("wire", TABLES)
def test_what_comes_of_any_stream_goes_through_json(wire):
    for row in TABLES[wire]:
        run = all_that_came_of([row])
        text = json.dumps(
            run.model_dump(mode="json")
        )  # ASCII, so that half a character in a fault's text is no trouble
        assert Run.model_validate_json(text) == run, row.name


def test_every_kind_of_fault_is_told_apart():
    seen = {type(fault) for rows in TABLES.values() for fault in all_that_came_of(rows).faults}
    assert len(seen) > 9
    with pytest.raises(pydantic.ValidationError, match="kind"):
        adapter(Fault).validate_python({"kind": "bad-luck", "id": "c", "name": "f", "text": "", "message": "m"})
    with pytest.raises(pydantic.ValidationError, match="kind"):
        adapter(toolfold.Truncated).validate_python({"id": "c", "name": "f", "text": "", "message": "m"})


def test_all_faults_of_a_stream_are_one_field():
    again = toolfold.finalize(
        feed_all(new(), [chunk(entry(0, "a", "f", '{"x"')), chunk(entry(1, "b", "g", "{}"))])
    ).failure()
    run = Run(again=again)
    assert Run.model_validate_json(run.model_dump_json()) == run


def test_changes_come_out_as_they_are():
    log = [chunk(entry(0, "a", "f", '{"x"')), end("length")]
    state = feed_all(new(), log)
    for change in toolfold.changes(new(), state):
        assert adapter(type(change)).validate_json(adapter(Change).dump_json(change)) == change


def test_json_schema():
    schema = Run.model_json_schema(mode="serialization")["$defs"]
    call = schema["ToolCall"]["properties"]
    assert call["arguments"]["anyOf"] == [{"additionalProperties": True, "type": "object"}, {"type": "null"}]
    assert schema["Truncated"]["properties"]["kind"]["const"] == "truncated"
    state = adapter(State).json_schema()
    assert (state["title"], state["required"]) == ("State", ["version"])
    jsonschema = require("jsonschema_rs")
    allows = jsonschema.validator_for(state).is_valid
    assert [allows({**toolfold.snapshot(new()), "version": version}) for version in (0, 1, 99, None)] == [
        False,
        True,
        False,
        False,
    ]


def test_half_a_character_is_no_trouble_to_a_model():
    class Kept(pydantic.BaseModel):  # type: ignore[name-defined,misc]
        tools: State

    half = feed_all(new(), [chunk(entry(0, "a", "f", '{"n": "\ud83d'))])
    assert Kept.model_validate_json(Kept(tools=half).model_dump_json()).tools == half
