"""Cohere, version 2 and version 1: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.cohere import entry, one_call, response, v1_call, whole
from tests.sdks.compare import meanings
from toolfold import messages

CALL = toolfold.ToolCall(id="a", name="f", text='{"n": 1}', value='{"n": 1}')


def rows(wire: str) -> list[Any]:
    sound = [row for row in TABLES[wire] if row.outcomes and row.error is None]
    return [
        pytest.param(wire, row, id=f"{wire}-{row.name}")
        for row in sound
        if all("error" not in one for one in row.outcomes)
    ]


def said(state: toolfold.State) -> list[Any]:
    """All but the places, which are those of a new message, and a made-up id."""
    return [(*one[1:6], one[8]) for one in meanings(state)]


def read(message: dict[str, Any], wire: str) -> toolfold.State:
    reply: dict[str, Any] = {"finish_reason": "COMPLETE", "message": message}
    if wire == "cohere-v1":
        reply = {"generation_id": "g", "text": message["message"], "tool_calls": message["tool_calls"]}
    return toolfold.feed(toolfold.new(), reply)


@pytest.mark.parametrize(("wire", "row"), [*rows("cohere-v2"), *rows("cohere-v1")])
def test_what_goes_back_says_the_same(wire: str, row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    assert said(read(messages.assistant(toolfold.outcomes(state), wire), wire)) == said(state)


def test_calls_are_those_of_the_response() -> None:
    calls = [entry("a", "f", '{"n": 1}', tag=1), entry("b", "g", "{}")]
    calls[1]["function"]["mode"] = "x"
    state = toolfold.feed(toolfold.new(), response(*calls))
    assert messages.assistant(toolfold.finalize(state), "cohere-v2") == {"role": "assistant", "tool_calls": calls}


def test_calls_of_version_1() -> None:
    state = toolfold.feed_all(toolfold.new(), v1_call('{"n"', ":1}"))
    assert messages.assistant(toolfold.finalize(state), "cohere-v1") == {
        "role": "CHATBOT",
        "message": "",
        "tool_calls": [whole("f", {"n": 1})],
    }


DOCUMENT = {"type": "document", "document": {"data": "4"}}


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("4 degrees", "4 degrees"),
        ({"degrees": 4}, '{"degrees":4}'),
        ([DOCUMENT, {"type": "text", "text": "4"}], [DOCUMENT, {"type": "text", "text": "4"}]),
        ([{"type": "image"}], '[{"type":"image"}]'),
        ([{"type": ["text"]}], '[{"type":["text"]}]'),
    ],
)
def test_results(content: Any, sent: Any) -> None:
    answer = {"role": "tool", "tool_call_id": "a", "content": sent}
    assert messages.tool_result(CALL, content, "cohere-v2") == answer


@pytest.mark.parametrize(
    ("content", "outputs"),
    [
        ({"degrees": 4}, [{"degrees": 4}]),
        ([{"degrees": 4}, {"degrees": 5}], [{"degrees": 4}, {"degrees": 5}]),
        ("4", [{"result": "4"}]),
        ([], [{"result": []}]),
        ([{}, 4], [{"result": [{}, 4]}]),
    ],
)
def test_results_of_version_1_are_told_by_their_call(content: Any, outputs: Any) -> None:
    answer = {"call": whole("f", {"n": 1}), "outputs": outputs}
    assert messages.tool_result(CALL, content, "cohere-v1") == answer


def test_errors() -> None:
    state = toolfold.feed_all(toolfold.new(), one_call('{"n"', reason="MAX_TOKENS"))
    fault = toolfold.finalize(state).failure().faults[0]
    assert messages.assistant([fault], "cohere-v2")["tool_calls"] == [entry("a", "f", "{}")]
    answer = {"role": "tool", "tool_call_id": "a", "content": fault.message}
    assert messages.tool_error(fault, "cohere-v2") == answer
    answer = {"call": whole("f", {}), "outputs": [{"error": fault.message}]}
    assert messages.tool_error(fault, "cohere-v1") == answer
