"""``toolfold html`` as its users meet it: the page it writes, what it says, and how it exits."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from toolfold import cli
from toolfold.inputs import read_fragments
from toolfold.show.html import render_page


@pytest.fixture
def toolfold(capsys):
    def run(*argv):
        status = cli.main([str(arg) for arg in argv])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def page(tmp_path):
    return tmp_path / "page.html"


CUT = [{"index": 0, "id": "c1", "function": {"name": "go", "arguments": '{"to'}}]
FRAGMENTS = [CUT, {"type": "ping"}]


def as_lines(fragments):
    return "".join(f"{json.dumps(fragment)}\n" for fragment in fragments)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("log.jsonl", as_lines(FRAGMENTS).encode()),
        ("log.json", json.dumps(FRAGMENTS).encode()),
        ("log.sse", "".join(f"data: {json.dumps(one)}\n\n" for one in FRAGMENTS).encode()),
        ("log.jsonl.gz", gzip.compress(as_lines(FRAGMENTS).encode(), mtime=0)),
    ],
    ids=["lines", "array", "sse", "gzip"],
)
def test_every_form_of_a_recording(toolfold, tmp_path, page, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    status, out, err = toolfold("html", path, "-o", page)
    size = f"{page.stat().st_size / 1000:.0f} kB"
    assert (status, out, err) == (0, f"{page}: 2 fragments, {size}; open it in a browser\n", "")
    assert page.read_text("utf-8") == render_page(FRAGMENTS, title=name)


def test_the_sample(toolfold, page):
    status, out, err = toolfold("html", "-o", page)
    sample = Path(cli.__file__).parent / "sample.jsonl"
    assert (status, err) == (0, "")
    assert out.startswith("No FILE was named, so this is the sample stream that ships with toolfold.\n")
    assert page.read_text("utf-8") == render_page(read_fragments(sample), title="the sample stream")


def test_a_page_on_standard_output(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text(as_lines(FRAGMENTS), encoding="utf-8")
    program = [sys.executable, "-m", "toolfold", "html", "-o", "-", "--title", "京"]
    done = subprocess.run([*program, "-"], input=path.read_bytes(), capture_output=True, check=True)
    assert done.stdout.decode() == render_page(FRAGMENTS, title="京")


def test_the_first_fragments_only(toolfold, tmp_path, page):
    path = tmp_path / "log.jsonl"
    path.write_text(as_lines(FRAGMENTS), encoding="utf-8")
    for at in (0, 1, 2):
        status, out, _ = toolfold("html", path, "-o", page, "--at", at)
        assert (status, page.read_text("utf-8")) == (0, render_page(FRAGMENTS[:at], title="log.jsonl"))
        assert out.startswith(f"{page}: {at} fragment")


def test_a_wire_can_be_named(toolfold, tmp_path, page):
    path = tmp_path / "log.jsonl"
    path.write_text(as_lines(FRAGMENTS), encoding="utf-8")
    assert toolfold("html", path, "-o", page, "--wire", "anthropic-messages")[0] == 0
    assert '"calls":[],"notes"' in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "more", "said"),
    [
        (None, [], "no such file or directory"),
        (None, ["--at", "0"], "no such file or directory"),
        (b"", [], "empty, there are no fragments in it"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", [], "not UTF-8 text"),
        (b'{"n": 1}\n{"n":', [], "not JSON: expecting value at column 6; --at 1 shows what came before that"),
        (b'{"n": 1}\n{"n": 2}\n', ["--at", "3"], "there are 2 fragments in {path}, so --at takes 0 to 2"),
        (b'[{"n": 1}]', ["--at", "-1"], "there is 1 fragment in {path}, so --at takes 0 to 1"),
    ],
    ids=["missing", "missing, none wanted", "empty", "binary", "half a line", "past the end", "negative"],
)
def test_what_cannot_be_read_is_one_line_and_no_page(toolfold, tmp_path, page, content, more, said):
    path = tmp_path / "log"
    if content is not None:
        path.write_bytes(content)
    status, out, err = toolfold("html", path, "-o", page, *more)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"{said.format(path=path)}\n")
    assert not page.exists()


def test_a_page_that_cannot_be_written_is_one_line(toolfold, tmp_path):
    status, out, err = toolfold("html", "-o", tmp_path / "no" / "page.html")
    assert (status, out) == (2, "")
    assert err == f"toolfold: {tmp_path / 'no' / 'page.html'}: the page cannot be written: no such file or directory\n"


def test_a_page_has_to_be_named(toolfold):
    status, _, err = toolfold("html")
    assert (status, err) == (
        2,
        "toolfold: the following arguments are required: -o/--output (see toolfold html --help)\n",
    )
