"""Recorded streams in every shape that a command line is handed, and everything that is none."""

import base64
import gzip
import io
import json
import os
import sys
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolfold import sse
from toolfold.inputs import UnreadableInput, read_fragments

ONE, TWO, THREE = {"n": 1}, {"n": "zwölf"}, {"n": [3]}


def read(text, name="stream"):
    return list(read_fragments(io.BytesIO(text if isinstance(text, bytes) else text.encode()), name))


def fault(text):
    with pytest.raises(UnreadableInput) as caught:
        read(text)
    return str(caught.value)


def base64_of(text):
    return base64.b64encode(text.encode()).decode()


READABLE = {
    "json-lines": ('{"n": 1}\n{"n": "zwölf"}\n{"n": [3]}\n', [ONE, TWO, THREE]),
    "json-lines-without-last-end": ('{"n": 1}\n{"n": "zwölf"}', [ONE, TWO]),
    "json-lines-crlf": ('{"n": 1}\r\n{"n": "zwölf"}\r\n', [ONE, TWO]),
    "json-lines-with-blank-lines": ('\n \n{"n": 1}\n\n\r\n{"n": "zwölf"}\n\n', [ONE, TWO]),
    "json-lines-of-lists": ("[1]\n[2, 3]\n", [[1], [2, 3]]),
    "json-lines-of-objects-with-events": ('{"events": [1]}\n{"events": [2]}\n', [{"events": [1]}, {"events": [2]}]),
    "json-lines-with-done": ('{"n": 1}\n[DONE]\n', [ONE, "[DONE]"]),
    "json-lines-with-data-lines": (
        '{"n": 1}\ndata: {"n": "zwölf"}\n{"n": [3]}\ndata: [DONE]\n',
        [ONE, TWO, THREE, "[DONE]"],
    ),
    "json-lines-of-text": ('"a"\n"{"\n', ["a", "{"]),
    "done-alone": ("[DONE]\n", ["[DONE]"]),
    "array": ('[{"n": 1}, {"n": "zwölf"}]', [ONE, TWO]),
    "array-over-lines": ('[\n {"n": 1},\n\n {"n": "zwölf"}\n]\n', [ONE, TWO]),
    "array-with-an-item-on-every-line": ('[{"n": 1},\n{"n": "zwölf"}]\n', [ONE, TWO]),
    "array-with-one-item-on-a-line": ('[\n{"n": 1}\n]\n', [ONE]),
    "array-with-commas-first": ('[{"n": 1}\n,{"n": [3]}\n]\n', [ONE, THREE]),
    "array-empty": ("[]", []),
    "object-with-events": ('{"name": "x", "events": [{"n": 1}, {"n": "zwölf"}]}', [ONE, TWO]),
    "object-with-events-over-lines": (json.dumps({"wire": "openai-chat", "events": [ONE, TWO]}, indent=2), [ONE, TWO]),
    "object-as-fragment": ('{"n": 1}\n', [ONE]),
    "object-as-fragment-over-lines": ('{\n"n":\n1\n}\n', [ONE]),
    "object-whose-events-are-no-list": ('{"events": {"n": 1}}', [{"events": {"n": 1}}]),
    "object-with-events-of-text": ('{"events": ["ZGF0YTogMQ=="]}', ["ZGF0YTogMQ=="]),
    "transport-bytes": (
        json.dumps({"wire": "sse-bytes", "events": [base64_of('data: {"n'), base64_of('": 1}\n\ndata: [DONE]')]}),
        [ONE, "[DONE]"],
    ),
    "sse": ('data: {"n": 1}\n\ndata: {"n": "zwölf"}\n\ndata: [DONE]\n\n', [ONE, TWO, "[DONE]"]),
    "sse-crlf": ('data: {"n": 1}\r\n\r\ndata: [DONE]\r\n\r\n', [ONE, "[DONE]"]),
    "sse-cr": ('data: {"n": 1}\r\rdata: [DONE]\r\r', [ONE, "[DONE]"]),
    "sse-with-other-fields": (
        ': hi\n\nevent: x\nid: 1\nretry: 5\ndata: {"n": 1}\n\nevent: y\ndata: {"n": [3]}\n\n',
        [ONE, THREE],
    ),
    "sse-with-lines-joined": ('data: {"n":\ndata: 1}\n\n', [ONE]),
    "sse-without-last-blank-line": ('data: {"n": 1}\n\ndata: {"n": [3]}', [ONE, THREE]),
    "sse-without-blank-lines": ('data: {"n": 1}\ndata: {"n": [3]}\ndata: [DONE]\n', [ONE, THREE, "[DONE]"]),
    "sse-with-spaces-for-a-blank-line": ('data: {"n": 1}\n  \ndata: {"n": [3]}\n', [ONE, THREE]),
    "sse-with-a-line-of-json": ('data: {"n": 1}\n{"n": "zwölf"}\ndata: {"n": [3]}\n', [ONE, TWO, THREE]),
    "sse-without-blank-lines-after-done": (
        'data: {"n": 1}\ndata: [DONE]\ndata: {"n": [3]}\ndata: x\n',
        [ONE, "[DONE]", THREE, "x"],
    ),
    "sse-of-text": ("data: hello {\n\ndata: [DONE]\n\n", ["hello {", "[DONE]"]),
    "sse-of-json-text": ('data: "{"\n\n', ["{"]),
    "sse-of-comments": (": nothing\n\n: more of it\n\n", []),
}


