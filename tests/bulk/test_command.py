"""The verb: what it says, its exit status, and what it refuses."""

import io
import json
import re
import sys

import pytest

from tests.bulk.streams import json_rows, lines_of
from tests.conftest import require
from toolfold import cli
from toolfold.bulk import progress
from toolfold.bulk.progress import Stage

require("duckdb")
require("pyarrow")
require("rich")

SOUND = {"id": "s", "d": [{"index": 0, "id": "c1", "function": {"name": "f", "arguments": '{"a":1}'}}]}
CUT = {"id": "t", "d": [{"index": 0, "id": "c2", "function": {"name": "f", "arguments": '{"a":'}}]}
NO_END = {"id": "s", "d": {"choices": [{"index": 0, "delta": {"tool_calls": SOUND["d"]}}]}}
ERROR = {"id": "e", "d": {"error": {"type": "overloaded", "message": "later"}}}
LOST = {"id": "u"}


@pytest.fixture
def bulk(tmp_path, monkeypatch, capsys):
    """Run the verb on records and return its status and what it wrote to both outputs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(records, *more, log="log"):
        (tmp_path / "log").write_bytes(records if isinstance(records, bytes) else lines_of(records))
        argv = ["bulk", log, "--by", "id", "--fragment", "d", "-o", "calls.jsonl", "--processes", "1", *more]
        status = cli.main(argv)
        return status, *capsys.readouterr()

    return run


def test_sound_calls_are_status_0(bulk, tmp_path):
    said = "calls.jsonl: 1 call: 1 sound; 1 fragment of 1 stream\n"
    assert bulk([SOUND]) == (0, said, "")
    assert [row["name"] for row in json_rows(tmp_path / "calls.jsonl")] == ["f"]


@pytest.mark.parametrize(
    ("records", "more", "said"),
    [
        ([CUT, SOUND], (), "fault      calls\ntruncated      1\n\ncalls.jsonl: 2 calls: 1 sound, 1 with faults; "),
        ([ERROR], (), "calls.jsonl: 0 calls; 1 fragment of 1 stream\nthe provider reported an error in 1 stream\n"),
        ([LOST], (), "calls.jsonl: 0 calls; 0 fragments of 1 stream\ncalls.jsonl.broken.jsonl: 1 line that could not"),
        ([NO_END], ("--strict",), "fault      calls\ntruncated      1\n"),
    ],
)
def test_faults_errors_and_broken_lines_are_status_1(bulk, records, more, said):
    status, out, err = bulk(records, *more)
    assert (status, out[: len(said)], err) == (1, said, "")


def test_what_cannot_be_read_to_its_end_is_status_2_and_the_rest_is_written(bulk, tmp_path):
    status, out, _ = bulk(b"\x1f\x8b" + b"no gzip")
    assert status == 2
    assert "0 calls" in out
    assert (tmp_path / "calls.jsonl").read_text() == ""


def test_what_comes_again_is_told(bulk):
    again = {**SOUND, "n": 1}
    assert "1 fragment has the same order as the one before" in bulk([again, again], "--order", "n")[1]
    assert "2 fragments have the same order" in bulk([again, again, again], "--order", "n", "--once")[1]


def test_counts_for_programs(bulk):
    status, out, _ = bulk([SOUND, CUT, LOST], "--json")
    found = json.loads(out)
    assert status == 1
    assert (found["calls"], found["sound"], found["fault:truncated"], found["lost"]) == (2, 1, 1, 1)
    assert found["broken_lines"] == "calls.jsonl.broken.jsonl"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["-o", "calls.csv"], "argument -o/--output: 'calls.csv' ends in none of .parquet, .jsonl, .ndjson"),
        (["--processes", "0"], "argument --processes: '0' is no number of processes"),
        (["--memory", "much"], "argument --memory: 'much' is no size like 512MB or 2GB"),
        (["-o", "no/calls.jsonl"], "the output cannot be written: no such file or directory"),
    ],
)
def test_a_misuse_is_one_line_and_status_2(bulk, more, said):
    status, out, err = bulk([SOUND], *more)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"toolfold: {said}")


@pytest.mark.parametrize(("log", "why"), [("no*", "there are no logs here"), ("no", "no such file or directory")])
def test_a_log_that_is_not_there_is_one_line_and_status_2(bulk, log, why):
    assert bulk([SOUND], log=log) == (2, "", f"toolfold: {log}: {why}\n")


def test_without_its_extra_it_says_what_to_install(bulk, monkeypatch):
    monkeypatch.setattr("toolfold.commands.bulk.find_spec", lambda name: None if name == "duckdb" else name)
    assert bulk([SOUND]) == (2, "", "toolfold: bulk needs duckdb: pip install 'toolfold[bulk]'\n")


def test_an_interrupt_says_that_it_can_go_on(bulk, tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("toolfold.bulk.run.fold_partition", interrupt)
        assert bulk([SOUND]) == (130, "", "toolfold: stopped; the same command goes on from here\n")
    assert (tmp_path / "calls.jsonl.work" / "read" / "000000").is_dir()
    status, out, err = bulk([SOUND])  # the log was written anew
    assert (status, out) == (2, "")
    assert "--restart" in err
    assert bulk([SOUND], "--restart")[0] == 0
    assert not (tmp_path / "calls.jsonl.work").exists()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_bar_with_rate_and_time_left(bulk, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bulk([SOUND])
    shown = terminal.getvalue()
    for part in ("reading", "folding", "100%", " fragments/s", "B/s", "0:00:00"):
        assert part in shown


def test_anything_else_gets_a_line_now_and_then(monkeypatch):
    monkeypatch.setattr(progress, "PAUSE", 0.0)
    out = io.StringIO()
    with progress.progress(Stage("folding", 1000, " fragments", 500), out) as advance:
        advance(250)
    line = out.getvalue()
    assert line.startswith("toolfold: folding: 75%, ")
    assert re.search(r"%, [0-9.]+[kMG]? fragments/s, [0-9]+ s left\n$", line)
    with progress.progress(Stage("folding", 1000, " fragments"), None) as advance:
        advance(1)
