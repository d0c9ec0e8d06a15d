"""The logs of a run: which files they are, and how their reading is cut into pieces of work."""

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from toolfold.bulk.options import MEBIBYTE
from toolfold.inputs import UnreadableInput

Kind = Literal["lines", "gzip", "zstd", "parquet"]

SUFFIXES = (".jsonl", ".ndjson", ".parquet")
"""What is a log inside a folder, packed or not; a file that is named is one whatever its name is."""

UNIT, MOST_UNITS = 32 * MEBIBYTE, 512
"""How much one piece of work reads, unless that makes more pieces than can be kept track of."""

_MAGIC: dict[bytes, Kind] = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"PAR1": "parquet"}
_UNPACKED = {"lines": 1, "gzip": 8, "zstd": 8, "parquet": 4}
"""How much larger the lines are than the file, roughly; logs of JSON pack well."""


class Log(NamedTuple):
    """A file, as it was when the run began: if any of this differs later, it is another file."""

    name: str
    size: int
    modified: int
    kind: Kind

    @property
    def weight(self) -> int:
        """Roughly how many bytes of lines are in it."""
        return self.size * _UNPACKED[self.kind]


class Slice(NamedTuple):
    """A part of a log: bytes of lines, row groups of Parquet, everything (0 to 1) of what is packed."""

    log: int
    start: int
    end: int
    weight: int


Unit = tuple[Slice, ...]


def log_of(name: str, /) -> Log:
    """Return the log that a file is; ``UnreadableInput`` if it cannot be opened."""
    path = Path(name)
    try:
        with path.open("rb") as stream:
            begin = stream.read(4)
        status = path.stat()
    except OSError as error:
        raise UnreadableInput(name, None, (error.strerror or str(error)).lower()) from error
    return Log(name, status.st_size, status.st_mtime_ns, _kind(begin))


def _kind(begin: bytes) -> Kind:
    for magic, kind in _MAGIC.items():
        if begin.startswith(magic):
            return kind
    return "lines"


def names_of(patterns: Iterable[str], output: Path, /) -> list[str]:
    """Return the files that names, folders and patterns with ``*`` mean, each once, those of one pattern in order.

    What a run writes is no log of it: the output, and what begins with its name.
    """
    found: dict[str, None] = {}
    ours = str(output.resolve())
    for pattern in patterns:
        inside = sorted(name for name in _inside(pattern) if not str(Path(name).resolve()).startswith(ours))
        if not inside:
            raise UnreadableInput(pattern, None, "there are no logs here")
        found.update(dict.fromkeys(inside))
    return list(found)


def _inside(pattern: str) -> Iterator[str]:
    path = Path(pattern)
    if path.is_dir():
        files = (file for file in path.rglob("*") if file.is_file() and not file.name.startswith("."))
        yield from (str(file) for file in files if _plain_name(file.name).endswith(SUFFIXES))
    elif path.exists() or not glob.has_magic(pattern):
        yield pattern
    else:
        matches = glob.iglob(pattern, recursive=True)  # noqa: PTH207  # Path.glob takes no absolute pattern
        yield from (name for name in matches if Path(name).is_file())


def _plain_name(name: str) -> str:
    return name.removesuffix(".gz").removesuffix(".zst")


def units_of(logs: Iterable[Log], /) -> list[Unit]:
    """Return the pieces of work: parts of large files, and many small files together.

    They follow from the logs alone, not from how many processes there are, so that the answer does not either.
    """
    logs = list(logs)
    room = max(UNIT, sum(log.weight for log in logs) // MOST_UNITS)
    units, unit, held = list[Unit](), list[Slice](), 0
    for number, log in enumerate(logs):
        for start, end, weight in _cuts(log, room):
            unit.append(Slice(number, start, end, weight))
            held += weight
            if held >= room:
                units.append(tuple(unit))
                unit, held = [], 0
    return [*units, tuple(unit)] if unit else units


def _cuts(log: Log, room: int) -> Iterator[tuple[int, int, int]]:
    """Yield where the parts of a log begin and end, and how much each weighs."""
    match log.kind:
        case "lines":
            for start in range(0, log.size, room):
                end = min(start + room, log.size)
                yield start, end, end - start
        case "parquet":
            yield from _row_groups(log, room)
        case "gzip" | "zstd":
            yield 0, 1, log.weight


def _row_groups(log: Log, room: int) -> Iterator[tuple[int, int, int]]:
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(log.name) as file:
            sizes = [file.metadata.row_group(number).total_byte_size for number in range(file.num_row_groups)]
    except (ArrowException, OSError) as error:
        raise UnreadableInput(log.name, None, f"broken Parquet: {_first_line(error)}") from error
    start = held = 0
    for number, size in enumerate(sizes):
        held += size
        if held >= room or number == len(sizes) - 1:
            yield start, number + 1, held
            start, held = number + 1, 0


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
