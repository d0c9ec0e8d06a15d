"""The output items of OpenAI's Responses and Realtime: which are calls, who runs them, and what their arguments are."""

from collections.abc import Iterator
from typing import NamedTuple

from toolfold.arguments.paths import path_text
from toolfold.core.deltas import Delta, Item, Kind, Merge, Patch, Piece, RunBy, Sealed, Traits, Value, Whole
from toolfold.wires._read import extras, extras_json, get, identity, is_record, json_of, keys, text

FAKE = "__fake_id__"
"""The item id that a bridge from chat completions gives to every item."""


class Shape(NamedTuple):
    """How an item type holds its call: the keys that may hold the arguments, their kind, and who runs it."""

    arguments: tuple[str, ...] = ("arguments", "action", "operation")
    kind: Kind = "function"
    run_by: RunBy = "provider"


CLIENT = Shape(run_by="client")
CALLS = {
    "function_call": Shape(("arguments",), run_by="client"),
    "custom_tool_call": Shape(("input",), "custom", "client"),
    "mcp_call": Shape(("arguments",)),
    "mcp_approval_request": Shape(("arguments",), run_by="client"),
    "code_interpreter_call": Shape(("code",), "custom"),
    "program": Shape(("code",), "custom"),
    "local_shell_call": CLIENT,
    "shell_call": CLIENT,
    "apply_patch_call": CLIENT,
    "computer_call": CLIENT,
    "tool_search_call": Shape(("arguments",)),
    "web_search_call": Shape(),
    "file_search_call": Shape(),
    "image_generation_call": Shape(),
}
"""Every item type that is a call; outputs, messages and reasoning are none."""


def at_item(item: object, place: int | None, scope: str = "") -> Item:
    """Return an item's address: its call id (or, where it has none, its item id), its place and its item id."""
    own = identity(item, "id")
    return address(identity(item, "call_id") or (None if own == FAKE else own), place, own, scope)


def address(id_: str | None, place: int | None, item: str | None, scope: str = "") -> Item:
    """Return the address of what an event speaks of; ``scope`` is its response, where several are written at once."""
    key = None if place is None else f"{scope}#{place}"
    return Item(id_, key, None if item == FAKE else item, place)


def begun(item: object, at: Item) -> Iterator[Delta]:
    """Read an item that begins: what it holds already counts only if nothing else comes."""
    shape = CALLS.get(text(item, "type"))
    if shape is None:
        return
    said = {key: value for key, value in _extras(item, shape).items() if key != "status" and value not in ("", [])}
    yield _head(item, at, shape, extras_json(said))
    operation = next((get(item, key) for key in ("action", "operation") if is_record(get(item, key))), None)
    if operation is not None and text(item, "type") in ("shell_call", "apply_patch_call"):
        yield Patch(at, tuple(_scalars(operation)))
    elif (given := _given(item, shape)) != "{}":
        yield Value(at, given, final=False)


def whole_item(item: object, at: Item | Whole) -> Iterator[Delta]:
    """Read an item that is over: its arguments beat the pieces, and it is sealed unless it says that it was cut."""
    shape = CALLS.get(text(item, "type"))
    if shape is None:
        return
    yield _head(item, at, shape, extras_json(_extras(item, shape)))
    yield Value(at, _given(item, shape))
    if text(item, "status") in ("", "completed"):
        yield Sealed(at)


def _head(item: object, at: Item | Whole, shape: Shape, said: str) -> Piece:
    kind = text(item, "type")
    run_by: RunBy = "client" if text(item, "execution") == "client" else shape.run_by
    # the id that a tool search begins with is not the one that it ends with
    merge = Merge.LAST if kind == "tool_search_call" else Merge.FIRST
    name = text(item, "name") or ("" if kind in NAMED else kind.removesuffix("_call"))
    return Piece(at, at.id, name or None, "", Traits(shape.kind, run_by, said, merge=merge))


NAMED = frozenset({"function_call", "custom_tool_call", "mcp_call", "mcp_approval_request"})
"""Item types that carry a tool's name; the others are named by their type."""


def _given(item: object, shape: Shape) -> str:
    return next((found for key in shape.arguments if (found := json_of(get(item, key)))), "")


def _extras(item: object, shape: Shape) -> dict[str, object]:
    """Return what the next request must echo; the item's own id is part of it, and what no argument was read from."""
    written = [key for key in shape.arguments if json_of(get(item, key))]
    known = frozenset({"call_id", "name", *shape.arguments}.difference(written[1:]))
    found = extras(item, known)
    return {key: value for key, value in found.items() if not (key == "type" and value == "function_call")}


def _scalars(operation: object) -> Iterator[tuple[str, "str | int | float | bool | None", bool]]:
    for key in keys(operation):
        value = get(operation, key)
        if isinstance(value, str | int | float | bool):
            yield path_text((key,)), value, False
