"""Run the benchmarks, print the tables, and write them into a page if one is named."""

import argparse
import sys
from pathlib import Path

from tests.bench.contests import FULL, PACKAGES, QUICK, SOLO
from tests.bench.page import parts, write
from tests.bench.processes import run_all
from tests.bench.tables import report


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    arguments.add_argument("--quick", action="store_true", help="tiny streams, once: does it run at all?")
    arguments.add_argument("--page", type=Path, help="a Markdown page with the two marks, to write the tables into")
    names = [SOLO, *PACKAGES]
    arguments.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names))
    chosen = arguments.parse_args()
    if chosen.page is not None:
        parts(chosen.page.read_text(encoding="utf-8"))  # a page without marks is told of now, not after an hour
    results = run_all(chosen.only, QUICK if chosen.quick else FULL)
    text = report(results)
    print(text)
    if chosen.page is not None:
        write(chosen.page, text)
    return 1 if results.broken else 0


if __name__ == "__main__":
    sys.exit(main())
