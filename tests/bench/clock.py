"""Measuring: process time, medians of runs taken in turns, and what a result holds in memory."""

import gc
import os
import statistics
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any, NamedTuple

from tests.bench.contender import Contender, check
from tests.bench.streams import Stream


class Sample(NamedTuple):
    """The median of some runs, and how far apart the middle half of them is, as a part of the median."""

    seconds: float
    spread: float
    runs: int


class Weight(NamedTuple):
    """What a result holds: its bytes, and the seconds that one full garbage collection over it takes."""

    held: int
    collection: float


def pin() -> None:
    """Stay on one core, where the system can do that: a run that moves to another one meets cold caches."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


@contextmanager
def thawing() -> Iterator[None]:
    try:
        yield
    finally:
        gc.unfreeze()


def race(contenders: list[Contender], stream: Stream, runs: int, budget: float) -> dict[str, Sample]:
    """The sample of each, run in turns so that a noisy moment meets them all. The first results are checked.

    Whoever has used up the budget, in seconds of process time, runs no more.
    """
    times: dict[str, list[float]] = {one.name: [] for one in contenders}
    made = {one.build: one.build(stream) for one in contenders if not one.spoils}
    with thawing():
        for turn in range(runs):
            for one in contenders:
                if turn and sum(times[one.name]) >= budget:
                    continue
                seconds, outcome = timed(one, one.build(stream) if one.spoils else made[one.build])
                times[one.name].append(seconds)
                if not turn:
                    check(one, stream, outcome)
    return {name: sample(found) for name, found in times.items()}


def timed(contender: Contender, fragments: list[Any]) -> tuple[float, Any]:
    """The seconds of one run and what came of it.

    The collector is on, as it is in life, but kept away from what was there before: the fragments of a stream do not
    lie around while it is folded.
    """
    run = contender.run
    gc.collect()
    gc.freeze()
    start = process_time()
    outcome = run(fragments)
    return process_time() - start, outcome


def sample(times: list[float]) -> Sample:
    median = statistics.median(times)
    if len(times) == 1:
        return Sample(median, 0.0, 1)
    low, _, high = statistics.quantiles(times, n=4, method="inclusive")
    return Sample(median, (high - low) / median if median else 0.0, len(times))


def weigh(contender: Contender, stream: Stream) -> Weight:
    """What the result of one run holds; the fragments, and all that was there before, count for nothing."""
    fragments = contender.build(stream)
    gc.collect()
    gc.freeze()
    with thawing():
        tracemalloc.start()
        kept = contender.run(fragments)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        start = process_time()
        gc.collect()
        collection = process_time() - start
    check(contender, stream, kept)
    return Weight(held, collection)
