"""Prose: the commonest fragments of all, which speak of no call on any wire, known at a glance.

Most streams begin with hundreds of them. To ask every wire costs ten times as much as to see what they are; a test
ties this to the wires, none of which finds anything in such a fragment.
"""

from typing import Any

from toolfold.wires.envelopes import WRAPPING

CHUNK = "chat.completion.chunk"
EVENT = frozenset({"type", "index", "delta"})
PROSE = frozenset({"text_delta", "thinking_delta", "signature_delta"})


def is_prose(fragment: Any, /) -> bool:  # noqa: ANN401  # any object there is
    """Say whether a fragment is a chunk of chat or an event of Anthropic's that surely says nothing of calls.

    >>> is_prose({"object": "chat.completion.chunk", "choices": [{"delta": {"content": "Sure"}}]})
    True
    >>> is_prose({"object": "chat.completion.chunk", "choices": [{"delta": {"content": ""}, "finish_reason": "stop"}]})
    False
    """
    try:
        event = _held(fragment)
        if event.get("object") == CHUNK:
            choices = event["choices"]
            known = type(choices) is list and event.keys().isdisjoint(WRAPPING) and "error" not in event
            return known and all(map(_is_silent, choices))
        return event.keys() == EVENT and _is_text(event)
    except Exception:  # noqa: BLE001  # an object of the caller's may raise anything; it is no prose then
        return False


def _held(source: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a dict, or where a model of pydantic keeps its fields; one with further keys may say anything."""
    if type(source) is dict:
        return source
    if source.__pydantic_extra__:
        raise LookupError
    held: dict[str, Any] = source.__dict__
    return held


def _is_silent(choice: object) -> bool:
    inside = _held(choice)
    delta = _held(inside["delta"])
    if inside.get("finish_reason") or "error" in inside:
        return False
    return not delta.get("tool_calls") and delta.get("function_call") is None


def _is_text(event: dict[str, Any]) -> bool:
    return event["type"] == "content_block_delta" and _held(event["delta"])["type"] in PROSE
