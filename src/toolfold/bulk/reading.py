"""First half: the lines of the logs, each put to the partition of its stream, with its fragment as JSON text."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, Self, TextIO
from zlib import crc32

from toolfold.bulk.entries import Broken, Entry
from toolfold.bulk.folders import finished
from toolfold.bulk.logs import Log, Slice
from toolfold.bulk.options import MEBIBYTE, Options
from toolfold.bulk.records import entries_of
from toolfold.bulk.rows import Tally
from toolfold.bulk.work import Work
from toolfold.inputs import UnreadableInput

HELD = 16 * MEBIBYTE
"""Text that is held before it is written."""

_ENTRY_WEIGHT = 100
_SHOWN = 1000
_SOME = 512

TEXTS = "texts"
"""The file of a unit's texts."""

PLACES = 2**40
"""More than the entries of one unit, so that a place says which unit it is of."""


class Unread(NamedTuple):
    """What came of reading a unit: counts, the lines of each part, and the entries for each partition."""

    tally: Tally
    lines: list[int]
    entries: dict[int, int]


def unread_in(folder: Path, /) -> Unread:
    """Return what came of a unit that is read."""
    found = json.loads((folder / "tally.json").read_text(encoding="utf-8"))
    return Unread(Counter(found["tally"]), found["lines"], {int(key): n for key, n in found["entries"].items()})


def read_unit(work: Work, number: int, advance: Callable[[int], None], /) -> None:
    """Read one unit into its folder: the entries by partition, what is broken, and the counts."""
    with finished(work.unit(number)) as folder, ExitStack() as stack:
        shelves = stack.enter_context(_Shelves(folder, work.plan.partitions, number))
        broken = stack.enter_context((folder / "broken.jsonl").open("w", encoding="utf-8"))
        unit = _UnitReader(work.plan.options, shelves, broken, advance)
        lines = [unit.read(work.plan.logs[part.log], part) for part in work.plan.units[number]]
        stack.close()  # so that all is written and counted
        found = {"tally": unit.tally, "lines": lines, "entries": shelves.entries}
        (folder / "tally.json").write_text(json.dumps(found), encoding="utf-8")


class _UnitReader:
    def __init__(self, options: Options, shelves: "_Shelves", broken: TextIO, advance: Callable[[int], None]) -> None:
        self._options, self._shelves, self._broken, self._advance = options, shelves, broken, advance
        self.tally: Tally = Counter()
        self._parts = 0

    def read(self, log: Log, part: Slice) -> int:
        """Read a part of a log and return how many lines it has."""
        number = size = told = 0
        try:
            for number, line, read in entries_of(log, part, self._options):
                size += len(line)
                if number % _SOME == 0:
                    self._advance(size - told)
                    told = size
                match read:
                    case Entry():
                        self._shelves.add(read)
                    case Broken():
                        self._set_aside(number, read, line)
        except UnreadableInput as error:
            self.tally["unreadable"] += 1
            self._set_aside(number + 1, Broken(error.why), b"")
        self._advance(part.weight - told)  # how much is in what is packed was a guess
        self.tally["lines"] += number
        self._parts += 1
        return number

    def _set_aside(self, number: int, read: Broken, line: bytes) -> None:
        self.tally["broken"] += 1
        if read.entry is not None:
            self._shelves.add(read.entry)
        text = line[:_SHOWN].decode("utf-8", "backslashreplace")
        entry = {"part": self._parts, "line": number, "why": read.why, "text": text}
        self._broken.write(f"{json.dumps(entry)}\n")


class _Shelves:
    """The texts of a unit in one file, partition after partition as often as enough is held, and keys that find them.

    Only the keys are sorted later: an engine that sorts texts as well needs memory for many of the largest at once.
    """

    def __init__(self, folder: Path, partitions: int, unit: int) -> None:
        self._folder, self._partitions = folder, partitions
        self._texts = (folder / TEXTS).open("wb")
        self._place = unit * PLACES
        self._at = self._size = 0
        self._held: dict[int, list[tuple[Entry, int]]] = {}
        self._files: dict[int, Any] = {}
        self.entries: Counter[int] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()
        for file in (self._texts, *self._files.values()):
            file.close()

    def add(self, entry: Entry) -> None:
        """Put an entry to the others of its partition."""
        partition = crc32(entry.stream.encode()) % self._partitions
        self._held.setdefault(partition, []).append((entry, self._place))
        self._place += 1
        self._size += len(entry.text or b"") + _ENTRY_WEIGHT
        if self._size > HELD:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa

        for partition, held in self._held.items():
            columns = zip(*map(self._key, held), strict=True)
            arrays = [pa.array(column, kind) for column, kind in zip(columns, _key_types().values(), strict=True)]
            self._file(partition).write_table(pa.Table.from_arrays(arrays, list(_key_types())))
            self.entries[partition] += len(held)
        self._held, self._size = {}, 0

    def _key(self, held: tuple[Entry, int]) -> tuple[str, bytes, int, int, int | None]:
        """Write the text of an entry and return its key; a lost one has no size."""
        (stream, order, text), place = held
        if text is None:
            return stream, order, place, 0, None
        self._texts.write(text)
        self._at += len(text)
        return stream, order, place, self._at - len(text), len(text)

    def _file(self, partition: int) -> Any:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        if partition not in self._files:
            path, schema = self._folder / f"{partition:03}.parquet", pa.schema(list(_key_types().items()))
            self._files[partition] = ParquetWriter(path, schema, compression="zstd", use_dictionary=False)
        return self._files[partition]


def _key_types() -> dict[str, Any]:
    import pyarrow as pa

    where = {"place": pa.int64(), "start": pa.int64(), "size": pa.int64()}
    return {"stream": pa.string(), "order": pa.binary(), **where}


def broken_in(work: Work, /) -> Iterator[dict[str, object]]:
    """Yield what was set aside, in the order of the logs, with the number of the line in the whole log."""
    before: Counter[int] = Counter()
    for number, unit in enumerate(work.plan.units):
        starts = []
        for part, lines in zip(unit, unread_in(work.unit(number)).lines, strict=True):
            starts.append((work.plan.logs[part.log].name, before[part.log]))
            before[part.log] += lines
        with (work.unit(number) / "broken.jsonl").open(encoding="utf-8") as file:
            for entry in map(json.loads, file):
                name, start = starts[entry.pop("part")]
                yield {"file": name, **entry, "line": start + entry["line"]}
