"""Where rows go: JSON lines or Parquet."""

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, Self

from toolfold.bulk.rows import Row, line_of, schema, table_of

_MOST_ROWS = 20_000
"""Rows that are copied at once."""


class Rows(AbstractContextManager["Rows"], Protocol):
    """A file of rows that is being written."""

    def write(self, rows: list[Row], /) -> None:
        """Write some rows."""

    def append(self, file: Path, /) -> None:
        """Write all rows of another file of the same kind."""


class JsonRows:
    """Rows as JSON lines."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def write(self, rows: list[Row], /) -> None:
        """Write some rows."""
        self._file.writelines(f"{line_of(row)}\n".encode("ascii") for row in rows)

    def append(self, file: Path, /) -> None:
        """Write all rows of another file."""
        with file.open("rb") as other:
            shutil.copyfileobj(other, self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


class ParquetRows:
    """Rows as Parquet."""

    def __init__(self, path: Path) -> None:
        from pyarrow.parquet import ParquetWriter

        self._file = ParquetWriter(path, schema(), compression="zstd")

    def write(self, rows: list[Row], /) -> None:
        """Write some rows, as a row group of their own."""
        self._file.write_table(table_of(rows))

    def append(self, file: Path, /) -> None:
        """Write all rows of another file, in larger groups."""
        from pyarrow.parquet import ParquetFile

        with ParquetFile(file) as other:
            for batch in other.iter_batches(_MOST_ROWS):
                self._file.write_batch(batch)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


FORMATS: dict[str, Callable[[Path], Rows]] = {".jsonl": JsonRows, ".ndjson": JsonRows, ".parquet": ParquetRows}
"""What an output may end in, and how it is written then."""
