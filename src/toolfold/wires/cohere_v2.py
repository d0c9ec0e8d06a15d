"""Cohere v2 chat: stream events and whole responses.

``tool_calls`` of an event is one call, not a list, and the event's index names it. The format:
https://docs.cohere.com/reference/chat-stream.
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
from toolfold.wires._read import as_items, as_text, extras, extras_json, get, identity, index, is_record, json_of, text
from toolfold.wires.wire import Wire

CUT = frozenset({"MAX_TOKENS", "ERROR", "ERROR_LIMIT", "ERROR_TOXIC", "TIMEOUT", "USER_CANCEL"})
ENDS = CUT | {"COMPLETE", "STOP_SEQUENCE", "TOOL_CALL"}
ENTRY = frozenset({"id", "type", "function"})
FUNCTION = frozenset({"name", "arguments"})
CURRENT = ""
"""The key of a call whose events have no index."""


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event or a whole response."""
    kind = text(fragment, "type")
    if kind == "tool-call-delta":  # another format has an event of this name
        return is_record(get(get(fragment, "delta"), "message"))
    return kind in EVENTS or (not kind and _is_response(fragment))


def _is_response(fragment: object) -> bool:
    return text(fragment, "finish_reason") in ENDS and is_record(get(fragment, "message"))


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    read = EVENTS.get(text(fragment, "type"))
    return tuple(_response(fragment) if read is None else read(fragment))


def _start(event: object) -> Iterator[Delta]:
    for at, entry in _entries(event):
        yield from _entry(at._replace(fresh=True), entry)


def _delta(event: object) -> Iterator[Delta]:
    for at, entry in _entries(event):
        yield from _entry(at, entry)


def _entries(event: object) -> Iterator[tuple[Block, object]]:
    """Yield what the event's calls are known by: there is one, but nothing is lost if there are more."""
    first = index(event)
    for offset, entry in enumerate(as_items(get(get(get(event, "delta"), "message"), "tool_calls"))):
        number = None if first is None else first + offset
        yield Block(CURRENT if number is None else number, number=number), entry


def _entry(at: Block, entry: object, *, is_whole: bool = False) -> Iterator[Delta]:
    function = get(entry, "function")
    id_, name, given = identity(entry, "id"), text(function, "name") or None, get(function, "arguments")
    written = json_of(given)
    if at.fresh or id_ or name or written:
        yield Piece(at, id_, name, "" if is_whole else written, _traits(entry, function))
    if is_whole:
        yield Value(at, written)
    if given is not None and not isinstance(given, str):
        yield Noted("arguments-not-text")


def _traits(entry: object, function: object) -> Traits:
    found = extras(entry, ENTRY)
    if inner := extras(function, FUNCTION):
        found["function"] = inner
    return SEQUENTIAL._replace(extras=extras_json(found))


SEQUENTIAL = Traits(merge=Merge.FIRST, sequential=True)


def _end(event: object) -> Iterable[Delta]:
    number = index(event)
    return (Sealed(Block(CURRENT if number is None else number)),)


def _over(event: object) -> Iterator[Delta]:
    delta = get(event, "delta")
    reason = text(delta, "finish_reason")
    why = as_text(get(delta, "error"))
    if why or reason == "ERROR":
        yield Failed(reason or "error", why)
    yield Ended(well=reason not in CUT and not why)


def _response(fragment: object) -> Iterator[Delta]:
    yield MessageStarted(text(fragment, "id"))
    for number, entry in enumerate(as_items(get(get(fragment, "message"), "tool_calls"))):
        yield from _entry(Block(number, number=number), entry, is_whole=True)
    yield from _over({"delta": fragment})


def _nothing(_: object) -> Iterable[Delta]:
    return ()


EVENTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    "tool-call-delta": _delta,
    "tool-call-start": _start,
    "tool-call-end": _end,
    "message-start": lambda event: (MessageStarted(text(event, "id")),),
    "message-end": _over,
    "content-start": _nothing,
    "content-delta": _nothing,
    "content-end": _nothing,
    "citation-start": _nothing,
    "citation-end": _nothing,
    "tool-plan-delta": _nothing,
}

COHERE_V2 = Wire("cohere-v2", recognises, decode)
