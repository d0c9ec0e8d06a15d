"""Cohere v1 chat: stream events and whole responses. Calls have no ids.

The calls come in pieces, then whole in one event, and once more in the last. The format:
https://docs.cohere.com/v1/reference/chat-stream.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Failed,
    Merge,
    MessageStarted,
    Noted,
    Piece,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._read import as_items, extras, extras_json, get, index, is_record, json_of, text
from toolfold.wires.cohere_v2 import CURRENT, CUT
from toolfold.wires.wire import Wire

CALL = frozenset({"name", "parameters"})
CHUNK = CALL | {"index", "text"}
SEQUENTIAL = Traits(merge=Merge.FIRST, sequential=True)


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event or a whole response."""
    return text(fragment, "event_type") in EVENTS or _is_response(fragment)


def _is_response(fragment: object) -> bool:
    if text(fragment, "type") or not isinstance(get(fragment, "text"), str):
        return False
    return bool(text(fragment, "generation_id") or text(fragment, "response_id"))


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    read = EVENTS.get(text(fragment, "event_type"))
    return tuple(_response(fragment) if read is None else read(fragment))


def _chunk(event: object) -> Iterator[Delta]:
    call = get(event, "tool_call_delta")
    number, name, given = index(call), text(call, "name") or None, get(call, "parameters")
    written = json_of(given)
    if name or written:
        traits = SEQUENTIAL._replace(extras=extras_json(extras(call, CHUNK)))
        yield Piece(Block(CURRENT if number is None else number, number=number), None, name, written, traits)
    if is_record(given):
        yield Noted("arguments-not-text")


def _calls(source: object) -> Iterator[Delta]:
    """Read the whole calls, which stand where the indexes of their pieces said."""
    for number, call in enumerate(as_items(get(source, "tool_calls"))):
        at = Block(number, number=number)
        traits = SEQUENTIAL._replace(extras=extras_json(extras(call, CALL)))
        yield Piece(at, None, text(call, "name") or None, "", traits)
        yield Value(at, json_of(get(call, "parameters")))
        yield Sealed(at)


def _over(source: object) -> Iterator[Delta]:
    reason = text(source, "finish_reason")
    if reason == "ERROR":
        yield Failed(reason)
    yield Ended(well=reason not in CUT)


def _end(event: object) -> Iterator[Delta]:
    yield from _calls(get(event, "response"))
    yield from _over(event)


def _response(fragment: object) -> Iterator[Delta]:
    yield from _begun(fragment)
    yield from _calls(fragment)
    yield from _over(fragment)


def _begun(source: object) -> Iterable[Delta]:
    return (MessageStarted(text(source, "generation_id")),)


def _nothing(_: object) -> Iterable[Delta]:
    return ()


EVENTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    "text-generation": _nothing,
    "tool-calls-chunk": _chunk,
    "tool-calls-generation": _calls,
    "stream-start": _begun,
    "stream-end": _end,
    "search-queries-generation": _nothing,
    "search-results": _nothing,
    "citation-generation": _nothing,
}

COHERE_V1 = Wire("cohere-v1", recognises, decode)
