"""Let atheris look for inputs that break something (`poe fuzz`).

python -m tests.fuzz stream --seconds 600
python -m tests.fuzz saved --seconds 600 --corpus folder    keeps what it learns in that folder
python -m tests.fuzz stream --input crash-...               only checks one input

It needs the extra ``fuzz``. An input that breaks something is left in the working folder, as JSON, with the traceback
on the screen: make it a row or a test first, and mend what it shows then.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

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
    given = parser.parse_args()
    target = TARGETS[given.target]
    if given.input:
        print("an input" if target.check(given.input.read_bytes()) else "no input of this target")  # noqa: T201
        return
    with tempfile.TemporaryDirectory() as place:
        start = Path(place)
        for number, data in enumerate(target.seeds()):
            (start / f"seed-{number}").write_bytes(data)
        folders = [str(given.corpus), str(start)] if given.corpus else [str(start)]
        if given.corpus:
            given.corpus.mkdir(parents=True, exist_ok=True)
        options = [f"-max_total_time={given.seconds}", "-max_len=8000", "-rss_limit_mb=4096", "-timeout=60"]
        atheris.Setup(
            [sys.argv[0], *options, *folders],
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
