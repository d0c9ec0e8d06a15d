"""Gemini generateContent, streamed or not: whole calls, and arguments by JSON path.

The JSON is camelCase, the SDK's objects are snake_case; extras are kept in camelCase. The format:
https://ai.google.dev/api/generate-content.
"""

from collections.abc import Iterator

from toolfold.core.deltas import (
    Delta,
    Ended,
    Failed,
    Latest,
    Merge,
    MessageNamed,
    Patch,
    Piece,
    Traits,
    Value,
    Whole,
)
from toolfold.wires._camel import camel, field, snake
from toolfold.wires._read import (
    as_items,
    as_text,
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

WELL = frozenset({"STOP", "CONTINUATION"})
UNSAID = frozenset({"", "FINISH_REASON_UNSPECIFIED"})
CALL = frozenset({"id", "name", "args", "partialArgs", "willContinue"})
PART_KINDS = ("functionCall", "toolCall", "executableCode")
VALUES = ("stringValue", "numberValue", "boolValue")
NULL = ("nullValue", "null_value")


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a response, a part with a call, a list of such parts, or a bare streamed call."""
    if isinstance(fragment, list | tuple):
        return bool(fragment) and all(is_record(field(part, "functionCall")) for part in fragment)
    if text(fragment, "type") or text(fragment, "object"):
        return False
    if any(field(fragment, key) is not None for key in ("candidates", "promptFeedback")):
        return True
    return _is_part(fragment) or any(
        has(fragment, key) or has(fragment, snake(key)) for key in ("partialArgs", "willContinue")
    )


def _is_part(fragment: object) -> bool:
    if is_record(get(fragment, "functionCall")):
        return True
    call = get(fragment, "function_call")
    if not is_record(call) or isinstance(get(call, "arguments"), str):
        return False
    own = ("args", "partial_args", "will_continue")
    return any(get(call, key) is not None for key in own) or get(fragment, "thought_signature") is not None


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    if isinstance(fragment, list | tuple):
        return tuple(delta for part in fragment for delta in _part(part, 0))
    if any(field(fragment, key) is not None for key in ("candidates", "promptFeedback", "error")):
        return tuple(_response(fragment))
    part = fragment if field(fragment, "functionCall") is not None else {"functionCall": fragment}
    return tuple(_part(part, 0))


def _response(fragment: object) -> Iterator[Delta]:
    for position, candidate in enumerate(as_items(get(fragment, "candidates"))):
        number = index(candidate)
        choice = position if number is None else number
        inside = [delta for part in as_items(get(get(candidate, "content"), "parts")) for delta in _part(part, choice)]
        if any(isinstance(delta, Piece) for delta in inside):
            yield MessageNamed(as_text(field(fragment, "responseId")))
        yield from inside
        reason = as_text(field(candidate, "finishReason")).upper()
        if reason not in UNSAID:
            yield Ended(choice, well=reason in WELL)
    error = get(fragment, "error")
    if is_record(error):
        yield Failed(text(error, "status") or identity(error, "code") or "error", text(error, "message"))
    elif as_text(error):
        yield Failed("error", as_text(error))


def _part(part: object, choice: int) -> Iterator[Delta]:
    if is_record(call := field(part, "functionCall")):
        yield from _function_call(part, call, choice)
    else:
        yield from provider_call(part, choice)


def provider_call(part: object, choice: int, /) -> Iterator[Piece]:
    """Yield the call in a part that the provider runs, if there is one; its result is a part of its own."""
    if is_record(code := field(part, "executableCode")):
        arguments = {key: get(code, key) for key in ("code", "language") if get(code, key) is not None}
        yield _by_provider(part, code, "code_execution", json_of(arguments), choice)
    elif is_record(tool := field(part, "toolCall")) and as_text(field(tool, "toolType")):
        yield _by_provider(part, tool, as_text(field(tool, "toolType")), json_of(get(tool, "args")), choice)


def _by_provider(part: object, call: object, name: str, arguments: str, choice: int) -> Piece:
    at = Whole(choice, identity(call, "id"))
    traits = Traits(merge=Merge.FIRST, run_by="provider", extras=extras_of_call(part, None))
    return Piece(at, at.id, name, arguments, traits)


def _function_call(part: object, call: object, choice: int) -> Iterator[Delta]:
    name, args = text(call, "name"), get(call, "args")
    partial = as_items(field(call, "partialArgs"))
    edits = tuple(_edits(partial))
    goes_on = any(field(one, "willContinue") is True for one in (call, *partial))
    if name:
        at = Whole(choice, identity(call, "id"))
        yield Piece(at, at.id, name, json_of(args), Traits(merge=Merge.FIRST, extras=extras_of_call(part, call)))
        if edits or goes_on:
            yield Patch(Latest(choice), edits, closed=not goes_on)
    elif args is not None:
        yield Value(Latest(choice), json_of(args))
    else:
        yield Patch(Latest(choice), edits, closed=not goes_on)


def _edits(partial: tuple[object, ...]) -> Iterator[tuple[str, "str | int | float | bool | None", bool]]:
    for one in partial:
        path = as_text(field(one, "jsonPath"))
        more = field(one, "willContinue") is True
        value = next((found for key in VALUES if (found := field(one, key)) is not None), None)
        if isinstance(value, str):
            yield path, as_text(value), more
        elif isinstance(value, bool | int | float):
            yield path, value, more
        elif any(key in NULL for key in keys(one)):  # null itself is no value that could be seen
            yield path, None, more


def extras_of_call(part: object, call: object, /) -> str:
    """Return what the part says beside its call, and the call beyond what is read, in camelCase."""
    found = {camel(key): get(part, key) for key in keys(part)}
    found = {key: value for key, value in found.items() if key not in PART_KINDS and value not in (None, {}, False)}
    inner = {camel(key): get(call, key) for key in keys(call)}
    inner = {key: value for key, value in inner.items() if key not in CALL and value is not None}
    return extras_json({**found, "functionCall": inner} if inner else found)


GEMINI_GENERATE = Wire("gemini-generate", recognises, decode)
