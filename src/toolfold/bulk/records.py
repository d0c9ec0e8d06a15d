"""The lines and rows of one part of a log, numbered, as they come."""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, cast

from toolfold.bulk.entries import Broken, EntryReader, Read
from toolfold.bulk.logs import Log, Slice
from toolfold.bulk.options import Options
from toolfold.inputs import UnreadableInput

Numbered = tuple[int, bytes, Read | None]
"""The number of a line, counted from the first of its part; its text; what it says, which is None of an empty line."""

_BUFFER = 2**20
_ROWS = 4096
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def entries_of(log: Log, part: Slice, options: Options, /) -> Iterator[Numbered]:
    """Yield what each line or row says; what cannot be read any further raises ``UnreadableInput``."""
    reader = EntryReader(options)
    try:
        if log.kind == "parquet":
            yield from _rows(log, part, options, reader)
        else:
            yield from _lines(log, part, options.longest_line, reader)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableInput(log.name, None, f"broken gzip data: {error}") from error
    except (OSError, ValueError) as error:  # Arrow's own errors are one of the two
        raise UnreadableInput(log.name, None, f"it cannot be read on: {error}") from error


def _lines(log: Log, part: Slice, longest: int, reader: EntryReader) -> Iterator[Numbered]:
    with ExitStack() as stack:
        stream = _opened(log, stack)
        at = _first_line(stream, part) if part.start else 0
        end = part.end if log.kind == "lines" else None
        number = 0
        while (end is None or at < end) and (line := stream.readline(longest + 1)):
            number += 1
            at += len(line)
            if len(line) > longest and not line.endswith(b"\n"):
                at += _rest_of_line(stream)
                yield number, line, Broken(f"longer than {longest} bytes")
                continue
            if number == 1 and not part.start:
                line = line.removeprefix(_BYTE_ORDER_MARK)
            line = line.strip()
            yield number, line, reader.of_line(line) if line else None


def _opened(log: Log, stack: ExitStack) -> BinaryIO:
    raw = stack.enter_context(Path(log.name).open("rb", buffering=_BUFFER))  # noqa: SIM115  # the stack does
    if log.kind == "gzip":
        return cast("BinaryIO", stack.enter_context(gzip.GzipFile(fileobj=raw)))
    if log.kind == "zstd":
        from pyarrow import CompressedInputStream, PythonFile

        return cast("BinaryIO", BufferedReader(CompressedInputStream(PythonFile(raw), "zstd")))
    return raw


def _first_line(stream: BinaryIO, part: Slice) -> int:
    """Go to the first line that begins in a part, and return where that is; what only ends in it is not its own."""
    stream.seek(part.start - 1)
    at = part.start - 1
    while at < part.end and (piece := stream.readline(_BUFFER)):
        at += len(piece)
        if piece.endswith(b"\n"):
            break
    return at


def _rest_of_line(stream: BinaryIO) -> int:
    """Pass over the rest of a line without holding it, and return how long that is."""
    passed = 0
    while piece := stream.readline(_BUFFER):
        passed += len(piece)
        if piece.endswith(b"\n"):
            break
    return passed


def _rows(log: Log, part: Slice, options: Options, reader: EntryReader) -> Iterator[Numbered]:
    from pyarrow.parquet import ParquetFile

    with ParquetFile(log.name) as file:
        columns = _columns(file.schema_arrow.names, options)
        batches = file.iter_batches(_ROWS, row_groups=list(range(part.start, part.end)), columns=columns)
        rows = (row for batch in batches for row in timeless(batch).to_pylist())
        for number, row in enumerate(rows, start=1):
            yield number, b"", reader.of_row(row)


def _columns(names: Sequence[str], options: Options) -> list[str] | None:
    """Return the columns that must be read; without one for the fragment, the whole row is the fragment."""
    if options.fragment is None:
        return None
    wanted = [path for path in (options.by, options.order, options.fragment) if path is not None]
    return [path if path in names else path.partition(".")[0] for path in wanted]


def timeless(table: Any, /) -> Any:
    """Return a table or batch with times as the numbers they are stored as: nanoseconds have no Python type."""
    from pyarrow import int64, types

    for place, field in enumerate(table.schema):
        if types.is_timestamp(field.type):
            table = table.set_column(place, field.name, table.column(place).cast(int64()))
    return table
