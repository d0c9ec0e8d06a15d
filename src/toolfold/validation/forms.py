"""The forms in which tools are declared to providers: from each, the name of a tool and what it takes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from toolfold.core.deltas import Kind
from toolfold.validation.openapi import json_schema
from toolfold.validation.pydantic_model import is_model

INSTEAD = (
    "a tool is a declaration of OpenAI, Anthropic, Gemini, Bedrock or MCP, or a pydantic model; "
    "tools are a list of them, or a mapping of names to JSON Schemas and models"
)
SERVED = frozenset({"mcp", "mcp_toolset"})
"""Entries that stand for a server's tools, which only the provider knows."""
BUILT_IN = {"computer_use_preview": "computer"}
"""Built-in tools whose calls have another name than their type."""


class Declared(NamedTuple):
    """A tool as it was declared: ``takes`` is a JSON Schema or a model, None if nothing says what it takes."""

    name: str
    takes: object = None
    kind: Kind = "function"


def declared(tools: object, /) -> Iterator[Declared]:
    """Yield every tool that is declared; ``TypeError`` if something is no declaration.

    >>> list(declared([{"name": "now", "input_schema": {"type": "object"}}]))
    [Declared(name='now', takes={'type': 'object'}, kind='function')]
    """
    if isinstance(tools, Mapping):
        yield from _mapping(tools)
    elif is_model(tools) or not isinstance(tools, Iterable) or isinstance(tools, str | bytes):
        yield from _one(tools)
    else:
        for tool in tools:
            yield from _one(tool)


def _mapping(tools: Mapping[object, object]) -> Iterator[Declared]:
    """Read a mapping: of names to what they take, or one declaration, or what holds a list of them."""
    if isinstance(tools.get("tools"), list | tuple):
        yield from declared(tools["tools"])
    elif not all(is_model(takes) or isinstance(takes, Mapping | bool) for takes in tools.values()):
        yield from _one(tools)
    else:
        for name, takes in tools.items():
            yield Declared(str(name), takes)


def _one(tool: object) -> Iterator[Declared]:
    if is_model(tool):
        yield Declared(tool.__name__, tool)
        return
    entry = _plain(tool)
    listed = _either(entry, "functionDeclarations", "function_declarations")
    if isinstance(listed, list | tuple):
        for function in listed:
            yield _gemini(_plain(function))
    elif entry.get("type") == "namespace":
        within = declared(entry.get("tools") or ())
        yield from (found._replace(name=f"{entry.get('name')}.{found.name}") for found in within)
    elif (found := _entry(entry)) is not None:
        yield found


def _plain(tool: object) -> Mapping[str, object]:
    """Return a declaration as a mapping; the objects of SDKs are pydantic's and give their own."""
    dump = getattr(tool, "model_dump", None)
    entry = dump(mode="json", by_alias=True, exclude_none=True) if callable(dump) else tool
    if not isinstance(entry, Mapping):
        raise TypeError(f"{tool!r} is not a tool: {INSTEAD}")
    return entry


def _entry(entry: Mapping[str, object]) -> Declared | None:
    kind = entry.get("type")
    for key in ("function", "custom", "toolSpec"):  # the form of OpenAI's chat, and Bedrock's
        if isinstance(inner := entry.get(key), Mapping):
            return _named(inner, "custom" if key == "custom" else "function")
    if kind in SERVED:
        return None
    if isinstance(entry.get("name"), str):
        free = kind == "custom" and "input_schema" not in entry  # which Anthropic writes with the same type
        return _named(entry, "custom" if free else "function")
    if isinstance(kind, str):
        return Declared(BUILT_IN.get(kind, kind))
    if entry and all(isinstance(value, Mapping) for value in entry.values()):  # {"googleSearch": {}}
        return None
    raise TypeError(f"{dict(entry)!r} is not a tool: {INSTEAD}")


def _named(entry: Mapping[str, object], kind: Kind) -> Declared:
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        raise TypeError(f"{dict(entry)!r} is a tool without a name")
    takes = _either(entry, "parameters", "input_schema", "inputSchema")
    if isinstance(takes, Mapping) and set(takes) == {"json"}:  # Bedrock's
        takes = takes["json"]
    return Declared(name, None if kind == "custom" else takes, kind)


def _gemini(entry: Mapping[str, object]) -> Declared:
    found = _named(entry, "function")
    plain = _either(entry, "parametersJsonSchema", "parameters_json_schema")
    return found._replace(takes=json_schema(found.takes) if plain is None else plain)


def _either(entry: Mapping[str, object], *keys: str) -> object:
    return next((entry[key] for key in keys if entry.get(key) is not None), None)
