"""The objects of the cohere package, made by its own parsing, fed as they come."""

from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.cohere import BEGIN, FIRST, calls, last, over, part, started, v1, v2, whole
from tests.sdks.compare import meanings

cohere = require("cohere")
pydantic_utilities = require("cohere.core.pydantic_utilities")


def parsed(value: Any) -> Any:
    """What the SDK makes of the data of a server-sent event, or of the body of a whole response."""
    from cohere.types import NonStreamedChatResponse, StreamedChatResponse  # noqa: PLC0415
    from cohere.v2.types import V2ChatResponse, V2ChatStreamResponse  # noqa: PLC0415

    if "event_type" in value:
        kind: Any = StreamedChatResponse
    elif "type" in value:
        kind = V2ChatStreamResponse
    else:
        kind = V2ChatResponse if "message" in value else NonStreamedChatResponse
    return pydantic_utilities.parse_obj_as(kind, value)


def is_payload(fragment: Any) -> bool:
    return isinstance(fragment, dict) and "error" not in fragment


def is_valid(fragment: Any) -> bool:
    """Say whether the SDK can read an event; one that it cannot read it skips with a warning."""
    try:
        parsed(fragment)
    except Exception:  # noqa: BLE001
        return False
    return True


ALL = [
    pytest.param(row, id=f"{wire}-{row.name}")
    for wire in ("cohere-v2", "cohere-v1")
    for row in TABLES[wire]
    if all(is_valid(one) for one in row.fragments if is_payload(one))
]


@pytest.mark.parametrize("row", ALL)
def test_events(row: Row) -> None:
    plainly = toolfold.feed_all(toolfold.new(), row.fragments)
    read = toolfold.feed_all(toolfold.new(), [parsed(one) if is_payload(one) else one for one in row.fragments])
    assert meanings(read) == meanings(plainly)


def test_most_rows_are_read() -> None:
    assert len(ALL) > 70


def test_a_start_without_a_type_gets_one_and_that_is_no_extra() -> None:
    start = parsed(v2("tool-call-start", 0, delta=calls({"id": "a", "function": {"name": "f", "arguments": ""}})))
    assert start.delta.message.tool_calls.type == "function"
    [outcome] = toolfold.outcomes(toolfold.feed_all(toolfold.new(), [parsed(BEGIN), start, parsed(over())]))
    assert outcome.unwrap().extras == {}


def test_all_fields_may_be_absent() -> None:
    bare = [{"type": kind} for kind in ("tool-call-start", "tool-call-delta", "tool-call-end", "message-end")]
    state = toolfold.feed(toolfold.new(), parsed(started(0, "a", "f")))
    read = toolfold.feed_all(state, [parsed(one) for one in bare])
    assert [call.unwrap().name for call in toolfold.outcomes(read)] == ["f"]


def test_indexes_of_version_1_are_floats() -> None:
    piece = parsed(part(0, name="f", parameters='{"n":1}'))
    assert type(piece.tool_call_delta.index) is float or piece.tool_call_delta.index == 0
    state = toolfold.feed_all(toolfold.new(), [parsed(FIRST), piece])
    whole_calls = [v1("tool-calls-generation", tool_calls=[whole("f", {"n": 1})]), last(whole("f", {"n": 1}))]
    state = toolfold.feed_all(state, [parsed(one) for one in whole_calls])
    assert [call.unwrap().index for call in toolfold.outcomes(state)] == [0]
