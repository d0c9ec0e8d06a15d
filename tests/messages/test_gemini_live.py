"""Gemini Live and Interactions: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.gemini_live import begin, calls, created, delta, one, other, over, step, stop
from tests.sdks.compare import meanings
from toolfold import messages

LIVE, INTERACTIONS = "gemini-live", "gemini-interactions"
CALL = toolfold.ToolCall(id="k1", name="go", text='{"a": 1}', value='{"a": 1}')
FAULT = toolfold.Truncated(id="k1", name="go", text="{", message="it was cut")
ROWS = [
    row
    for row in TABLES[INTERACTIONS]
    if row.outcomes and row.error is None and all("error" not in one and one["id"] for one in row.outcomes)
]


def said(state: toolfold.State) -> list[Any]:
    """All but the places in the output, which are those of a new response, and who ran what has its answer."""
    return [(*found[:5], found[8]) for found in meanings(state)]


def test_a_live_turn() -> None:
    state = toolfold.feed_all(toolfold.new(), [calls(one(args={"a": 1}, future=1), one("f2"))])
    turn = messages.assistant(toolfold.finalize(state), LIVE)
    first = {"id": "f1", "name": "go", "args": {"a": 1}, "future": 1}
    second = {"id": "f2", "name": "go", "args": {}}
    assert turn == {"role": "model", "parts": [{"functionCall": first}, {"functionCall": second}]}
    again = toolfold.feed(toolfold.new(), {"candidates": [{"content": turn, "finishReason": "STOP"}]})
    assert meanings(again) == meanings(state)


@pytest.mark.parametrize(
    ("content", "response"), [("4", {"result": "4"}), ({"n": 4}, {"n": 4}), ([4], {"result": [4]})]
)
def test_live_results(content: Any, response: Any) -> None:
    answer = {"id": "k1", "name": "go", "response": response}
    assert messages.tool_result(CALL, content, LIVE) == {"toolResponse": {"functionResponses": [answer]}}


def test_live_errors() -> None:
    answer = {"id": "k1", "name": "go", "response": {"error": "it was cut"}}
    assert messages.tool_error(FAULT, LIVE) == {"toolResponse": {"functionResponses": [answer]}}


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    back = {**messages.assistant(toolfold.outcomes(state), INTERACTIONS), "status": "requires_action"}
    assert said(toolfold.feed(toolfold.new(), back)) == said(state)


def test_steps() -> None:
    stream = [
        created(),
        begin(0, signature="c2ln"),
        delta(0, '{"a": 1}'),
        stop(0),
        other(1, "google_search_call", id="s1", arguments={"queries": ["x"]}),
        stop(1),
        other(2, "mcp_server_tool_call", id="s2", name="echo", server_name="srv", arguments={}),
        stop(2),
        over(),
    ]
    found = toolfold.outcomes(toolfold.feed_all(toolfold.new(), stream))
    assert messages.assistant(found, INTERACTIONS)["steps"] == [
        step({"a": 1}, signature="c2ln"),
        {"type": "google_search_call", "id": "s1", "arguments": {"queries": ["x"]}},
        {"type": "mcp_server_tool_call", "id": "s2", "name": "echo", "server_name": "srv", "arguments": {}},
    ]


@pytest.mark.parametrize(
    ("content", "result"),
    [
        ("4", "4"),
        ({"n": 4}, {"n": 4}),
        (4, {"result": 4}),
        ([4], {"result": [4]}),
        ([], {"result": []}),
        ([{"type": "text", "text": "4"}], [{"type": "text", "text": "4"}]),
        ([{"type": "car"}], {"result": [{"type": "car"}]}),
    ],
)
def test_results_of_steps(content: Any, result: Any) -> None:
    answer = {"type": "function_result", "call_id": "k1", "name": "go", "result": result}
    assert messages.tool_result(CALL, content, INTERACTIONS) == answer


def test_errors_of_steps() -> None:
    answer = {"type": "function_result", "call_id": "k1", "name": "go", "result": "it was cut", "is_error": True}
    assert messages.tool_error(FAULT, INTERACTIONS) == answer
    assert messages.assistant([FAULT], INTERACTIONS)["steps"] == [step({})]
