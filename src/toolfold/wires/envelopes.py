"""Envelopes: what frameworks wrap around a provider's fragment, and how to get at it.

An envelope is taken off before any wire is asked, so that no wire knows one. What a framework says twice (a typed copy
beside the raw event) is an envelope without content.
"""

from collections.abc import Callable
from typing import NamedTuple

from toolfold.wires._read import get, text


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


ENVELOPES: tuple[Envelope, ...] = (
    Envelope("openai-agents raw event", _of_type("raw_response_event"), _key("data")),
    Envelope("openai-agents copy", _of_type("run_item_stream_event", "agent_updated_stream_event"), _nothing),
    Envelope("openai assistants event", lambda one: text(one, "event").startswith("thread."), _key("data")),
    Envelope(
        "openai chat stream helper", lambda one: text(one, "type") == "chunk" and bool(get(one, "chunk")), _key("chunk")
    ),
)
"""Every envelope, in the order in which they are asked."""

DEEPEST = 3
"""Envelopes within envelopes that are opened."""


def opened(fragment: object, /) -> object:
    """Return what is inside all envelopes; None if nothing is.

    >>> opened({"type": "raw_response_event", "data": {"type": "response.created"}})
    {'type': 'response.created'}
    """
    for _ in range(DEEPEST):
        envelope = next((one for one in ENVELOPES if one.recognises(fragment)), None)
        if envelope is None:
            return fragment
        fragment = envelope.inside(fragment)
    return fragment
