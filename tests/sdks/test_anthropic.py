"""The objects of the anthropic package, made by its own parsing, fed as they come."""

from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row, begin, block, delta, over, stop
from tests.sdks.compare import meanings

anthropic = require("anthropic")
models = require("anthropic._models")

ROWS = [row for row in TABLES["anthropic-messages"] if row.fragments[0].get("type") == "message_start"]


def parsed(value: Any, *, beta: bool = False) -> Any:
    from anthropic.types import RawMessageStreamEvent  # noqa: PLC0415
    from anthropic.types.beta import BetaRawMessageStreamEvent  # noqa: PLC0415

    return models.construct_type(type_=BetaRawMessageStreamEvent if beta else RawMessageStreamEvent, value=value)


@pytest.mark.parametrize("beta", [False, True])
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_events(row: Row, beta: bool) -> None:
    plainly = toolfold.feed_all(toolfold.new(), row.fragments)
    read = toolfold.feed_all(toolfold.new(), [parsed(one, beta=beta) for one in row.fragments])
    assert meanings(read) == meanings(plainly)


def test_an_unknown_block_is_built_as_another_class_and_its_fields_are_extra() -> None:
    start = parsed(block(0, "m", "echo", {"t": 1}, kind="mcp_tool_use", server_name="s"))
    assert type(start.content_block).__name__ == "TextBlock"
    [outcome] = toolfold.outcomes(
        toolfold.feed_all(toolfold.new(), [parsed(begin()), start, parsed(stop(0)), *map(parsed, over())])
    )
    call = outcome.unwrap()
    assert (call.id, call.name, call.arguments, call.run_by) == ("m", "echo", {"t": 1}, "provider")
    assert call.extras == {"type": "mcp_tool_use", "server_name": "s"}


def test_whole_messages() -> None:
    from anthropic.types import Message  # noqa: PLC0415

    [row] = [row for row in TABLES["anthropic-messages"] if row.name == "whole_message"]
    read = toolfold.feed(toolfold.new(), models.construct_type(type_=Message, value=row.fragments[0]))
    assert toolfold.outcomes(read) == toolfold.outcomes(toolfold.feed_all(toolfold.new(), row.fragments))


def test_the_stream_helpers_copies_do_not_count_twice() -> None:
    lib = require("anthropic.lib.streaming._messages")
    raw = [begin(), block(0, "a", "f", {}), delta(0, '{"n"'), delta(0, ":1}"), stop(0), *over()]
    start = {**raw[0], "message": {**raw[0]["message"], "model": "m", "usage": {"input_tokens": 1, "output_tokens": 1}}}
    end = {**raw[-2], "usage": {"output_tokens": 2}}
    snapshot, events, buffers = None, [], {}
    for one in map(parsed, [start, *raw[1:-2], end, raw[-1]]):
        snapshot = lib.accumulate_event(event=one, current_snapshot=snapshot, json_bufs=buffers)
        events.extend(lib.build_events(event=one, message_snapshot=snapshot))
    assert "input_json" in {one.type for one in events}
    [call] = toolfold.finalize(toolfold.feed_all(toolfold.new(), events)).unwrap()
    assert (call.id, call.text) == ("a", '{"n":1}')
