"""The objects of the ollama package, made as its client makes them, fed as they come."""

from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.ollama_chat import call, line, over
from tests.sdks.compare import meanings

ollama = require("ollama")


def parsed(value: Any) -> Any:
    return ollama.ChatResponse(**value)


def is_valid(value: dict[str, Any]) -> bool:
    try:
        parsed(value)
    except Exception:  # noqa: BLE001  # the SDK would have raised while reading the stream
        return False
    return True


RESENT = "the_same_id_again_replaces"  # without ids they are two calls
ROWS = [row for row in TABLES["ollama-chat"] if row.name != RESENT and all(is_valid(one) for one in row.fragments)]


def without_ids(state: toolfold.State) -> list[Any]:
    """Names and arguments: the SDK's type has no ids, indexes and unknown fields, so that they are lost."""
    return [one[1:6] for one in meanings(state)]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_lines(row: Row) -> None:
    plainly = toolfold.feed_all(toolfold.new(), row.fragments)
    read = toolfold.feed_all(toolfold.new(), [parsed(one) for one in row.fragments])
    assert without_ids(read) == without_ids(plainly)


def test_most_rows_are_read() -> None:
    assert len(ROWS) > 10


def test_ids_and_indexes_are_dropped_by_the_sdk_so_that_ids_are_made_up_and_nothing_is_merged() -> None:
    lines = [line(call("f", {"n": 1}, "a", 0)), line(call("f", {"n": 1}, "b", 1)), over()]
    state = toolfold.feed_all(toolfold.new(), [parsed(one) for one in lines])
    found = toolfold.finalize(state).unwrap()
    assert [(one.id_made_up, one.index, one.arguments) for one in found] == [(True, None, {"n": 1})] * 2
    assert len({one.id for one in found}) == 2
    assert "identical-calls" in {note.kind for note in toolfold.notes(state)}


def test_what_goes_back_is_a_message_of_the_sdk() -> None:
    state = toolfold.feed_all(toolfold.new(), [parsed(line(call("f", {"n": 1}))), parsed(over())])
    [one] = toolfold.finalize(state).unwrap()
    back = ollama.Message(**toolfold.messages.assistant([one], "ollama-chat"))
    assert back.tool_calls[0].function.arguments == {"n": 1}
    answer = ollama.Message(**toolfold.messages.tool_result(one, "4", "ollama-chat"))
    assert (answer.role, answer.content, answer.tool_name) == ("tool", "4", "f")
