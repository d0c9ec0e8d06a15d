"""Arguments that come as values with paths, each applied to a tree that shares the rest with the one before it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, cast

from pyrsistent import PMap, PVector, pmap, pvector

from toolfold.arguments.json_text import dumps
from toolfold.arguments.paths import Path, parse_path, short_path
from toolfold.arguments.rope import EMPTY_ROPE, Rope, append, joined
from toolfold.arguments.shared import MISSING, Array, rebuilt

_EXACT = 2**53


class Edit(NamedTuple):
    """A value for one path; ``more`` announces that the string at the path goes on in a later edit."""

    path: str
    value: str | float | bool | None
    more: bool = False


class Refused(NamedTuple):
    """Why an edit was not applied."""

    why: str


class Members(NamedTuple):
    """An object of the tree: names and values in the order in which the names came, and where each name is."""

    places: PMap[str, int]
    keys: PVector[str]
    values: PVector[object]


_NO_MEMBERS = Members(pmap(), pvector(), pvector())


class Patched(NamedTuple):
    """Arguments put together from edits; equal to any other with the same content in the same order.

    ``opened`` holds the strings that were announced to go on, with numbers that say in which order.
    """

    root: Members = _NO_MEMBERS
    opened: PMap[Path, int] = pmap()
    turn: int = 0

    def __eq__(self, other: object) -> bool:
        """Compare what has arrived."""
        if not isinstance(other, Patched):
            return NotImplemented
        return self is other or (render(self) == render(other) and open_paths(self) == open_paths(other))

    def __ne__(self, other: object) -> bool:
        """Negate ``__eq__``; a tuple would otherwise compare its parts."""
        return not self == other

    def __hash__(self) -> int:
        """Hash what is cheap to hash and the same for equal content."""
        return hash((len(self.root.keys), len(self.opened)))

    def __repr__(self) -> str:
        """Show what has arrived."""
        return f"Patched({render(self)})"

    def __reduce__(self) -> tuple[Callable[..., object], tuple[dict[str, object], tuple[Path, ...]]]:
        """Save it as plain data."""
        return from_plain, (plain(self), open_paths(self))


EMPTY_PATCHED = Patched()
"""No edit has come."""


def patch(patched: Patched, edit: Edit, /, max_depth: int = 256) -> Patched | Refused:
    """Return the arguments with one edit applied, or why it cannot be.

    Text for a path that already holds a string is appended, whether or not more of it was announced. Containers are
    made on demand. A list grows only at its end, so that no index, however large, makes anything large.

    >>> hello = patch(EMPTY_PATCHED, Edit("$.text", "hel", more=True))
    >>> render(patch(hello, Edit("$.text", "lo")))
    '{"text":"hello"}'
    >>> patch(EMPTY_PATCHED, Edit("$.items[7]", 1)).why
    '$.items[7] leaves a gap: the list has 0 items'
    """
    path = parse_path(edit.path, max_depth)
    if isinstance(path, str):
        return Refused(path)
    nodes = _nodes(patched.root, path)
    if isinstance(nodes, Refused):
        return nodes
    node = _written(nodes.pop(), edit.value)
    if node is MISSING:
        return Refused(f"{short_path(path)} already holds an object or a list, which a single value would erase")
    for parent, segment in zip(reversed(nodes), reversed(path), strict=True):
        node = _with_item(parent, segment, node)
    return _announced(patched, cast("Members", node), path, more=edit.more and isinstance(edit.value, str))


def _nodes(root: object, path: Path) -> list[object] | Refused:
    """Return what is at each step of the path, new containers included; the last may be missing."""
    nodes = [root]
    for place, segment in enumerate(path):
        if nodes[-1] is MISSING:
            nodes[-1] = _NO_MEMBERS if isinstance(segment, str) else pvector()
        item = _item(nodes[-1], segment)
        if isinstance(item, Refused):
            return Refused(f"{short_path(path[: place + 1])} {item.why}")
        nodes.append(item)
    return nodes


def _item(node: object, segment: str | int) -> object:
    """Return what a container has at a segment, ``MISSING`` where it may be put, or why it cannot be."""
    if isinstance(node, Members):
        if isinstance(segment, int):
            return Refused("is an index, and an object is there")
        place = node.places.get(segment)
        return MISSING if place is None else node.values[place]
    if type(node) is not Array:
        return Refused("goes through a value that is neither an object nor a list")
    items = cast("PVector[object]", node)
    if isinstance(segment, str):
        return Refused("is a name, and a list is there")
    if segment > len(items):
        return Refused(f"leaves a gap: the list has {len(items)} items")
    return MISSING if segment == len(items) else items[segment]


def _written(before: object, value: str | float | None) -> object:
    """Return the leaf after an edit, or ``MISSING`` if a container is there."""
    if isinstance(before, Members) or type(before) is Array:
        return MISSING
    if isinstance(value, str):
        return append(before if isinstance(before, Rope) else EMPTY_ROPE, value)
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)  # some SDKs turn every number into a float
    return value


def _with_item(parent: object, segment: str | int, item: object) -> object:
    """Return a container with an item at a segment, where ``_item`` allowed it."""
    if isinstance(segment, int):
        return cast("PVector[object]", parent).set(segment, item)  # one past the end, it is appended
    places, keys, values = cast("Members", parent)
    place = places.get(segment)
    if place is not None:
        return Members(places, keys, values.set(place, item))
    return Members(places.set(segment, len(keys)), keys.append(segment), values.append(item))


def _announced(patched: Patched, root: Members, path: Path, *, more: bool) -> Patched:
    opened, turn = patched.opened, patched.turn
    if more and path not in opened:
        return Patched(root, opened.set(path, turn), turn + 1)
    return Patched(root, opened if more else opened.discard(path), turn)


def plain(patched: Patched, /) -> dict[str, object]:
    """Return what has arrived as fresh plain data.

    >>> plain(patch(EMPTY_PATCHED, Edit("$.days[0]", 50.0)))
    {'days': [50]}
    """
    return cast("dict[str, object]", rebuilt(patched.root, _opened))


def _opened(node: object) -> object:
    if isinstance(node, Members):
        return dict(zip(node.keys, node.values, strict=True))
    if isinstance(node, Rope):
        return joined(node)
    return list(cast("Iterable[object]", node)) if type(node) is Array else node


def render(patched: Patched, /) -> str:
    """Return what has arrived as compact JSON text, the names in the order in which they came.

    >>> render(EMPTY_PATCHED)
    '{}'
    """
    return dumps(plain(patched), _NO_LIMIT)


_NO_LIMIT = 1 << 62


def open_paths(patched: Patched, /) -> tuple[Path, ...]:
    """Return the paths of the strings that were announced to go on, in the order of the announcements.

    >>> open_paths(patch(EMPTY_PATCHED, Edit("$.text", "hel", more=True)))
    (('text',),)
    """
    return tuple(sorted(patched.opened, key=patched.opened.__getitem__))


def from_plain(value: dict[str, object], open_paths: Iterable[Path], /) -> Patched:
    """Return the arguments that ``plain`` and ``open_paths`` described, as a saved state needs.

    >>> render(from_plain({"text": "hel"}, [("text",)]))
    '{"text":"hel"}'
    """
    root = cast("Members", rebuilt(value, _copied, _sealed))
    opened = {tuple(path): turn for turn, path in enumerate(open_paths)}
    return Patched(root, pmap(opened), len(opened))


def _copied(node: object) -> object:
    if isinstance(node, dict):
        return {key: _leaf(item) for key, item in node.items()}
    return list(map(_leaf, node)) if isinstance(node, list) else node


def _leaf(item: object) -> object:
    return append(EMPTY_ROPE, item) if isinstance(item, str) else item


def _sealed(node: object) -> object:
    if isinstance(node, dict):
        places = {key: place for place, key in enumerate(node)}
        return Members(pmap(places), pvector(node), pvector(node.values()))
    return pvector(node) if isinstance(node, list) else node
