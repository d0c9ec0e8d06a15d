r"""Text from a stream, made fit for a terminal: nothing invisible, nothing that moves the cursor, measured in columns.

>>> escaped("a\x1b[2Jb\u202ec")
'a\\x1b[2Jb\\u202ec'
>>> shortened("京都の部屋", 7), shortened("call_0123456789", 9, 3)
('京都の…', 'call_…789')
"""

import shutil
import unicodedata
from collections.abc import Iterable
from itertools import dropwhile, islice

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_FIRST_SELECTOR, _LAST_SELECTOR = "\U000e0100", "\U000e01ef"
_MARKS_EACH = 4
_MOST_LINES = 8


def terminal_width() -> int:
    """Return the width to write for: the terminal's, or 80 columns where there is none; never too few to read."""
    return max(shutil.get_terminal_size().columns, 40)


def escaped(text: str) -> str:
    """Return text with everything that cannot be seen as itself written as an escape."""
    return "".join(map(_cell, text))


def _cell(char: str) -> str:
    """Return a character, or its escape if it is a control, a mark of direction, blank or half a character."""
    if char.isprintable() and char not in _BLANK and not _FIRST_SELECTOR <= char <= _LAST_SELECTOR:
        return char
    return char.encode("unicode_escape").decode("ascii")


def width_of(shown: str) -> int:
    """Return how many columns text takes that was escaped: wide characters two, combining marks none."""
    return len(shown) if shown.isascii() else sum(map(_columns, shown))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def shortened(text: str, width: int, tail: int = 0, mark: str = "…") -> str:
    """Return text escaped, and cut if it is wider than a width; ``tail`` columns are kept for how it ends."""
    if len(text) <= width and text.isascii() and text.isprintable():
        return text
    whole = _taken(text, width)
    if len(whole) == len(text):
        return "".join(whole)
    end = [*reversed(_taken(reversed(text), tail))]
    return "".join([*_taken(text, width - tail - len(mark)), mark, *dropwhile(lambda cell: not width_of(cell), end)])


def _taken(text: Iterable[str], width: int) -> list[str]:
    """Return the first characters that fit, escapes in one piece, and of endless combining marks only so many."""
    taken: list[str] = []
    for char in islice(text, max(width, 0) * _MARKS_EACH):
        cell = _cell(char)
        width -= width_of(cell)
        if width < 0:
            break
        taken.append(cell)
    return taken


def wrapped(text: str, width: int) -> list[str]:
    """Return text escaped, in lines broken between words, and shortened if it is more than a few lines.

    >>> wrapped("the text ends inside a string", 12)
    ['the text', 'ends inside', 'a string']
    """
    lines: list[str] = []
    for word in shortened(text, _MOST_LINES * width).split(" "):
        piece = shortened(word, width)
        if lines and width_of(lines[-1]) + 1 + width_of(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines
