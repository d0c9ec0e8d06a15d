"""Ollama: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.ollama_chat import call, line, over
from tests.sdks.compare import meanings
from toolfold import messages

WIRE = "ollama-chat"
ROWS = [
    row
    for row in TABLES[WIRE]
    if row.outcomes and row.error is None and all("error" not in one for one in row.outcomes)
]
CALL = toolfold.ToolCall(id="a", name="f", text='{"n": 1}', value='{"n": 1}')
MADE_UP = toolfold.ToolCall(id="a", name="f", text="{}", value="{}", id_made_up=True)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    message = messages.assistant(toolfold.outcomes(state), WIRE)
    assert meanings(toolfold.feed(toolfold.new(), {"message": message, "done": True})) == meanings(state)


def test_calls_are_those_of_the_response() -> None:
    calls = [call("f", {"n": 1}, "a", 0, tag=1), call("g", {})]
    state = toolfold.feed_all(toolfold.new(), [line(*calls), over()])
    message = {"role": "assistant", "content": "", "tool_calls": calls}
    assert messages.assistant(toolfold.finalize(state), WIRE) == message


@pytest.mark.parametrize(
    ("content", "sent"), [("4", "4"), ("", ""), ({"n": 4}, '{"n":4}'), ([{"type": "text"}], '[{"type":"text"}]')]
)
def test_results_are_text(content: Any, sent: str) -> None:
    answer = {"role": "tool", "content": sent, "tool_name": "f", "tool_call_id": "a"}
    assert messages.tool_result(CALL, content, WIRE) == answer


def test_made_up_ids_are_left_out() -> None:
    assert messages.assistant([MADE_UP], WIRE)["tool_calls"] == [call("f", {})]
    assert messages.tool_result(MADE_UP, "4", WIRE) == {"role": "tool", "content": "4", "tool_name": "f"}


def test_errors() -> None:
    state = toolfold.feed_all(toolfold.new(), [line(call("f", "{", "a")), over()])
    fault = toolfold.finalize(state).failure().faults[0]
    assert messages.assistant([fault], WIRE)["tool_calls"] == [call("f", {}, "a")]
    answer = {"role": "tool", "content": fault.message, "tool_name": "f", "tool_call_id": "a"}
    assert messages.tool_error(fault, WIRE) == answer
