"""The objects of the huggingface_hub package, made by its own parsing of a stream, fed as they come."""

import json
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row, chunk, end, entry
from tests.sdks.compare import meanings

hub = require("huggingface_hub")
common = require("huggingface_hub.inference._common")


def parsed(payloads: list[Any]) -> list[Any]:
    """What the client's own stream yields."""
    lines = ["data: [DONE]" if one == "[DONE]" else f"data: {json.dumps(one)}" for one in payloads]
    return list(common._stream_chat_completion_response(lines))


def is_chunk(fragment: Any) -> bool:
    return isinstance(fragment, dict) and fragment.get("object") == "chat.completion.chunk" and "error" not in fragment


ROWS = [
    row
    for row in TABLES["openai-chat"]
    if row.fragments and all(is_chunk(one) or one == "[DONE]" for one in row.fragments)
]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_chunks(row: Row) -> None:
    until = [*row.fragments, "[DONE]"].index("[DONE]")
    plainly = toolfold.feed_all(toolfold.new(), row.fragments[:until])
    read = toolfold.feed_all(toolfold.new(), parsed(row.fragments))
    assert meanings(read) == meanings(plainly)


def test_objects_are_dicts_whose_inner_copies_lack_unknown_fields() -> None:
    signature = {"google": {"thought_signature": "c2ln"}}
    [first, last] = parsed([chunk(entry(0, "a", "f", "{}", extra_content=signature)), end()])
    assert isinstance(first, dict)
    assert "extra_content" not in first["choices"][0]["delta"]["tool_calls"][0]
    [call] = toolfold.finalize(toolfold.feed_all(toolfold.new(), [first, last])).unwrap()
    assert call.extras == {"extra_content": signature}


def test_a_whole_completion() -> None:
    [row] = [row for row in TABLES["openai-chat"] if row.name == "tgi_a_whole_response_with_an_object"]
    output = hub.ChatCompletionOutput.parse_obj_as_instance(row.fragments[0])
    read, plainly = (toolfold.feed(toolfold.new(), one) for one in (output, row.fragments[0]))
    assert meanings(read) == meanings(plainly)
    assert toolfold.finalize(read).unwrap()[0].arguments == {"n": 1}
