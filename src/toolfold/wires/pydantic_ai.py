"""pydantic-ai: events of a model's response, bare parts and their deltas, and whole responses.

Events of the execution that follows repeat the calls. The format: https://ai.pydantic.dev/api/messages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Interrupted,
    Merge,
    MessageStarted,
    Piece,
    Routed,
    RunBy,
    Sealed,
    Traits,
    Value,
    Whole,
)
from toolfold.wires._errors import dropped
from toolfold.wires._read import as_items, extras, extras_json, get, identity, index, is_record, json_of, text
from toolfold.wires.wire import Wire

RUN_BY: dict[str, RunBy] = {"tool-call": "client", "builtin-tool-call": "provider"}
CALL = frozenset({"tool_name", "args", "tool_call_id", "otel_metadata"})
DELTA = frozenset({"tool_name_delta", "args_delta", "tool_call_id", "part_delta_kind"})
CUT_REASONS = frozenset({"length", "content_filter", "error"})
CUT_STATES = frozenset({"incomplete", "suspended", "interrupted"})
NEXT = (Ended(), MessageStarted())


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event, a message, a part with a call, a delta of one, or a list of parts."""
    if isinstance(fragment, list | tuple):
        parts = any(map(_is_part, fragment)) and all(text(one, "part_kind") for one in fragment)
        return parts or (bool(fragment) and all(map(_is_message, fragment)))
    return bool(text(fragment, "event_kind")) or _is_part(fragment) or _is_delta(fragment) or _is_message(fragment)


def _is_part(part: object) -> bool:
    return text(part, "part_kind") in RUN_BY


def _is_delta(delta: object) -> bool:
    return text(delta, "part_delta_kind") == "tool_call"


def _is_message(fragment: object) -> bool:
    return text(fragment, "kind") in ("request", "response") and isinstance(get(fragment, "parts"), list | tuple)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    if isinstance(fragment, list | tuple):
        return tuple(delta for one in fragment for delta in (_bare(one) if _is_part(one) else _message(one)))
    kind = text(fragment, "event_kind")
    if kind:
        return tuple(EVENTS.get(kind, _silent)(fragment))
    if _is_part(fragment):
        return tuple(_bare(fragment))
    if _is_delta(fragment):
        return tuple(_change(Routed(0, None, identity(fragment, "tool_call_id")), fragment))
    return tuple(_message(fragment))


def _silent(_: object) -> Iterable[Delta]:
    return ()


def _start(event: object) -> Iterator[Delta]:
    """Read the start of a part: it ends the part before it, and replaces the one at its index."""
    part, number = get(event, "part"), index(event)
    at = None if number is None else Block(number, number=number)
    yield Interrupted(by=at)
    if _is_part(part):
        yield from dropped(json_of(get(part, "args"))) if at is None else _part(at, part, restarts=True)


def _part(at: Block | Whole, part: object, *, restarts: bool = False, endless: bool = False) -> Iterator[Delta]:
    """Read a part that begins, with all its arguments so far or the first of them."""
    kind = text(part, "part_kind")
    known = CALL | {"part_kind"} if kind == "tool-call" else CALL
    traits = Traits(
        run_by=RUN_BY[kind],
        extras=extras_json(extras(part, known)),
        merge=Merge.LAST,
        implicit=True,
        restarts=restarts,
        endless=endless,
    )
    written = json_of(get(part, "args")) if restarts or endless else ""
    yield Piece(at, identity(part, "tool_call_id"), text(part, "tool_name") or None, written, traits)


def _delta(event: object) -> Iterable[Delta]:
    delta, number = get(event, "delta"), index(event)
    if not _is_delta(delta):
        return ()
    if number is None:
        return dropped(json_of(get(delta, "args_delta")))
    return _change(Block(number, number=number), delta)


def _change(at: Block | Routed, delta: object) -> Iterator[Delta]:
    """Read a change of a part: text is appended, members of an object join it, an id is set."""
    args = get(delta, "args_delta")
    piece = "" if is_record(args) else json_of(args)
    id_, name = identity(delta, "tool_call_id"), text(delta, "tool_name_delta")
    traits = Traits(merge=Merge.APPEND, implicit=True, extras=extras_json(extras(delta, DELTA)))
    if id_ or name or piece or traits.extras or is_record(args):
        yield Piece(at, id_, name or None, piece, traits)
    if is_record(args):
        yield Value(at, json_of(args), joins=True)


def _end(event: object) -> Iterable[Delta]:
    part, number = get(event, "part"), index(event)
    if not _is_part(part):
        return ()
    return dropped(json_of(get(part, "args"))) if number is None else _whole(Block(number, number=number), part)


def _whole(at: Block | Whole, part: object) -> Iterator[Delta]:
    yield from _part(at, part)
    yield Value(at, json_of(get(part, "args")))
    yield Sealed(at)


def _executed(_: object) -> Iterable[Delta]:
    """Read an event of the execution: the response is over, and indexes start anew with the next one."""
    return NEXT


def _bare(part: object) -> Iterator[Delta]:
    """Read a part outside events, where none has an index; deltas may follow it."""
    yield from _part(Whole(0, identity(part, "tool_call_id")), part, endless=True)


def _message(message: object) -> Iterator[Delta]:
    """Read a whole message: a response, or the request that comes between two of them."""
    if text(message, "kind") == "request":
        yield from NEXT
        return
    for number, part in enumerate(as_items(get(message, "parts"))):
        if _is_part(part):
            yield from _whole(Block(number, number=number), part)
    state = text(message, "state")
    cut = text(message, "finish_reason") in CUT_REASONS or state in CUT_STATES
    yield Ended(well=not cut)


EVENTS: Mapping[str, Callable[[object], Iterable[Delta]]] = {
    "part_delta": _delta,
    "part_start": _start,
    "part_end": _end,
    "function_tool_call": _executed,
    "output_tool_call": _executed,
    "function_tool_result": _executed,
    "output_tool_result": _executed,
}

PYDANTIC_AI = Wire("pydantic-ai", recognises, decode)
