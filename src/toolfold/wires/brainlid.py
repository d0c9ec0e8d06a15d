"""The tool calls of brainlid LangChain 0.15 (Elixir), complete or in parts.

Source: ``LangChain.Message.ToolCall`` and ``LangChain.MessageDelta``.
"""

from collections.abc import Mapping

from toolfold.core.deltas import Block, Delta, Merge, Piece, Sealed, Traits, Value
from toolfold.wires._read import extras, extras_json, get, identity, index, json_of, text
from toolfold.wires.wire import Wire

CALL = frozenset({"status", "type", "call_id", "name", "arguments", "index", "display_text"})


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a tool call with a status of its own."""
    if text(fragment, "status") not in ("incomplete", "complete") or text(fragment, "type") not in ("", "function"):
        return False
    return any(get(fragment, key) is not None for key in ("call_id", "index", "display_text", "name", "arguments"))


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls: the index is the key, or else the id."""
    number, id_ = index(fragment), identity(fragment, "call_id")
    at = Block(f"id:{id_}" if number is None else number, number=number)
    traits = Traits(
        merge=Merge.APPEND,
        endless=True,
        display_text=text(fragment, "display_text") or None,
        extras=extras_json(extras(fragment, CALL)),
    )
    arguments = get(fragment, "arguments")
    complete = text(fragment, "status") == "complete"
    whole = complete or isinstance(arguments, Mapping)  # it replaces text, and later text is ignored
    piece = Piece(at, id_, text(fragment, "name") or None, "" if whole else json_of(arguments), traits)
    return (piece, Value(at, json_of(arguments)), Sealed(at)) if whole else (piece,)


BRAINLID = Wire("brainlid", recognises, decode)
