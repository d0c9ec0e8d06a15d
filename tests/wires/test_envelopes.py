"""What looks like an envelope and is none: nothing is taken off, or out of, what is only like one."""

from types import SimpleNamespace
from typing import Any

import pytest

import toolfold
from tests.rows.build import chunk, entry

CHUNK = chunk(entry(0, "a", "f", "{}"))
LINE = {"done": True, "message": {"tool_calls": [{"id": "a", "function": {"name": "f", "arguments": {}}}]}}


def listen() -> None:
    """Do what a method would."""


@pytest.mark.parametrize(
    "fragment",
    [
        {**CHUNK, "event": {"id": "e"}},
        {**CHUNK, "current_tool_use": {"name": "g"}},
        {**CHUNK, "item": {}},
        {**LINE, "chunk": {}},
        SimpleNamespace(**LINE, event=listen),
        {"event": "x", "id": "1", "retry": 5, "data": CHUNK},
        {"type": "raw_response_event", "data": {"data": {"data": CHUNK}}},
    ],
    ids=["event", "tool_use", "item", "chunk", "method", "server_sent_event", "three_envelopes"],
)
def test_a_call_is_found(fragment: object) -> None:
    assert [call.name for call in toolfold.feed(toolfold.new(), fragment).values()] == ["f"]


@pytest.mark.parametrize(
    "fragment",
    [
        {"data": CHUNK, "kind": "stored"},
        {"type": "raw_response", "data": CHUNK},
        {"type": "run_item_stream_event", "data": CHUNK, "item": CHUNK},
        {"type": "chunky", "chunk": CHUNK},
        {"type": "text", "event": {"contentBlockStop": {"contentBlockIndex": 0}}},
        {"type": "raw_response_event", "data": {"data": {"data": {"data": CHUNK}}}},
    ],
    ids=["more_keys", "another_type", "copy", "another_chunk", "typed_event", "four_envelopes"],
)
def test_nothing_is_found(fragment: dict[str, Any]) -> None:
    state = toolfold.new()
    assert toolfold.feed(state, fragment) is state
