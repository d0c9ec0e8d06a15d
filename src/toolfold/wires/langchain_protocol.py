"""LangChain's event protocol: the content blocks of a message, started, written and finished by wire index.

The format: https://pypi.org/project/langchain-protocol, with the older events that ``langchain_core`` still reads.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolfold.core.deltas import (
    Delta,
    Ended,
    Failed,
    Item,
    Latest,
    MessageStarted,
    Numbered,
    Piece,
    Sealed,
    Traits,
    Value,
    Whole,
)
from toolfold.wires._errors import dropped, reported
from toolfold.wires._langchain import PIECES, RUN_BY, SIGNATURES, beyond, is_cut, number_of, reason_of, why_rejected
from toolfold.wires._read import as_text, extras_json, get, identity, index, is_record, json_of, keys, text
from toolfold.wires.wire import Wire


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event of a message, bare or in the frame of its transport."""
    event = event_of(fragment)
    return text(event, "event") in EVENTS and get(event, "data") is None and not text(event, "type")


def event_of(fragment: object, /) -> object:
    """Return the event inside a transport's frame, or the fragment itself."""
    if text(fragment, "type") != "event" or text(fragment, "method") != "messages":
        return fragment
    params = get(fragment, "params")
    inside = get(params, "data")
    return inside if is_record(inside) else params


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls; a frame that was seen before says nothing."""
    event = event_of(fragment)
    said = tuple(EVENTS.get(text(event, "event"), reported)(event))
    number = index(fragment, "seq") if said else None
    return said if number is None else (Numbered(number), *said)


def _content(event: object) -> object:
    """Return the content of a start or a finish, which older versions call a content block."""
    found = get(event, "content")
    return get(event, "content_block") if found is None else found


def _at(event: object, block: object) -> Item | Whole | Latest:
    """Return the address of a block: its id and its place in the message.

    One that has neither is whole if it has a name, or else goes on with the latest call.
    """
    id_, number = identity(block, "id"), index(event)
    place = number_of(block) if number is None else number
    if id_ is not None or place is not None:
        return Item(id_, place, None, number)
    return Whole() if text(block, "name") else Latest()


def _started(event: object) -> Iterable[Delta]:
    role = text(event, "role")
    return (MessageStarted(text(event, "id")),) if role in ("", "ai", "assistant") else ()


def _begun(event: object) -> Iterator[Delta]:
    """Read a start; one without an id and a place is left to its finish, as LangChain does, and its text is counted."""
    block = _content(event)
    at, given = _at(event, block), get(block, "args")
    if text(block, "type") not in RUN_BY:
        return
    if not isinstance(at, Item):
        yield from dropped(json_of(given or None))
        return
    yield _piece(at, block, restarts=True)
    if written := as_text(given):
        yield Piece(at, text=written)
    elif given:
        yield Value(at, json_of(given), final=False)


def _piece(at: Item | Whole | Latest, block: object, written: str = "", *, restarts: bool = False) -> Piece:
    traits = Traits(run_by=RUN_BY[text(block, "type")], extras=extras_json(beyond(block)), restarts=restarts)
    return Piece(at, identity(block, "id"), text(block, "name") or None, written, traits)


def _delta(event: object) -> Iterator[Delta]:
    """Read a piece of arguments, a snapshot of a block, or the block-shaped piece of older versions."""
    delta = get(event, "delta")
    if text(delta, "type") == "tool-call-delta":
        yield Piece(_at(event, None), text=text(delta, "args"))
        return
    replaces = text(delta, "type") == "block-delta"
    block = get(delta, "fields") if replaces else get(event, "content_block")
    if text(block, "type") not in PIECES:
        return
    at, given = _at(event, block), json_of(get(block, "args"))
    if replaces:
        yield _piece(at, block)
        yield Value(at, given)
    else:
        yield _piece(at, block, given)


def _finished(event: object) -> Iterator[Delta]:
    block = _content(event)
    kind = text(block, "type")
    if kind not in RUN_BY:
        return
    at, given = _at(event, block), get(block, "args")
    yield _piece(at, block)
    if given:  # an empty object is also what the sender makes of a call that was cut before its arguments
        yield Value(at, json_of(given))
    yield Sealed(at, why_rejected(block) if kind == "invalid_tool_call" else None)


def _over(event: object) -> Iterator[Delta]:
    """Read the end of a message, and the signatures that Gemini's integration keeps beside the calls."""
    signatures = get(get(event, "additional_kwargs"), SIGNATURES)
    for id_ in keys(signatures):
        signed: dict[str, object] = {"additional_kwargs": {SIGNATURES: {id_: get(signatures, id_)}}}
        yield Piece(Item(id_), traits=Traits(extras=extras_json(signed)))
    yield Ended(well=not is_cut(reason_of(get(event, "metadata")) or reason_of(event)))


def _error(event: object) -> Iterable[Delta]:
    return (Failed(text(event, "code") or "error", text(event, "message")),)


EVENTS: Mapping[str, Callable[[object], Iterable[Delta]]] = {
    "content-block-delta": _delta,
    "content-block-start": _begun,
    "content-block-finish": _finished,
    "message-start": _started,
    "message-finish": _over,
    "error": _error,
}

LANGCHAIN_PROTOCOL = Wire("langchain-protocol", recognises, decode)
