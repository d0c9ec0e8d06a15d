"""Tables of text in aligned columns."""

from collections.abc import Sequence
from typing import NamedTuple

from toolfold.show.text import escaped, shortened, width_of

GAP = "  "
_NARROWEST = 8


class Column(NamedTuple):
    """A column: its title, whether it is flush right, and whether it may be shortened if the table is too wide."""

    title: str
    right: bool = False
    shrinks: bool = False


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the title line and one line for each row, as narrow as the cells allow.

    Cells are escaped. If all is wider than ``width``, the widest of the columns that may shrink gives way first, and a
    cell that is cut keeps its beginning and its end.

    >>> for line in table((Column("n", right=True), Column("name", shrinks=True)), (("0", "now"), ("10", "zones")), 80):
    ...     print(line)
     n  name
     0  now
    10  zones
    """
    shown = [[column.title for column in columns], *(list(map(escaped, row)) for row in rows)]
    widths = [max(map(width_of, cells)) for cells in zip(*shown, strict=True)]
    _fit(widths, [place for place, column in enumerate(columns) if column.shrinks], width)
    return [_line(columns, row, widths) for row in shown]


def _fit(widths: list[int], flexible: list[int], room: int) -> None:
    """Narrow the flexible columns, always the widest of them, until the line fits or they are as narrow as may be."""
    for place in flexible:
        widths[place] = min(widths[place], room)
    while flexible and sum(widths) + len(GAP) * (len(widths) - 1) > room:
        widest = max(flexible, key=lambda place: widths[place])
        if widths[widest] <= _NARROWEST:
            return
        widths[widest] -= 1


def _line(columns: Sequence[Column], row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (_padded(cell, width, column) for cell, width, column in zip(row, widths, columns, strict=True))
    return GAP.join(cells).rstrip()


def _padded(cell: str, width: int, column: Column) -> str:
    shown = shortened(cell, width, width // 3)
    padding = " " * (width - width_of(shown))
    return padding + shown if column.right else shown + padding
