"""Let atheris look for inputs that break something (`poe fuzz`).

python -m tests.fuzz stream --seconds 600
python -m tests.fuzz saved --seconds 600 --corpus folder    keeps what it learns in that folder
python -m tests.fuzz stream --input crash-...               only checks one input
python -m tests.fuzz stream --seeds folder                  only writes the inputs that the search starts from

It needs the extra ``fuzz``. An input that breaks something is left in the working folder, as JSON, with the traceback
on the screen: make it a row or a test first, and mend what it shows then.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random
from types import ModuleType

import atheris

FOLD = ("arguments", "changes", "core", "fold", "messages", "outcomes", "plain", "views", "wires")
"""Whose branches lead the search: the fold and its readers, and not the laws that look at them."""

with atheris.instrument_imports(include=[f"toolfold.{name}" for name in FOLD]):
    from tests.fuzz import saved, stream

TARGETS = {"stream": stream, "saved": saved}


def main() -> None:
    """Read what was asked for, and run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--corpus", type=Path, help="a folder to start from and to keep found inputs in")
    parser.add_argument("--input", type=Path, help="an input to check, instead of looking for some")
    parser.add_argument("--seeds", type=Path, help="a folder to write the first inputs to, instead of looking for some")
    given = parser.parse_args()
    target = TARGETS[given.target]
    if given.input:
        print("an input" if target.check(given.input.read_bytes()) else "no input of this target")  # noqa: T201
    elif given.seeds:
        written(target, given.seeds)
    else:
        search(target, given.seconds, given.corpus)


def written(target: ModuleType, folder: Path) -> None:
    """Write the first inputs of a target into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(target.seeds()):
        (folder / f"{number:04}.json").write_bytes(data)


def search(target: ModuleType, seconds: int, corpus: Path | None) -> None:
    """Search from the first inputs and from those in the corpus; it ends the process."""
    place = Path(tempfile.mkdtemp(prefix="toolfold-fuzz-"))  # stays, since the search ends without coming back
    written(target, place)
    if corpus:
        corpus.mkdir(parents=True, exist_ok=True)
    folders = [str(folder) for folder in (corpus, place) if folder]
    atheris.Setup(
        [sys.argv[0], f"-max_total_time={seconds}", "-max_len=8000", "-rss_limit_mb=4096", "-timeout=60", *folders],
        lambda data: target.check(data) and None,
        custom_mutator=lambda data, size, seed: fit(target.mutated(data, Random(seed)), data, size),
        custom_crossover=lambda one, two, size, seed: fit(target.crossed(one, two, Random(seed)), one, size),
    )
    atheris.Fuzz()


def fit(made: bytes, data: bytes, size: int) -> bytes:
    """Return what was made, or what was there if that is too large."""
    return made if len(made) <= size else data[:size]


if __name__ == "__main__":
    main()
