"""What the tests of every verb need: a command line that can be called, and recordings."""

import json

import pytest

from toolfold import cli


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def toolfold(capsys):
    """Run the command line and return its status and what it wrote to both outputs."""

    def run(*argv):
        capsys.readouterr()
        status = cli.main([str(arg) for arg in argv])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """Write a recording as JSON lines and go to its folder, so that its name is all there is of its path."""
    monkeypatch.chdir(tmp_path)

    def write(fragments, name="log.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{json.dumps(fragment)}\n" for fragment in fragments), encoding="utf-8")
        return name

    return write
