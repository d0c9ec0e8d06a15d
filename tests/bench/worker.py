"""One process: the contests of one package, or of toolfold alone. Prints what it measured as JSON."""

import json
import logging
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from tests.bench.clock import pin, race, weigh
from tests.bench.contender import Contender
from tests.bench.contests import CONTESTS, FULL, QUICK, Contest, Sizes, entrants, sizes_of


def measured(contest: Contest, who: str, sizes: Sizes) -> Iterator[dict[str, Any]]:
    """One record for each contender and size."""
    left, last, before = entrants(contest, who), {}, 0
    for size in sizes_of(contest, who, sizes):
        left = [one for one in left if not before or last[one.name] * (size / before) ** 2 <= sizes.ceiling]
        stream = contest.stream(size)
        found = race(left, stream, sizes.rounds, sizes.budget)
        for one in left:
            yield {"contest": contest.name, "contender": one.name, "size": size, **found[one.name]._asdict()}
        if contest.weighs and size == sizes.middle:
            yield from (weighed(contest, one, size, sizes) for one in left)
        last, before = {name: sample.seconds for name, sample in found.items()}, size
