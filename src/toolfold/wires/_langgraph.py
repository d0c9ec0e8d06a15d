"""What LangGraph and ``astream_events`` wrap around LangChain's fragments.

Modes other than ``messages`` repeat them, and so do the events of chains.
"""

from toolfold.wires import langchain_protocol
from toolfold.wires._langchain import MESSAGE, message_of
from toolfold.wires._read import get, identity, is_record, items, text

MESSAGES = frozenset({"messages", "messages-tuple", "messages/partial", "messages/complete"})
MODES = MESSAGES | {"values", "updates", "custom", "debug", "checkpoints", "tasks", "events", "tools", "metadata"}


def is_wrapped(fragment: object, /) -> bool:
    """Say whether a fragment is wrapped by LangGraph or ``astream_events``."""
    return unwrapped(fragment) is not fragment


def unwrapped(fragment: object, /) -> object:
    """Return what is inside, None if that says nothing new, or the fragment itself if it is not wrapped.

    >>> unwrapped(("messages", ("chunk", {}))), unwrapped((("graph:1",), "values", {})), unwrapped({"type": "ping"})
    (('chunk', {}), None, {'type': 'ping'})
    """
    if isinstance(fragment, list | tuple):
        return _in_tuple(fragment)
    kind, event = text(fragment, "type"), text(fragment, "event")
    if kind == "event" and text(fragment, "method"):
        return _in_frame(fragment)
    if event.startswith("on_"):
        return _in_event(event, get(fragment, "data"))
    if kind == "messages" or _mode(event) in MESSAGES:
        data = get(fragment, "data")
        return data if isinstance(data, list | tuple) else fragment
    return fragment


def _mode(name: object) -> str:
    """Return a stream mode without the subgraph that servers add to it; nothing if it is none."""
    mode = name.partition("|")[0] if isinstance(name, str) else ""
    return mode if mode in MODES else ""


def _in_tuple(found: list[object] | tuple[object, ...]) -> object:
    """Read ``(mode, payload)``, either with a namespace before it, and the pair of a message and its metadata."""
    if len(found) <= 1:
        return found
    first, second = found[0], found[1]
    if mode := _mode(first):
        return second if mode in MESSAGES else None
    if isinstance(first, list | tuple) and all(isinstance(name, str) for name in first):
        if mode := _mode(second):
            return found[2] if mode in MESSAGES and len(found) > 2 else None  # noqa: PLR2004
        return second if isinstance(second, list | tuple) and _is_pair(second) else found
    return first if _is_pair(found) else found


def _is_pair(found: list[object] | tuple[object, ...]) -> bool:
    if len(found) != 2 or not is_record(found[1]):  # noqa: PLR2004
        return False
    if get(found[1], "content") is not None or get(found[1], "lc") is not None:  # two messages
        return False
    return message_of(found[0]) is not None or langchain_protocol.recognises(found[0])


def _in_frame(frame: object) -> object:
    """Read the frame of LangChain's protocol; one with an event of that protocol is that wire's own."""
    if text(frame, "method") != "messages":
        return None
    inside = get(get(frame, "params"), "data")
    return inside if isinstance(inside, list | tuple) or message_of(inside) is not None else frame


def _in_event(event: str, data: object) -> object:
    """Read an event of ``astream_events``: the end of a model repeats its stream, unless it did not stream.

    A message that was put together from chunks is dropped, and so is one whose calls could not be told from theirs.
    """
    if event == "on_chat_model_stream":
        return get(data, "chunk")
    output = message_of(get(data, "output")) if event == "on_chat_model_end" else None
    if output is None or output.kind != MESSAGE:
        return None
    calls = (*items(output.fields, "tool_calls"), *items(output.fields, "invalid_tool_calls"))
    return get(data, "output") if all(identity(call, "id") for call in calls) else None
