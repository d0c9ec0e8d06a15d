"""The AI SDK's events as objects of the pydantic-ai package, which writes them on a Python server."""

from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.ai_sdk import message, ui_delta, ui_start, ui_whole, ui_wrong
from tests.rows.build import Row
from tests.sdks.compare import meanings

chunks = require("pydantic_ai.ui.vercel_ai.response_types")
KINDS = {
    "tool-input-start": "ToolInputStartChunk",
    "tool-input-delta": "ToolInputDeltaChunk",
    "tool-input-available": "ToolInputAvailableChunk",
    "tool-input-error": "ToolInputErrorChunk",
    "tool-approval-request": "ToolApprovalRequestChunk",
    "tool-output-available": "ToolOutputAvailableChunk",
    "start": "StartChunk",
    "finish": "FinishChunk",
    "start-step": "StartStepChunk",
    "finish-step": "FinishStepChunk",
    "abort": "AbortChunk",
    "error": "ErrorChunk",
}


def parsed(fragment: Any) -> Any:
    """What the package makes of an event; one that it refuses or does not have stays as it came."""
    kind = getattr(chunks, KINDS.get(fragment["type"], ""), None) if isinstance(fragment, dict) else None
    try:
        return fragment if kind is None else kind.model_validate(fragment)
    except ValueError:
        return fragment


def fold(fragments: Any) -> toolfold.State:
    return toolfold.feed_all(toolfold.new(), fragments)


ROWS = [row for row in TABLES["ai-sdk-ui"] if all("type" in one for one in row.fragments if isinstance(one, dict))]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_chunks(row: Row) -> None:
    assert meanings(fold(map(parsed, row.fragments))) == meanings(fold(row.fragments))


def test_chunks_are_objects_in_snake_case() -> None:
    stream = message(
        ui_start(providerMetadata={"p": {"x": 1}}),
        ui_delta('{"a":1}'),
        ui_whole({"a": 1}, providerExecuted=True),
        ui_wrong({"b": 1}, "k2"),
        {"type": "error", "errorText": "x"},
    )
    objects = [parsed(one) for one in stream]
    assert all(not isinstance(one, dict) for one in objects)
    assert meanings(fold(objects)) == meanings(fold(stream))
    assert toolfold.finalize(fold(objects)).failure().stream_error == ("error", "x")
