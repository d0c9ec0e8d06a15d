"""A stream in the formats of providers: as the plain data that an HTTP client's JSON parser gives."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests.bench.streams import Piece, Stream

MODEL = "gpt-4o-mini"
"""Libraries look a model up; one that none of them knows would be held against them."""


def chat(stream: Stream) -> list[Any]:
    """Chunks of the OpenAI chat API, as OpenAI itself sends them: id and name come once."""
    return parsed([*(_chunk(entry(piece)) for piece in stream.pieces), _chunk(None, "tool_calls")])


def chat_heads(stream: Stream) -> list[Any]:
    """The same from a server that repeats id and name on every fragment."""
    heads = {piece.index: piece for piece in reversed(stream.pieces) if piece.id}
    whole = (piece._replace(id=heads[piece.index].id, name=heads[piece.index].name) for piece in stream.pieces)
    return parsed([*(_chunk(entry(piece)) for piece in whole), _chunk(None, "tool_calls")])


def anthropic(stream: Stream) -> list[Any]:
    """Events of the Anthropic Messages API."""
    return parsed(_anthropic(stream.pieces))


def responses(stream: Stream) -> list[Any]:
    """Events of the OpenAI Responses API, up to the last piece of each call."""
    return parsed(_responses(stream.pieces))


def parsed(fragments: Iterable[object]) -> list[Any]:
    """Through JSON and back, one by one: no two fragments share a key or a dict, as they do not on a wire."""
    return [json.loads(json.dumps(fragment)) for fragment in fragments]


def entry(piece: Piece) -> dict[str, object]:
    function = {"arguments": piece.text}
    if piece.id is None:
        return {"index": piece.index, "function": function}
    return {"index": piece.index, "id": piece.id, "type": "function", "function": {"name": piece.name, **function}}


def _chunk(part: object, finish: str | None = None) -> dict[str, object]:
    delta = {} if part is None else {"tool_calls": [part]}
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": [choice]}


def _anthropic(pieces: Iterable[Piece]) -> Iterator[dict[str, object]]:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": {**message, "usage": {"input_tokens": 1, "output_tokens": 1}}}
    opened = set()
    for piece in pieces:
        if piece.id is not None:
            opened.add(piece.index)
            block = {"type": "tool_use", "id": piece.id, "name": piece.name, "input": {}}
            yield {"type": "content_block_start", "index": piece.index, "content_block": block}
        if piece.text:
            delta = {"type": "input_json_delta", "partial_json": piece.text}
            yield {"type": "content_block_delta", "index": piece.index, "delta": delta}
    yield from ({"type": "content_block_stop", "index": index} for index in sorted(opened))
    yield {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 2}}
    yield {"type": "message_stop"}


def _responses(pieces: Iterable[Piece]) -> Iterator[dict[str, object]]:
    response = {"id": "resp_1", "object": "response", "created_at": 1, "model": "m", "output": [], "tools": []}
    settings = {"parallel_tool_calls": True, "tool_choice": "auto", "status": "in_progress"}
    yield {"type": "response.created", "sequence_number": 0, "response": {**response, **settings}}
    number = 0
    for piece in pieces:
        if piece.id is not None:
            number += 1
            item = {"type": "function_call", "call_id": piece.id, "name": piece.name, "arguments": ""}
            item |= {"id": f"fc_{piece.index}", "status": "in_progress"}
            place = {"output_index": piece.index, "sequence_number": number}
            yield {"type": "response.output_item.added", **place, "item": item}
        if piece.text:
            number += 1
            place = {"output_index": piece.index, "item_id": f"fc_{piece.index}", "sequence_number": number}
            yield {"type": "response.function_call_arguments.delta", **place, "delta": piece.text}
