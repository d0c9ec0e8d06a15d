"""What was measured, and how to ask for it."""

import math
import statistics
from typing import Any, NamedTuple

from tests.bench.clock import Sample
from tests.bench.contender import Contender
from tests.bench.contests import SOLO, Contest, Sizes, missing

Record = dict[str, Any]
"""One line that a worker printed: who, contest, contender and size, and the numbers."""


class Setting(NamedTuple):
    """Where and when it was measured; ``load`` is the system's, before and after."""

    date: str
    python: str
    machine: str
    versions: dict[str, str]
    load: tuple[float, float]


class Results(NamedTuple):
    """``records`` is what all processes measured, ``pure`` the same for toolfold alone on pyrsistent without C.

    ``imports`` has the import of toolfold and that of what it needs; ``broken`` are the processes that failed, and why.
    """

    sizes: Sizes
    records: list[Record]
    pure: list[Record]
    imports: dict[str, Sample]
    broken: dict[str, str]
    setting: Setting


def home_of(contender: Contender, contest: Contest) -> str:
    """The process in which a contender runs: that of its package, if it is not toolfold's own."""
    return contender.needs[0] if contender in contest.away else SOLO


def middle(contest: Contest, who: str, sizes: Sizes) -> int:
    """The size at which everyone meets."""
    return sizes.long if contest.long and who != SOLO else sizes.middle


def found(records: list[Record], who: str, contest: Contest, contender: Contender, size: int) -> Record | None:
    place = {"who": who, "contest": contest.name, "contender": contender.name, "size": size}
    return next((one for one in records if place.items() <= one.items()), None)


def per_fragment(record: Record) -> float:
    """Microseconds."""
    return record["seconds"] / record["size"] * 1e6


def exponent(small: Record, large: Record) -> float:
    """The power of the number of fragments with which the time grows: 1 is linear, 2 quadratic."""
    return math.log(large["seconds"] / small["seconds"]) / math.log(large["size"] / small["size"])


def growth(records: list[Record], contest: Contest, contender: Contender, sizes: tuple[int, int]) -> float | None:
    who = home_of(contender, contest)
    small, large = (found(records, who, contest, contender, size) for size in sizes)
    return None if small is None or large is None else exponent(small, large)


def why_not(results: Results, *contenders: Contender) -> str:
    """Why there is no number: a package is absent, or its process failed."""
    absent = sorted({name for one in contenders for name in missing(one)})
    if absent:
        return f"{', '.join(absent)} not installed"
    broken = [name for one in contenders for name in one.needs if name in results.broken]
    return f"{broken[0]} failed: {results.broken[broken[0]]}" if broken else "not run"


def noise(results: Results) -> tuple[float, float]:
    """How far apart the middle half of the runs is, as a part of their median: at the median, and at worst."""
    spreads = [one["spread"] for one in (*results.records, *results.pure) if one["runs"] > 1]
    return (statistics.median(spreads), max(spreads)) if spreads else (0.0, 0.0)
