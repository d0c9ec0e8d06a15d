"""The objects of the openai and openai-agents packages, made by their own parsing, fed as they come."""

import subprocess
import sys
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row, chunk, end, entry
from tests.rows.openai_responses import FULL, ID, added, created, done, event, over, piece
from tests.sdks.compare import meanings

openai = require("openai")
models = require("openai._models")


def parsed(kind: Any, value: Any) -> Any:
    """What the SDK makes of a payload: it builds without validation, so that anything a server sends gets through."""
    return models.construct_type(type_=kind, value=value)


def same(kind: Any, fragments: list[Any], takes: Any = lambda _: True) -> None:
    objects = [parsed(kind, one) if isinstance(one, dict) and takes(one) else one for one in fragments]
    assert any(not isinstance(one, dict | str | list) for one in objects)
    plainly, read = (toolfold.feed_all(toolfold.new(), one) for one in (fragments, objects))
    assert meanings(read) == meanings(plainly)


def is_chunk(fragment: Any) -> bool:
    return fragment.get("object") == "chat.completion.chunk"


COERCED = "a_boolean_is_no_index"  # the SDK makes the number 1 of it
CHUNKS = [
    row
    for row in TABLES["openai-chat"]
    if row.name != COERCED and any(isinstance(one, dict) and is_chunk(one) for one in row.fragments)
]


@pytest.mark.parametrize("row", CHUNKS, ids=[row.name for row in CHUNKS])
def test_chunks(row: Row) -> None:
    from openai.types.chat import ChatCompletionChunk  # noqa: PLC0415

    same(ChatCompletionChunk, row.fragments, is_chunk)


EVENTS = TABLES["openai-responses"]


@pytest.mark.parametrize("row", EVENTS, ids=[row.name for row in EVENTS])
def test_response_events(row: Row) -> None:
    from openai.types.responses import ResponseStreamEvent  # noqa: PLC0415

    if any(one.get("type", "").startswith("response.") for one in row.fragments):
        same(ResponseStreamEvent, row.fragments, lambda one: one.get("type", "").startswith("response."))


def test_an_unknown_event_is_built_as_the_first_class_of_the_union_and_its_type_is_right() -> None:
    from openai.types.responses import ResponseStreamEvent  # noqa: PLC0415

    odd = parsed(ResponseStreamEvent, event("apply_patch_call_operation_diff.delta", 0, delta="+x"))
    assert "Diff" not in type(odd).__name__
    assert odd.type == "response.apply_patch_call_operation_diff.delta"


@pytest.mark.parametrize("row", TABLES["openai-realtime"], ids=[row.name for row in TABLES["openai-realtime"]])
def test_realtime_events(row: Row) -> None:
    from openai.types.realtime import RealtimeServerEvent  # noqa: PLC0415

    same(RealtimeServerEvent, row.fragments)


def test_whole_completions() -> None:
    from openai.types.chat import ChatCompletion  # noqa: PLC0415

    [row] = [row for row in TABLES["openai-chat"] if row.name == "a_whole_completion"]
    same(ChatCompletion, row.fragments)


def test_whole_responses() -> None:
    from openai.types.responses import Response  # noqa: PLC0415

    [row] = [row for row in TABLES["openai-responses"] if row.name == "a_whole_response"]
    same(Response, row.fragments)


def test_assistants_events() -> None:
    from openai.types.beta import AssistantStreamEvent  # noqa: PLC0415

    [row] = [row for row in TABLES["openai-assistants"] if row.name == "one_call"]
    named = [{"event": f"{one['object']}", "data": one} for one in row.fragments[1:]]
    same(AssistantStreamEvent, named)
    assert [call.id for call in toolfold.finalize(toolfold.feed_all(toolfold.new(), named)).unwrap()] == [ID]


def test_the_chat_stream_helpers_events() -> None:
    from openai.lib.streaming.chat import ChatCompletionStreamState  # noqa: PLC0415
    from openai.types.chat import ChatCompletionChunk  # noqa: PLC0415

    raw = [chunk(entry(0, "a", "f", "", type="function"), role="assistant"), chunk(entry(0, text=FULL)), end()]
    helper: ChatCompletionStreamState[Any] = ChatCompletionStreamState()
    events = [
        one
        for value in raw
        for one in helper.handle_chunk(parsed(ChatCompletionChunk, {"id": "c", "created": 1, **value}))
    ]
    assert {one.type for one in events} > {"chunk", "tool_calls.function.arguments.delta"}
    [call] = toolfold.finalize(toolfold.feed_all(toolfold.new(), events)).unwrap()
    assert (call.id, call.text) == ("a", FULL)


def test_the_agents_sdk_wraps_and_repeats() -> None:
    events_of = require("agents.stream_events")
    from openai.types.responses import ResponseStreamEvent  # noqa: PLC0415

    raw = [created(), added(0, arguments=""), piece(0, FULL), done(0, arguments=FULL), over()]
    wrapped = [events_of.RawResponsesStreamEvent(data=parsed(ResponseStreamEvent, one)) for one in raw]
    copy = events_of.RunItemStreamEvent(name="tool_called", item=wrapped[3].data)
    state = toolfold.feed_all(toolfold.new(), [*wrapped, copy])
    assert toolfold.finalize(state) == toolfold.finalize(toolfold.feed_all(toolfold.new(), raw))
    assert len(state) == 1


def test_importing_toolfold_imports_no_sdk() -> None:
    packages = [
        "openai",
        "anthropic",
        "google.genai",
        "mistralai",
        "cohere",
        "ollama",
        "langchain_core",
        "pydantic_ai",
        "litellm",
        "pydantic",
        "agents",
    ]
    asked = f"import sys, toolfold, toolfold.cli; print([name for name in {packages} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
