"""What is asked of every verb that reads recordings: any shape of one, and one clear line for what is none."""

import gzip
import io
import json
import sys

import pytest

from tests.commands.streams import CUT, PING, SOUND
from toolfold import cli

VERBS = {
    "replay": ["replay", "log"],
    "steps": ["steps", "log"],
    "steps-of-a-call": ["steps", "log", "--call", "mail"],
    "blame": ["blame", "log", "c2"],
    "diff": ["diff", "log", "log"],
    "check": ["check", "log"],
    "fixture": ["fixture", "log"],
    "html": ["html", "log", "-o", "-"],
}
ON_STDIN = {name: ["-" if arg == "log" else arg for arg in argv] for name, argv in VERBS.items() if name != "diff"}
every_verb = pytest.mark.parametrize("argv", VERBS.values(), ids=VERBS)


def sse(fragments):
    return "".join(f"event: x\ndata: {json.dumps(fragment)}\n\n" for fragment in fragments)


SHAPES = {
    "lines": lambda fragments: "".join(f"{json.dumps(fragment)}\n" for fragment in fragments),
    "array": json.dumps,
    "array-over-lines": lambda fragments: json.dumps(fragments, indent=2),
    "document": lambda fragments: json.dumps({"name": "x", "events": fragments}),
    "sse": sse,
}


def test_every_verb_is_tried():
    of_many_streams = {"bulk"}  # it reads logs, not recordings: tests/bulk
    assert {argv[0] for argv in VERBS.values()} == {verb.name for verb in cli.VERBS} - of_many_streams


@every_verb
def test_every_shape_gives_one_answer(toolfold, tmp_path, monkeypatch, argv):
    monkeypatch.chdir(tmp_path)
    answers = []
    for write in SHAPES.values():
        for pack in (bytes, gzip.compress):
            (tmp_path / "log").write_bytes(pack(write(CUT).encode()))
            answers.append(toolfold(*argv))
    assert answers == [answers[0]] * len(answers)
    status, out, _ = answers[0]
    assert status == (0 if argv[0] in ("diff", "fixture", "html") else 1)
    assert "mail" in out or argv[0] == "diff"


@pytest.mark.parametrize("argv", ON_STDIN.values(), ids=ON_STDIN)
def test_standard_input_gives_the_same_but_for_the_name(toolfold, recorded, monkeypatch, argv):
    recorded(CUT, "log")
    there = toolfold(*("log" if arg == "-" else arg for arg in argv[:2]), *argv[2:])
    if argv[0] == "html":
        there = toolfold("html", "log", "-o", "-", "--title", "standard input")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SHAPES["lines"](CUT).encode())))
    here = toolfold(*argv)
    assert here[0] == there[0]
    assert here[1].replace("standard input", "log") == there[1].replace("standard input", "log")


def test_diff_takes_one_of_two_from_standard_input(toolfold, recorded, monkeypatch):
    recorded(CUT, "log")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SHAPES["sse"](CUT).encode())))
    assert toolfold("diff", "log", "-")[0] == 0
    assert toolfold("diff", "-", "-") == (
        2,
        "",
        "toolfold: standard input can be one of the two recordings, not both\n",
    )


