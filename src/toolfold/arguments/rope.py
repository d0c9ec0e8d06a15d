"""Text that grows at its end: a vector of joined blocks and one short tail.

Plain concatenation copies the whole text for every piece; a vector of pieces makes garbage collection slow and
equality depend on where the text was cut. Here a piece costs a copy of at most ``BLOCK`` characters, and a rope is
equal to any other that holds the same text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

HIGH_HALF = re.compile("[\ud800-\udbff]")

BLOCK = 256
"""A tail longer than this is moved to the blocks. Small, since every kept state holds a tail of its own."""


class Rope(NamedTuple):
    """A text in parts: ``blocks`` (joined, never changed), ``tail`` (at most ``BLOCK``) and the blocks' length."""

    blocks: PVector[str]
    tail: str
    flushed: int

    def __eq__(self, other: object) -> bool:
        """Compare the text, not its parts."""
        if not isinstance(other, Rope):
            return NotImplemented
        return self is other or (length(self) == length(other) and joined(self) == joined(other))

    def __ne__(self, other: object) -> bool:
        """Negate ``__eq__``; a tuple would otherwise compare its parts."""
        return not self == other

    def __hash__(self) -> int:
        """Hash the text, as equality demands."""
        return hash(joined(self))


EMPTY_ROPE = Rope(pvector(), "", 0)


def append(rope: Rope, piece: str, /) -> Rope:
    r"""Return the rope with a piece at its end, in time that does not depend on the rope's length.

    Half of a surrogate pair at the end of one piece and its other half at the start of the next are one character:
    a saved state would come back with them joined, so they are joined here.

    >>> joined(append(append(EMPTY_ROPE, '{"city":'), '"Oslo"}'))
    '{"city":"Oslo"}'
    >>> joined(append(append(EMPTY_ROPE, "\ud83d"), "\ude80")) == "\U0001f680"
    True
    """
    tail = rope.tail + piece
    if not tail.isascii():
        tail = join_surrogates(tail)
    if len(tail) <= BLOCK:
        return Rope(rope.blocks, tail, rope.flushed)
    cut = len(tail) - 1 if "\ud800" <= tail[-1] <= "\udbff" else len(tail)
    return Rope(rope.blocks.append(tail[:cut]), tail[cut:], rope.flushed + cut)


def joined(rope: Rope, /) -> str:
    """Return the whole text."""
    return "".join(rope.blocks) + rope.tail if rope.flushed else rope.tail


def length(rope: Rope, /) -> int:
    """Return the number of characters, without joining them."""
    return rope.flushed + len(rope.tail)


def since(rope: Rope, position: int, /) -> Iterator[str]:
    """Yield the text from a position on, in parts; what lies before it is not looked at.

    >>> "".join(since(append(EMPTY_ROPE, "abcdef"), 4))
    'ef'
    """
    start, first = rope.flushed, len(rope.blocks)
    while first and start > position:
        first -= 1
        start -= len(rope.blocks[first])
    for at in range(first, len(rope.blocks)):  # a slice of a vector without C copies all of it
        block = rope.blocks[at]
        yield block[max(0, position - start) :]
        start += len(block)
    yield rope.tail[max(0, position - start) :]


def is_utf8(text: str, /) -> bool:
    r"""Say whether text can be written as UTF-8: half of a surrogate pair cannot, other than as an escape.

    >>> is_utf8("Zürich"), is_utf8("\ud83d")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def join_surrogates(text: str, /) -> str:
    """Return the text with every surrogate pair as the one character it stands for; a lone half stays."""
    if text.isascii() or not HIGH_HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
