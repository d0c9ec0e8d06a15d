"""Envelopes: what frameworks wrap around a provider's fragment, and how to get at it.

An envelope is taken off before any wire is asked, so that no wire knows one. What a framework says twice (a typed copy
beside the raw event) is an envelope without content.
"""

from base64 import b64decode
from collections.abc import Callable
from typing import NamedTuple

from toolfold.arguments.json_text import load
from toolfold.wires._langgraph import is_wrapped, unwrapped
from toolfold.wires._read import get, is_record, keys, lacks, text


class Envelope(NamedTuple):
    """A framework's wrapping: which fragments are wrapped in it, and what is inside (None if nothing new is)."""

    name: str
    recognises: Callable[[object], bool]
    inside: Callable[[object], object]


def _of_type(*kinds: str) -> Callable[[object], bool]:
    return lambda fragment: text(fragment, "type") in kinds


def _key(name: str) -> Callable[[object], object]:
    return lambda fragment: get(fragment, name)


def _nothing(_: object) -> None:
    return None


def _holds_event(fragment: object) -> bool:
    event = get(fragment, "event")
    return is_record(event) and not callable(event) and text(fragment, "type") in STRANDS


def _is_sse(fragment: object) -> bool:
    return is_record(get(fragment, "data")) and all(key in SSE for key in keys(fragment))


def _sse_data(fragment: object) -> object:
    """Return the data; what the SDK of Mistral cannot read (a field is missing) is beside it as it came."""
    data = get(fragment, "data")
    return get(data, "raw") if get(data, "is_unknown") is True else data


def _json(part: object) -> object:
    """Return the value of JSON as bytes, or as the base64 text that JSON has for them; None if it is no JSON."""
    try:
        raw = b64decode(part) if isinstance(part, str) else part
        return load(raw.decode()) if isinstance(raw, bytes) else None
    except (ValueError, RecursionError):
        return None


STRANDS = ("", "multiagent_node_stream")
"""The types of events that hold one; a typed event of another format may hold what it was made of."""

SSE = frozenset({"event", "data", "id", "retry"})
"""The fields of a server-sent event."""

ENVELOPES: tuple[Envelope, ...] = (
    Envelope("langgraph", is_wrapped, unwrapped),
    Envelope("openai-agents raw event", _of_type("raw_response_event"), _key("data")),
    Envelope("openai-agents copy", _of_type("run_item_stream_event", "agent_updated_stream_event"), _nothing),
    Envelope("openai assistants event", lambda one: text(one, "event").startswith("thread."), _key("data")),
    Envelope(
        "openai chat stream helper", lambda one: text(one, "type") == "chunk" and bool(get(one, "chunk")), _key("chunk")
    ),
    Envelope("strands raw event", _holds_event, _key("event")),
    Envelope("strands copy", lambda one: is_record(get(one, "current_tool_use")), _nothing),
    Envelope("server-sent event", _is_sse, _sse_data),
    Envelope(
        "bedrock model's own event",
        lambda one: get(get(one, "chunk"), "bytes") is not None,
        lambda one: _json(get(get(one, "chunk"), "bytes")),
    ),
)
"""Every envelope, in the order in which they are asked."""

WRAPPING = frozenset({"data", "event", "chunk", "current_tool_use", "method", "item", "new_agent"})
"""Each envelope has one of these keys; most fragments have none, and then no envelope need be asked."""

DEEPEST = 3
"""Envelopes within envelopes that are opened."""


def opened(fragment: object, /) -> object:
    """Return what is inside all envelopes; None if nothing is.

    >>> opened({"type": "raw_response_event", "data": {"type": "response.created"}})
    {'type': 'response.created'}
    """
    for _ in range(DEEPEST):
        if lacks(fragment, WRAPPING) or isinstance(get(fragment, "choices"), list):  # a chunk, whatever else it says
            return fragment
        envelope = next((one for one in ENVELOPES if one.recognises(fragment)), None)
        if envelope is None:
            return fragment
        fragment = envelope.inside(fragment)
    return fragment
