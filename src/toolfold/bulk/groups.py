"""The same work as two functions of Arrow tables, for engines that group rows themselves.

    table of lines or rows --keyed--> table of (stream, order, text) --group by stream--> --folded--> table of calls

Both pickle, hold nothing, and know no engine.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from toolfold.bulk.entries import Broken, Entry, EntryReader, Read
from toolfold.bulk.options import Options
from toolfold.bulk.records import timeless
from toolfold.bulk.rows import StreamFolder, table_of

Tables = Callable[[Any], Any]
"""A function from an Arrow table to another."""

OF_NO_STREAM = ""
"""The stream of lines that do not say whose they are: no real one has an empty id."""


def keyed(options: Options, /, lines: str | None = None) -> Tables:
    """Return a function that reads a table and gives each row its stream, its order's key and its fragment's text.

    ``lines`` names the column that holds lines of JSON, as a reader of text files makes it; without it each row is a
    record. An engine that groups forgets the order of rows, so the options must say it (``ValueError``). A row that
    cannot be used is there without text, with the empty stream if it names none, so that ``folded`` counts it.
    """
    if options.order is None:
        raise ValueError("a group has no order of its own: Options(order=...) must name the field that has it")
    return _Keyed(options, lines)


def folded(options: Options, /) -> Tables:
    """Return a function that folds the rows of one stream, as ``keyed`` made them, to a table of its calls.

    The columns are those of ``toolfold bulk``. Lines that name no stream come to a row without a call, in which
    ``lost`` says how many they are.
    """
    return _Folded(options)


class _Keyed:
    def __init__(self, options: Options, lines: str | None) -> None:
        self._options, self._lines = options, lines
        self.__name__ = "keyed"  # engines name the steps of a plan after their functions

    def __call__(self, table: Any) -> Any:
        import pyarrow as pa

        entries = list(self._entries(table))
        types = {"stream": pa.string(), "order": pa.binary(), "text": pa.binary()}
        columns = zip(*entries, strict=True) if entries else ((), (), ())
        arrays = [pa.array(column, kind) for column, kind in zip(columns, types.values(), strict=True)]
        return pa.Table.from_arrays(arrays, list(types))

    def _entries(self, table: Any) -> Iterable[Entry]:
        reader = EntryReader(self._options)
        for read in self._read(table, reader):
            match read:
                case Entry():
                    yield read
                case Broken(entry=Entry() as entry):
                    yield entry
                case Broken():
                    yield Entry(OF_NO_STREAM, b"", None)

    def _read(self, table: Any, reader: EntryReader) -> Iterator[Read]:
        if self._lines is None:
            yield from map(reader.of_row, timeless(table).to_pylist())
            return
        for text in table.column(self._lines).to_pylist():
            line = (text.encode() if isinstance(text, str) else text or b"").strip()
            if line:
                yield reader.of_line(line)


class _Folded:
    def __init__(self, options: Options) -> None:
        self._options = options
        self.__name__ = "folded"

    def __call__(self, group: Any) -> Any:
        ordered = group.sort_by([("order", "ascending")])
        names = ordered.column("stream").to_pylist()
        fragments = zip(ordered.column("order").to_pylist(), ordered.column("text").to_pylist(), strict=True)
        return table_of(StreamFolder(self._options).rows(names[0], fragments) if names else [])
