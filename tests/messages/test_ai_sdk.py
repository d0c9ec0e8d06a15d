"""The AI SDK: what goes back, as a UI message and as a prompt, and what it says when it is read again."""

from dataclasses import replace
from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.ai_sdk import message, tool_part, ui_start, ui_whole, whole
from tests.rows.build import Row
from tests.sdks.compare import meanings
from toolfold import messages

UI, MODEL = "ai-sdk-ui", "ai-sdk-model"
CALL = toolfold.ToolCall(id="k1", name="go", text='{"a": 1}', value='{"a": 1}')
FREE = toolfold.ToolCall(id="k1", name="go", text="x", value=None, kind="custom")


def sound(wire: str) -> list[Any]:
    found = [row for row in TABLES[wire] if row.outcomes and all("error" not in one for one in row.outcomes)]
    found = [row for row in found if row.name != "who_runs_a_call_is_said_too_late"]  # a part says it in time
    return [pytest.param(wire, row, id=f"{wire}-{row.name}") for row in found if row.error is None]


@pytest.mark.parametrize(("wire", "row"), [*sound(UI), *sound(MODEL)])
def test_what_goes_back_says_the_same(wire: str, row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    back = messages.assistant(toolfold.outcomes(state), wire)
    again = meanings(toolfold.feed(toolfold.new(), back))
    if len({one[0] for one in again}) < len(toolfold.outcomes(state)):
        return  # one id for several calls: a message cannot say that
    lost = ("k3",) if row.name == "whole_message" else ()  # an answered call goes back without its answer
    assert [one for one in again if one[0] not in lost] == [one for one in meanings(state) if one[0] not in lost]


def test_parts_of_a_ui_message() -> None:
    stream = message(
        ui_start(title="Go", providerMetadata={"p": {"x": 1}}),
        ui_whole({"a": 1}),
        {"type": "tool-approval-request", "toolCallId": "k1", "approvalId": "ap1"},
        ui_whole(None, "k2", "come", dynamic=True, providerExecuted=True),
    )
    calls = toolfold.outcomes(toolfold.feed_all(toolfold.new(), stream))
    assert messages.assistant(calls, UI) == {
        "role": "assistant",
        "parts": [
            tool_part(
                "go",
                "approval-requested",
                input={"a": 1},
                title="Go",
                callProviderMetadata={"p": {"x": 1}},
                approval={"id": "ap1"},
            ),
            {
                "type": "dynamic-tool",
                "toolName": "come",
                "toolCallId": "k2",
                "state": "input-available",
                "input": {},
                "providerExecuted": True,
            },
        ],
    }


def test_an_answer_is_the_part_once_more() -> None:
    part = tool_part("go", "output-available", input={"a": 1}, output={"n": [1]})
    assert messages.tool_result(CALL, {"n": (1,)}, UI) == part
    assert messages.tool_result(FREE, "y", UI) == tool_part("go", "output-available", input="x", output="y")
    fault = toolfold.Truncated(id="k1", name="go", text="{", message="it was cut")
    assert messages.tool_error(fault, UI) == tool_part("go", "output-error", input={}, errorText="it was cut")
    assert messages.assistant([fault], UI)["parts"] == [tool_part("go", "input-available", input={})]


def test_parts_of_a_prompt() -> None:
    call = replace(CALL, extras_text='{"approvalId":"ap1","dynamic":true,"providerMetadata":{"p":{"x":1}}}')
    assert messages.assistant([call], MODEL) == {
        "role": "assistant",
        "content": [
            whole({"a": 1}, providerOptions={"p": {"x": 1}}, dynamic=True),
            {"type": "tool-approval-request", "approvalId": "ap1", "toolCallId": "k1"},
        ],
    }
    assert messages.assistant([FREE], MODEL)["content"] == [whole("x")]


@pytest.mark.parametrize(
    ("content", "output"),
    [
        ("4", {"type": "text", "value": "4"}),
        ({"n": 4}, {"type": "json", "value": {"n": 4}}),
        ([{"n": 4}], {"type": "json", "value": [{"n": 4}]}),
        ([], {"type": "json", "value": []}),
        ([4], {"type": "json", "value": [4]}),
        ([{"type": ["text"]}], {"type": "json", "value": [{"type": ["text"]}]}),
        ([{"type": "text", "text": "4"}], {"type": "content", "value": [{"type": "text", "text": "4"}]}),
    ],
)
def test_results_of_a_prompt(content: Any, output: Any) -> None:
    part = {"type": "tool-result", "toolCallId": "k1", "toolName": "go", "output": output}
    assert messages.tool_result(CALL, content, MODEL) == {"role": "tool", "content": [part]}


def test_errors_of_a_prompt() -> None:
    fault = toolfold.Truncated(id="k1", name="go", text="{", message="it was cut")
    output = {"type": "error-text", "value": "it was cut"}
    part = {"type": "tool-result", "toolCallId": "k1", "toolName": "go", "output": output}
    assert messages.tool_error(fault, MODEL) == {"role": "tool", "content": [part]}
