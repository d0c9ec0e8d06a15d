"""Lines that cannot be used are counted and set aside with their place, and their stream is told of it."""

import gzip
import json

import pytest

from tests.bulk.streams import json_rows, part, run
from tests.conftest import require
from toolfold.bulk import Options, logs
from toolfold.bulk.entries import DEPTH
from toolfold.bulk.rows import StreamFolder
from toolfold.inputs import UnreadableInput

require("duckdb")
pa = require("pyarrow")
pq = require("pyarrow.parquet")

GOOD = json.dumps({"id": "s", "n": 1, "data": part('{"a":1}', 0)}).encode()
OPTIONS = Options("id", order="n", fragment="data", longest_line=2000)


def broken_of(tmp_path, raw, options=OPTIONS, name="log"):
    (tmp_path / name).write_bytes(raw)
    answer = run([tmp_path / name], tmp_path / "calls.jsonl", options)
    entries = [] if answer.broken is None else json_rows(answer.broken)
    assert answer.tally["broken"] == len(entries)
    return entries, answer.tally


LINES = {
    "half": (b'{"id": "s", "n": 2, "da', "not JSON: unterminated string starting at column 21"),
    "not-text": (b'{"id": "\xff"}', "not UTF-8 text"),
    "deep": (b"[" * (DEPTH + 1), "JSON nested too deeply to be read"),
    "huge": (b'{"id": "s", "x": "' + b"x" * 3000 + b'"}', "longer than 2000 bytes"),
    "long-number": (b'{"id": ' + b"1" * 5000 + b"}", "longer than 2000 bytes"),
    "no-stream": (b'{"n": 2, "data": {}}', "no stream id in id"),
    "empty-stream": (b'{"id": "", "n": 2, "data": {}}', "no stream id in id"),
    "half-a-character": (b'{"id": "\\ud83d", "n": 2, "data": {}}', "no stream id in id"),
    "a-list": (b"[1]", "no stream id in id"),
    "no-order": (b'{"id": "s", "data": {}}', "no place in the order in n"),
    "no-number": (b'{"id": "s", "n": NaN, "data": {}}', "no place in the order in n"),
    "no-fragment": (b'{"id": "s", "n": 2}', "data: no fragment"),
    "prose": (b'{"id": "s", "n": 2, "data": "hello"}', "data: not JSON: expecting value at column 1"),
    "half-a-fragment": (b'{"id": "s", "n": 2, "data": "{"}', "data: not JSON: "),
}


@pytest.mark.parametrize("name", LINES)
def test_a_broken_line_is_set_aside_with_its_place_and_why(tmp_path, name):
    line, why = LINES[name]
    [entry], tally = broken_of(
        tmp_path, b"\xef\xbb\xbf" + GOOD + b"\r\n\n  \n" + line + b"\n" + GOOD.replace(b"1", b"3", 1)
    )
    assert (entry["file"], entry["line"]) == (str(tmp_path / "log"), 4)
    assert entry["why"].startswith(why)
    assert entry["text"] == line[:1000].decode("utf-8", "backslashreplace")
    assert tally["lines"] == 5
    assert tally["fragments"] == 2
    [row] = json_rows(tmp_path / "calls.jsonl")
    assert (
        row["lost"] == tally["lost"] == (name in ("no-order", "no-number", "no-fragment", "prose", "half-a-fragment"))
    )


def test_numbers_of_lines_are_those_of_the_file_however_it_is_cut(tmp_path, monkeypatch):
    lines = [b"x" * (number % 90) if number % 7 == 0 else GOOD for number in range(400)]
    monkeypatch.setattr(logs, "UNIT", 2000)
    entries, tally = broken_of(tmp_path, b"\n".join(lines))
    assert [entry["line"] for entry in entries] == [
        number + 1 for number in range(400) if number % 7 == 0 and number % 90
    ]
    assert tally["lines"] == 400


def test_a_line_longer_than_a_piece_of_work_is_one_broken_line(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "UNIT", 1000)
    entries, tally = broken_of(tmp_path, GOOD + b"\n" + b"[" * 10_000 + b"\n" + GOOD + b"\n" + b"[" * 3000)
    assert [(entry["line"], entry["why"]) for entry in entries] == [(n, "longer than 2000 bytes") for n in (2, 4)]
    assert tally["lines"] == 4


def test_what_was_read_of_damaged_gzip_counts(tmp_path):
    entries, tally = broken_of(tmp_path, gzip.compress((GOOD + b"\n") * 50)[:-6])
    assert tally["unreadable"] == 1
    assert tally["fragments"] == tally["lines"] == entries[0]["line"] - 1
    assert entries[0]["why"].startswith("broken gzip data")


def test_damaged_parquet_is_told(tmp_path):
    pq.write_table(pa.table({"id": ["s"] * 900, "n": range(900), "data": ["{}"] * 900}), tmp_path / "log")
    raw = (tmp_path / "log").read_bytes()
    entries, tally = broken_of(tmp_path, raw[:4] + bytes(200) + raw[204:])
    assert tally["unreadable"] == 1
    assert "cannot be read on" in entries[0]["why"]
    with pytest.raises(UnreadableInput, match="broken Parquet"):
        broken_of(tmp_path, raw[:-9])


def test_rows_of_parquet_are_numbered(tmp_path):
    pq.write_table(pa.table({"id": ["s", None], "n": [1, 2], "data": ["{}", "{}"]}), tmp_path / "log")
    [entry], _ = broken_of(tmp_path, (tmp_path / "log").read_bytes())
    assert (entry["line"], entry["why"]) == (2, "no stream id in id")


def test_what_an_earlier_run_set_aside_goes(tmp_path):
    assert broken_of(tmp_path, b"x")[0]
    assert broken_of(tmp_path, GOOD)[0] == []
    assert not (tmp_path / "calls.jsonl.broken.jsonl").exists()


def test_bytes_in_parquet_are_text_if_they_are_utf_8(tmp_path):
    good = json.dumps(part('{"a":1}', 0)).encode()
    pq.write_table(pa.table({"id": ["s", "s"], "n": [1, 2], "data": [good, b"\xff"]}), tmp_path / "log")
    [entry], tally = broken_of(tmp_path, (tmp_path / "log").read_bytes())
    assert (entry["line"], entry["why"]) == (2, "data: not UTF-8 text")
    assert (tally["fragments"], tally["lost"]) == (1, 1)


def test_a_fragment_that_can_no_longer_be_read_is_noted_in_its_stream():
    folder = StreamFolder(OPTIONS)
    [row] = folder.rows("s", [(b"", b"{")])
    assert (row["call"], row["notes"]) == (None, ["unreadable"])
