"""Ollama's own chat format: lines of a stream and whole responses. Every call comes whole.

Newer servers give ids and an index over the response, older ones neither; the index means nothing. A line may still
add to or repeat a call, so that nothing is over before the line that says ``done``. The format:
https://docs.ollama.com/api/chat.
"""

from collections.abc import Iterator

from toolfold.core.deltas import Delta, Ended, Merge, Piece, Traits, Whole
from toolfold.wires._errors import reported
from toolfold.wires._read import as_items, extras, extras_json, get, identity, index, is_record, json_of, text
from toolfold.wires.wire import Wire

CUT = frozenset({"length"})
ENTRY = frozenset({"id", "type", "function"})
FUNCTION = frozenset({"index", "name", "arguments"})
PLAIN = Traits(merge=Merge.FIRST)


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a line of a stream or a whole response, which is one line."""
    return isinstance(get(fragment, "done"), bool) and is_record(get(fragment, "message"))


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    return tuple(_line(fragment))


def _line(fragment: object) -> Iterator[Delta]:
    for entry in as_items(get(get(fragment, "message"), "tool_calls")):
        yield from _entry(entry)
    yield from reported(fragment)
    if get(fragment, "done") is True:
        yield Ended(well=text(fragment, "done_reason") not in CUT)


def _entry(entry: object) -> Iterator[Delta]:
    function, id_ = get(entry, "function"), identity(entry, "id")
    name, given = text(function, "name") or None, get(function, "arguments")
    if name or id_ or given:
        at = Whole(id=id_, number=index(function))
        yield Piece(at, id_, name, json_of(given), _traits(entry, function))


def _traits(entry: object, function: object) -> Traits:
    found = extras(entry, ENTRY)
    if inner := extras(function, FUNCTION):
        found["function"] = inner
    return PLAIN._replace(extras=extras_json(found))


OLLAMA_CHAT = Wire("ollama-chat", recognises, decode)
