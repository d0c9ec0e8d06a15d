"""LangChain: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.langchain_chunks import SIGNATURES, call
from tests.sdks.compare import meanings
from toolfold import messages

WIRE = "langchain-chunks"
LEGACY = "the_older_function_call"  # its mark is left out: this format answers every call by id
ROWS = [
    pytest.param(row, id=f"{wire}-{row.name}")
    for wire in (WIRE, "langchain-protocol")
    for row in TABLES[wire]
    if row.outcomes and all("error" not in one for one in row.outcomes) and row.name != LEGACY
]
CALL = toolfold.ToolCall(id="a", name="f", text='{"n": 1}', value='{"n": 1}')
SERVER = toolfold.ToolCall(id="s", name="search", value="{}", run_by="provider")
FAULT = toolfold.Truncated(id="b", name="pay", text='{"n', message="it was cut")


def said(state: toolfold.State) -> list[tuple[Any, ...]]:
    """What a message keeps of calls: no index and no made-up id; those of the provider come after the client's."""
    return sorted(((*one[1:6], one[8]) for one in meanings(state)), key=repr)


@pytest.mark.parametrize("row", ROWS)
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    again = toolfold.feed(toolfold.new(), messages.assistant(toolfold.outcomes(state), WIRE))
    assert said(again) == said(state)


def test_plain_calls_need_no_content() -> None:
    message = {"type": "ai", "content": "", "tool_calls": [call("a", "f", {"n": 1}), call("b", "pay", {})]}
    assert messages.assistant([CALL, FAULT], WIRE) == message
    assert messages.assistant([CALL, FAULT], "langchain-protocol") == message


def test_calls_of_the_provider_and_extras_stand_in_the_content() -> None:
    signed = toolfold.ToolCall(id="a", name="f", value="{}", extras_text='{"extras":{"sig":"s"}}')
    assert messages.assistant([signed, SERVER], WIRE) == {
        "type": "ai",
        "content": [
            call("a", "f", {}, extras={"sig": "s"}),
            {"type": "server_tool_call", "id": "s", "name": "search", "args": {}},
        ],
        "tool_calls": [call("a", "f", {})],
        "response_metadata": {"output_version": "v1"},
    }


def test_signatures_stand_beside_the_calls_again() -> None:
    signed = [
        toolfold.ToolCall(
            id=id_,
            name="f",
            value="{}",
            extras_text=f'{{"additional_kwargs":{{"{SIGNATURES}":{{"{id_}":"s{id_}"}},"x":1}}}}',
        )
        for id_ in "ab"
    ]
    message = messages.assistant(signed, WIRE)
    assert message["additional_kwargs"] == {SIGNATURES: {"a": "sa", "b": "sb"}, "x": 1}
    assert message["content"] == ""


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("4", "4"),
        ({"n": 4}, '{"n":4}'),
        (None, "null"),
        ([{"type": "text", "text": "4"}], [{"type": "text", "text": "4"}]),
        ([{"type": "tool_call"}], '[{"type":"tool_call"}]'),
        ([{"type": []}], '[{"type":[]}]'),
    ],
)
def test_results(content: Any, sent: Any) -> None:
    answer = {"type": "tool", "tool_call_id": "a", "name": "f", "content": sent, "status": "success"}
    assert messages.tool_result(CALL, content, WIRE) == answer


def test_errors_say_that_they_are_errors() -> None:
    answer = {"type": "tool", "tool_call_id": "b", "name": "pay", "content": "it was cut", "status": "error"}
    assert messages.tool_error(FAULT, WIRE) == answer
