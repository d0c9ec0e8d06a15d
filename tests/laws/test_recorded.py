"""Every law holds for every recorded stream, where there are any, and nothing is lost of them once they are broken."""

from random import Random

import pytest

import toolfold
from tests.fuzz.edits import edited
from tests.fuzz.stream import readers
from tests.recorded import Recording, needed, recordings
from toolfold.testing import LAWS, Row, trial_of
from toolfold.testing.accounting import nothing_lost
from toolfold.testing.folding import batching
from toolfold.testing.writers.writer import wire_named

pytestmark = needed


@pytest.mark.parametrize("recording", recordings(), ids=lambda one: one.name)
def test_every_law_holds_for_every_recording(recording: Recording) -> None:
    trial = trial_of(wire_named(recording.wire), Row(recording.name, recording.events, []), toolfold.feed)
    for law in LAWS:
        law.check(trial)


@pytest.mark.parametrize("recording", recordings(), ids=lambda one: one.name)
def test_accounts_of_broken_recordings_are_right(recording: Recording) -> None:
    """Some of its fragments, changed as streams break; the same ones every time."""
    rng = Random(recording.name)
    start = rng.randrange(max(1, len(recording.events) - MOST))
    for fragments in (recording.events[:MOST], recording.events[start : start + MOST]):
        broken = edited(fragments, recording.events, rng)
        trial = trial_of(wire_named(recording.wire), Row(recording.name, broken, []), toolfold.feed)
        readers(trial)
        nothing_lost(trial)
        batching(trial)


MOST = 20
"""Fragments that are broken, at the begin of a recording and somewhere in it."""