BROKEN = {
    "missing": (None, "toolfold: log: no such file or directory\n"),
    "empty": (b"", "toolfold: log: empty, there are no fragments in it\n"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00", "toolfold: log:1: not UTF-8 text\n"),
    "zeros": (bytes(64), "toolfold: log:1: not JSON: expecting value at column 1\n"),
    "half-a-line": (b'{"n": 1}\n{"n":', "toolfold: log:2: not JSON: expecting value at column 6"),
    "half-gzip": (gzip.compress(b'{"n": 1}\n' * 99)[:-9], "toolfold: log: broken gzip data: Compressed file ended "),
    "too-deep": (b"[" * 100_000, "toolfold: log:1: JSON nested too deeply to be read\n"),
}


@pytest.mark.parametrize(("raw", "said"), BROKEN.values(), ids=BROKEN)
@every_verb
def test_what_cannot_be_read_is_one_clear_line(toolfold, tmp_path, monkeypatch, argv, raw, said):
    monkeypatch.chdir(tmp_path)
    if raw is not None:
        (tmp_path / "log").write_bytes(raw)
    status, out, err = toolfold(*argv)
    assert status == 2
    if argv[0] == "check":
        assert out == "1 file: 1 unreadable; 0 fragments\n"
    elif argv[:3] == ["steps", "log"]:
        assert out in ("", "  step  call  change\n")  # what came before the place is shown
    else:
        assert out == ""
    assert (err.count("\n"), err[: len(said)]) == (1, said)


def test_what_came_before_a_broken_line_is_shown_first(toolfold, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").write_text(SHAPES["lines"](SOUND) + '{"half', encoding="utf-8")
    for argv, lines in ((["steps", "log"], 6), (["steps", "log", "--call", "0"], 5)):
        status, out, err = toolfold(*argv)
        assert status == 2
        assert len(out.splitlines()) == lines
        assert err == "toolfold: log:5: not JSON: unterminated string starting at column 2\n"


@every_verb
def test_a_folder_is_no_recording(toolfold, tmp_path, monkeypatch, argv):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").mkdir()
    status, out, err = toolfold(*argv)
    assert (status, out, err.count("\n")) == (2, "", 1)
    said = "no recordings in this folder (*.json, *.jsonl, *.ndjson, *.sse, gzipped or not)"
    assert err == f"toolfold: log: {said if argv[0] == 'check' else 'is a directory'}\n"


@pytest.mark.parametrize("argv", [["steps", "log", "--call", "2"], ["blame", "log", "2"], ["blame", "log", "-1"]])
def test_a_call_past_the_end_is_one_clear_line(toolfold, recorded, argv):
    recorded(CUT, "log")
    status, out, err = toolfold(*argv)
    assert (status, out) == (2, "")
    if argv[-1] == "2":
        assert err == "toolfold: there is no call '2' in log: there are 0 (search), 1 (mail)\n"
    else:
        assert err.count("\n") == 1


@every_verb
def test_a_stream_that_says_nothing_about_calls(toolfold, recorded, argv):
    recorded([PING], "log")
    status, out, err = toolfold(*argv)
    if "mail" in argv or "c2" in argv:
        assert (status, out) == (2, "")
        assert err == f"toolfold: there is no call '{argv[-1]}' in log, which says nothing about calls\n"
    else:
        assert status == 0
        assert out


@pytest.mark.parametrize("argv", VERBS.values(), ids=VERBS)
def test_a_named_wire_is_not_guessed(toolfold, recorded, argv):
    recorded([[{"index": 0, "id": "c2", "function": {"name": "mail", "arguments": "{}"}}]], "log.jsonl")
    recorded([[{"index": 0, "id": "c2", "function": {"name": "mail", "arguments": "{}"}}], PING], "log")
    guessed, named = toolfold(*argv), toolfold(*argv, "--wire", "nous")
    assert (guessed[0], named[0]) == (0, 0)
    if argv[0] not in ("diff", "blame"):
        assert "openai-chat" in guessed[1]
        assert "nous" in named[1]
    status, out, err = toolfold(*argv, "--wire", "nope")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("toolfold: argument --wire: no wire is named 'nope'; known are ")


HOSTILE = "\x1b[2J\u202e</script>\x00\n\x7f"


@every_verb
def test_text_from_a_stream_moves_no_cursor(toolfold, recorded, argv):
    head = {"index": 0, "id": f"c2{HOSTILE}", "function": {"name": "mail", "arguments": '{"x": "' + HOSTILE}}
    recorded([[head], {"error": {"type": HOSTILE, "message": HOSTILE}}], "log")
    argv = [f"c2{HOSTILE}" if arg == "c2" else arg for arg in argv]
    _, out, err = toolfold(*argv)
    if argv[0] == "html":
        assert "</script>\x00" not in out
        return
    for text in (out, err):
        assert all(line.isprintable() for line in text.splitlines())
        assert "\x1b" not in text
