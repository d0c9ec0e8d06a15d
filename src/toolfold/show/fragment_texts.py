"""The fragments of a stream as JSON text, stored so that what they have in common is said once.

Fragments of one kind are the same text around a few values, so their text is kept as a shape (the text between the
values) and the values in which they differ. A page with 20 000 fragments is then a tenth of the recording's size, and
still any one of them can be put together without the others.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from toolfold.arguments.json_text import dumps

_PAIR = re.compile(
    r"""((?:\{(?!\})|\[(?!\])|[}\],]|"(?:[^"\\]++|\\.)*+":)*+)   # brackets, commas and names
        ("(?:[^"\\]++|\\.)*+"|\{\}|\[\]|[^\s"{}\[\],:]++)?        # then one value
    """,
    re.VERBOSE | re.DOTALL,
)


class FragmentText(NamedTuple):
    """The JSON text of a fragment, cut at its values: ``around`` has one piece more than there are values."""

    around: tuple[str, ...]
    values: tuple[str, ...]


def text_of(fragment: object, /) -> FragmentText:
    """Return a fragment's compact JSON text, cut at its values; an object is shown by its attributes.

    >>> text_of({"n": 1, "to": {"city": "Oslo"}})
    FragmentText(around=('{"n":', ',"to":{"city":', '}}'), values=('1', '"Oslo"'))
    """
    text = dumps(fragment)
    pairs = _PAIR.findall(text)
    if sum(len(around) + len(value) for around, value in pairs) != len(text):
        return FragmentText(("", ""), (text,))  # an object that cannot be read has text that is no JSON
    values = tuple(value for _, value in pairs if value)
    *around, end = [around for around, value in pairs if value or around] or [""]
    return FragmentText((*around, end) if len(around) == len(values) else (*around, end, ""), values)


class Packed(NamedTuple):
    """Fragments as plain data: shapes, the values that differ, and a row for each fragment.

    A shape is a list that alternates between text and values; a value is its text if all fragments of the shape have
    it in common, else None. A row is the number of its shape, then for each None the number of a value.
    """

    shapes: list[list[str | None]]
    values: list[str]
    rows: list[list[int]]


def packed(texts: Sequence[FragmentText], /) -> Packed:
    """Return the texts with everything that they share said once.

    >>> packed([text_of({"n": 1, "of": 9}), text_of({"n": 2, "of": 9})])
    Packed(shapes=[['{"n":', None, ',"of":', '9', '}']], values=['1', '2'], rows=[[0, 0], [0, 1]])
    """
    numbers: dict[tuple[str, ...], int] = {}
    common: list[list[str | None]] = []
    for around, values in texts:
        known = numbers.setdefault(around, len(numbers))
        if known == len(common):
            common.append(list(values))
        elif tuple(common[known]) != values:
            common[known] = [one if one == other else None for one, other in zip(common[known], values, strict=True)]
    shapes = [_woven(around, common[number]) for around, number in numbers.items()]
    places: dict[str, int] = {}
    rows = [_row(numbers[one.around], common, one.values, places) for one in texts]
    return Packed(shapes, list(places), rows)


def _woven(around: Sequence[str], values: Sequence[str | None]) -> list[str | None]:
    woven: list[str | None] = [around[0]]
    for value, after in zip(values, around[1:], strict=True):
        woven += [value, after]
    return woven


def _row(shape: int, common: list[list[str | None]], values: Sequence[str], places: dict[str, int]) -> list[int]:
    own = [value for value, shared in zip(values, common[shape], strict=True) if shared is None]
    return [shape, *(places.setdefault(value, len(places)) for value in own)]
