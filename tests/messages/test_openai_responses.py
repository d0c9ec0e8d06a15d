"""Responses, Realtime and Assistants: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.openai_responses import FULL, added, created, event, over
from tests.sdks.compare import meanings
from toolfold import messages

ROWS = [row for row in TABLES["openai-responses"] if row.outcomes and all("error" not in one for one in row.outcomes)]


def fold(*fragments: Any) -> toolfold.State:
    return toolfold.feed_all(toolfold.new(), fragments)


def said(state: toolfold.State) -> list[Any]:
    """Who, what and with which extras; the places in the output are those of a new response."""
    return [
        (id_, name, arguments, text, kind, by, extras)
        for id_, name, arguments, text, kind, by, _, _, extras in meanings(state)
    ]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = fold(*row.fragments)
    again = fold({**messages.assistant(toolfold.outcomes(state), "openai-responses"), "status": "completed"})
    assert said(again) == said(state)


def test_items_are_those_of_the_response() -> None:
    item = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "f",
        "arguments": FULL,
        "status": "completed",
        "caller": {"type": "direct"},
    }
    state = fold({"object": "response", "id": "r", "status": "completed", "output": [item]})
    assert messages.assistant(toolfold.finalize(state), "openai-responses")["output"] == [item]


def call_of(kind: str, **more: Any) -> toolfold.ToolCall:
    state = fold({"type": kind, "id": "it_1", "call_id": "call_1", "name": "f", "status": "completed", **more})
    return toolfold.finalize(state).unwrap()[0]


@pytest.mark.parametrize(
    ("kind", "given", "content", "answer"),
    [
        (
            "function_call",
            {"arguments": "{}"},
            {"n": 1},
            {"type": "function_call_output", "call_id": "call_1", "output": '{"n":1}'},
        ),
        (
            "function_call",
            {"arguments": "{}"},
            [{"type": "input_text", "text": "x"}],
            {"type": "function_call_output", "call_id": "call_1", "output": [{"type": "input_text", "text": "x"}]},
        ),
        (
            "custom_tool_call",
            {"input": "x"},
            "ok",
            {"type": "custom_tool_call_output", "call_id": "call_1", "output": "ok"},
        ),
        (
            "local_shell_call",
            {"action": {"type": "exec"}},
            "ok",
            {"type": "local_shell_call_output", "id": "call_1", "output": "ok"},
        ),
        (
            "shell_call",
            {"action": {}},
            [{"stdout": "x"}],
            {"type": "shell_call_output", "call_id": "call_1", "output": [{"stdout": "x"}]},
        ),
        (
            "apply_patch_call",
            {"operation": {"type": "x"}},
            "ok",
            {"type": "apply_patch_call_output", "call_id": "call_1", "status": "completed", "output": "ok"},
        ),
        (
            "computer_call",
            {"action": {"type": "click"}},
            {"type": "computer_screenshot"},
            {"type": "computer_call_output", "call_id": "call_1", "output": {"type": "computer_screenshot"}},
        ),
        (
            "mcp_approval_request",
            {"arguments": "{}"},
            True,
            {"type": "mcp_approval_response", "approval_request_id": "call_1", "approve": True},
        ),
    ],
)
def test_answers(kind: str, given: dict[str, Any], content: object, answer: dict[str, Any]) -> None:
    assert messages.tool_result(call_of(kind, **given), content, "openai-responses") == answer


def test_errors() -> None:
    [fault] = (
        toolfold.finalize(
            fold(
                created(),
                added(0, kind="custom_tool_call", input=""),
                event("custom_tool_call_input.delta", 0, delta="x"),
                over("incomplete"),
            )
        )
        .failure()
        .faults
    )
    assert messages.tool_error(fault, "openai-responses") == {
        "type": "custom_tool_call_output",
        "call_id": "call_1",
        "output": fault.message,
    }
    assert messages.assistant([fault], "openai-responses")["output"] == [
        {"type": "custom_tool_call", "call_id": "call_1", "id": "fc_1", "name": "f", "input": ""}
    ]
    patch = (
        toolfold.finalize(
            fold(created(), added(0, kind="apply_patch_call", name=None, operation={}), over("incomplete"))
        )
        .failure()
        .faults[0]
    )
    assert messages.tool_error(patch, "openai-responses")["status"] == "failed"


def test_realtime_is_answered_by_events() -> None:
    call = call_of("function_call", arguments="{}")
    item = {"type": "function_call_output", "call_id": "call_1", "output": '{"n":1}'}
    assert messages.tool_result(call, {"n": 1}, "openai-realtime") == {"type": "conversation.item.create", "item": item}
    [fault] = (
        toolfold.finalize(fold({"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{"}))
        .failure()
        .faults
    )
    assert messages.tool_error(fault, "openai-realtime")["item"]["output"] == fault.message


ASSISTANTS = [
    row for row in TABLES["openai-assistants"] if row.outcomes and all("error" not in one for one in row.outcomes)
]


@pytest.mark.parametrize("row", ASSISTANTS, ids=[row.name for row in ASSISTANTS])
def test_assistants(row: Row) -> None:
    state = fold(*row.fragments)
    again = fold(messages.assistant(toolfold.outcomes(state), "openai-assistants"))
    assert said(again) == said(state)


def test_assistants_outputs() -> None:
    call = toolfold.ToolCall(id="a", name="f")
    assert messages.tool_result(call, {"n": 1}, "openai-assistants") == {"tool_call_id": "a", "output": '{"n":1}'}
    fault = toolfold.Truncated(id="a", name="f", text="{", message="cut")
    assert messages.tool_error(fault, "openai-assistants") == {"tool_call_id": "a", "output": "cut"}
