"""OpenAI Responses: stream events over HTTP or WebSocket, whole responses and bare output items.

Items of every type share one place in the output; those that ask for something to be run are calls. The format:
https://platform.openai.com/docs/api-reference/responses-streaming.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolfold.core.deltas import (
    Delta,
    Ended,
    Failed,
    Item,
    MessageStarted,
    Numbered,
    Patch,
    Piece,
    Value,
    Whole,
)
from toolfold.wires._errors import dropped
from toolfold.wires._read import as_items, get, identity, index, is_record, text
from toolfold.wires._response_items import CALLS, address, at_item, begun, whole_item
from toolfold.wires.wire import Wire

PREFIX = "response."
PIECES = frozenset(
    {
        "response.function_call_arguments.delta",
        "response.custom_tool_call_input.delta",
        "response.mcp_call_arguments.delta",
        "response.code_interpreter_call_code.delta",
    }
)
FINALS = {
    "response.function_call_arguments.done": "arguments",
    "response.custom_tool_call_input.done": "input",
    "response.mcp_call_arguments.done": "arguments",
    "response.code_interpreter_call_code.done": "code",
}
ENDS = {
    "response.completed": True,
    "response.incomplete": False,
    "response.failed": False,
    "response.cancelled": False,
}


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event, a response or a call item of this format."""
    kind = text(fragment, "type")
    if kind.startswith(PREFIX):
        return get(fragment, "event_id") is None and kind != "response.done"
    if kind == "error" and get(fragment, "event_id") is None:
        own = ("sequence_number", "status", "stream_id", "message")
        return any(get(fragment, key) is not None for key in own) and get(fragment, "errorText") is None
    if kind in CALLS:
        return get(fragment, "call_id") is not None or get(fragment, "id") is not None
    return text(fragment, "object") == "response" and isinstance(get(fragment, "output"), list | tuple)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls; an event that was seen before says nothing."""
    kind = text(fragment, "type")
    said = tuple(_event(kind, fragment))
    number = index(fragment, "sequence_number") if said and kind != "response.created" else None
    return said if number is None else (Numbered(number), *said)


def _event(kind: str, fragment: object) -> Iterable[Delta]:
    if kind in PIECES:
        return _piece(fragment)
    if kind in FINALS:
        return _final(fragment, FINALS[kind])
    if kind in ENDS:
        return _response(get(fragment, "response"), well=ENDS[kind])
    if kind in CALLS:
        return whole_item(fragment, _alone(fragment))
    return EVENTS.get(kind, _other)(fragment)


def _at(fragment: object) -> Item:
    return address(None, index(fragment, "output_index"), identity(fragment, "item_id"))


def _alone(item: object) -> Item | Whole:
    """Return the address of an item that stands alone; one whose ids say nothing is a call of its own."""
    at = at_item(item, None)
    return Whole() if at.id is None and at.item is None else at


def _piece(fragment: object) -> Iterable[Delta]:
    return (Piece(_at(fragment), text=text(fragment, "delta")),)


def _final(fragment: object, key: str) -> Iterator[Delta]:
    if name := text(fragment, "name"):
        yield Piece(_at(fragment), name=name)
    yield Value(_at(fragment), text(fragment, key))


def _added(fragment: object) -> Iterable[Delta]:
    item = get(fragment, "item")
    return begun(item, at_item(item, index(fragment, "output_index")))


def _done(fragment: object) -> Iterable[Delta]:
    item = get(fragment, "item")
    return whole_item(item, at_item(item, index(fragment, "output_index")))


def _command(fragment: object) -> Iterable[Delta]:
    """Read a piece of one command of a shell call: it is written by path, beside the others."""
    number = index(fragment, "command_index")
    piece = text(fragment, "delta") or text(fragment, "command")
    if number is None:
        return dropped(piece)
    return () if not piece else (Patch(_at(fragment), ((f"$.commands[{number}]", piece, True),)),)


def _diff(fragment: object) -> Iterable[Delta]:
    piece = text(fragment, "delta")
    return (Patch(_at(fragment), (("$.diff", piece, True),)),) if piece else ()


def _created(fragment: object) -> Iterable[Delta]:
    return (MessageStarted(text(get(fragment, "response"), "id")),)


def _response(response: object, *, well: bool) -> Iterator[Delta]:
    """Read a final snapshot: its items are matched by id, since their places may have moved."""
    for place, item in enumerate(as_items(get(response, "output"))):
        yield from whole_item(item, at_item(item, place)._replace(settled=True))
    yield Ended(well=well)
    error = get(response, "error")
    if is_record(error):
        yield Failed(text(error, "code") or text(error, "type") or "error", text(error, "message"))


def _error(fragment: object) -> Iterable[Delta]:
    inside = get(fragment, "error")
    source = inside if is_record(inside) else fragment
    return (Failed(text(source, "code") or text(source, "type") or "error", text(source, "message")),)


def _other(fragment: object) -> Iterator[Delta]:
    """Read a whole response that was not streamed; every other event says nothing of calls."""
    if text(fragment, "object") != "response":
        return
    yield MessageStarted(text(fragment, "id"))
    status = text(fragment, "status")
    yield from _response(fragment, well=status not in ("incomplete", "failed", "cancelled"))


EVENTS: Mapping[str, Callable[[object], Iterable[Delta]]] = {
    "response.created": _created,
    "response.output_item.added": _added,
    "response.output_item.done": _done,
    "response.shell_call_command.added": _command,
    "response.shell_call_command.delta": _command,
    "response.apply_patch_call_operation_diff.delta": _diff,
    "error": _error,
}

OPENAI_RESPONSES = Wire("openai-responses", recognises, decode)
