"""Run mutmut over the fold, and compare its score with the floor (`poe mutants`).

python -m tests.mutation                    every mutant: some hours
python -m tests.mutation 'toolfold.core.*'  those with such names
python -m tests.mutation --check            compare the last run with the floor

It works in a copy of the project, so that the files being mutated are nobody's working tree.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutation import floor

ROOT = Path(__file__).parents[2]
PLACE = Path(os.environ.get("TOOLFOLD_MUTANTS") or Path(tempfile.gettempdir()) / "toolfold-mutants")
GIGABYTE = 2**30


def copied() -> None:
    """Bring the copy up to date; mutmut tells by the times of files what it has to mutate anew."""
    for name in ("src", "tests"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, PLACE / name, ignore=ignored, copy_function=renewed, dirs_exist_ok=True)
    for name in ("pyproject.toml", "README.md"):
        renewed(ROOT / name, PLACE / name)
    shutil.rmtree(PLACE / "mutants" / "tests", ignore_errors=True)
    for place in (PLACE, PLACE / "mutants"):
        for stale in [*(place / "src").rglob("*.py"), *(place / "tests").rglob("*.py")]:
            if not (ROOT / stale.relative_to(place)).exists():
                stale.unlink()
                stale.with_suffix(".py.meta").unlink(missing_ok=True)


def renewed(source: Path | str, target: Path | str) -> None:
    """Copy a file that is another by now, with the time of now: one that was there before may be the older one."""
    if not Path(target).exists() or Path(source).read_bytes() != Path(target).read_bytes():
        shutil.copy(source, target)


def main(arguments: list[str]) -> int:
    """Run what was asked for, then say how it stands with the floor."""
    if "--check" not in arguments:
        copied()
        command = [sys.executable, "-m", "tests.mutation.swift", "run", "--max-children", "1", *arguments]
        subprocess.run(command, cwd=PLACE, check=True, preexec_fn=bounded)  # no thread runs here
    return floor.report(floor.scores(PLACE / "mutants"))


def bounded() -> None:
    """Let a mutant that never stops to append come to an end before the machine does."""
    resource.setrlimit(resource.RLIMIT_AS, (4 * GIGABYTE, 4 * GIGABYTE))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