@pytest.mark.parametrize(("text", "expected"), READABLE.values(), ids=READABLE)
def test_every_shape_is_read_plain_with_a_mark_and_gzipped(text, expected):
    raw = text.encode()
    assert read(raw) == expected
    assert read(b"\xef\xbb\xbf" + raw) == expected
    assert read(gzip.compress(raw)) == expected
    assert read(gzip.compress(b"\xef\xbb\xbf" + raw[:5]) + gzip.compress(raw[5:])) == expected


UNREADABLE = {
    "empty": ("", "stream: empty, there are no fragments in it"),
    "blank": ("\n  \n\r\n", "stream: empty, there are no fragments in it"),
    "a-mark-only": ("\ufeff", "stream: empty, there are no fragments in it"),
    "gzip-of-nothing": (gzip.compress(b""), "stream: empty, there are no fragments in it"),
    "prose": ("hello\nworld\n", "stream:1: not JSON: expecting value at column 1"),
    "half-a-line-at-the-end": ('{"n": 1}\n{"n": 2}\n{"n":', "stream:3: not JSON: expecting value at column 6"),
    "half-a-line-inside": (
        '{"n": 1}\n\n{"n\n{"n": 2}\n',
        "stream:3: not JSON: unterminated string starting at column 2",
    ),
    "half-a-line-first": ('{"n": 1\n{"n": 2}\n', "stream:1: not JSON: expecting ',' delimiter at column 8"),
    "half-a-line-alone": ('{"n": 1', "stream:1: not JSON: expecting ',' delimiter at column 8"),
    "half-a-document": ('{\n\n"events": [\n{"n": 1}', "stream:4: not JSON: expecting ',' delimiter at column 9"),
    "half-a-document-after-blanks": ('\n\n[\n\n{"n": x}]', "stream:5: not JSON: expecting value at column 7"),
    "two-values-on-a-line": ('{"n": 1} {"n": 2}\n{"n": 3}\n', "stream:1: not JSON: extra data at column 10"),
    "half-an-event-at-the-end": (
        'data: {"n": 1}\n\ndata: {"n',
        "stream:3: not JSON: unterminated string starting at column 2",
    ),
    "half-an-event-inside": ('data: {"n": 1}\n\ndata: {"n\n\ndata: [DONE]\n\n', "stream:3: not JSON: unterminated"),
    "half-a-line-of-data": ('data: {"n": 1}\ndata: {"n\ndata: [DONE]\n', "stream:2: not JSON: unterminated"),
    "prose-after-data": ("data: 1\n\nhello\n", "stream:3: not JSON: expecting value at column 1"),
    "nested-too-deeply": ("[" * 200_000, "stream:1: JSON nested too deeply to be read"),
    "nested-too-deeply-later": ("1\n" + '{"n":' * 200_000 + "\n", "stream:2: JSON nested too deeply to be read"),
    "nested-too-deeply-in-an-event": ("data: " + "[" * 200_000 + "\n\n", "stream:1: JSON nested too deeply to be read"),
    "number-too-long": ("1\n" + "9" * 10_000 + "\n", "stream:2: JSON with a number too long to be read"),
    "latin-1": ('{"n": 1}\n{"n": "zw\xf6lf"}\n'.encode("latin-1"), "stream:2: not UTF-8 text"),
    "utf-16": ('{"n": 1}\n'.encode("utf-16"), "stream:1: not UTF-8 text"),
    "binary": (bytes(range(256)), "stream:2: not UTF-8 text"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "stream:1: not UTF-8 text"),
    "gzip-cut-short": (gzip.compress(b'{"n": 1}\n' * 9)[:-9], "stream: broken gzip data: compressed file ended"),
    "gzip-damaged": (gzip.compress(b"abc" * 99)[:-8] + b"12345678", "stream: broken gzip data: crc check failed"),
    "gzip-of-rubbish": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x07rubbish!", "stream: broken gzip data: error -3"),
    "transport-that-is-no-base64": (
        '{"wire": "sse-bytes", "events": ["%"]}',
        "stream: an event of wire sse-bytes is not",
    ),
    "transport-that-is-no-text": ('{"wire": "sse-bytes", "events": [1]}', "stream: an event of wire sse-bytes is not"),
    "transport-beyond-ascii": ('{"wire": "sse-bytes", "events": ["ö"]}', "stream: an event of wire sse-bytes is not"),
}


