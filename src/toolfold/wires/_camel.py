"""Formats whose JSON is camelCase and whose objects in Python are snake_case: one spelling for both."""

from functools import cache

from toolfold.wires._read import as_text, get, identity, keys


def field(source: object, camel: str, /) -> object:
    """Return a key that is camelCase in JSON, however the source spells it.

    >>> field({"toolCallId": "c1"}, "toolCallId"), field({"tool_call_id": "c1"}, "toolCallId")
    ('c1', 'c1')
    """
    found = get(source, camel)
    return get(source, snake(camel)) if found is None else found


def text_of(source: object, camel: str, /) -> str:
    """Return the text of such a key, or ``""``."""
    return as_text(field(source, camel))


def identity_of(source: object, camel: str, /) -> str | None:
    """Return the id that such a key holds, if any."""
    return identity(source, camel) or identity(source, snake(camel))


def extras_of(source: object, known: frozenset[str], /) -> dict[str, object]:
    """Return what a source says beyond the known keys, in camelCase; what is null, false or empty says nothing."""
    if type(source) is dict and source.keys() <= known:
        return {}
    found = {camel(key): get(source, key) for key in keys(source)}
    return {key: value for key, value in found.items() if key not in known and value not in (None, False, {}, "")}


@cache
def snake(camel_case: str, /) -> str:
    """Return a camelCase word in snake_case.

    >>> snake("toolCallId"), camel("tool_call_id")
    ('tool_call_id', 'toolCallId')
    """
    return "".join(f"_{mark.lower()}" if mark.isupper() else mark for mark in camel_case)


def camel(snake_case: str, /) -> str:
    """Return a snake_case word in camelCase; a mark before the word stays."""
    first, *rest = snake_case.split("_")
    return first + "".join(part.capitalize() for part in rest) if first else snake_case
