"""The objects of the mistralai package, made by its own parsing of a stream, fed as they come."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row, chunk, end, entry
from tests.rows.mistral import DONE, STARTED, piece
from tests.sdks.compare import meanings

models = require("mistralai.client.models")
streaming = require("mistralai.client.utils.eventstreaming")
utils = require("mistralai.client.utils")
httpx = require("httpx")


class Body(httpx.SyncByteStream):
    """The bytes of a stream, cut anywhere."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def __iter__(self) -> Iterator[bytes]:
        return (self.raw[start : start + 7] for start in range(0, len(self.raw), 7))


def events(payloads: list[Any], kind: Any, named: bool = False) -> list[Any]:
    """What the SDK's own stream yields for these payloads."""
    lines = [
        f"event: {one['type']}\ndata: {json.dumps(one)}" if named else f"data: {json.dumps(one)}" for one in payloads
    ]
    raw = "\n\n".join([*lines, "data: [DONE]", ""]).encode()
    response = httpx.Response(200, stream=Body(raw))
    return list(streaming.EventStream(response, lambda text: utils.unmarshal_json(text, kind), sentinel="[DONE]"))


def is_chunk(fragment: Any) -> bool:
    return isinstance(fragment, dict) and fragment.get("object") == "chat.completion.chunk"


def completed(fragment: dict[str, Any]) -> dict[str, Any]:
    """The chunk with the fields that the SDK insists on."""
    return {"id": "c", "created": 1, **fragment}


def is_valid(row: Row) -> bool:
    """Say whether the SDK can read the stream; where it cannot, it raises."""
    if not all(is_chunk(one) for one in row.fragments if one != "[DONE]"):
        return False
    try:
        events([completed(one) for one in row.fragments if one != "[DONE]"], models.CompletionEvent)
    except Exception:  # noqa: BLE001
        return False
    return True


DROPPED = "legacy_function_call"  # the SDK's type does not have it
CHAT = [row for row in TABLES["openai-chat"] if row.name != DROPPED and is_valid(row)]


def without_places(state: toolfold.State) -> list[Any]:
    """All but indexes, which the SDK makes up where there are none, and the fields that its types drop."""
    return [one[:6] for one in meanings(state)]


@pytest.mark.parametrize("row", CHAT, ids=[row.name for row in CHAT])
def test_chat(row: Row) -> None:
    payloads = [completed(one) for one in row.fragments if one != "[DONE]"]
    read = toolfold.feed_all(toolfold.new(), events(payloads, models.CompletionEvent))
    assert without_places(read) == without_places(toolfold.feed_all(toolfold.new(), payloads))


def test_many_rows_are_read() -> None:
    assert {row.name for row in CHAT} >= {row.name for row in TABLES["openai-chat"] if "mistral_whole" in row.name}
    assert len(CHAT) > 20


def test_an_absent_id_is_the_word_null_and_an_absent_index_is_zero() -> None:
    payload = completed(chunk(entry(..., ..., "f", '{"n":1}'), entry(..., ..., "g", "{}"), finish="tool_calls"))
    [event] = events([payload], models.CompletionEvent)
    assert [(one.id, one.index, one.type) for one in event.data.choices[0].delta.tool_calls] == [
        ("null", 0, "function")
    ] * 2
    state = toolfold.feed(toolfold.new(), event)
    found = toolfold.finalize(state).unwrap()
    assert [(one.name, one.arguments, one.id_made_up) for one in found] == [("f", {"n": 1}, True), ("g", {}, True)]


def test_absent_fields_hold_a_sentinel_that_says_nothing() -> None:
    state = toolfold.feed(
        toolfold.new(), events([completed(chunk(entry(0, "a", "f", '{"n"')))], models.CompletionEvent)[0]
    )
    [silent] = events([completed(chunk(content="x"))], models.CompletionEvent)
    assert type(silent.data.choices[0].delta.tool_calls).__name__ == "Unset"
    assert toolfold.feed(state, silent) is state


def test_an_object_as_arguments() -> None:
    read = events([completed(chunk(entry(0, "a", "f", {"n": [1]}))), completed(end())], models.CompletionEvent)
    [call] = toolfold.finalize(toolfold.feed_all(toolfold.new(), read)).unwrap()
    assert call.arguments == {"n": [1]}


def test_a_whole_completion() -> None:
    message = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "Ab1Cd2Ef3", "function": {"name": "f", "arguments": {"n": 1}}}],
    }
    choices = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
    payload = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": choices, "usage": {}}
    response = utils.unmarshal_json(json.dumps(payload), models.ChatCompletionResponse)
    read, plainly = (toolfold.feed(toolfold.new(), one) for one in (response, payload))
    assert meanings(read) == meanings(plainly)
    assert toolfold.finalize(read).unwrap()[0].arguments == {"n": 1}


ODD = frozenset({"arguments_surrogate_halves_in_two_pieces", "a_call_that_waits_for_a_confirmation"})
"""The SDK refuses half a surrogate pair, and drops fields that it does not know."""

CONVERSATIONS = [
    row
    for row in TABLES["mistral-conversations"]
    if row.name not in ODD and all("type" in one and "data" not in one for one in row.fragments)
]


@pytest.mark.parametrize("row", CONVERSATIONS, ids=[row.name for row in CONVERSATIONS])
def test_conversations(row: Row) -> None:
    read = toolfold.feed_all(toolfold.new(), events(row.fragments, models.ConversationEvents, named=True))
    assert meanings(read) == meanings(toolfold.feed_all(toolfold.new(), row.fragments))


def test_what_the_sdk_cannot_read_it_hands_over_as_it_came() -> None:
    payloads = [STARTED, piece("a", "f", ...), DONE]
    found = events(payloads, models.ConversationEvents, named=True)
    assert type(found[1].data).__name__ == "UnknownConversationEventsData"
    [call] = toolfold.finalize(toolfold.feed_all(toolfold.new(), found)).unwrap()
    assert (call.id, call.name, call.arguments) == ("a", "f", {})


def test_a_call_that_waits_for_a_confirmation_says_so() -> None:
    [event] = events([piece("a", "f", "{}", confirmation_status="pending")], models.ConversationEvents, named=True)
    [outcome] = toolfold.outcomes(toolfold.feed_all(toolfold.new(), [event, DONE]))
    assert outcome.unwrap().extras == {"confirmation_status": "pending", "id": "fc_a"}


def test_an_index_that_the_sdk_made_up_is_none() -> None:
    [event] = events([piece("a", "f", "{}", ...)], models.ConversationEvents, named=True)
    assert event.data.output_index == 0
    [outcome] = toolfold.outcomes(toolfold.feed_all(toolfold.new(), [event, DONE]))
    assert outcome.unwrap().index is None


def test_a_whole_conversation_response() -> None:
    [row] = [row for row in TABLES["mistral-conversations"] if row.name == "a_whole_response"]
    payload = {**row.fragments[0]}
    payload["outputs"] = [one for one in payload["outputs"] if isinstance(one, dict)]
    response = utils.unmarshal_json(json.dumps(payload), models.ConversationResponse)
    read, plainly = (toolfold.feed(toolfold.new(), one) for one in (response, payload))
    assert meanings(read) == meanings(plainly)
