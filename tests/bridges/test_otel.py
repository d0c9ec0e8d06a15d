"""Calls as OpenTelemetry's message parts and span attributes."""

import json
from typing import Any

import pytest
from returns.result import Failure

import toolfold
from tests.bridges.streams import rows
from tests.conftest import require
from tests.rows import TABLES
from toolfold.bridges.otel import attributes, output_message, part, result_part

TEXT_OR_NULL = {"type": ["string", "null"]}
MESSAGE = {
    "type": "object",
    "required": ["role", "parts"],
    "properties": {
        "role": {"type": "string"},
        "parts": {
            "type": "array",
            "items": {
                "oneOf": [
                    {
                        "required": ["type", "content"],
                        "properties": {"type": {"const": "text"}, "content": {"type": "string"}},
                    },
                    {
                        "required": ["type", "name"],
                        "properties": {"type": {"const": "tool_call"}, "id": TEXT_OR_NULL, "name": {"type": "string"}},
                    },
                    {
                        "required": ["type", "response"],
                        "properties": {"type": {"const": "tool_call_response"}, "id": TEXT_OR_NULL},
                    },
                    {
                        "required": ["type", "name", "server_tool_call"],
                        "properties": {
                            "type": {"const": "server_tool_call"},
                            "name": {"type": "string"},
                            "server_tool_call": {
                                "type": "object",
                                "required": ["type"],
                                "properties": {"type": {"type": "string"}},
                            },
                        },
                    },
                ]
            },
        },
    },
}
"""What the conventions' schema of output messages demands of the parts that are made here."""


@pytest.mark.parametrize("wire", TABLES)
def test_every_stream_is_a_message_of_the_conventions(wire: str) -> None:
    rules = require("jsonschema_rs").validator_for(MESSAGE)
    for row, found in rows(wire):
        outcomes = toolfold.outcomes(found[-1])
        message = json.loads(json.dumps(output_message(*outcomes, text="Here.")))
        rules.validate(message)
        assert len(message["parts"]) == 1 + len(outcomes), row.name
        assert all(
            isinstance(value, str) for one in outcomes for value in attributes(either(one), content=True).values()
        )


def either(one: Any) -> Any:
    """The call of an outcome, or its fault."""
    return one.failure() if isinstance(one, Failure) else one.unwrap()


def test_what_a_call_is() -> None:
    call = toolfold.ToolCall(id="c1", name="go", value='{"to":"Oslo"}')
    assert part(call) == {"type": "tool_call", "id": "c1", "name": "go", "arguments": {"to": "Oslo"}}
    assert result_part(call, ("a", 1))["response"] == ["a", 1]
    assert attributes(call) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "go",
        "gen_ai.tool.call.id": "c1",
        "gen_ai.tool.type": "function",
    }
    assert attributes(call, content=True)["gen_ai.tool.call.arguments"] == '{"to": "Oslo"}'


def test_what_a_broken_call_is() -> None:
    fault = toolfold.Truncated(id="c1", name=None, text='{"to', message="cut")
    assert part(fault) == {
        "type": "tool_call",
        "id": "c1",
        "name": "unnamed_tool",
        "arguments": '{"to',
        "toolfold.fault": "truncated",
    }
    assert attributes(fault)["error.type"] == "truncated"


def test_what_the_provider_runs_is_its_own_kind_of_part() -> None:
    call = toolfold.ToolCall(id="s1", name="web_search", value='{"q":"x"}', run_by="provider")
    assert part(call)["server_tool_call"] == {"type": "web_search", "arguments": {"q": "x"}}
    assert attributes(call)["gen_ai.tool.type"] == "extension"


def test_free_text_is_text() -> None:
    assert (
        part(toolfold.ToolCall(id="c", name="sql", kind="custom", text="select 1", value=None))["arguments"]
        == "select 1"
    )


def test_a_real_span_takes_the_attributes() -> None:
    trace = require("opentelemetry.trace")
    call = toolfold.ToolCall(id="c1", name="go")
    with trace.get_tracer("toolfold").start_as_current_span(f"execute_tool {call.name}") as span:
        span.set_attributes(attributes(call))
