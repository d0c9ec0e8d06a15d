"""Second half: the streams of a partition, sorted by an engine that spills to the disk, folded one after the other."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Self

from toolfold.bulk.folders import finished
from toolfold.bulk.output import FORMATS
from toolfold.bulk.reading import PLACES, TEXTS
from toolfold.bulk.rows import Row, StreamFolder, Tally
from toolfold.bulk.work import Unusable, Work

BATCH = 1024
"""Fragments that are taken from the engine at once, and rows that are written at once."""

_SORTED = 'SELECT stream, "order", place, start, size FROM read_parquet(?) ORDER BY stream, "order", place'

Key = tuple[str, bytes, int, int, int | None]
"""The stream of a fragment, its place in the order and in the logs, and where its text is."""


def tally_in(folder: Path, /) -> Tally:
    """Return the counts of a partition that is folded."""
    return Counter(json.loads((folder / "tally.json").read_text(encoding="utf-8")))


def fold_partition(work: Work, suffix: str, memory: int, number: int, advance: Callable[[int], None], /) -> None:
    """Fold the streams of one partition into its folder: their rows, and the counts."""
    work.spill.mkdir(exist_ok=True)
    files = [str(file) for file in sorted(work.read.glob(f"*/{number:03}.parquet"))]
    keys = sorted_keys(files, work.spill / str(os.getpid()), memory)
    folder = StreamFolder(work.plan.options, advance)
    with finished(work.partition(number)) as place:
        with FORMATS[suffix](place / f"rows{suffix}") as out, _Texts(work) as texts:
            for rows in _batches(_folded(folder, texts, keys)):
                out.write(rows)
        (place / "tally.json").write_text(json.dumps(folder.tally), encoding="utf-8")


def _folded(folder: StreamFolder, texts: "_Texts", keys: Iterable[Key]) -> Iterator[Row]:
    for stream, its in groupby(keys, key=itemgetter(0)):
        yield from folder.rows(stream, ((order, texts.read(place, at, size)) for _, order, place, at, size in its))


class _Texts:
    """The texts of all units, read one at a time."""

    def __init__(self, work: Work) -> None:
        self._work, self._files = work, dict[int, FileIO]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def read(self, place: int, at: int, size: int | None) -> bytes | None:
        """Return the text of the entry at a place in the logs; None if it is lost."""
        if size is None:
            return None
        unit = place // PLACES
        file = self._files.get(unit)
        if file is None:
            file = self._files[unit] = FileIO(self._work.unit(unit) / TEXTS)
        file.seek(at)
        return file.read(size)


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    held: list[Row] = []
    for row in rows:
        held.append(row)
        if len(held) == BATCH:
            yield held
            held = []
    if held:
        yield held


def sorted_keys(files: list[str], spill: Path, memory: int, /) -> Iterator[Key]:
    """Yield the keys of a partition, stream by stream and in order; they come in batches and are never all here."""
    import duckdb

    settings: dict[str, Any] = {"memory_limit": f"{memory}B", "threads": 1, "temp_directory": str(spill)}
    try:
        with duckdb.connect(config={**settings, "preserve_insertion_order": False}) as connection:
            for batch in connection.sql(_SORTED, params=[files]).to_arrow_reader(BATCH):
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)
    except duckdb.OutOfMemoryException as error:
        said = str(error).splitlines()[0]
        raise Unusable(f"the streams cannot be sorted in so little memory; give --memory more ({said})") from error
