"""Anthropic Messages: stream events, whole messages and single content blocks.

Blocks of every type share one index; only the tool blocks are calls. The format:
https://docs.anthropic.com/en/docs/build-with-claude/streaming.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Failed,
    MessageStarted,
    Piece,
    RunBy,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._errors import dropped
from toolfold.wires._read import as_items, extras, extras_json, get, index, is_record, json_of, text
from toolfold.wires.wire import Wire

RUN_BY: dict[str, RunBy] = {"tool_use": "client", "server_tool_use": "provider", "mcp_tool_use": "provider"}
CUT = frozenset({"max_tokens", "model_context_window_exceeded", "refusal"})
BLOCK = frozenset({"type", "id", "name", "input"})
TYPES = frozenset({"tool_use"})
BARE = ""
"""The key of a block that stands alone: each is a call of its own, of which nothing more is said."""


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event, a message or a tool block of this format."""
    kind = text(fragment, "type")
    if kind == "message":
        return isinstance(get(fragment, "content"), list | tuple)
    if kind == "error":
        return is_record(get(fragment, "error"))
    return kind in EVENTS or (kind in RUN_BY and get(fragment, "input") is not None)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    read = EVENTS.get(text(fragment, "type"), _block)
    return tuple(read(fragment))


def _delta(fragment: object) -> Iterable[Delta]:
    delta, number = get(fragment, "delta"), index(fragment)
    piece = text(delta, "partial_json")
    if text(delta, "type") != "input_json_delta" or not piece:
        return ()
    return dropped(piece) if number is None else (Piece(Block(number, number=number), text=piece),)


def _start(fragment: object) -> Iterator[Delta]:
    block, number = get(fragment, "content_block"), index(fragment)
    if text(block, "type") not in RUN_BY:
        return
    if number is None:
        yield from dropped(json_of(get(block, "input") or None))
        return
    at = Block(number, number=number, fresh=True)
    yield Piece(at, text(block, "id") or None, text(block, "name") or None, "", _traits(block))
    if given := get(block, "input"):
        yield Value(at, json_of(given), final=False)


def _stop(fragment: object) -> Iterable[Delta]:
    number = index(fragment)
    return () if number is None else (Sealed(Block(number)),)


def _message(message: object) -> Iterator[Delta]:
    """Read a message that begins, or a whole one: its blocks, if it has any, are whole calls."""
    yield MessageStarted(text(message, "id"))
    for number, block in enumerate(as_items(get(message, "content"))):
        yield from _whole(block, number)


def _whole(block: object, number: int | None) -> Iterator[Delta]:
    if text(block, "type") not in RUN_BY:
        return
    at = Block(BARE if number is None else number, number=number, fresh=True)
    yield Piece(at, text(block, "id") or None, text(block, "name") or None, "", _traits(block))
    yield Value(at, json_of(get(block, "input")))
    yield Sealed(at)


def _traits(block: object) -> Traits:
    kind = text(block, "type")
    known = BLOCK if kind in TYPES else BLOCK - {"type"}
    return Traits(run_by=RUN_BY[kind], sequential=True, extras=extras_json(extras(block, known)))


def _block(fragment: object) -> Iterable[Delta]:
    return _whole(fragment, None)


def _ended(source: object) -> Iterable[Delta]:
    reason = text(source, "stop_reason")
    return (Ended(well=reason not in CUT),) if reason else ()


def _error(fragment: object) -> Iterable[Delta]:
    error = get(fragment, "error")
    return (Failed(text(error, "type") or "error", text(error, "message")),)


EVENTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    "content_block_delta": _delta,
    "content_block_start": _start,
    "content_block_stop": _stop,
    "message_start": lambda fragment: _message(get(fragment, "message")),
    "message_delta": lambda fragment: _ended(get(fragment, "delta")),
    "message_stop": lambda _: (Ended(),),
    "message": lambda fragment: (*_message(fragment), *_ended(fragment)),
    "input_json": lambda _: (),  # a helper's copy of the delta before it
    "error": _error,
}

ANTHROPIC_MESSAGES = Wire("anthropic-messages", recognises, decode)
