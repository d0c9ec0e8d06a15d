"""One line of a log, read: whose it is, where it belongs, and its fragment. Or why it cannot be used."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from toolfold.arguments.decode import is_too_deep
from toolfold.arguments.json_text import dumps
from toolfold.arguments.rope import is_utf8
from toolfold.bulk.options import Options
from toolfold.bulk.order import IN_FILE_ORDER, order_key
from toolfold.inputs import UnreadableInput, decoded

DEPTH = 500
"""Nesting that is still read: what is read here must be read again when it is folded, from another depth of calls."""

_ABSENT = object()


class Entry(NamedTuple):
    """A fragment of a stream: its place in the order, and its JSON text as bytes, which nothing may change.

    ``text`` is None where the stream is known and the fragment is lost.
    """

    stream: str
    order: bytes
    text: bytes | None


class Broken(NamedTuple):
    """A line that cannot be used: why, and the entry that its stream is told of if that is known."""

    why: str
    entry: Entry | None = None


Read = Entry | Broken
Field = Callable[[object], object]


class EntryReader:
    """Reads lines and rows by the options.

    >>> read = EntryReader(Options("run.id", order="n", fragment="data"))
    >>> entry = read.of_line(b'{"run": {"id": 7}, "n": 1, "data": {"type": "ping"}}')
    >>> entry.stream, entry.text
    ('7', b'{"type": "ping"}')
    >>> read.of_line(b'{"n": 1}').why, read.of_line(b'{"run').why
    ('no stream id in run.id', 'not JSON: unterminated string starting at column 2')
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._by = field_at(options.by)
        self._order = None if options.order is None else field_at(options.order)
        self._fragment = None if options.fragment is None else field_at(options.fragment)

    def of_line(self, line: bytes, /) -> Read:
        """Read a line of JSON."""
        try:
            record = _json(line.decode())
        except UnicodeDecodeError:
            return Broken("not UTF-8 text")
        except UnreadableInput as error:
            return Broken(error.why)
        return self._entry(record, json.dumps)

    def of_row(self, row: Mapping[str, object], /) -> Read:
        """Read a row of a table, in which a column without a value is an absent field."""
        record = {name: value for name, value in row.items() if value is not None}
        return self._entry(record, dumps)

    def _entry(self, record: object, write: Callable[[object], str]) -> Read:
        stream = stream_id(self._by(record))
        if stream is None:
            return Broken(f"no stream id in {self._options.by}")
        order = IN_FILE_ORDER if self._order is None else order_key(self._order(record))
        if order is None:
            return Broken(f"no place in the order in {self._options.order}", Entry(stream, IN_FILE_ORDER, None))
        if self._fragment is None:
            return Entry(stream, order, _encoded(write(self._rest(record))))
        try:
            return Entry(stream, order, _text_of(self._fragment(record), write))
        except UnreadableInput as error:
            return Broken(f"{self._options.fragment}: {error.why}", Entry(stream, order, None))

    def _rest(self, record: object) -> object:
        """Return a record without the fields that are the log's and not the fragment's."""
        if self._options.keep:
            return record
        rest = without(record, self._options.by)
        return rest if self._options.order is None else without(rest, self._options.order)


def without(record: object, path: str, /) -> object:
    """Return a record without the field at a path, and without what held nothing else.

    >>> without({"run": {"id": 1}, "type": "ping"}, "run.id"), without({"run": {"id": 1, "n": 2}}, "run.id")
    ({'type': 'ping'}, {'run': {'n': 2}})
    """
    if not isinstance(record, dict):
        return record
    name, dot, inner = (path, "", "") if path in record else path.partition(".")
    rest = {key: value for key, value in record.items() if key != name}
    left = without(record.get(name), inner) if dot else None
    return {**record, name: left} if left else rest


def field_at(path: str, /) -> Field:
    """Return a function that reads the field of that name, or the one that the dots lead to.

    >>> field_at("a.b")({"a": {"b": 1}}), field_at("a.b")({"a.b": 2, "a": {"b": 1}})
    (1, 2)
    """
    names = path.split(".")

    def read(record: object) -> object:
        if isinstance(record, dict) and path in record:
            return record[path]
        for name in names:
            if not isinstance(record, dict):
                return _ABSENT
            record = record.get(name, _ABSENT)
        return record

    return read


def stream_id(value: object, /) -> str | None:
    r"""Return the id of a stream as text: a whole number is its digits; anything else, or half a character, is none.

    >>> stream_id("a"), stream_id(12), stream_id(""), stream_id(1.5), stream_id("\ud83d")
    ('a', '12', None, None, None)
    """
    match value:
        case bool() | "":
            return None
        case int():
            return str(value)
        case str() if is_utf8(value):
            return value
        case _:
            return None


def _json(text: str) -> object:
    if is_too_deep(text, DEPTH):
        raise UnreadableInput("", None, "JSON nested too deeply to be read")
    return decoded(text, 1, "")


def _text_of(value: object, write: Callable[[object], str]) -> bytes:
    """Return the JSON text of a fragment; one that was logged as text is that text, unless it is no JSON."""
    if value is _ABSENT:
        raise UnreadableInput("", None, "no fragment")
    return _text_in(value) if isinstance(value, str | bytes) else _encoded(write(value))


def _text_in(value: str | bytes) -> bytes:
    try:
        text = value if isinstance(value, str) else value.decode()
    except UnicodeDecodeError as error:
        raise UnreadableInput("", None, "not UTF-8 text") from error
    if text.strip() == "[DONE]":
        return b'"[DONE]"'
    _json(text)
    return _encoded(text)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
