"""What a finished and a live stream have in common for people: a table of calls, remarks below it, a last line."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from toolfold.core.base import StreamError
from toolfold.core.notes import Note
from toolfold.show.table import GAP, Column, table
from toolfold.show.text import shortened, wrapped

INDENT = " " * len(f"call{GAP}")
MADE_UP = "* made up, since the stream gave no id"


class Row(NamedTuple):
    """A call: what goes in its columns, and the lines below them."""

    call: int
    verdict: str
    name: str | None
    id: str | None
    run_by: str
    seal: str
    choice: int
    below: Sequence[str]
    id_made_up: bool = False


def call_table(verdict: str, rows: Sequence[Row], width: int) -> list[str]:
    """Return the calls as a table, each with its lines below it; choices are shown if there are several."""
    several = len({row.choice for row in rows}) > 1
    columns = [Column("call", right=True), Column(verdict), Column("name", shrinks=True), Column("id", shrinks=True)]
    columns += [Column("run by"), Column("seal"), *([Column("choice", right=True)] if several else [])]
    title, *heads = table(columns, [_cells(row, several=several) for row in rows], width)
    lines = [title]
    for row, head in zip(rows, heads, strict=True):
        lines += [head, *(f"{INDENT}{line}" for line in row.below)]
    if any(row.id_made_up for row in rows):
        lines += ["", f"{INDENT}{MADE_UP}"]
    return lines


def below(text: str, width: int, tail: int = 0) -> str:
    """Return a line that fits below a call in the table; ``tail`` is the share in percent that is kept for its end."""
    room = width - len(INDENT)
    return shortened(text, room, room * tail // 100, " … " if tail else "…")


def _cells(row: Row, *, several: bool) -> list[str]:
    id_ = f"{row.id}*" if row.id_made_up else row.id or "-"
    cells = [str(row.call), row.verdict, row.name or "-", id_, row.run_by, row.seal]
    return [*cells, str(row.choice)] if several else cells


def remarks(title: str, found: Iterable[tuple[int | None, str]], width: int) -> list[str]:
    """Return messages below a title, each after the number of its call; nothing if there are none."""
    lines = [line for call, message in found for line in _remark(call, message, width)]
    return ["", title, *lines] if lines else []


def _remark(call: int | None, message: str, width: int) -> Iterator[str]:
    number = f"{'-' if call is None else call:>4}{GAP}"
    first, *others = wrapped(message, width - len(number))
    yield number + first
    yield from (INDENT + line for line in others)


def oddities(notes: Sequence[Note], error: StreamError | None, width: int) -> list[str]:
    """Return the notes and the provider's error, as every page about a stream ends."""
    lines = remarks("notes", ((note.call, f"{note.kind}: {note.message}") for note in notes), width)
    if error is None:
        return lines
    said = wrapped(f"{error.type}: {error.message or 'no message'}", width - len(INDENT))
    return [*lines, "", "the provider's error", *(INDENT + line for line in said)]


def counted(count: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "call"), counted(0, "fault")
    ('1 call', '0 faults')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def summary(calls: int, said: Sequence[str], fragments: str, wire: str) -> str:
    """Return the last line: so many calls, what of them, from how many fragments of which wire.

    >>> summary(1, ["1 sound"], "3 fragments", "nous"), summary(0, [], "3 fragments", "")
    ('1 call: 1 sound; 3 fragments, wire nous', '0 calls; 3 fragments, nothing about calls')
    """
    details = f": {', '.join(said)}" if said else ""
    return f"{counted(calls, 'call')}{details}; {fragments}, {f'wire {wire}' if wire else 'nothing about calls'}"
