"""The objects of the ag-ui-protocol package, made by its own parsing, fed as they come."""

from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.ag_ui import ID, args, called, chunk, message, run, secret, snapshot, start, stop
from tests.rows.build import Row
from tests.sdks.compare import meanings

core = require("ag_ui.core")
pydantic = require("pydantic")


def parsed(fragment: Any) -> Any:
    """What the SDK makes of an event; one that it refuses stays as it came."""
    try:
        return pydantic.TypeAdapter(core.Event).validate_python(fragment)
    except pydantic.ValidationError:
        return fragment


def fold(fragments: Any) -> toolfold.State:
    return toolfold.feed_all(toolfold.new(), fragments)


@pytest.mark.parametrize("row", TABLES["ag-ui"], ids=[row.name for row in TABLES["ag-ui"]])
def test_events(row: Row) -> None:
    assert meanings(fold(map(parsed, row.fragments))) == meanings(fold(row.fragments))


def test_every_kind_of_event_is_an_object_of_its_own() -> None:
    events = [
        *run(start(parentMessageId="m1"), args("{}"), stop(), chunk("c2", "go", "{}"), secret("s")),
        snapshot(message(called("{}", encryptedValue="s"))),
        {"type": "RUN_ERROR", "message": "x", "code": "E"},
    ]
    objects = [parsed(event) for event in events]
    assert {type(one).__name__ for one in objects} == {
        "RunStartedEvent",
        "ToolCallStartEvent",
        "ToolCallArgsEvent",
        "ToolCallEndEvent",
        "ToolCallChunkEvent",
        "ReasoningEncryptedValueEvent",
        "RunFinishedEvent",
        "MessagesSnapshotEvent",
        "RunErrorEvent",
    }
    assert meanings(fold(objects)) == meanings(fold(events))
    assert toolfold.finalize(fold(objects)).failure().stream_error == ("E", "x")


def test_the_type_is_a_member_of_a_text_enumeration() -> None:
    event = core.ToolCallStartEvent(tool_call_id=ID, tool_call_name="go")
    assert event.type is core.EventType.TOOL_CALL_START
    assert toolfold.detect(event).name == "ag-ui"


def test_what_a_class_does_not_know_is_kept() -> None:
    stream = run(start(metadata={"x": 1}, someThing={"y": 2}), args("{}"), stop())
    (call,) = toolfold.finalize(fold(map(parsed, stream))).unwrap()
    assert call.extras == {"metadata": {"x": 1}, "someThing": {"y": 2}}


def test_a_message_of_the_package_reads_like_one_of_the_chat_format() -> None:
    found = core.AssistantMessage.model_validate(message(called('{"a":1}'), called("{}", "c2")))
    calls = toolfold.finalize(toolfold.feed(toolfold.new(), found)).unwrap()
    assert [(call.id, call.name, call.arguments) for call in calls] == [(ID, "go", {"a": 1}), ("c2", "go", {})]


def test_what_goes_back_is_a_message_of_the_package() -> None:
    state = fold(run(start(), args('{"a":1}'), stop(), start("c2"), args("{", "c2")))
    sound, fault = toolfold.outcomes(state)
    back = toolfold.messages.assistant([sound, fault], "ag-ui")
    assert core.AssistantMessage.model_validate(back).tool_calls[0].function.arguments == '{"a":1}'
    for answer in (
        toolfold.messages.tool_result(sound.unwrap(), {"n": 1}, "ag-ui"),
        toolfold.messages.tool_error(fault.failure(), "ag-ui"),
    ):
        assert core.ToolMessage.model_validate(answer).tool_call_id == answer["toolCallId"]
