"""Short words for streams and for what must become of them."""

from typing import Any

from toolfold.testing.rows import Row, fault, free, sound

__all__ = [
    "Row",
    "begin",
    "block",
    "call",
    "chunk",
    "delta",
    "end",
    "entry",
    "fault",
    "free",
    "over",
    "parts",
    "path",
    "sound",
    "stop",
]


# -- the chat family


def entry(index: Any = ..., id_: Any = ..., name: Any = ..., text: Any = ..., **more: Any) -> dict[str, Any]:
    """One entry of ``tool_calls``; what is not given is absent."""
    function = {key: value for key, value in (("name", name), ("arguments", text)) if value is not ...}
    head = {key: value for key, value in (("index", index), ("id", id_)) if value is not ...}
    return {**head, **({"function": function} if function else {}), **more}


def chunk(*entries: dict[str, Any], choice: int = 0, finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """One chunk of a chat stream."""
    calls = {"tool_calls": list(entries)} if entries else {}
    inside = {"index": choice, "delta": {**calls, **delta}, "finish_reason": finish}
    return {"object": "chat.completion.chunk", "model": "m", "choices": [inside]}


def end(reason: str = "tool_calls", choice: int = 0) -> dict[str, Any]:
    """The chunk with the finish reason."""
    return chunk(finish=reason, choice=choice)


# -- Anthropic


def begin(id_: str = "msg_1", content: Any = ()) -> dict[str, Any]:
    return {
        "type": "message_start",
        "message": {"id": id_, "type": "message", "role": "assistant", "content": list(content)},
    }


def block(index: int, id_: str, name: str, given: Any = ..., kind: str = "tool_use", **more: Any) -> dict[str, Any]:
    inside = {"type": kind, "id": id_, "name": name, **({} if given is ... else {"input": given}), **more}
    return {"type": "content_block_start", "index": index, "content_block": inside}


def delta(index: int, text: str) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text}}


def stop(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def over(reason: str = "tool_use") -> list[dict[str, Any]]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}}, {"type": "message_stop"}]


# -- Gemini


def parts(*found: dict[str, Any], finish: str | None = None, candidate: int = 0) -> dict[str, Any]:
    inside: dict[str, Any] = {"index": candidate, "content": {"role": "model", "parts": list(found)}}
    return {"candidates": [{**inside, **({"finishReason": finish} if finish else {})}]}


def call(name: Any = ..., args: Any = ..., id_: Any = ..., **more: Any) -> dict[str, Any]:
    given = {key: value for key, value in (("name", name), ("args", args), ("id", id_)) if value is not ...}
    return {"functionCall": {**given, **more}}


def path(json_path: str, *, more: bool = False, **value: Any) -> dict[str, Any]:
    return {"jsonPath": json_path, **value, **({"willContinue": True} if more else {})}
