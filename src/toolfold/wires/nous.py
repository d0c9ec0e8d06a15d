"""The payloads of nous 0.17's stream normalizer: partial lists, tagged blocks and complete calls.

Source: ``StreamNormalizer.ToolCallAccumulator``, an Elixir module; its atoms are texts here.
"""

from collections.abc import Iterator, Mapping

from toolfold.core.deltas import Block, Delta, Merge, Piece, Sealed, Traits, Whole
from toolfold.wires._errors import dropped
from toolfold.wires._read import extras, extras_json, get, identity, index, is_record, json_of, text
from toolfold.wires.wire import Wire

FIRST = Traits(merge=Merge.FIRST, endless=True)
COMPLETE = frozenset({"id", "name", "arguments", "input"})


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a tagged block or a complete call; partial lists are shared with other wires."""
    if isinstance(fragment, list | tuple):
        return False
    if text(fragment, "_phase") and get(fragment, "_index") is not None:
        return True
    if text(fragment, "type") or not text(fragment, "name"):
        return False
    if get(fragment, "call_id") is not None or text(fragment, "status"):
        return False
    return isinstance(get(fragment, "arguments"), Mapping) or isinstance(get(fragment, "input"), Mapping)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    if isinstance(fragment, list | tuple):
        return tuple(_partials(fragment))
    return _tagged(fragment) if text(fragment, "_phase") else _complete(fragment)


def _partials(entries: list[object] | tuple[object, ...]) -> Iterator[Delta]:
    """Read partial calls: the index is the key, and a missing one is 0."""
    for entry in entries:
        if is_record(entry):
            number = index(entry) or 0
            function = get(entry, "function")
            at = Block(f"list:{number}", number=number)
            yield Piece(
                at, identity(entry, "id"), text(function, "name") or None, json_of(get(function, "arguments")), FIRST
            )


def _tagged(fragment: object) -> tuple[Delta, ...]:
    number = index(fragment, "_index")
    if number is None:
        return dropped(text(fragment, "partial_json"))
    at = Block(number, number=number, late=True)
    match text(fragment, "_phase"):
        case "start":
            return (Piece(at, identity(fragment, "id"), text(fragment, "name") or None, "", FIRST),)
        case "partial":
            piece = text(fragment, "partial_json")
            return (Piece(at, text=piece, traits=FIRST),) if piece else ()
        case "stop":
            return (Sealed(at),)
    return ()


def _complete(fragment: object) -> tuple[Delta, ...]:
    arguments = get(fragment, "arguments")
    arguments = get(fragment, "input") if arguments is None else arguments
    at = Whole(0, identity(fragment, "id"))
    traits = FIRST._replace(extras=extras_json(extras(fragment, COMPLETE)))
    return (Piece(at, at.id, text(fragment, "name") or None, json_of(arguments), traits),)


NOUS = Wire("nous", recognises, decode)
