"""One process: the contests of one package, or those of toolfold alone. It prints what it measured as JSON."""

import json
import math
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from tests.bench.clock import pin, race, weigh
from tests.bench.contests import CONTESTS, FULL, QUICK, Contest, Sizes, entrants, sizes_of
from tests.bench.streams import Stream

WARM = 200
"""Fragments of the stream that is folded before anything is measured."""


def measured(contest: Contest, who: str, sizes: Sizes) -> Iterator[dict[str, Any]]:
    """One record for each contender and size; a size that nobody can wait for is left out."""
    entered = entrants(contest, who)
    times: dict[str, list[tuple[int, float]]] = {one.name: [] for one in entered}
    if entered:
        race(entered, contest.stream(WARM), 1, 0)  # whatever a contender imports or compiles, it has by now
    for size in sizes_of(contest, who, sizes) if entered else ():
        here = [one for one in entered if expected(times[one.name], size) <= sizes.ceiling]
        stream = contest.stream(size)
        for name, found in race(here, stream, _runs(size, sizes), sizes.budget).items():
            times[name].append((size, found.seconds))
            place = {"who": who, "contest": contest.name, "contender": name, "size": size}
            yield {**place, **found._asdict(), **_weighed(contest, name, stream, size == sizes.middle)}


def expected(times: list[tuple[int, float]], size: int) -> float:
    """The seconds of a run that is longer than those before: by their growth, or, after one alone, by the square."""
    if not times:
        return 0.0
    power = 2.0
    if len(times) > 1:
        (less, fast), (more, slow) = times[-2:]
        power = max(1.0, math.log(slow / fast) / math.log(more / less))
    before, seconds = times[-1]
    return seconds * (size / before) ** power


def _weighed(contest: Contest, name: str, stream: Stream, wanted: bool) -> dict[str, Any]:
    """What the result holds in memory, where a contest asks for that."""
    if not contest.weighs or not wanted:
        return {}
    [one] = [one for one in (*contest.home, *contest.away) if one.name == name]
    return weigh(one, stream)._asdict()


def _runs(size: int, sizes: Sizes) -> int:
    return sizes.runs if size <= sizes.middle else max(1, sizes.runs // 3)


def main(who: str, mode: str) -> None:
    warnings.simplefilter("ignore")  # a peer's deprecations are not what is measured
    pin()
    sizes = QUICK if mode == "quick" else FULL
    print(json.dumps([record for contest in CONTESTS for record in measured(contest, who, sizes)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
