"""One process: the contests of one package, or those of toolfold alone. It prints what it measured as JSON."""

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from tests.bench.clock import Sample, pin, race, weigh
from tests.bench.contests import CONTESTS, FULL, QUICK, Contest, Sizes, entrants, sizes_of

WARM = 200
"""Fragments of the stream that is folded before anything is measured."""


def measured(contest: Contest, who: str, sizes: Sizes) -> Iterator[dict[str, Any]]:
    """One record for each contender and size; a size that nobody can wait for is left out."""
    entered, known, before = entrants(contest, who), dict[str, Sample](), 0
    for size in sizes_of(contest, who, sizes) if entered else ():
        entered = [one for one in entered if not before or _expected(known[one.name], size / before) <= sizes.ceiling]
        if not before:
            race(entered, contest.stream(WARM), 1, 0)  # whatever a contender imports or compiles, it has by now
        known, before = race(entered, contest.stream(size), _runs(size, sizes), sizes.budget), size
        for one in entered:
            weight = weigh(one, contest.stream(size)) if contest.weighs and size == sizes.middle else None
            place = {"who": who, "contest": contest.name, "contender": one.name, "size": size}
            yield {**place, **known[one.name]._asdict(), **(weight._asdict() if weight else {})}


def _expected(sample: Sample, growth: float) -> float:
    """The seconds of a longer run if its time grows with the square, as that of most peers does."""
    return sample.seconds * growth**2


def _runs(size: int, sizes: Sizes) -> int:
    return sizes.runs if size <= sizes.middle else max(1, sizes.runs // 3)


def main(who: str, mode: str) -> None:
    warnings.simplefilter("ignore")  # a peer's deprecations are not what is measured
    pin()
    sizes = QUICK if mode == "quick" else FULL
    print(json.dumps([record for contest in CONTESTS for record in measured(contest, who, sizes)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
