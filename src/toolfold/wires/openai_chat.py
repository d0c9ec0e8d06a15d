"""The OpenAI chat family: chunks, deltas, bare partial calls and whole completions, of every compatible server.

Servers cut, repeat and mislabel the entries of ``tool_calls`` in many ways; none of that is judged here. The format:
https://platform.openai.com/docs/api-reference/chat-streaming.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Kind,
    MessageNamed,
    Noted,
    Piece,
    Routed,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._errors import reported
from toolfold.wires._read import (
    as_items,
    extras,
    extras_json,
    get,
    has,
    identity,
    index,
    is_record,
    json_of,
    keys,
    text,
)
from toolfold.wires.wire import Wire

CUT = ("length", "max_tokens", "filter", "error", "abort", "cancel", "safety", "recitation", "incomplete")
"""Parts of the finish reasons that cut a response short; every other word ends it well, also ``stop`` after calls."""

ENTRY = frozenset({"index", "id", "type", "function", "custom", "name"})
KNOWN: dict[Kind, frozenset[str]] = {
    "function": frozenset({"name", "arguments"}),
    "custom": frozenset({"name", "input"}),
}
INPUT: dict[Kind, str] = {"function": "arguments", "custom": "input"}
LEGACY = Traits(extras='{"function_call":{}}')
BESIDE_ERROR = frozenset({"error", "id", "request_id", "user_id"})


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a chunk, a completion, a message, a delta, or a partial call or list of them."""
    if isinstance(fragment, list | tuple):
        entries = [entry for entry in fragment if is_record(entry)]
        return bool(entries) and all(map(_is_entry, entries))
    return _is_chunk(fragment) or _is_message(fragment) or _is_entry(fragment) or _is_error(fragment)


def _is_error(fragment: object) -> bool:
    """Say whether a fragment is an error and nothing else; such a frame looks alike on most wires."""
    if text(fragment, "object") == "error":
        return True
    return bool(get(fragment, "error")) and all(key in BESIDE_ERROR for key in keys(fragment))


def _is_chunk(fragment: object) -> bool:
    if text(fragment, "object") in ("chat.completion.chunk", "chat.completion"):
        return True
    choices = get(fragment, "choices")
    if not isinstance(choices, list | tuple):
        return False
    if not choices:
        return any(get(fragment, key) is not None for key in ("model", "usage", "id"))
    return any(has(choices[0], key) for key in ("delta", "message", "finish_reason", "content_filter_results"))


def _is_message(fragment: object) -> bool:
    """Say whether a fragment is the inside of a choice: a delta or a message with calls."""
    if get(fragment, "tool_call_chunks") is not None or text(fragment, "type"):
        return False
    if isinstance(get(fragment, "tool_calls"), list | tuple):
        return True
    legacy = get(fragment, "function_call")
    return is_record(legacy) and isinstance(get(legacy, "arguments"), str) and get(fragment, "delta") is None


def _is_entry(entry: object) -> bool:
    if text(entry, "type") not in ("", "function", "custom"):
        return False
    return is_record(get(entry, "function")) or is_record(get(entry, "custom"))


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    choices = get(fragment, "choices")
    if isinstance(choices, list | tuple):
        return tuple(_chunk(fragment, choices))
    if isinstance(fragment, list | tuple):
        return tuple(_entries(fragment, 0, BARE))
    if text(fragment, "object") == "error":  # Mistral: the error itself
        return tuple(reported({"error": fragment}))
    return (*_bare(fragment), *reported(fragment))


def _bare(fragment: object) -> Iterable[Delta]:
    if _is_message(fragment):
        indexed = any(has(entry, "index") for entry in as_items(get(fragment, "tool_calls")))
        whole = text(fragment, "role") == "assistant" and not indexed
        return _message(fragment, 0, BARE_MESSAGE if whole else BARE)
    return _entries((fragment,), 0, BARE) if _is_entry(fragment) else ()


def _chunk(fragment: object, choices: list[object] | tuple[object, ...]) -> Iterator[Delta]:
    for position, choice in enumerate(choices):
        number = index(choice)
        number = position if number is None else number
        delta, message = get(choice, "delta"), get(choice, "message")
        inside = list(_message(message, number, MESSAGE) if delta is None else _message(delta, number, CHUNK))
        if any(isinstance(one, Piece) and one.id is None and one.name for one in inside):
            yield MessageNamed(text(fragment, "id"))
        yield from inside
        yield from reported(choice)
        if reason := text(choice, "finish_reason"):
            yield Ended(number, well=not any(part in reason.lower() for part in CUT))
    yield from reported(fragment)


def _message(message: object, choice: int, source: "Source") -> Iterator[Delta]:
    yield from _legacy(get(message, "function_call"), choice)
    yield from _entries(as_items(get(message, "tool_calls")), choice, source)


def _legacy(call: object, choice: int) -> Iterator[Delta]:
    """Read the older ``function_call``: at most one a choice, without id and index."""
    name, arguments = text(call, "name"), json_of(get(call, "arguments"))
    if name or arguments:
        yield Piece(Block("function_call", choice), None, name or None, arguments, LEGACY)


class Source(NamedTuple):
    """Where entries stand: in a stream or in a whole message, with an end signal to come or without one."""

    streamed: bool
    endless: bool = False


CHUNK, MESSAGE, BARE, BARE_MESSAGE = Source(True), Source(False), Source(True, True), Source(False, True)  # noqa: FBT003


def _entries(entries: Iterable[object], choice: int, source: Source) -> Iterator[Delta]:
    names: dict[int | None, str] = {}
    for position, entry in enumerate(entries):
        number = index(entry) if has(entry, "index") else None  # the Mistral SDK invents a 0
        if number is None and not source.streamed:
            number = position
        kind: Kind = "function" if _custom(entry) is None else "custom"
        inside = get(entry, kind)
        name, id_ = text(inside, "name"), _id(entry)
        twin = bool(name) and id_ is None and names.get(number, name) != name
        if name:
            names[number] = name
        at = Routed(choice, number, id_, twin)
        yield from _entry(at, name or None, get(inside, INPUT[kind]), _traits(entry, kind, source), source)


def _entry(at: Routed, name: str | None, arguments: object, traits: Traits, source: Source) -> Iterator[Delta]:
    written = json_of(arguments)
    if not source.streamed:
        yield Piece(at, at.id, name, "", traits)
        yield Value(at, written)
        yield Sealed(at)
    elif at.id or name or written or traits.extras:
        yield Piece(at, at.id, name, written, traits)
        if arguments is not None and not isinstance(arguments, str):
            yield Noted("arguments-not-text")


def _id(entry: object) -> str | None:
    """Return the id; the word ``null`` is what the Mistral SDK makes of an absent one."""
    found = identity(entry, "id")
    return None if found == "null" else found


def _custom(entry: object) -> object:
    """Return the free-text tool of an entry; some gateways add an empty one to every function."""
    custom = get(entry, "custom")
    return custom if any(isinstance(get(custom, key), str) for key in KNOWN["custom"]) else None


def _traits(entry: object, kind: Kind, source: Source) -> Traits:
    found = extras(entry, ENTRY)
    if inner := extras(get(entry, kind), KNOWN[kind]):
        found[kind] = inner
    traits = TRAITS[kind, source.endless]
    return traits._replace(extras=extras_json(found)) if found else traits


TRAITS: dict[tuple[Kind, bool], Traits] = {
    (kind, endless): Traits(kind=kind, endless=endless) for kind in INPUT for endless in (False, True)
}

OPENAI_CHAT = Wire("openai-chat", recognises, decode)