@pytest.mark.parametrize(("text", "expected"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_one_clear_line(text, expected):
    message = fault(text)
    assert message.lower().startswith(expected.lower())
    assert "\n" not in message


def test_an_event_that_is_too_large_is_named():
    assert (
        fault("data: 1\n\ndata: " + "x" * sse.LIMIT + "\n\n")
        == f"stream:4: an event is larger than {sse.LIMIT} characters"
    )


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(UnreadableInput) as caught:
        list(read_fragments(tmp_path / "gone.jsonl"))
    assert str(caught.value) == f"{tmp_path / 'gone.jsonl'}: no such file or directory"
    with pytest.raises(UnreadableInput) as caught:
        list(read_fragments(tmp_path, "folder"))
    assert str(caught.value) == "folder: is a directory"


def test_the_exception_says_it_in_parts():
    with pytest.raises(UnreadableInput) as caught:
        read("1\nx\n", "here")
    assert (caught.value.name, caught.value.line) == ("here", 2)
    assert caught.value.why == "not JSON: expecting value at column 1"


def test_a_path_is_closed_and_a_stream_of_the_caller_is_not(tmp_path):
    path = tmp_path / "stream.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"n": 1}\n{"n": [3]}\n'))
    assert list(read_fragments(path)) == [ONE, THREE]  # an open file would be a ResourceWarning, hence an error
    for stream in (io.BytesIO(b"1\n2\n"), io.BufferedReader(io.BytesIO(b"1\n2\n"))):
        assert list(read_fragments(stream)) == [1, 2]
        assert not stream.closed


def test_a_stream_is_left_open_where_the_reader_stops_early():
    stream = io.BytesIO(b"1\n2\nx\n")
    fragments = read_fragments(stream)
    assert next(fragments) == 1
    fragments.close()
    assert not stream.closed


@pytest.mark.parametrize("line", ['{"n": 1}\n', 'data: {"n": 1}\n\n'])
def test_lines_are_read_as_they_come(line):
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb", buffering=0) as sink:
        fragments = read_fragments(source)
        sink.write(line.encode() * 3)
        assert list(islice(fragments, 2)) == [ONE, ONE]
        sink.write(b"x\n")
        assert next(fragments) == ONE
        with pytest.raises(UnreadableInput, match=r":\d: not JSON"):
            next(fragments)


def test_at_the_recursion_limit_a_line_is_read_or_refused_and_no_later_line_is_lost():
    limit = sys.getrecursionlimit()
    seen = set()
    for depth in range(limit - 120, limit + 20):
        text = f"{'[' * depth}{']' * depth}\n1\n2\n"
        try:
            seen.add(len(read(text)))
        except UnreadableInput as error:
            assert str(error) == "stream:1: JSON nested too deeply to be read"  # noqa: PT017  # either is right
            seen.add(0)
    assert seen == {0, 3}


def test_fragments_before_an_unreadable_line_are_given_first():
    fragments = read_fragments(io.BytesIO(b"1\n2\nx\n"), "here")
    assert list(islice(fragments, 2)) == [1, 2]
    with pytest.raises(UnreadableInput):
        next(fragments)


@given(st.binary() | st.text(alphabet='data: {}[]"\n\r1,x\ufeff').map(str.encode), st.booleans())
def test_anything_is_read_or_refused_by_the_one_exception(raw, packed):
    with suppress(UnreadableInput):
        read(gzip.compress(raw) if packed else raw)


@given(st.binary())
def test_anything_that_says_gzip_is_read_or_refused_by_the_one_exception(rest):
    with suppress(UnreadableInput):
        read(gzip.compress(b"")[:10] + rest)


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers(), min_size=1), min_size=2))
def test_every_shape_of_one_recording_gives_the_same_fragments(fragments):
    lines = [json.dumps(fragment, ensure_ascii=False) for fragment in fragments]
    shapes = [
        "\n".join(lines),
        "\r\n\r\n".join(lines),
        json.dumps(fragments),
        json.dumps({"events": fragments}, indent=1),
        "".join(f"data: {line}\n\n" for line in lines),
        "".join(f"event: x\ndata: {line}\n\n" for line in lines),
        "".join(f"data: {line}\n" for line in lines),
    ]
    assert [read(shape.encode("utf-8", "replace")) for shape in shapes] == [fragments] * len(shapes)
