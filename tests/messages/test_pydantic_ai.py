"""pydantic-ai: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.pydantic_ai import part
from tests.sdks.compare import meanings
from toolfold import messages

WIRE = "pydantic-ai"
ROWS = [
    row
    for row in TABLES[WIRE]
    if row.outcomes and row.error is None and all("error" not in one for one in row.outcomes)
]
CALL = toolfold.ToolCall(id="a", name="f", text='{"n": 1}', value='{"n": 1}')
FAULT = toolfold.Truncated(id="b", name="pay", text='{"n', message="it was cut")


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    again = toolfold.feed(toolfold.new(), messages.assistant(toolfold.outcomes(state), WIRE))
    assert [(*one[:6], one[8]) for one in meanings(again)] == [(*one[:6], one[8]) for one in meanings(state)]


def test_calls_are_parts_of_one_response() -> None:
    builtin = part("s", "web_search", {"q": 1}, kind="builtin-tool-call", provider_name="p")
    state = toolfold.feed_all(toolfold.new(), [part("a", "f", '{"n": 1}', provider_details={"sig": "s"}), builtin])
    assert messages.assistant([*toolfold.outcomes(state), FAULT], WIRE) == {
        "kind": "response",
        "parts": [part("a", "f", {"n": 1}, provider_details={"sig": "s"}), builtin, part("b", "pay", {})],
    }


@pytest.mark.parametrize("content", ["4", {"n": 4}, [1, None], None])
def test_results_are_data(content: Any) -> None:
    answer = {"part_kind": "tool-return", "tool_name": "f", "content": content, "tool_call_id": "a"}
    assert messages.tool_result(CALL, content, WIRE) == answer


def test_errors_ask_for_the_call_again() -> None:
    answer = {"part_kind": "retry-prompt", "tool_name": "pay", "content": "it was cut", "tool_call_id": "b"}
    assert messages.tool_error(FAULT, WIRE) == answer
