"""Mistral conversations: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.mistral import output, outputs, piece
from tests.sdks.compare import meanings
from toolfold import messages

WIRE = "mistral-conversations"
ROWS = [row for row in TABLES[WIRE] if row.outcomes and all("error" not in one for one in row.outcomes)]
CALL = toolfold.ToolCall(id="a", name="f", text='{"n": 1}', value='{"n": 1}')


def said(state: toolfold.State) -> list[Any]:
    """All but the places, which are those of a new response, and a made-up id."""
    return [(*one[1:6], one[8]) for one in meanings(state)]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    assert said(toolfold.feed(toolfold.new(), messages.assistant(toolfold.outcomes(state), WIRE))) == said(state)


def test_entries_are_those_of_the_response() -> None:
    entry = output("a", "f", '{"n": 1}', confirmation_status="pending")
    ran = {"object": "entry", "type": "tool.execution", "id": "te_1", "name": "web_search", "arguments": "{}"}
    state = toolfold.feed(toolfold.new(), outputs(entry, ran))
    del entry["created_at"]
    assert messages.assistant(toolfold.outcomes(state), WIRE)["outputs"] == [entry, ran]


@pytest.mark.parametrize(("content", "sent"), [("4", "4"), ({"n": 4}, '{"n":4}')])
def test_results_are_text(content: Any, sent: str) -> None:
    answer = {"object": "entry", "type": "function.result", "tool_call_id": "a", "result": sent}
    assert messages.tool_result(CALL, content, WIRE) == answer


def test_errors() -> None:
    state = toolfold.feed(toolfold.new(), piece("a", "f", '{"n"'))
    fault = toolfold.finalize(state).failure().faults[0]
    answer = {"object": "entry", "type": "function.result", "tool_call_id": "a", "result": fault.message}
    assert messages.tool_error(fault, WIRE) == answer
