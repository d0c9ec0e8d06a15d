"""Which part of a fragment mattered, found by leaving parts out.

A value mattered if the state would have changed otherwise without it. That asks the fold itself, so it is right for
every wire, also for those that this package does not know. Fragments that look alike and did alike are asked once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from toolfold.arguments.json_text import load
from toolfold.change import Change, changes
from toolfold.core.call import CallKey
from toolfold.core.state import State
from toolfold.fold import Feed
from toolfold.show.fragment_texts import FragmentText

_TRIALS, _VALUES = 400, 40_000
"""How often one fragment is fed again, and with how many values all in all; what is not decided by then is marked."""

_LONGEST, _DEEPEST = 400_000, 60
"""Fragments of more characters are not taken apart, and none is beyond so many levels."""

Values = tuple[int, ...]
"""Values of a fragment by their place in its text."""


class _Node(NamedTuple):
    """A part of a fragment: how to get to it, the values in it, and itself."""

    path: tuple[str | int, ...]
    start: int
    size: int
    part: object


class Mattered:
    """Says of one fragment after the other which of its values mattered for what it did.

    >>> from toolfold import feed, new
    >>> from toolfold.show.fragment_texts import text_of
    >>> fragment = [{"index": 0, "id": "c1", "type": "function", "function": {"name": "now"}}]
    >>> did = changes(new(), feed(new(), fragment))
    >>> text_of(fragment).values, Mattered(feed).values(new(), text_of(fragment), did)
    (('0', '"c1"', '"function"', '"now"'), (0, 1, 3))
    """

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._known: dict[object, Values] = {}
        self._last: list[CallKey | None] = []

    def values(self, before: State, text: FragmentText, did: tuple[Change, ...], /) -> Values:
        """Return which values mattered, by their place in the text.

        Whether an index mattered depends on whether the fragment goes on where the last one stopped, so fragments are
        alike only if that is so for all or none of them.
        """
        if not did:
            return ()
        about = [getattr(change, "call", None) for change in did]
        alike = (text.around, "".join(map(_kind, text.values)), tuple(map(type, did)), about == self._last)
        self._last = about
        found = self._known.get(alike)
        if found is None:
            found = self._known[alike] = tuple(_sought(before, text, did, self._feed))
        return found


def _kind(value: str) -> str:
    """Return one character for a value's kind; an empty text is another kind than one that is not."""
    return "'" if value == '""' else value[0]


def _sought(before: State, text: FragmentText, did: tuple[Change, ...], feed: Feed) -> Iterator[int]:
    whole = _plain(text)
    if changes(before, feed(before, whole)) != did:  # an object of an SDK says more than its attributes do
        return
    todo = [_Node((), 0, len(text.values), whole)]
    trials = min(_TRIALS, _VALUES // max(1, len(text.values)))
    while todo:
        node = todo.pop()
        if node.path:
            trials -= 1
            if trials >= 0 and changes(before, feed(before, _without(whole, node.path))) == did:
                continue
        inner = _inside(node) if trials > 0 else []
        todo.extend(reversed(inner))
        if not inner:
            yield from range(node.start, node.start + node.size)


def _plain(text: FragmentText) -> object:
    """Return the data that a text says; None if it is no JSON, or more of it than is worth the time."""
    whole = "".join(map("".join, zip(text.around, (*text.values, ""), strict=True)))
    try:
        return load(whole) if len(whole) <= _LONGEST else None
    except (ValueError, RecursionError):
        return None


def _inside(node: _Node) -> list[_Node]:
    """Return the parts of a part, none of a value; an empty container is a value."""
    match node.part:
        case _ if len(node.path) >= _DEEPEST:
            return []
        case dict():
            pairs = list(node.part.items())
        case list():
            pairs = list(enumerate(node.part))
        case _:
            return []
    found, start = [], node.start
    for key, part in pairs:
        size = _size(part)
        found.append(_Node((*node.path, key), start, size, part))
        start += size
    return found


def _size(part: object) -> int:
    """Count the values in a part."""
    count, todo = 0, [part]
    while todo:
        one = todo.pop()
        inner = list(one.values()) if isinstance(one, dict) else one if isinstance(one, list) else []
        todo.extend(inner)
        count += not inner
    return count


def _without(whole: object, path: tuple[str | int, ...]) -> object:
    """Return the data without what is at a path: a member is gone, an item is null, so that the others keep theirs."""
    if isinstance(whole, list):
        items = list(whole)
        items[int(path[0])] = _without(items[int(path[0])], path[1:]) if path[1:] else None
        return items
    members = dict(whole) if isinstance(whole, dict) else {}
    if path[1:]:
        members[str(path[0])] = _without(members[str(path[0])], path[1:])
    else:
        del members[str(path[0])]
    return members
