"""The JSON text of one Python value, cut into parts: what a writer needs that must not recurse."""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from types import ModuleType
from typing import Any, NamedTuple

UNREADABLE = "<unreadable>"
"""Stands where an object raised while it was read. It is not JSON, so nothing is taken for a value by mistake."""

_REPR_ROOM = 200
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Value(NamedTuple):
    """A value inside another one, whose parts come next."""

    value: object


Part = str | Value
"""Text, or a value whose text belongs here."""


def parts(value: object, /) -> Iterator[Part]:
    """Yield the text of one value; the values inside it are handed out unread, so that nothing recurses.

    >>> list(parts({"a": (1,)}))
    ['{', '"a":', Value(value=(1,)), '}']
    """
    for kind, written in _WRITERS:
        if isinstance(value, kind):
            return written(value)
    return _parts_of_other(value)


def _parts_of_object(pairs: Iterable[tuple[object, object]]) -> Iterator[Part]:
    yield "{"
    comma = ""
    for key, value in pairs:
        yield f"{comma}{_key(key)}:"
        yield Value(value)
        comma = ","
    yield "}"


def _parts_of_array(items: Iterable[object]) -> Iterator[Part]:
    yield "["
    for number, item in enumerate(items):
        if number:
            yield ","
        yield Value(item)
    yield "]"


def _parts_of_other(value: object) -> Iterator[Part]:
    members = _members(value)
    return iter((_string(_shown(value)),)) if members is None else _parts_of_object(members.items())


def _members(value: object) -> dict[str, object] | None:
    """Return what an object holds by name, read by attribute: a dump would run the code of a validator."""
    given = getattr(value, "model_fields_set", None)
    if isinstance(given, set | frozenset):
        held = {**vars(value), **(getattr(value, "__pydantic_extra__", None) or {})}
        return {name: held[name] for name in held if name in given}
    if callable(value) or isinstance(value, ModuleType):
        return None
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    slots = [name for kind in type(value).__mro__ for name in _slots(kind) if hasattr(value, name)]
    held = {name: getattr(value, name) for name in [*slots, *getattr(value, "__dict__", ())]}
    return {name: item for name, item in held.items() if not name.startswith("_")} or None


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _key(key: object) -> str:
    """Return the text of a member's name: JSON's own for numbers and constants, else that of its ``repr``."""
    if isinstance(key, Enum):
        key = key.value
    if isinstance(key, str):
        return _string(key)
    if key is None or isinstance(key, int | float):
        return _string(_number(key))
    return _string(_shown(key))


def _string(text: str) -> str:
    return json.dumps(str.__str__(text), ensure_ascii=False)


def _number(value: float | None) -> str:
    """Return the text of a number or constant; an integer too long to be written becomes text that is not JSON."""
    try:
        return json.dumps(value)
    except ValueError:
        return "<an integer of too many digits>"


def _in_order(items: AbstractSet[Any]) -> list[object]:
    """Return a set's items in an order that is the same in every process."""
    return sorted(items, key=lambda item: (type(item).__name__, item if isinstance(item, str) else _shown(item)))


def _shown(value: object) -> str:
    """Return a bounded ``repr`` without addresses, which change from run to run."""
    try:
        return _ADDRESS.sub("", repr(value)[:_REPR_ROOM])
    except Exception:  # noqa: BLE001  # a foreign __repr__ may raise anything
        return UNREADABLE


_WRITERS: tuple[tuple[Any, Callable[[Any], Iterator[Part]]], ...] = (
    (Enum, lambda value: iter((Value(value.value),))),
    (str, lambda value: iter((_string(value),))),
    (int | float | None, lambda value: iter((_number(value),))),
    (Decimal, lambda value: iter((str(value),))),
    (bytes | bytearray | memoryview, lambda value: iter((_string(base64.b64encode(value).decode()),))),
    (Mapping, lambda value: _parts_of_object(value.items())),
    (Sequence, _parts_of_array),
    (AbstractSet, lambda value: _parts_of_array(_in_order(value))),
)
"""The first kind that a value is of decides. Enumerations come first since some of them are text or numbers too."""
