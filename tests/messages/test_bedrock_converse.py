"""Bedrock Converse: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.bedrock_converse import one_call, response, use
from tests.rows.build import Row
from tests.sdks.compare import meanings
from toolfold import messages

WIRE = "bedrock-converse"
ROWS = [row for row in TABLES[WIRE] if row.outcomes and all("error" not in one for one in row.outcomes)]
CALL = toolfold.ToolCall(id="a", name="f", text='{"n": 1}', value='{"n": 1}')


def said(state: toolfold.State) -> list[Any]:
    """All but the places of the blocks, which are those of a new message, and a made-up id."""
    return [(*one[1:6], one[8]) for one in meanings(state)]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    message = messages.assistant(toolfold.outcomes(state), WIRE)
    again = toolfold.feed(toolfold.new(), {"output": {"message": message}, "stopReason": "tool_use"})
    assert said(again) == said(state)


def test_blocks_are_those_of_the_response() -> None:
    blocks = [
        use("a", "f", {"n": 1}, reasoningSignature="c2ln"),
        use("s", "nova_grounding", {"query": "x"}, type="server_tool_use"),
    ]
    state = toolfold.feed(toolfold.new(), response(*blocks))
    assert messages.assistant(toolfold.outcomes(state), WIRE) == {"role": "assistant", "content": blocks}


def test_a_call_of_the_provider_from_another_wire_says_so() -> None:
    call = toolfold.ToolCall(id="s", name="search", value="{}", run_by="provider")
    assert messages.assistant([call], WIRE)["content"] == [use("s", "search", {}, type="server_tool_use")]


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("4 degrees", [{"text": "4 degrees"}]),
        ("", []),
        ({"degrees": 4}, [{"json": {"degrees": 4}}]),
        ([1, 2], [{"text": "[1,2]"}]),
        ([], [{"text": "[]"}]),
        (None, [{"text": "null"}]),
        ([{"text": "4"}, {"json": {"n": 4}}], [{"text": "4"}, {"json": {"n": 4}}]),
        ([{"type": "text", "text": "4"}], [{"text": '[{"type":"text","text":"4"}]'}]),
        ([{"car": 4}], [{"text": '[{"car":4}]'}]),
    ],
)
def test_results(content: Any, sent: Any) -> None:
    assert messages.tool_result(CALL, content, WIRE) == {"toolResult": {"toolUseId": "a", "content": sent}}


def test_errors_say_that_they_are() -> None:
    state = toolfold.feed_all(toolfold.new(), one_call('{"n"', reason="max_tokens"))
    [outcome] = toolfold.outcomes(state)
    fault = outcome.failure()
    assert messages.assistant([fault], WIRE)["content"] == [use("a", "f", {})]
    answer = {"toolUseId": "a", "content": [{"text": fault.message}], "status": "error"}
    assert messages.tool_error(fault, WIRE) == {"toolResult": answer}
