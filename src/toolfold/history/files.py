"""A log as a file: JSON lines, one fragment a line, so that any other tool can read it."""

import json
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from toolfold.arguments.rope import is_utf8
from toolfold.history.kept import Kept, text_of
from toolfold.inputs import read_fragments

Place = str | PathLike[str]


def write(path: Place, log: Iterable[Kept], /) -> None:
    """Write a log; one of which a fragment has no JSON is a ``ValueError``, and then nothing is written."""
    lines = [_line(number, one) for number, one in enumerate(log, start=1)]
    text = "".join(f"{line}\n" for line in lines) if len(lines) > 1 else _short(lines)
    Path(path).write_bytes(text.encode())


def read(path: Place, /) -> Iterator[object]:
    """Read the fragments of a log, or of any other recording that the command line takes."""
    return read_fragments(Path(path))


def _line(number: int, one: Kept) -> str:
    text = text_of(one)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"step {number} has no JSON to be written as: {str(one)[:80]}") from error
    return text if is_utf8(text) else json.dumps(value, separators=(",", ":"))


def _short(lines: list[str]) -> str:
    """Return the text of fewer than two lines: one line alone could be read as a list of fragments, so it is one."""
    return f"[{''.join(lines)}]\n"
