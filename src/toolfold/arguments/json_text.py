"""JSON text of argument values that arrive as Python objects instead of text."""

import json
from collections.abc import Iterable, Iterator

from toolfold.arguments.json_parts import UNREADABLE, Part, Value, parts
from toolfold.arguments.rope import join_surrogates

__all__ = ["NESTING", "dumps", "join_surrogates", "load"]

NESTING = 2_000
"""Containers inside containers that are still written; a cycle passes it at once, data from a wire never does."""

_FAST_ROOM, _FAST_NESTING = 1_000_000, 100
_decode = json.JSONDecoder(strict=False).decode  # made once: `json.loads` would make one for every text
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_LEAVES = frozenset((int, float, bool, type(None)))


def dumps(value: object, /, limit: int = 16_000_000) -> str:
    """Return compact JSON text of any Python value, and never raise.

    Some wires hand arguments over as data, and a call keeps text. What JSON cannot say becomes text that the strict
    reading refuses (``NaN``, a cycle, more than ``limit`` characters) or a string, which is no object: never ``{}``.

    >>> dumps({"city": "Malmö", "days": (1, 2)})
    '{"city":"Malmö","days":[1,2]}'
    >>> dumps({"x": float("nan")}), dumps({"raw": b"hi"})
    ('{"x":NaN}', '{"raw":"aGk="}')
    """
    return join_surrogates(_dumped(value) if _is_plain(value) else _written(value, limit))


def load(text: str, /) -> object:
    r"""Return the value of JSON text that is known to be sound.

    Raw control characters inside strings are accepted, as the strict reading accepts (and notes) them.

    >>> load('{"a":"one\ntwo"}')
    {'a': 'one\ntwo'}
    """
    value: object = _decode(text)
    return value


def _is_plain(value: object) -> bool:
    """Say whether the value is plain JSON data, neither deep nor huge nor a graph that unfolds into something huge."""
    room, level = _FAST_ROOM, [value]
    for _ in range(_FAST_NESTING):
        below: list[object] = []
        for item in level:
            room -= _weight(item)
            if room < 0:
                return False
            below.extend(_inside(item))
        if not below:
            return True
        level = below
    return False


def _weight(item: object) -> int:
    """Return roughly how much text an item needs, what is inside it aside; more than there is room if not plain."""
    if type(item) in _LEAVES:
        return 1
    if type(item) is str or type(item) is list or type(item) is tuple:
        return len(item) + 1
    if type(item) is dict and all(type(key) is str for key in item):
        return sum(map(len, item), len(item)) + 1
    return _FAST_ROOM + 1


def _inside(item: object) -> Iterable[object]:
    if type(item) is dict:
        return item.values()
    return item if type(item) is list or type(item) is tuple else ()


def _dumped(value: object) -> str:
    try:
        return _encode(value)
    except ValueError:  # an integer of more digits than Python writes
        return _written(value, _FAST_ROOM)


def _written(value: object, limit: int) -> str:
    """Return the text of any value, part by part and without recursion, until it is whole or past a limit.

    Text that stops early lacks its closing brackets, or says what could not be read: it is not JSON.
    """
    text: list[str] = []
    size = 0
    stack: list[Iterator[Part]] = [iter((Value(value),))]
    try:
        while stack and size <= max(limit, 0) and len(stack) <= NESTING:
            part = next(stack[-1], None)
            if part is None:
                stack.pop()
            elif isinstance(part, str):
                text.append(part)
                size += len(part)
            else:
                stack.append(parts(part.value))
    except Exception:  # noqa: BLE001  # a container may raise anything while it is read
        text.append(UNREADABLE)
    return "".join(text)
