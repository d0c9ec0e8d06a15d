"""Trees of JSON data that share what they have in common: the frozen form of argument values."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

from pyrsistent import PVector, pvector

Array: type = type(pvector())
"""The class of persistent vectors here: compiled or not, as installed."""

MISSING = object()
"""Stands where nothing is; ``None`` is a value."""

SCALARS = frozenset((str, int, float, bool, type(None)))


class Fields(Mapping[str, object]):
    """The members of a JSON object: an immutable mapping in the order in which they were written.

    Two persistent vectors hold names and values, so that one more member costs the same however many there are, and
    a view of an object that is still being written costs nothing. If a name occurs twice, the last value counts.

    >>> Fields(pvector(["b", "a"]), pvector([1, pvector([2])]))
    Fields({"b":1,"a":[2]})
    """

    __slots__ = ("_found", "keys_written", "values_written")

    def __init__(self, keys: PVector[str], values: PVector[object], /) -> None:
        self.keys_written = keys
        self.values_written = values
        self._found: dict[str, object] | None = None

    def _members(self) -> dict[str, object]:
        if self._found is None:
            self._found = dict(zip(self.keys_written, self.values_written, strict=True))
        return self._found

    def __getitem__(self, key: str) -> object:
        """Return the value of a member."""
        return self._members()[key]

    def __iter__(self) -> Iterator[str]:
        """Go through the names in the order in which they were written."""
        return iter(self._members())

    def __len__(self) -> int:
        """Return the number of different names."""
        return len(self._members())

    def __eq__(self, other: object) -> bool:
        """Compare the data, with any mapping."""
        return plain(self) == (plain(other) if isinstance(other, Fields) else other)

    def __hash__(self) -> int:
        """Hash the names: equal data has equal names."""
        return hash(frozenset(self._members()))

    def __repr__(self) -> str:
        """Show the data as JSON."""
        return f"Fields({text_of(self)})"

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """Save the data as text: pickling level by level would recurse."""
        return shared_from_text, (text_of(self),)


def rebuilt(
    tree: object, opened: Callable[[object], object], sealed: Callable[[object], object] | None = None, /
) -> object:
    """Return a tree of data in another form, without recursion.

    ``opened`` gives a fresh dict or list of what a node holds, or a leaf; ``sealed`` then gets every fresh container
    once all that is inside it is done, and gives what is to stand for it.
    """
    root: dict[Any, object] = {0: tree}
    places: list[tuple[Any, str | int]] = [(root, 0)]
    for parent, key in places:
        fresh = parent[key] = opened(parent[key])
        if isinstance(fresh, dict | list):
            inner = fresh.items() if isinstance(fresh, dict) else enumerate(fresh)
            places.extend((fresh, name) for name, item in inner if type(item) not in SCALARS)
    if sealed is not None:
        for parent, key in reversed(places):
            parent[key] = sealed(parent[key])
    return root[0]


def plain(tree: object, /) -> object:
    """Return shared data as fresh dicts and lists.

    >>> plain(Fields(pvector(["a"]), pvector([pvector([1])])))
    {'a': [1]}
    """
    return rebuilt(tree, _opened)


def _opened(node: object) -> object:
    if isinstance(node, Fields):
        return dict(node)
    return list(cast("PVector[object]", node)) if type(node) is Array else node


def shared_from_text(text: str, /) -> object:
    """Return the shared data that ``text_of`` wrote down.

    >>> shared_from_text('{"a":[1]}')
    Fields({"a":[1]})
    """
    return rebuilt(json.loads(text), _same, _sealed)


def _same(node: object) -> object:
    return node


def _sealed(node: object) -> object:
    if isinstance(node, dict):
        return Fields(pvector(node), pvector(node.values()))
    return pvector(node) if isinstance(node, list) else node


def children(node: object, /) -> Iterable[tuple[str | int, object]]:
    """Return what a container holds, by name or by position; a leaf holds nothing.

    >>> list(children(pvector(["x"])))
    [(0, 'x')]
    """
    if isinstance(node, Fields):
        return node.items()
    return enumerate(cast("PVector[object]", node)) if type(node) is Array else ()


def child(node: object, segment: str | int, /) -> object:
    """Return what a container holds under a name or at a position, or ``MISSING``.

    >>> child(pvector(["x"]), 0), child(pvector(["x"]), -1) is MISSING
    ('x', True)
    """
    if isinstance(node, Fields):
        return node.get(segment, MISSING) if isinstance(segment, str) else MISSING
    if type(node) is not Array or isinstance(segment, str):
        return MISSING
    items = cast("PVector[object]", node)
    return items[segment] if 0 <= segment < len(items) else MISSING


def text_of(tree: object, /) -> str:
    """Return shared data as JSON text that reads to the same data: a number too big for a float stays one.

    >>> text_of(Fields(pvector(["a"]), pvector([float("inf")])))
    '{"a":1e999}'
    """
    text: list[str] = []
    todo: list[tuple[str, object]] = [("", tree)]
    while todo:
        before, node = todo.pop()
        text.append(before)
        if type(node) in SCALARS:
            text.append(scalar_text(node))
        elif node is not MISSING:
            opening, inner, closing = _bracketed(node)
            text.append(opening)
            todo.append((closing, MISSING))
            todo.extend(reversed(inner))
    return "".join(text)


def _bracketed(node: object) -> tuple[str, list[tuple[str, object]], str]:
    """Return the opening, each child with the text before it, and the closing of a container."""
    if isinstance(node, Fields):
        names = (f"{scalar_text(key)}:" for key in node.keys_written)
        members = zip(names, node.values_written, strict=True)
        return "{", [(f",{name}" if place else name, item) for place, (name, item) in enumerate(members)], "}"
    items = cast("PVector[object]", node)
    return "[", [("," if place else "", item) for place, item in enumerate(items)], "]"


def scalar_text(value: object, /) -> str:
    """Return the JSON text of a string, number or constant."""
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("Infinity", "1e999") if type(value) is float else text
