"""Measuring: process time, medians of runs taken in turns, and what is kept in memory."""

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
    rounds: int


class Weight(NamedTuple):
    """What a result holds: its bytes, and the seconds of one full garbage collection over it."""

    size: int
    collection: float


def pin() -> bool:
    """Stay on one core, where the system can do that: half a run on another one is half a run with cold caches."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return True


@contextmanager
def only_new() -> Iterator[None]:
    """Keep the collector away from what is there already: a stream's fragments are, in life, long gone."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def race(contenders: list[Contender], stream: Stream, rounds: int, budget: float) -> dict[str, Sample]:
    """The sample of each, run in turns so that a noisy moment meets them all; the first results are checked."""
    times: dict[str, list[float]] = {one.name: [] for one in contenders}
    made: dict[Any, list[Any]] = {}
    for number in range(rounds):
        for one in contenders:
            if number and sum(times[one.name]) > budget:
                continue
            fragments = one.build(stream) if one.spoils else made.setdefault(one.build, made.get(one.build) or one.build(stream))
            seconds, outcome = timed(one, fragments)
            times[one.name].append(seconds)
            if not number:
                check(one, stream, outcome)
    return {name: sample(found) for name, found in times.items()}


def timed(contender: Contender, fragments: list[Any]) -> tuple[float, Any]:
    run = contender.run
    with only_new():
        start = process_time()
        outcome = run(fragments)
        return process_time() - start, outcome


def sample(times: list[float]) -> Sample:
    median = statistics.median(times)
    if len(times) < 2:
        return Sample(median, 0.0, len(times))
    low, _, high = statistics.quantiles(times, n=4, method="inclusive")
    return Sample(median, (high - low) / median, len(times))


def weigh(contender: Contender, stream: Stream) -> Weight:
    """What the result of a run holds; the fragments and all that was there before count for nothing."""
    fragments = contender.build(stream)
    with only_new():
        tracemalloc.start()
        kept = contender.run(fragments)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        start = process_time()
        gc.collect()
        collection = process_time() - start
    check(contender, stream, kept)
    return Weight(size, collection)
