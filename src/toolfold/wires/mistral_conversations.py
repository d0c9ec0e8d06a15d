"""Mistral conversations and agents: stream events, whole responses and their entries.

The chat endpoint of the same provider has the shape of OpenAI's. The format:
https://docs.mistral.ai/api/endpoint/beta/conversations.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Failed,
    Merge,
    MessageStarted,
    Piece,
    RunBy,
    Sealed,
    Traits,
)
from toolfold.wires._read import as_items, extras, extras_json, get, has, identity, index, json_of, text
from toolfold.wires.wire import Wire

RUN_BY: dict[str, RunBy] = {
    "function.call": "client",
    "function.call.delta": "client",
    "tool.execution": "provider",
    "tool.execution.started": "provider",
    "tool.execution.delta": "provider",
}
CALL = frozenset(
    {
        "type",
        "object",
        "created_at",
        "completed_at",
        "output_index",
        "model",
        "agent_id",
        "tool_call_id",
        "name",
        "arguments",
        "info",
    }
)
CURRENT = ""
"""The key of a call that came without an id."""


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event, a whole response or an entry of one with a call."""
    return text(fragment, "type") in READERS or _is_response(fragment)


def _is_response(fragment: object) -> bool:
    return text(fragment, "object") == "conversation.response"


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    read = READERS.get(text(fragment, "type"))
    return tuple(_response(fragment) if read is None else read(fragment))


def _piece(event: object) -> Iterable[Delta]:
    number = index(event, "output_index") if has(event, "output_index") else None
    return (_call(event, number),)


def _call(source: object, number: int | None) -> Piece:
    """Read a call or a piece of one: what the provider runs is known by the entry's id alone."""
    id_ = _id(source)
    traits = Traits(
        run_by=RUN_BY[text(source, "type")],
        merge=Merge.FIRST,
        extras=extras_json({key: value for key, value in extras(source, CALL).items() if (key, value) != ("id", id_)}),
    )
    at = Block(id_ or CURRENT, number=number)
    return Piece(at, id_, text(source, "name") or None, json_of(get(source, "arguments")), traits)


def _id(source: object) -> str | None:
    """Return the id of a call; the word ``null`` is what the provider's SDK makes of an absent one."""
    found = identity(source, "tool_call_id")
    return identity(source, "id") if found in (None, "null") else found


def _executed(event: object) -> Iterable[Delta]:
    return (Sealed(Block(_id(event) or CURRENT)),)


def _entry(entry: object, number: int | None = None) -> Iterator[Delta]:
    piece = _call(entry, number)
    yield piece
    yield Sealed(piece.at)


def _response(fragment: object) -> Iterator[Delta]:
    yield MessageStarted()
    for number, entry in enumerate(as_items(get(fragment, "outputs"))):
        if text(entry, "type") in ENTRIES:
            yield from _entry(entry, number)
    yield Ended()


def _failed(event: object) -> Iterable[Delta]:
    return (Failed(identity(event, "code") or "error", text(event, "message")),)


def _nothing(_: object) -> Iterable[Delta]:
    return ()


Reader = Callable[[object], Iterable[Delta]]

ENTRIES: dict[str, Reader] = {"function.call": _entry, "tool.execution": _entry}
"""What reads the entries of a response that are calls."""

READERS: dict[str, Reader] = {
    "message.output.delta": _nothing,
    "function.call.delta": _piece,
    "tool.execution.started": _piece,
    "tool.execution.delta": _piece,
    "tool.execution.done": _executed,
    "conversation.response.started": lambda _: (MessageStarted(),),
    "conversation.response.done": lambda _: (Ended(),),
    "conversation.response.error": _failed,
    "agent.handoff.started": _nothing,
    "agent.handoff.done": _nothing,
    **ENTRIES,
}
"""What reads each event and each entry, by its type."""

MISTRAL_CONVERSATIONS = Wire("mistral-conversations", recognises, decode)
