"""Objects of an SDK whose attributes are in snake_case say what their JSON says in camelCase."""

from types import SimpleNamespace
from typing import Any

import toolfold


def start(**more: Any) -> SimpleNamespace:
    return SimpleNamespace(type="TOOL_CALL_START", tool_call_id="a", tool_call_name="f", **more)


def test_a_call_of_objects_is_known_by_its_id() -> None:
    pieces = [SimpleNamespace(type="TOOL_CALL_ARGS", tool_call_id=id_, delta="{}") for id_ in ("a", "b")]
    begun = [start(), SimpleNamespace(type="TOOL_CALL_START", tool_call_id="b", tool_call_name="g")]
    state = toolfold.feed_all(toolfold.new(), [*begun, *pieces])
    assert [(call.id, call.name, call.text) for call in state.values()] == [("a", "f", "{}"), ("b", "g", "{}")]


def test_what_says_nothing_is_not_kept() -> None:
    begun = start(parent_message_id=None, raw_event={}, tool_call_label="", is_new=False, run_by_host="x")
    assert toolfold.feed(toolfold.new(), begun)[0].extras == {"runByHost": "x"}


def test_a_mark_before_a_word_stays() -> None:
    begun = {"type": "TOOL_CALL_START", "toolCallId": "a", "toolCallName": "f", "_meta_data": 1, "tool_call_group": 2}
    assert toolfold.feed(toolfold.new(), begun)[0].extras == {"_meta_data": 1, "toolCallGroup": 2}
