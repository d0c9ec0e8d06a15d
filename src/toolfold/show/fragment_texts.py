"""The fragments of a stream as JSON text, stored so that what they have in common is said once.

Fragments of one kind are the same text around a few values, so their text is kept as a shape (the text between the
values) and the values in which they differ. A page with 20 000 fragments is then a tenth of the recording's size, and
still any one of them can be put together without the others.
"""

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolfold.arguments.json_text import dumps

_PAIR = re.compile(
    r"""((?:\{(?!\})|\[(?!\])|[}\],]|"(?:[^"\\]++|\\.)*+":)*+)   # brackets, commas and names
        ("(?:[^"\\]++|\\.)*+"|\{\}|\[\]|[^\s"{}\[\],:]++)?        # then one value
    """,
    re.VERBOSE | re.DOTALL,
)

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class FragmentText(NamedTuple):
    """The JSON text of a fragment, cut at its values: ``around`` has one piece more than there are values."""

    around: tuple[str, ...]
    values: tuple[str, ...]


def text_of(fragment: object, /) -> FragmentText:
    """Return a fragment's compact JSON text, cut at its values; an object is shown by its attributes.

    >>> text_of({"n": 1, "to": {"city": "Oslo"}})
    FragmentText(around=('{"n":', ',"to":{"city":', '}}'), values=('1', '"Oslo"'))
    """
    text = _json(fragment)
    pairs = _PAIR.findall(text)
    if sum(len(around) + len(value) for around, value in pairs) != len(text):
        return FragmentText(("", ""), (text,))  # an object that cannot be read has text that is no JSON
    values = tuple(value for _, value in pairs if value)
    *around, end = [around for around, value in pairs if value or around] or [""]
    return FragmentText((*around, end) if len(around) == len(values) else (*around, end, ""), values)


def _json(fragment: object) -> str:
    """Return JSON text; what is no plain data goes the slower way, which reads attributes and never raises."""
    try:
        return _encoder.encode(fragment)
    except (TypeError, ValueError, RecursionError):
        return dumps(fragment)


class Packed(NamedTuple):
    """Fragments as plain data: shapes, the values that differ, and a row for each fragment.

    A shape alternates between text and values; a value is its text if all fragments of the shape have it in common,
    else None. A row is the number of its shape, then for each None the number of a value.
    """

    shapes: list[list[str | None]]
    values: list[str]
    rows: list[list[int]]


class Packing:
    """Collects texts, each value and each shape once.

    >>> packing = Packing()
    >>> for fragment in ({"n": 1, "of": 9}, {"n": 2, "of": 9}):
    ...     packing.add(text_of(fragment))
    >>> packing.packed()
    Packed(shapes=[['{"n":', None, ',"of":', '9', '}']], values=['1', '2'], rows=[[0, 0], [0, 1]])
    """

    def __init__(self) -> None:
        self._shapes: dict[tuple[str, ...], int] = {}
        self._values: dict[str, int] = {}
        self._common: list[list[int | None]] = []
        self._rows: list[tuple[int, array[int]]] = []

    def add(self, text: FragmentText, /) -> None:
        """Add the next fragment."""
        shape = self._shapes.setdefault(text.around, len(self._shapes))
        values = array("L", [self._values.setdefault(value, len(self._values)) for value in text.values])
        self._rows.append((shape, values))
        if shape == len(self._common):
            self._common.append(list(values))
            return
        common = self._common[shape]
        for place, value in enumerate(values):
            if common[place] != value:
                common[place] = None

    def packed(self) -> Packed:
        """Return all of it, with only those values apart that differ."""
        values = list(self._values)
        shapes = [_woven(around, self._common[shape], values) for around, shape in self._shapes.items()]
        used: dict[int, int] = {}
        rows = [[shape, *self._own(shape, row, used)] for shape, row in self._rows]
        return Packed(shapes, [values[number] for number in used], rows)

    def _own(self, shape: int, row: Sequence[int], used: dict[int, int]) -> Iterator[int]:
        for value, common in zip(row, self._common[shape], strict=True):
            if common is None:
                yield used.setdefault(value, len(used))


def _woven(around: Sequence[str], common: Sequence[int | None], values: Sequence[str]) -> list[str | None]:
    woven: list[str | None] = [around[0]]
    for value, after in zip(common, around[1:], strict=True):
        woven += [None if value is None else values[value], after]
    return woven
