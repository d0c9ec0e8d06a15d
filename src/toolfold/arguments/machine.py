"""The machine that reads JSON text piece by piece: one small function for each thing that can come next.

It keeps what it has read as shared data, so every earlier reading stays valid and one more character never costs more
than the piece of text it came in. A string or number that is still open is held apart and continued; only an escape
or a word that was cut (at most five characters) is looked at twice.
"""

import json
from collections.abc import Callable
from typing import NamedTuple

from toolfold.arguments.frames import ROOT, Frame, contents, shortest_text, with_child, within
from toolfold.arguments.grammar import CUT_ESCAPE, LONGEST_NUMBER, NUMBERS, PHASES, RUN, SPACE, STRINGS, WORDS
from toolfold.arguments.rope import EMPTY_ROPE, Rope, append, join_surrogates, joined, length

Step = Callable[["Reading", str, int, int], "Reading"]
"""From a reading, a text, a position in it and the depth allowed to the reading after the next thing in the text."""

_NO_LIMIT = 1 << 62


class Reading(NamedTuple):
    """How far JSON text has been read and what it has said; equal however the text was cut.

    ``mode`` names what may come next, ``open`` is the string, name or number being written, ``pending`` a cut escape
    or word. It is saved and compared as the shortest text that reads to it: going level by level would recurse.
    """

    position: int = 0
    mode: str = "value"
    top: Frame = ROOT
    open: Rope = EMPTY_ROPE
    pending: str = ""

    def __eq__(self, other: object) -> bool:
        """Compare what was read."""
        if not isinstance(other, Reading):
            return NotImplemented
        if (self.position, self.mode) != (other.position, other.mode):
            return False
        return self is other or _shortest(self) == _shortest(other)

    def __ne__(self, other: object) -> bool:
        """Negate ``__eq__``; a tuple would otherwise compare its parts."""
        return not self == other

    def __hash__(self) -> int:
        """Hash what is cheap to hash and the same for equal readings."""
        return hash((self.position, self.mode, self.top.depth, len(self.top.values), self.pending))

    def __repr__(self) -> str:
        """Show where the reading stands, not all it holds."""
        return f"Reading(position={self.position}, mode={self.mode!r}, depth={self.top.depth})"

    def __reduce__(self) -> tuple[Callable[[str, int], "Reading"], tuple[str, int]]:
        """Save it as text."""
        return _read_again, (_shortest(self), self.position)


START = Reading()
"""The reading of no text at all."""


def read_on(reading: Reading, text: str, /, max_depth: int = 256) -> Reading:
    r"""Return the reading after some more text, in time that depends on that text alone.

    Cutting the text elsewhere gives an equal reading, so nothing depends on a provider's chunks. The first half of a
    surrogate pair at the very end of a string's text is left for the next time, when both halves may have become one
    character: ``position`` says how far the text was read.

    >>> read_on(read_on(START, '{"city": "Os'), 'lo"') == read_on(START, '{"city": "Oslo"')
    True
    >>> read_on(START, '["\ud83d').position
    2
    """
    if not text:
        return reading
    if "\ud800" <= text[-1] <= "\udbff":
        before = _read(reading, text[:-1], max_depth)
        if before.mode in STRINGS:
            return before
        # outside a string it breaks the text at once, and is left all the same: joined, two halves are one character
        return _read(before, text[-1], max_depth)._replace(position=before.position)
    return _read(reading, text, max_depth)


def _read(reading: Reading, text: str, max_depth: int) -> Reading:
    position, mode, top, begun, pending = reading
    if mode == "string" and not pending and '"' not in text and "\\" not in text:  # most text, at a third of the cost
        return Reading(position + len(text), mode, top, append(begun, text))
    if reading.pending and reading.mode in STRINGS:
        text = reading.pending + text
        reading = reading._replace(position=reading.position - len(reading.pending), pending="")
    start = reading.position
    while (at := reading.position - start) < len(text):
        reading = _STEPS[reading.mode](reading, text, at, max_depth)
    return reading


def _shortest(reading: Reading) -> str:
    return shortest_text(reading.top, reading.mode, reading.open, reading.pending)


def _read_again(text: str, position: int) -> Reading:
    return read_on(START, text, _NO_LIMIT)._replace(position=position)


def _moved(reading: Reading, by: int, mode: str, top: Frame | None = None) -> Reading:
    return Reading(reading.position + by, mode, reading.top if top is None else top)


def _broken(reading: Reading, text: str, at: int) -> Reading:
    return _moved(reading, len(text) - at, "broken")


