"""What comes out: a row for each call. The columns are the same in Parquet and in JSON lines."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from toolfold.arguments.decode import has_raw_control
from toolfold.arguments.json_text import dumps, load
from toolfold.bulk.options import Options
from toolfold.core.call import CallKey
from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.fold import Feed, feed, feeder, new
from toolfold.inputs import UnreadableInput, decoded
from toolfold.show.outcome import Report, Verdict, report_on
from toolfold.wires import WIRES

Row = dict[str, object]
Tally = Counter[str]
"""Counts of what was seen, by name; those of two parts of a run add up to those of both."""

COLUMNS: dict[str, str] = {
    "stream": "string",
    "call": "int32",
    "outcome": "string",
    "id": "string",
    "id_made_up": "bool",
    "name": "string",
    "arguments": "string",
    "text": "string",
    "message": "string",
    "kind": "string",
    "run_by": "string",
    "choice": "int64",
    "index": "int64",
    "seal": "string",
    "extras": "string",
    "notes": "strings",
    "wire": "string",
    "stream_error": "string",
    "stream_error_message": "string",
    "fragments": "int64",
    "lost": "int64",
    "repeated": "int64",
}
"""The columns and their types; how-to/fold-logs-by-the-million.md says what they mean."""

_SOME = 512
_TOO_LARGE = 2**63


class StreamFolder:
    """Folds one stream after the other into rows, and counts.

    >>> chunk = b'[{"index": 0, "id": "c1", "function": {"name": "add", "arguments": "{}"}}]'
    >>> folder = StreamFolder(Options("stream_id"))
    >>> [row] = folder.rows("a", [(b"", chunk)])
    >>> row["outcome"], row["name"], row["arguments"], folder.tally["fragments"]
    ('ok', 'add', '{}', 1)
    """

    def __init__(self, options: Options, advance: Callable[[int], None] | None = None) -> None:
        self._options, self._advance = options, advance or _nothing
        self._feed = _feed_named(options.wire)
        self.tally: Tally = Counter()

    def rows(self, stream: str, fragments: Iterable[tuple[bytes, bytes | None]], /) -> list[Row]:
        """Return the rows of a stream: one for each call, or one without a call if there is still something to say.

        The fragments come in order, as their order's key and their text, and are not kept.
        """
        state, seen = new(), Counter[str]()
        for text in self._counted(fragments, seen):
            state = self._feed(state, _fragment(text))
        report = report_on(state, seen["fragments"], strict=self._options.strict)
        self.tally += _counts(report) + seen
        return list(_rows(stream, report, seen))

    def _counted(self, fragments: Iterable[tuple[bytes, bytes | None]], seen: Tally) -> Iterator[bytes]:
        """Yield the texts to fold, and count also what is not folded: lost ones, and with ``once`` the equal ones."""
        before: tuple[bytes, bytes | None] = (b"", None)
        number = 0
        for number, (order, text) in enumerate(fragments, start=1):
            if number % _SOME == 0:
                self._advance(_SOME)
            again = bool(order) and order == before[0]
            same = again and text == before[1]
            before = order, text
            if text is None:
                seen["lost"] += 1
                continue
            seen["repeated"] += again
            if same and self._options.once:
                continue
            seen["fragments"] += 1
            yield text
        self._advance(number % _SOME)


def _nothing(_count: int) -> None:
    pass


def _feed_named(name: str | None) -> Feed:
    return feed if name is None else feeder(next(wire for wire in WIRES if wire.name == name))


class _Unreadable:
    """A fragment that is noted as unreadable, since every look at it raises."""

    def __getattribute__(self, name: str) -> object:
        raise ValueError(name)


def _fragment(text: bytes) -> object:
    """Return a fragment; it was read once before, so that only an interpreter with less room cannot read it."""
    try:
        return decoded(text.decode("utf-8", "surrogatepass"), 1, "")
    except UnreadableInput:
        return _Unreadable()


def _counts(report: Report) -> Tally:
    counts = Counter({"streams": 1, "calls": len(report.verdicts), "errors": int(report.error is not None)})
    counts["sound"] = len(report.verdicts) - len(report.faults)
    counts.update(f"fault:{fault.kind}" for _, fault in report.faults)
    return counts


def _rows(stream: str, report: Report, seen: Tally) -> Iterator[Row]:
    notes = _notes(report)
    common: Row = {
        "wire": report.wire or None,
        "stream_error": None if report.error is None else report.error.type,
        "stream_error_message": None if report.error is None else report.error.message,
        **{name: seen[name] for name in ("fragments", "lost", "repeated")},
    }
    for place, verdict in enumerate(report.verdicts):
        row = {"stream": stream, "call": place, **_judged(verdict), **common}
        yield _row({**row, "notes": [*notes.get(None, ()), *notes.get(verdict.call, ())]})
    if not report.verdicts and (notes or report.error is not None or seen["lost"]):
        yield _row({"stream": stream, **common, "notes": [kind for kinds in notes.values() for kind in kinds]})


def _row(known: Row) -> Row:
    return {name: known.get(name) for name in COLUMNS}


def _notes(report: Report) -> dict[CallKey | None, list[str]]:
    found: dict[CallKey | None, list[str]] = {}
    for note in report.notes:
        found.setdefault(note.call, []).append(note.kind)
    return found


def _judged(verdict: Verdict) -> Row:
    found = verdict.found
    return {
        "id": found.id,
        "id_made_up": found.id_made_up,
        "name": found.name,
        "text": found.text,
        "run_by": found.run_by,
        "choice": _held(found.choice),
        "index": _held(found.index),
        "seal": verdict.seal.name.lower(),
        "extras": found.extras_text or None,
        **(_of_call(found) if isinstance(found, ToolCall) else _of_fault(found)),
    }


def _held(number: int | None) -> int | None:
    """Return a number that a column of 64 bits holds; no honest stream has another one."""
    return number if number is not None and -_TOO_LARGE <= number < _TOO_LARGE else None


def _of_call(call: ToolCall) -> Row:
    """Return what a sound call has; other readers of JSON take no raw control character, as the fold does."""
    value = call.value
    if value is not None and has_raw_control(value):
        value = dumps(load(value))
    return {"outcome": "ok", "arguments": value, "kind": call.kind}


def _of_fault(fault: Fault) -> Row:
    return {"outcome": fault.kind, "message": fault.message, "kind": fault.call_kind}


def schema() -> Any:
    """Return the columns as an Arrow schema."""
    import pyarrow as pa

    types = {"string": pa.string(), "strings": pa.list_(pa.string()), "bool": pa.bool_()}
    types.update({"int32": pa.int32(), "int64": pa.int64()})
    return pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])


def table_of(rows: list[Row], /) -> Any:
    """Return rows as an Arrow table; half a character, which its text cannot hold, is written as its escape."""
    import pyarrow as pa

    try:
        return pa.Table.from_pylist(rows, schema())
    except UnicodeEncodeError:
        return pa.Table.from_pylist([{name: _storable(value) for name, value in row.items()} for row in rows], schema())


def _storable(value: object) -> object:
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def line_of(row: Row, /) -> str:
    """Return a row as a line of JSON, in ASCII, so that half a character is its escape."""
    return json.dumps(row)
