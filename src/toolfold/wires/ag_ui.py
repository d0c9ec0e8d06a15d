"""AG-UI, the protocol between agents and front ends: calls keyed by id, with a start and an end, or in bare chunks.

A chunk-call has no end of its own: any event that is not about it ends it, a few asides excepted. The format:
https://docs.ag-ui.com/concepts/events.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.core.deltas import (
    Address,
    Block,
    Delta,
    Ended,
    Failed,
    Interrupted,
    Merge,
    MessageStarted,
    Piece,
    Reach,
    Routed,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._camel import extras_of, field, identity_of, text_of
from toolfold.wires._read import as_items, as_text, extras_json, get, identity, json_of, text
from toolfold.wires.wire import Wire

KNOWN = frozenset({"type", "toolCallId", "toolCallName", "delta", "timestamp", "rawEvent", "id", "function"})
KINDS = ("TEXT_MESSAGE_", "TOOL_CALL_", "REASONING_", "THINKING_", "STEP_", "RUN_", "STATE_", "MESSAGES_")
PLAIN = Traits(merge=Merge.FIRST)
START = PLAIN._replace(restarts=True)
CHUNK = PLAIN._replace(implicit=True)


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event of this protocol, or an assistant's message with its calls."""
    kind = text(fragment, "type")
    if not kind:
        return text(fragment, "role") == "assistant" and isinstance(get(fragment, "toolCalls"), list | tuple)
    return kind in EVENTS or kind.startswith(KINDS)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls; every event that is none of these ends a chunk-call."""
    kind = text(fragment, "type")
    return tuple((EVENTS.get(kind, _other) if kind else _message)(fragment))


def _other(_: object) -> Iterable[Delta]:
    return (Interrupted(),)


def _start(fragment: object) -> Iterator[Delta]:
    at = Block(identity_of(fragment, "toolCallId") or "", fresh=True)
    yield Interrupted()
    yield Piece(at, str(at.key) or None, text_of(fragment, "toolCallName") or None, "", _traits(fragment, START))


def _args(fragment: object) -> Iterable[Delta]:
    at, piece = Block(identity_of(fragment, "toolCallId") or ""), json_of(get(fragment, "delta"))
    return (Piece(at, str(at.key) or None, text=piece),) if piece else ()


def _end(fragment: object) -> Iterator[Delta]:
    at = Block(identity_of(fragment, "toolCallId") or "")
    yield Interrupted()
    traits = _traits(fragment, PLAIN)
    if traits.extras:
        yield Piece(at._replace(reach=Reach.KNOWN), traits=traits)
    yield Sealed(at)


def _chunk(fragment: object) -> Iterator[Delta]:
    """Read a chunk: without an id it goes on with the call being written, with another id it ends that one."""
    id_, name = identity_of(fragment, "toolCallId"), text_of(fragment, "toolCallName") or None
    at: Address = Routed() if id_ is None else Block(id_)
    if id_ is not None:
        yield Interrupted(by=at)
    yield Piece(at, id_, name, json_of(get(fragment, "delta")), _traits(fragment, CHUNK))


def _traits(fragment: object, traits: Traits) -> Traits:
    return traits._replace(extras=extras_json(extras_of(fragment, KNOWN)))


def _encrypted(fragment: object) -> Iterable[Delta]:
    """Read what a provider wants back with a call; it comes apart from the call, and is no reason to open one."""
    id_, value = identity_of(fragment, "entityId"), text_of(fragment, "encryptedValue")
    if text(fragment, "subtype") != "tool-call" or id_ is None or not value:
        return ()
    traits = PLAIN._replace(extras=extras_json({"encryptedValue": value}))
    return (Piece(Block(id_, reach=Reach.KNOWN), traits=traits),)


def _snapshot(fragment: object) -> Iterator[Delta]:
    """Read all messages so far: most calls in there were seen before, and those of earlier runs have their answers."""
    messages = as_items(get(fragment, "messages"))
    answered = {identity_of(one, "toolCallId") for one in messages if text(one, "role") == "tool"}
    yield Interrupted()
    for message in messages:
        yield from _calls(message, answered)


def _message(message: object) -> Iterator[Delta]:
    return _calls(message, set())


def _calls(message: object, answered: set[str | None]) -> Iterator[Delta]:
    for call in as_items(field(message, "toolCalls")):
        id_, function = identity(call, "id"), get(call, "function")
        at = Block(id_ or "", reach=Reach.ANY)
        traits = PLAIN if id_ not in answered else PLAIN._replace(run_by="provider")
        yield Piece(at, id_, text(function, "name") or None, "", _traits(call, traits))
        yield Value(at, json_of(get(function, "arguments")))
        yield Sealed(at)


def _finished(fragment: object) -> Iterable[Delta]:
    """Read the end of a run; one that was cancelled ends no call."""
    outcome = get(fragment, "outcome")
    return () if (as_text(outcome) or text(outcome, "type")) == "cancelled" else (Ended(),)


def _failed(fragment: object) -> Iterable[Delta]:
    return (Failed(identity(fragment, "code") or "RUN_ERROR", text(fragment, "message")),)


def _aside(_: object) -> Iterable[Delta]:
    return ()


EVENTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    "TOOL_CALL_ARGS": _args,
    "TOOL_CALL_START": _start,
    "TOOL_CALL_END": _end,
    "TOOL_CALL_CHUNK": _chunk,
    "REASONING_ENCRYPTED_VALUE": _encrypted,
    "MESSAGES_SNAPSHOT": _snapshot,
    "RUN_STARTED": lambda fragment: (MessageStarted(identity_of(fragment, "runId") or ""),),
    "RUN_FINISHED": _finished,
    "RUN_ERROR": _failed,
    "RAW": _aside,
    "ACTIVITY_SNAPSHOT": _aside,
    "ACTIVITY_DELTA": _aside,
    "SUBAGENT_STARTED": _aside,
    "SUBAGENT_FINISHED": _aside,
    "SUBAGENT_ERROR": _aside,
    "CUSTOM": _other,
}

AG_UI = Wire("ag-ui", recognises, decode)
