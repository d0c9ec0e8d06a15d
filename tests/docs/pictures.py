"""Write what the commands of the pages print below them, so that a picture of a terminal is never made up.

python -m tests.docs.pictures
"""

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import mock

from toolfold import cli

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
RECORDINGS = HOW_TO / "recordings"
PAGES = sorted(HOW_TO.glob("*.md"))
MADE = ("row.json",)
"""Files that the commands of the pages write and other examples read; they lie beside the recordings."""

COLUMNS = "96"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def redrawn(page: str, place: Path) -> str:
    """The page with every block of commands followed by what they print, run one after the other in a folder."""
    return BLOCK.sub(lambda block: "\n".join(["```console", *_ran(block[1], place), "```"]), page)


def _ran(block: str, place: Path) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith("$ "):
            yield line
            yield from _printed(line.removeprefix("$ toolfold "), place)


def _printed(command: str, place: Path) -> list[str]:
    """What a command prints, as a person at a terminal sees it: both outputs, one after the other."""
    out, err = StringIO(), StringIO()
    with chdir(place), redirect_stdout(out), redirect_stderr(err), mock.patch.dict(os.environ, COLUMNS=COLUMNS):
        cli.main(shlex.split(command))
    return (out.getvalue() + err.getvalue()).splitlines()


def all_redrawn() -> dict[Path, str]:
    """What each page and each file that a page's commands write should hold."""
    found = {}
    for page in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            for recording in RECORDINGS.glob("*.jsonl"):
                shutil.copy(recording, place)
            found[page] = redrawn(page.read_text(encoding="utf-8"), place)
            found.update(
                {RECORDINGS / name: (place / name).read_text("utf-8") for name in MADE if (place / name).exists()}
            )
    return found


if __name__ == "__main__":
    for path, text in all_redrawn().items():
        path.write_text(text, encoding="utf-8")
