r"""Recorded streams: what the command line reads, as fragments.

A recording is JSON lines, server-sent events (the two may be mixed, as logs do), one JSON array of fragments, one JSON
object with ``events``, or one JSON object that is a fragment itself; each may be gzipped. Which one it is, is read from
its first line. Lines are read as they come, so a long recording is never in memory whole; only a JSON document is.

>>> import io
>>> list(read_fragments(io.BytesIO(b'{"n": 1}\n\ndata: {"n": 2}\n\ndata: [DONE]\n'), "here"))
[{'n': 1}, {'n': 2}, '[DONE]']
>>> list(read_fragments(io.BytesIO(b'{"n": 1}\n{"n":'), "here"))
Traceback (most recent call last):
    ...
toolfold.inputs.UnreadableInput: here:2: not JSON: expecting value at column 6
"""

import base64
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from toolfold import sse

__all__ = ["UnreadableInput", "decoded", "read_fragments"]

_GZIP = b"\x1f\x8b"
_SSE = re.compile(r"(data|event|id|retry)(:|\s*$)|:")
_DONE = "[DONE]"


class UnreadableInput(Exception):  # noqa: N818 - the input is at fault, and its name should say so
    """An input that cannot be read as fragments: which one, at which line if it is about one, and why."""

    def __init__(self, name: str, line: int | None, why: str) -> None:
        super().__init__(name, line, why)
        self.name, self.line, self.why = name, line, why

    def __str__(self) -> str:
        return f"{self.name}: {self.why}" if self.line is None else f"{self.name}:{self.line}: {self.why}"


def read_fragments(source: Path | BinaryIO, /, name: str | None = None) -> Iterator[object]:
    """Read the fragments of a recording one after the other; ``name`` is what an error calls it.

    What cannot be read raises ``UnreadableInput`` when it is reached, after every fragment before it: a fold of half
    a file is then known to be one.
    """
    name = str(source) if name is None else name
    with _readable(name), _opened(source) as stream:
        yield from _fragments(_lines(stream, name), name)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Turn what the system says about a file into our one exception."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableInput(name, None, f"broken gzip data: {error}") from error
    except OSError as error:
        raise UnreadableInput(name, None, (error.strerror or str(error)).lower()) from error


@contextmanager
def _opened(source: Path | BinaryIO) -> Iterator[Iterable[bytes]]:
    """Open what is a path, unpack what is gzipped, and leave open what the caller opened."""
    with ExitStack() as stack:
        if isinstance(source, Path):
            stream = stack.enter_context(source.open("rb"))
        elif isinstance(source, io.BufferedReader):
            stream = source
        else:
            stream = io.BufferedReader(cast("io.RawIOBase", source))
            stack.callback(stream.detach)
        packed = stream.peek(len(_GZIP)).startswith(_GZIP)
        yield stack.enter_context(gzip.GzipFile(fileobj=stream)) if packed else stream


def _lines(stream: Iterable[bytes], name: str) -> Iterator[tuple[int, str]]:
    """Number and decode the lines; a byte order mark is none of the first."""
    for number, line in enumerate(stream, start=1):
        try:
            yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise UnreadableInput(name, number, "not UTF-8 text") from error


def _fragments(lines: Iterator[tuple[int, str]], name: str) -> Iterator[object]:
    """Tell a JSON document from lines: it is one line alone, or its first line is no JSON by itself."""
    inked = ((number, line) for number, line in lines if line.strip())
    number, first = next(inked, (0, ""))
    if not number:
        raise UnreadableInput(name, None, "empty, there are no fragments in it")
    if _SSE.match(first) or first.strip() == _DONE:
        yield from _of_lines(chain([(number, first)], lines), name)
        return
    then, second = next(inked, (0, ""))
    if then and _is_json(first, number, name):
        yield from _of_lines(chain([(number, first), (then, second)], lines), name)
        return
    between = "\n" * (then - number - 1)
    whole = "".join([first, between, second, *(line for _, line in lines)])
    if then and _is_json(second, then, name) and not _is_json(whole, number, name):  # lines, and the first is broken
        whole = first.rstrip("\r\n")
    yield from _of_document(decoded(whole, number, name), name)


def _of_document(document: object, name: str) -> Iterator[object]:
    match document:
        case list():
            yield from document
        case {"wire": "sse-bytes", "events": list(chunks)}:
            yield from sse.payloads(_transported(chunk, name) for chunk in chunks)
        case {"events": list(events)}:
            yield from events
        case _:
            yield document


def _transported(chunk: object, name: str) -> bytes:
    """Decode a chunk of transport bytes, which JSON can hold as base64 only."""
    try:
        return base64.b64decode(cast("str", chunk), validate=True)
    except (TypeError, ValueError) as error:
        raise UnreadableInput(name, None, "an event of wire sse-bytes is not base64") from error


def _of_lines(lines: Iterable[tuple[int, str]], name: str) -> Iterator[object]:
    """Read JSON lines and server-sent events alike; a line of JSON ends the event before it."""
    state = sse.SseState()
    number = 0
    for number, line in lines:
        event = not line.strip() or _SSE.match(line)
        state, found = sse.split(state, line if line.strip() and event else "\n\n")
        for data in found:
            yield from _of_event(data, number, name)
        if not event:
            yield _of_line(line, number, name)
    for data in sse.split(state, "\n\n")[1]:
        yield from _of_event(data, number + 1, name)


def _of_event(data: str | None, end: int, name: str) -> Iterator[object]:
    """Decode the data of an event that ended at a line.

    Tools that tidy logs drop blank lines, which makes one event of many; so an event that is no JSON is read line by
    line. What looks like JSON and is none is a lost piece, which must not go unseen.
    """
    if data is None:
        raise UnreadableInput(name, end, f"an event is larger than {sse.LIMIT} characters")
    first = end - data.count("\n") - 1
    lines = [data] if _is_json(data, first, name) else data.split("\n")
    for number, line in enumerate(lines, end - len(lines)):
        yield decoded(line, number, name) if sse.looks_like_json(line) or _is_json(line, number, name) else line


def _of_line(line: str, number: int, name: str) -> object:
    return _DONE if line.strip() == _DONE else decoded(line.rstrip("\r\n"), number, name)


def _is_json(text: str, number: int, name: str) -> bool:
    """Say whether text that begins at a line is JSON.

    How deep is too deep depends on how deep the caller is, so that too deep must not be a no: a second look might say
    yes, and what was decided in between (a document, not lines) would lose all that follows.
    """
    try:
        decoded(text, number, name)
    except UnreadableInput as error:
        if isinstance(error.__cause__, RecursionError):
            raise
        return False
    return True


def decoded(text: str, number: int, name: str) -> object:
    """Decode JSON that begins at a line, hostile JSON included: what cannot be read raises ``UnreadableInput``."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
        why = f"not JSON: {what} at column {error.colno}"
        raise UnreadableInput(name, number + error.lineno - 1, why) from error
    except RecursionError as error:
        raise UnreadableInput(name, number, "JSON nested too deeply to be read") from error
    except ValueError as error:
        raise UnreadableInput(name, number, "JSON with a number too long to be read") from error
