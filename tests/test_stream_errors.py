"""What a provider says of its own failure is kept: its kind, and its words."""

from collections.abc import Iterator
from functools import reduce

import pytest
from returns.result import Success

import toolfold
from tests.rows import TABLES, Row
from toolfold.wires.wire import Wire

FAILED = [
    pytest.param(wire, row, id=f"{wire}-{row.name}") for wire, rows in TABLES.items() for row in rows if row.error
]


def messages(value: object) -> Iterator[str]:
    """Every text under the name ``message``, anywhere in a fragment."""
    if isinstance(value, dict):
        if isinstance(value.get("message"), str):
            yield value["message"]
        for inner in value.values():
            yield from messages(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from messages(inner)


@pytest.mark.parametrize(("wire", "row"), FAILED)
def test_the_words_of_an_error_are_kept(wire: str, row: Row) -> None:
    only: Wire = next(one for one in toolfold.WIRES if one.name == wire)
    error = toolfold.finalize(reduce(toolfold.feeder(only), row.fragments, toolfold.new())).failure().stream_error
    said = [text for fragment in row.fragments for text in messages(fragment)]
    assert error.type == row.error
    assert error.message in said or not said


ERROR = {"type": "error", "code": None, "message": "gone", "sequence_number": 3}


@pytest.mark.parametrize(
    ("fragment", "kind", "message"),
    [
        pytest.param(ERROR, "error", "gone", id="no_kind"),
        pytest.param({**ERROR, "code": "busy"}, "busy", "gone", id="code"),
        pytest.param({**ERROR, "error": {"type": "limit", "message": "slow"}}, "limit", "slow", id="inside"),
        pytest.param({**ERROR, "error": {"message": "slow"}}, "error", "slow", id="inside_no_kind"),
        pytest.param(
            {"type": "response.failed", "response": {"error": {"type": "limit", "message": "slow"}}},
            "limit",
            "slow",
            id="response_type",
        ),
        pytest.param({"type": "response.failed", "response": {"error": {}}}, "error", "", id="response_says_nothing"),
        pytest.param({"type": "error", "error": {"message": "m"}}, "error", "m", id="anthropic_no_kind"),
        pytest.param(
            {"modelStreamErrorException": {"originalMessage": "no"}},
            "modelStreamErrorException",
            "no",
            id="bedrock_original",
        ),
        pytest.param({"Error": {"Code": "busy", "Message": "slow"}}, "busy", "slow", id="botocore"),
        pytest.param({"error": {"status": "UNAVAILABLE", "message": "slow"}}, "UNAVAILABLE", "slow", id="bare_status"),
        pytest.param({"error": "out of memory"}, "error", "out of memory", id="bare_text"),
        pytest.param(
            {"candidates": [], "error": {"code": 503, "status": "UNAVAILABLE", "message": "m"}},
            "UNAVAILABLE",
            "m",
            id="gemini",
        ),
        pytest.param({"candidates": [], "error": {"code": 503, "message": "m"}}, "503", "m", id="gemini_code"),
        pytest.param({"candidates": [], "error": {"message": "m"}}, "error", "m", id="gemini_no_kind"),
        pytest.param({"candidates": [], "error": "busy"}, "error", "busy", id="gemini_text"),
        pytest.param(
            {"type": "message-end", "delta": {"finish_reason": "ERROR", "error": "busy"}}, "ERROR", "busy", id="cohere"
        ),
        pytest.param(
            {"type": "error", "event_id": "e", "error": {"message": "m"}}, "error", "m", id="realtime_no_kind"
        ),
        pytest.param(
            {"object": "thread.run", "status": "failed", "last_error": {"message": "m"}},
            "error",
            "m",
            id="assistants_no_code",
        ),
    ],
)
def test_errors_of_two_wires(fragment: dict[str, object], kind: str, message: str) -> None:
    error = toolfold.finalize(toolfold.feed(toolfold.new(), fragment)).failure().stream_error
    assert (error.type, error.message) == (kind, message)


@pytest.mark.parametrize(
    ("status", "sound"), [("completed", True), ("incomplete", False), ("cancelled", False), ("failed", False)]
)
def test_a_whole_response_that_was_cut_confirms_no_blank_call(status: str, sound: bool) -> None:
    item = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "c1",
        "name": "f",
        "arguments": "",
        "status": "incomplete",
    }
    whole = {"object": "response", "id": "r", "status": status, "output": [item]}
    result = toolfold.finalize(toolfold.feed(toolfold.new(), whole))
    assert isinstance(result, Success) is sound


def test_an_item_that_is_only_finished_has_its_place() -> None:
    """Where a server sends no start, the event that finishes an item says its place."""

    def done(place: int, id_: str) -> dict[str, object]:
        item = {"type": "function_call", "call_id": id_, "name": "f", "arguments": "{}", "status": "completed"}
        return {"type": "response.output_item.done", "output_index": place, "item": item}

    state = toolfold.feed_all(toolfold.new(), [done(1, "b"), done(0, "a")])
    assert [(call.id, call.index) for call in toolfold.finalize(state).unwrap()] == [("a", 0), ("b", 1)]
