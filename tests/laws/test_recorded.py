"""Every law holds for every recorded stream, where there are any."""

import pytest

import toolfold
from tests.recorded import Recording, needed, recordings
from toolfold.testing import LAWS, Row, trial_of
from toolfold.testing.writers.writer import wire_named

pytestmark = needed


@pytest.mark.parametrize("recording", recordings(), ids=lambda one: one.name)
def test_every_law_holds_for_every_recording(recording: Recording) -> None:
    trial = trial_of(wire_named(recording.wire), Row(recording.name, recording.events, []), toolfold.feed)
    for law in LAWS:
        law.check(trial)
