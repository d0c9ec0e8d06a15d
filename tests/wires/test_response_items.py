"""What each item of OpenAI's Responses keeps for the next request: all but what the call itself says."""

from typing import Any

import pytest

import toolfold


def done(**item: Any) -> dict[str, Any]:
    return {"type": "response.output_item.done", "output_index": 0, "item": item}


def added(**item: Any) -> dict[str, Any]:
    return {**done(**item), "type": "response.output_item.added"}


ITEMS = [
    ({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}, {"namespace": "n"}, "{}", False),
    ({"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "x y"}, {}, "x y", True),
    ({"type": "code_interpreter_call", "code": "1"}, {"container_id": "k", "outputs": []}, "1", True),
    ({"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}}, {"environment": {}}, None, True),
    ({"type": "web_search_call", "action": {"type": "search", "query": "q"}}, {}, None, True),
    ({"type": "apply_patch_call", "call_id": "c", "operation": {"type": "delete_file"}}, {}, None, True),
    ({"type": "file_search_call", "arguments": '{"q":1}'}, {"action": {"a": 1}}, '{"q":1}', True),
    ({"type": "mcp_call", "name": "f", "arguments": "{}"}, {"server_label": "s", "output": "o"}, "{}", True),
]
OWN = {"id": "item", "status": "completed"}


@pytest.mark.parametrize(("said", "more", "text", "typed"), ITEMS, ids=[item[0]["type"] for item in ITEMS])
def test_the_rest_is_kept(said: dict[str, Any], more: dict[str, Any], text: str | None, typed: bool) -> None:
    [outcome] = toolfold.outcomes(toolfold.feed(toolfold.new(), done(**said, **more, **OWN)))
    call = outcome.unwrap()
    kept = {key: value for key, value in more.items() if value != {}}
    assert call.extras == {**OWN, **kept, **({"type": said["type"]} if typed else {})}
    assert call.name == said.get("name", said["type"].removesuffix("_call"))
    if text is not None:
        assert call.text == text


def test_what_an_item_begins_with_is_kept_but_for_its_status() -> None:
    begun = added(
        type="function_call",
        id="fc",
        call_id="c",
        name="f",
        arguments="",
        status="in_progress",
        namespace="n",
        tags=[],
        kept="",
    )
    assert toolfold.feed(toolfold.new(), begun)[0].extras == {"id": "fc", "namespace": "n"}


@pytest.mark.parametrize(("status", "seal"), [("completed", 2), (None, 2), ("incomplete", 0), ("in_progress", 0)])
def test_an_item_that_was_cut_is_not_over(status: str | None, seal: int) -> None:
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "status": status}
    assert toolfold.feed(toolfold.new(), done(**item))[0].head.seal == seal


@pytest.mark.parametrize(("given", "text"), [("", ""), ("{}", ""), ('{"a":1}', '{"a":1}')])
def test_arguments_of_an_item_that_begins_count_if_nothing_else_comes(given: str, text: str) -> None:
    begun = added(type="function_call", id="fc", call_id="c", name="f", arguments=given)
    state = toolfold.feed(toolfold.new(), begun)
    assert state[0].text == text
    piece = {"type": "response.function_call_arguments.delta", "item_id": "fc", "output_index": 0, "delta": "{}"}
    assert toolfold.feed(state, piece)[0].text == "{}"


@pytest.mark.parametrize(
    ("operation", "event", "path"),
    [
        ({"action": {"commands": []}}, {"type": "shell_call_command.delta", "command_index": 0}, ("commands", 0)),
        ({"operation": {"diff": ""}}, {"type": "apply_patch_call_operation_diff.delta"}, ("diff",)),
    ],
    ids=["command", "diff"],
)
def test_what_grows_by_path_is_open_until_it_is_over(
    operation: dict[str, Any], event: dict[str, Any], path: tuple[str | int, ...]
) -> None:
    kind = "shell_call" if "action" in operation else "apply_patch_call"
    piece = {**event, "type": f"response.{event['type']}", "output_index": 0, "delta": "x"}
    state = toolfold.feed(toolfold.new(), added(type=kind, id="i", call_id="c", **operation))
    assert [view.open_path for view in toolfold.peek(state)] == [()]
    assert [view.open_path for view in toolfold.peek(toolfold.feed(state, piece))] == [path]
