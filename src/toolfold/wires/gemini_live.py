"""Gemini Live, the messages of a server over a WebSocket: whole calls, each over at once, and calls taken back.

The JSON is camelCase, the SDK's objects are snake_case. The format: https://ai.google.dev/api/live.
"""

from collections.abc import Iterator

from toolfold.core.deltas import Cancelled, Delta, Ended, Merge, Piece, Sealed, Traits, Whole
from toolfold.wires._camel import field, text_of
from toolfold.wires._read import as_items, as_text, get, identity, is_record, json_of, text
from toolfold.wires.gemini_generate import extras_of_call, provider_call
from toolfold.wires.wire import Wire

MESSAGES = ("serverContent", "toolCallCancellation", "setupComplete")
TAKEN_BACK = "the provider cancelled the call"


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a message of a Live server that says something, or might."""
    if text(fragment, "type"):
        return False
    calls = field(field(fragment, "toolCall"), "functionCalls")
    return isinstance(calls, list | tuple) or any(is_record(field(fragment, key)) for key in MESSAGES)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    return tuple(_message(fragment))


def _message(fragment: object) -> Iterator[Delta]:
    for call in as_items(field(field(fragment, "toolCall"), "functionCalls")):
        if is_record(call):
            yield from _call(call)
    content = field(fragment, "serverContent")
    for part in as_items(get(field(content, "modelTurn"), "parts")):
        for delta in provider_call(part, 0):
            yield delta
            yield Sealed(delta.at)
    for id_ in as_items(field(field(fragment, "toolCallCancellation"), "ids")):
        if key := as_text(id_):
            yield Cancelled(Whole(id=key), TAKEN_BACK)
    if field(content, "turnComplete") is True:
        reason = text_of(content, "turnCompleteReason").upper()
        yield Ended(well=reason not in CUT)


def _call(call: object) -> Iterator[Delta]:
    """Read one call; it is whole, so that arguments which are not there are none."""
    at = Whole(id=identity(call, "id"))
    traits = Traits(merge=Merge.FIRST, extras=extras_of_call(None, call))
    yield Piece(at, at.id, text(call, "name") or None, json_of(get(call, "args")) or "{}", traits)
    yield Sealed(at)


CUT = frozenset({"MALFORMED_FUNCTION_CALL", "RESPONSE_REJECTED"})

GEMINI_LIVE = Wire("gemini-live", recognises, decode)
