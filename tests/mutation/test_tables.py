"""Every row of every table, as fast as it can be asked: what kills most mutants of the fold (`poe mutants`).

The full check of a row runs fifteen laws, which takes a hundred times as long. Here a row is folded, asked for its
answers, saved half-way, and read live on the way; nothing of the library that draws or counts is in between.
"""

from functools import reduce
from itertools import accumulate

import pytest

import toolfold
from tests.rows import TABLES
from toolfold.testing import Trial, trial_of
from toolfold.testing.check import ANSWERS
from toolfold.testing.folding import read
from toolfold.testing.writers.writer import wire_named


@pytest.mark.parametrize("wire", TABLES)
def test_answers(wire: str) -> None:
    feed = toolfold.feeder(wire_named(wire)) if wire == "nous" else toolfold.feed
    for row in TABLES[wire]:
        trial = trial_of(wire_named(wire), row, feed)
        for answer in ANSWERS:
            answer(trial)
        resumed(trial)


def resumed(trial: Trial) -> None:
    states = list(accumulate(trial.fragments, trial.feed, initial=toolfold.new()))
    half = len(states) // 2
    back = toolfold.restore(toolfold.snapshot(states[half])).unwrap()
    assert back == states[half]
    assert reduce(trial.feed, trial.fragments[half:], back) == states[-1]
    views: tuple[toolfold.PartialView, ...] = ()
    for state in states:
        views = toolfold.peek(state, views)
    assert views == toolfold.peek(states[-1])
    read(states[half])
