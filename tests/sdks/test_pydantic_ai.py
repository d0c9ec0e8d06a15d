"""The events, parts and messages of pydantic-ai, made by its own parsing, and the stream of one of its agents."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.pydantic_ai import FULL, A, F, delta, end, part, start
from tests.sdks.compare import meanings
from toolfold import messages

pydantic_ai = require("pydantic_ai")
pydantic = require("pydantic")
kinds = require("pydantic_ai.messages")
function_model = require("pydantic_ai.models.function")
manager = require("pydantic_ai._parts_manager")

EVENT = pydantic.TypeAdapter(kinds.ModelResponseStreamEvent)
ENTRY = pydantic.TypeAdapter(kinds.ModelMessage)
PART = pydantic.TypeAdapter(kinds.ModelResponsePart)


def parsed(fragment: Any) -> Any:
    """What the package makes of a payload; a few that JSON could hold it refuses."""
    if isinstance(fragment, list):
        return [parsed(one) for one in fragment]
    adapter = EVENT if "event_kind" in fragment else ENTRY if "kind" in fragment else PART
    try:
        return adapter.validate_python(fragment)
    except ValueError:
        return fragment


INVENTED = "names_in_pieces_and_late_ids"  # the package makes up an id of its own, which then is the first
ROWS = [row for row in TABLES["pydantic-ai"] if row.name != INVENTED]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_events(row: Row) -> None:
    objects = [parsed(one) for one in row.fragments]
    plainly, read = (toolfold.feed_all(toolfold.new(), one) for one in (row.fragments, objects))
    assert meanings(read) == meanings(plainly)


def test_most_rows_become_objects() -> None:
    made = [row for row in ROWS if any(not isinstance(parsed(one), dict | list) for one in row.fragments)]
    assert len(made) > len(ROWS) // 2


def test_the_package_makes_up_ids_and_they_count() -> None:
    odd = {"event_kind": "part_start", "index": 0, "part": {"part_kind": "tool-call", "tool_name": F, "args": FULL}}
    object_ = parsed(odd)
    assert object_.part.tool_call_id.startswith("pyd_ai_")
    assert toolfold.feed(toolfold.new(), object_)[0].id == object_.part.tool_call_id
    assert toolfold.feed(toolfold.new(), odd)[0].id is None


def test_the_events_of_its_own_accumulator() -> None:
    parts = manager.ModelResponsePartsManager(model_request_parameters=pydantic_ai.models.ModelRequestParameters())
    said: list[Any] = [
        parts.handle_tool_call_delta(vendor_part_id=0, tool_name="get_", args=None, tool_call_id="c1"),
        parts.handle_tool_call_delta(vendor_part_id=0, tool_name="page", args='{"n"'),
        parts.handle_tool_call_delta(vendor_part_id=1, tool_name=F, args={"n": 1}, tool_call_id="c2"),
        parts.handle_tool_call_delta(vendor_part_id=0, args=":1}", provider_details={"sig": "s"}),
        parts.handle_tool_call_delta(vendor_part_id=1, args={"m": {"o": 2}}),
        parts.handle_tool_call_part(vendor_part_id=2, tool_name="old", args="{", tool_call_id="c3"),
        parts.handle_tool_call_part(vendor_part_id=2, tool_name="new", args={"n": 3}, tool_call_id="c4"),
    ]
    said += [kinds.PartEndEvent(index=place, part=one) for place, one in enumerate(parts.get_parts())]
    calls = toolfold.finalize(toolfold.feed_all(toolfold.new(), said)).unwrap()
    assert [(one.id, one.name, one.arguments) for one in calls] == [
        ("c1", "get_page", {"n": 1}),
        ("c2", F, {"n": 1, "m": {"o": 2}}),
        ("c4", "new", {"n": 3}),
    ]
    assert calls[0].extras == {"provider_details": {"sig": "s"}}


async def streamed(history: list[Any], _: Any) -> AsyncIterator[Any]:
    """Call the tool twice at once, then once more, then say something."""
    done = sum(isinstance(one, kinds.ModelResponse) for one in history)
    if done == 2:  # two rounds
        yield "done"
        return
    yield "let me see"
    for place in range(2 - done):
        yield {place: function_model.DeltaToolCall(name="double", json_args='{"n"', tool_call_id=f"c{done}{place}")}
        yield {place: function_model.DeltaToolCall(json_args=f":{place}}}")}


def test_the_stream_of_an_agent() -> None:
    agent = pydantic_ai.Agent(function_model.FunctionModel(stream_function=streamed))

    @agent.tool_plain
    def double(n: int) -> int:
        return 2 * n

    async def run() -> tuple[list[Any], Any]:
        events: list[Any] = []
        async with agent.run_stream_events("hi") as stream:
            events = [one async for one in stream]
        return events[:-1], events[-1].result

    events, result = asyncio.run(run())
    assert {one.event_kind for one in events} >= {"part_start", "part_delta", "part_end", "function_tool_call"}
    calls = toolfold.finalize(toolfold.feed_all(toolfold.new(), events)).unwrap()
    wanted = [("c00", {"n": 0}), ("c01", {"n": 1}), ("c10", {"n": 0})]
    assert [(one.id, one.arguments) for one in calls] == wanted
    whole = toolfold.finalize(toolfold.feed_all(toolfold.new(), result.all_messages())).unwrap()
    assert [(one.id, one.arguments) for one in whole] == wanted


def test_what_goes_back_is_read_by_the_package() -> None:
    builtin = part("s", "web_search", {"q": 1}, kind="builtin-tool-call", provider_name="p")
    events = [
        start(0, A, F, ""),
        delta(0, FULL),
        end(0, A, F, FULL),
        {**end(1, "s", "web_search", {}), "part": builtin},
    ]
    state = toolfold.feed_all(toolfold.new(), events)
    response = ENTRY.validate_python(messages.assistant(toolfold.outcomes(state), "pydantic-ai"))
    assert [type(one).__name__ for one in response.parts] == ["ToolCallPart", "NativeToolCallPart"]
    assert response.parts[0].args == {"n": 1}
    [call] = toolfold.finalize(state).unwrap()
    fault = toolfold.Truncated(id="b", name=F, text="{", message="it was cut")
    answers = [messages.tool_result(call, {"n": 4}, "pydantic-ai"), messages.tool_error(fault, "pydantic-ai")]
    request = ENTRY.validate_python({"kind": "request", "parts": answers})
    assert [(one.tool_call_id, one.content) for one in request.parts] == [(A, {"n": 4}), ("b", "it was cut")]
