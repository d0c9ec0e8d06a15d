"""What the how-to shows of the terminal is what it shows."""

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import require
from toolfold import cli
from toolfold.bulk import COLUMNS

require("duckdb")
require("pyarrow")
require("rich")

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "fold-logs-by-the-million.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_command_prints_what_the_page_says(monkeypatch, capsys):
    names = {}
    exec(blocks("python")[0], names)  # noqa: S102  # it writes the log
    monkeypatch.chdir(names["folder"])
    monkeypatch.setenv("COLUMNS", "96")
    [command] = [block for block in blocks("bash") if block.startswith("toolfold")]
    assert cli.main([*shlex.split(command)[1:], "--processes", "1"]) == 1
    assert [capsys.readouterr().out] == blocks("text")


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_is_on_the_page(column):
    assert re.search(rf"^\|.*`{column}`.*\| ", PAGE, re.MULTILINE)
