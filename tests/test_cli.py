"""The command line whatever the verb: help, misuse, and what only a real pipe, signal or encoding can show."""

import gzip
import json
import os
import signal
import subprocess
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest

from toolfold import cli

PROGRAM = [sys.executable, "-m", "toolfold"]


def call(index=0, arguments="{}", **head):
    entry = {"index": index, "function": {"name": "go", "arguments": arguments}, **head}
    return {"choices": [{"index": 0, "delta": {"tool_calls": [entry]}, "finish_reason": "tool_calls"}]}


SOUND = [call(id="c1", arguments='{"to": "Oslo"}')]


@pytest.fixture(autouse=True)
def buffered(monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # what is written last then fails last, at the exit


@pytest.fixture
def recorded(tmp_path):
    def write(fragments):
        path = tmp_path / "log.jsonl"
        path.write_text("".join(f"{json.dumps(fragment)}\n" for fragment in fragments), encoding="utf-8")
        return path

    return write


@pytest.fixture
def toolfold(capsys):
    def run(*argv):
        status = cli.main([*argv])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.mark.parametrize(
    "argv", [["replay", "--at", "x"], ["replay", "--nope"], ["nope"], ["replay", "a", "b"], ["replay", "--js"]]
)
def test_misuse_is_one_line_that_says_where_to_look(toolfold, argv):
    status, out, err = toolfold(*argv)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("toolfold: ")
    assert err.endswith("--help)\n")


def test_alone_it_prints_the_help(toolfold):
    status, out, err = toolfold()
    assert (status, err) == (0, "")
    assert (status, out, err) == toolfold("--help")
    assert all(f"  {verb.name} " in out and verb.summary in out for verb in cli.VERBS)


@pytest.mark.parametrize("verb", cli.VERBS, ids=lambda verb: verb.name)
def test_every_verb_has_a_help_page(toolfold, verb):
    status, out, _ = toolfold(verb.name, "--help")
    assert status == 0
    assert out.startswith(f"usage: toolfold {verb.name} ")


def test_the_version(toolfold):
    assert toolfold("--version") == (0, f"toolfold {version('toolfold')}\n", "")


def test_the_module_is_the_program():
    script = subprocess.run([Path(sys.executable).with_name("toolfold"), "--version"], capture_output=True, check=True)
    module = subprocess.run([*PROGRAM, "--version"], capture_output=True, check=True)
    assert script.stdout == module.stdout
    assert module.stdout.split() == [b"toolfold", version("toolfold").encode()]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("by_pipe", [False, True], ids=["file", "pipe"])
def test_files_and_pipes_gzipped_or_not(recorded, pack, by_pipe):
    path = recorded(SOUND)
    path.write_bytes(pack(path.read_bytes()))
    argv, stdin = ([*PROGRAM, "replay", "-"], path.read_bytes()) if by_pipe else ([*PROGRAM, "replay", path], None)
    done = subprocess.run(argv, input=stdin, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1] == b"1 call: 1 sound; 1 fragment, wire openai-chat"


def test_a_closed_pipe_is_no_error(recorded):
    path = recorded([call(index, id=f"c{index}") for index in range(3000)])
    with subprocess.Popen([*PROGRAM, "replay", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout.readline().startswith(b"call  verdict")
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(60) == 141


def test_a_pipe_that_was_closed_before_is_no_error(recorded):
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run([*PROGRAM, "replay", recorded(SOUND)], stdout=writes, stderr=subprocess.PIPE, check=False)
    os.close(writes)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line(recorded):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*PROGRAM, "replay", recorded(SOUND)], stdout=full, stderr=subprocess.PIPE, check=False)
    said = b"toolfold: the output cannot be written: no space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_is_no_traceback():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    asked = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what runs the tests may have it ignored
    with subprocess.Popen([*PROGRAM, "replay", "-"], preexec_fn=asked, **pipes) as program:  # noqa: PLW1509  # no thread
        program.stdin.write(b'{"type": "ping"}\n' * 50_000)  # more than a pipe holds, so it is being read by now
        program.stdin.flush()
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
        assert (program.stdout.read(), program.stderr.read()) == (b"", b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_that_lacks_a_character_shows_an_escape(recorded, encoding):
    path = recorded([call(id="c1", arguments='{"to": "京都')])
    environment = {**os.environ, "PYTHONIOENCODING": f"{encoding}:strict", "PYTHONUTF8": "0"}
    done = subprocess.run([*PROGRAM, "replay", path, "--at", "1"], capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb'{"to": "\u4eac\u90fd\u258c"}' in done.stdout
