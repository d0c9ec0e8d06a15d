"""OpenAI Realtime server events (and those of servers that speak it): several responses may be written at once.

Items are those of Responses, but each event names its response, and most of them the call itself. The format:
https://platform.openai.com/docs/api-reference/realtime-server-events.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolfold.core.deltas import Delta, Failed, Item, Piece, Value
from toolfold.wires._read import as_items, get, identity, index, is_record, text
from toolfold.wires._response_items import address, at_item, begun, whole_item
from toolfold.wires.wire import Wire

OTHERS = (
    "session.",
    "conversation.",
    "input_audio_buffer.",
    "output_audio_buffer.",
    "rate_limits.",
    "transcription_session.",
)
"""Beginnings of the types of events that say nothing of calls; an item of the conversation repeats a response's."""


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a server event of this format; all of them have an ``event_id``."""
    kind = text(fragment, "type")
    if kind == "response.done" or kind.startswith(OTHERS):
        return True
    return (kind.startswith("response.") or kind == "error") and get(fragment, "event_id") is not None


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    read = EVENTS.get(text(fragment, "type"))
    return () if read is None else tuple(read(fragment))


def _at(fragment: object) -> Item:
    scope, place = text(fragment, "response_id"), index(fragment, "output_index")
    return address(identity(fragment, "call_id"), place, identity(fragment, "item_id"), scope)


def _piece(fragment: object) -> Iterable[Delta]:
    piece, at = text(fragment, "delta"), _at(fragment)
    return (Piece(at, at.id, text=piece),) if piece else ()


def _final(fragment: object) -> Iterator[Delta]:
    at, name = _at(fragment), text(fragment, "name")
    if name or at.id:
        yield Piece(at, at.id, name or None)
    yield Value(at, text(fragment, "arguments"))


def _item_at(fragment: object) -> tuple[object, Item]:
    item = get(fragment, "item")
    return item, at_item(item, index(fragment, "output_index"), text(fragment, "response_id"))


def _done(fragment: object) -> Iterator[Delta]:
    """Read the end of one response: its own calls are over, those of other responses are not."""
    response = get(fragment, "response")
    for place, item in enumerate(as_items(get(response, "output"))):
        yield from whole_item(item, at_item(item, place, text(response, "id"))._replace(settled=True))
    error = get(get(response, "status_details"), "error")
    if is_record(error):
        yield _failed(error)


def _failed(error: object) -> Failed:
    return Failed(text(error, "code") or text(error, "type") or "error", text(error, "message"))


EVENTS: Mapping[str, Callable[[object], Iterable[Delta]]] = {
    "response.output_item.added": lambda fragment: begun(*_item_at(fragment)),
    "response.output_item.done": lambda fragment: whole_item(*_item_at(fragment)),
    "response.function_call_arguments.delta": _piece,
    "response.function_call_arguments.done": _final,
    "response.mcp_call_arguments.delta": _piece,
    "response.mcp_call_arguments.done": _final,
    "response.done": _done,
    "error": lambda fragment: (_failed(get(fragment, "error")),),
}

OPENAI_REALTIME = Wire("openai-realtime", recognises, decode)
