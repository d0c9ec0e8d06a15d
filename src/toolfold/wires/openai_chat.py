"""The OpenAI chat family: chunks, deltas, bare partial calls and whole completions, of every compatible server.

Servers cut, repeat and mislabel the entries of ``tool_calls`` in many ways; none of that is judged here. The format:
https://platform.openai.com/docs/api-reference/chat-streaming.
"""

from collections.abc import Iterator

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Failed,
    MessageNamed,
    Noted,
    Piece,
    Routed,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._read import (
    as_items,
    extras,
    extras_json,
    get,
    has,
    identity,
    index,
    is_record,
    items,
    json_of,
    keys,
    text,
)
from toolfold.wires.wire import Wire

CUT = ("length", "max_tokens", "filter", "error", "abort", "cancel", "safety", "recitation", "incomplete")
"""Parts of the finish reasons that cut a response short; every other word ends it well, ``stop`` with calls included."""

ENTRY = frozenset({"index", "id", "type", "function", "custom", "name"})
FUNCTION = frozenset({"name", "arguments"})
CUSTOM = frozenset({"name", "input"})
LEGACY = Traits(extras='{"function_call":{}}')


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a chunk, a completion, a message, a delta, or a partial call or list of them."""
    if isinstance(fragment, list | tuple):
        return bool(fragment) and all(_is_entry(entry) for entry in fragment)
    return _is_chunk(fragment) or _is_message(fragment) or _is_entry(fragment) or _is_error(fragment)


def _is_error(fragment: object) -> bool:
    """Say whether a fragment is an error and nothing else; such a frame looks alike on most wires."""
    if not get(fragment, "error") or text(fragment, "type"):
        return False
    return all(key in ("error", "id", "request_id", "user_id") for key in keys(fragment))


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
        return tuple(_entries(fragment, 0, streamed=True, endless=True))
    if get(fragment, "error") is not None:
        return tuple(_error(fragment))
    if _is_message(fragment):
        streamed = text(fragment, "role") != "assistant" or any(has(one, "index") for one in items(fragment, "tool_calls"))
        return tuple(_message(fragment, 0, streamed=streamed, endless=True))
    return tuple(_entries((fragment,), 0, streamed=True, endless=True)) if _is_entry(fragment) else ()


def _chunk(fragment: object, choices: list[object] | tuple[object, ...]) -> Iterator[Delta]:
    for position, choice in enumerate(choices):
        number = index(choice)
        number = position if number is None else number
        delta, message = get(choice, "delta"), get(choice, "message")
        inside = list(_message(message if delta is None else delta, number, streamed=delta is not None, endless=False))
        if any(isinstance(one, Piece) and one.id is None and one.name for one in inside):
            yield MessageNamed(text(fragment, "id"))
        yield from inside
        yield from _error(choice)
        if reason := text(choice, "finish_reason"):
            yield Ended(number, well=not any(part in reason.lower() for part in CUT))
    yield from _error(fragment)


def _error(source: object) -> Iterator[Delta]:
    error = get(source, "error")
    if not error:
        return
    if not is_record(error):
        yield Failed("error", json_of(error))
        return
    kind = text(error, "type") or identity(error, "code") or text(error, "status") or "error"
    yield Failed(kind, text(error, "message"))


def _message(message: object, choice: int, *, streamed: bool, endless: bool) -> Iterator[Delta]:
    yield from _legacy(get(message, "function_call"), choice)
    yield from _entries(as_items(get(message, "tool_calls")), choice, streamed=streamed, endless=endless)


def _legacy(call: object, choice: int) -> Iterator[Delta]:
    """Read the older ``function_call``: at most one a choice, without id and index."""
    if is_record(call):
        name, arguments = text(call, "name"), json_of(get(call, "arguments"))
        if name or arguments:
            yield Piece(Block("function_call", choice), None, name or None, arguments, LEGACY)


def _entries(entries: tuple[object, ...] | list[object], choice: int, *, streamed: bool, endless: bool) -> Iterator[Delta]:
    names: dict[int | None, str] = {}
    for position, entry in enumerate(entries):
        number = index(entry)
        if number is None and not streamed:
            number = position
        function, custom = get(entry, "function"), _custom(entry)
        source = function if custom is None else custom
        name = text(source, "name") or None
        id_ = _id(entry)
        twin = id_ is None and name is not None and names.get(number, name) != name
        if name is not None:
            names[number] = name
        at = Routed(choice, number, id_, twin)
        arguments = get(source, "arguments" if custom is None else "input")
        yield from _entry(at, name, arguments, _traits(entry, source, custom is not None, endless), streamed)


def _entry(at: Routed, name: str | None, arguments: object, traits: Traits, streamed: bool) -> Iterator[Delta]:
    written = json_of(arguments)
    if not streamed:
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
    return custom if any(isinstance(get(custom, key), str) for key in CUSTOM) else None


def _traits(entry: object, source: object, custom: bool, endless: bool) -> Traits:
    found = extras(entry, ENTRY)
    inner = extras(source, CUSTOM if custom else FUNCTION)
    if inner:
        found = {**found, ("custom" if custom else "function"): inner}
    if not found:
        return TRAITS[custom, endless]
    return TRAITS[custom, endless]._replace(extras=extras_json(found))


TRAITS = {
    (custom, endless): Traits(kind="custom" if custom else "function", endless=endless)
    for custom in (False, True)
    for endless in (False, True)
}

OPENAI_CHAT = Wire("openai-chat", recognises, decode)