def _value(reading: Reading, text: str, at: int, max_depth: int) -> Reading:
    """Read up to and into a value; in an array that has just begun, its end may come instead."""
    start, at = at, _space_end(text, at)
    mark = text[at : at + 1]
    if not mark or (mark == "]" and reading.mode == "first-item"):
        return _closed(reading, at - start + 1) if mark else _moved(reading, at - start, reading.mode)
    if mark == '"':
        return _moved(reading, at - start + 1, "string")
    if mark in "{[" and reading.top.depth < max_depth:
        mode = "first-name" if mark == "{" else "first-item"
        return _moved(reading, at - start + 1, mode, within(reading.top, mark))
    if mark in PHASES["number"]:
        return _moved(reading, at - start, "number")
    if mark in WORDS:
        return Reading(reading.position + at - start + 1, "word", reading.top, EMPTY_ROPE, mark)
    return _broken(reading, text, start)


def _space_end(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return at if found is None else found.end()


def _expected(mark: str, mode: str) -> "Step":
    """Return a step that goes through white space and one given character into the next mode."""

    def step(reading: Reading, text: str, at: int, _: int) -> Reading:
        end = _space_end(text, at)
        if end == len(text):
            return _moved(reading, end - at, reading.mode)
        if text[end] == mark:
            return _moved(reading, end - at + 1, mode)
        if text[end] == "}" and reading.mode == "first-name":
            return _closed(reading, end - at + 1)
        return _broken(reading, text, at)

    return step


def _after(reading: Reading, text: str, at: int, _: int) -> Reading:
    """Read what follows a value: a comma, the end of its container, or nothing more if it is the root."""
    end = _space_end(text, at)
    kind = reading.top.kind
    if end == len(text):
        return _moved(reading, end - at, "after")
    if not kind:
        return _moved(reading, len(text) - at, "trailing")
    if text[end] == ",":
        return _moved(reading, end - at + 1, "next-name" if kind == "{" else "value")
    if text[end] == ("}" if kind == "{" else "]"):
        return _closed(reading, end - at + 1)
    return _broken(reading, text, at)


def _closed(reading: Reading, by: int) -> Reading:
    below = reading.top.below or ROOT
    return _moved(reading, by, "after", with_child(below, contents(reading.top)))


def _string(reading: Reading, text: str, at: int, _: int) -> Reading:
    """Read a string or a name up to its end, a cut escape, or the end of the text."""
    found = RUN.match(text, at)
    end = at if found is None else found.end()
    part = text[at:end]
    if "\\" in part:
        part = json.loads(f'"{part}"', strict=False)
    if text[end : end + 1] == '"':
        return _string_closed(reading, end - at + 1, part)
    if end == len(text) or CUT_ESCAPE.fullmatch(text, end):
        now = reading.position + len(text) - at
        return Reading(now, reading.mode, reading.top, append(reading.open, part), text[end:])
    return _broken(reading, text, at)


def _string_closed(reading: Reading, by: int, last: str) -> Reading:
    whole = joined(append(reading.open, last)) if length(reading.open) else join_surrogates(last)
    if reading.mode == "name":
        return _moved(reading, by, "colon", reading.top._replace(key=whole))
    return _moved(reading, by, "after", with_child(reading.top, whole))


def _number(reading: Reading, text: str, at: int, _: int) -> Reading:
    """Read a number up to the first character that cannot belong to it; until one comes, it may still grow."""
    phase, end = reading.mode, at
    while end < len(text) and text[end] in PHASES[phase]:
        phase = PHASES[phase][text[end]]
        end += 1
    whole = append(reading.open, text[at:end])
    if length(whole) > LONGEST_NUMBER or (end < len(text) and phase not in NUMBERS):
        return _broken(reading, text, at)
    if end == len(text):
        return Reading(reading.position + end - at, phase, reading.top, whole)
    try:
        number = NUMBERS[phase](joined(whole))
    except ValueError:  # this interpreter was told to take fewer digits
        return _broken(reading, text, at)
    return _moved(reading, end - at, "after", with_child(reading.top, number))


def _word(reading: Reading, text: str, at: int, _: int) -> Reading:
    word, meaning = WORDS[reading.pending[0]]
    pending = reading.pending + text[at : at + len(word) - len(reading.pending)]
    if not word.startswith(pending):
        return _broken(reading, text, at)
    by = len(pending) - len(reading.pending)
    if pending == word:
        return _moved(reading, by, "after", with_child(reading.top, meaning))
    return Reading(reading.position + by, "word", reading.top, EMPTY_ROPE, pending)


def _ended(reading: Reading, text: str, _: int, __: int) -> Reading:
    return _moved(reading, len(text), reading.mode)  # it ended in an earlier text, so that this one is new to its end


_STEPS: dict[str, Step] = {
    "value": _value,
    "first-item": _value,
    "first-name": _expected('"', "name"),
    "next-name": _expected('"', "name"),
    "colon": _expected(":", "value"),
    "after": _after,
    "string": _string,
    "name": _string,
    "word": _word,
    **dict.fromkeys(PHASES, _number),
    "trailing": _ended,
    "broken": _ended,
}
"""What may come next -> the function that reads it."""
