"""``toolfold check`` as its users meet it."""

import gzip
import io
import json
import sys

import pytest

from tests.commands.streams import CUT, FAILED, NOTHING, REUSED, SOUND
from toolfold.commands.progress import Progress


def test_sound_recordings_need_no_line(toolfold, recorded):
    recorded(SOUND, "one.jsonl")
    recorded(SOUND, "two.jsonl")
    status, out, err = toolfold("check", "one.jsonl", "two.jsonl")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "wire         files  calls  faults  errors  notes",
        "openai-chat      2      2       0       0      0",
        "",
        "2 files: 2 sound; 8 fragments",
    ]


def test_a_folder_with_all_kinds(toolfold, recorded, tmp_path):
    for name, fragments in {"cut": CUT, "failed": FAILED, "nothing": NOTHING, "reused": REUSED}.items():
        recorded(fragments, f"logs/{name}.jsonl")
    recorded(SOUND, "logs/deep/er.ndjson")
    recorded(CUT, "logs/.hidden.jsonl")
    recorded(CUT, "logs/.cache/x.jsonl")
    (tmp_path / "logs/notes.txt").write_text("no recording", encoding="utf-8")
    (tmp_path / "logs/packed.json.gz").write_bytes(gzip.compress(json.dumps(CUT).encode()))
    status, out, err = toolfold("check", "logs")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "logs/cut.jsonl: truncated, call 1 (mail)",
        "logs/failed.jsonl: the provider reported overloaded",
        "logs/packed.json.gz: truncated, call 1 (mail)",
        "",
        "wire                 files  calls  faults  errors  notes",
        "nothing about calls      1      0       0       0      0",
        "openai-chat              5      8       2       1      2",
        "",
        "fault      calls  files",
        "truncated      2      2",
        "",
        "note          calls  files",
        "index-reused      1      1",
        "no-end            1      1",
        "",
        "6 files: 3 sound, 3 with faults; 23 fragments",
    ]


def test_a_file_counts_once_and_may_be_called_anything(toolfold, recorded, tmp_path):
    recorded(SOUND, "logs/a.jsonl")
    (tmp_path / "logs/b.txt").write_text(json.dumps(SOUND), encoding="utf-8")
    _, out, _ = toolfold("check", "logs", "logs/a.jsonl", "logs/b.txt", "logs")
    assert out.splitlines()[-1] == "2 files: 2 sound; 8 fragments"


def test_a_repair_is_a_fault_if_it_is_to_be(toolfold, recorded):
    recorded(SOUND[:3])
    assert toolfold("check", "log.jsonl")[0] == 0
    status, out, _ = toolfold("check", "log.jsonl", "--strict")
    assert status == 1
    assert out.splitlines()[0] == "log.jsonl: truncated, call 0 (search)"


def test_unreadable_files_are_named_and_the_others_checked(toolfold, recorded, tmp_path):
    recorded(CUT)
    (tmp_path / "broken.jsonl").write_bytes(b"\x89PNG\r\n")
    status, out, err = toolfold("check", "gone\x1b", "log.jsonl", "broken.jsonl")
    assert status == 2
    assert err.splitlines() == [
        "toolfold: gone\\x1b: no such file or directory",
        "toolfold: broken.jsonl:1: not UTF-8 text",
    ]
    assert out.splitlines()[0] == "log.jsonl: truncated, call 1 (mail)"
    assert out.splitlines()[-1] == "3 files: 1 with faults, 2 unreadable; 5 fragments"


def test_for_programs(toolfold, recorded):
    recorded(CUT, "cut.jsonl")
    recorded(FAILED, "failed.jsonl")
    recorded(NOTHING, "nothing.jsonl")
    status, out, err = toolfold("check", ".", "--json")
    assert (status, err) == (1, "")
    cut, failed, nothing = map(json.loads, out.splitlines())
    assert cut == {
        "file": "cut.jsonl",
        "wire": "openai-chat",
        "fragments": 5,
        "calls": 2,
        "faults": [{"call": 1, "name": "mail", "error": "truncated"}],
        "notes": [],
        "stream_error": None,
    }
    assert failed["stream_error"] == {"type": "overloaded", "message": "later"}
    assert nothing["wire"] is None


def test_names_are_never_shortened(toolfold, recorded):
    name = f"{'x' * 120}.jsonl"
    _, out, _ = toolfold("check", recorded(CUT, name))
    assert out.splitlines()[0] == f"{name}: truncated, call 1 (mail)"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_a_bar_that_leaves_nothing_behind(toolfold, recorded, monkeypatch):
    monkeypatch.setattr("toolfold.commands.progress.PAUSE", 0)
    recorded(CUT, "logs/a.jsonl")
    recorded(SOUND, "logs/b\x1b.jsonl")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    status, out, _ = toolfold("check", "logs")
    assert status == 1
    assert "\x1b" not in out
    drawn = terminal.getvalue().split("\r\x1b[K")
    assert drawn[1:] == [
        "[....................] 0/2  logs/a.jsonl  0 fragments",
        "",
        "[##########..........] 1/2  logs/b\\x1b.jsonl  0 fragments",
        "",
    ]


def test_a_bar_fits_its_line_and_is_drawn_now_and_then(monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    terminal = Terminal()
    progress = Progress(3, terminal)
    progress.show(1, "x" * 200)
    progress.show(2, "so soon")
    assert len(terminal.getvalue()) == len("\r\x1b[K") + 49
    progress.clear()
    progress.clear()
    assert terminal.getvalue().endswith("…\r\x1b[K")


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_what_is_no_terminal_sees_no_bar(stream):
    progress = Progress(3, stream)
    progress.show(1, "x")
    progress.clear()
    assert stream is None or stream.getvalue() == ""
