"""For authors of wires: rows, the laws, and streams of every wire, to test a wire of your own with.

It needs the extra ``testing``, and nothing of the library imports it. Only what a test calls belongs in here; the
tests of the library itself use it too, so that no rule of testing stands twice.
"""

from toolfold.testing.check import check_row, check_wire
from toolfold.testing.laws import LAWS, Law
from toolfold.testing.rows import Row, fault, free, sound
from toolfold.testing.strategies import conversations, streams
from toolfold.testing.streams import canonical
from toolfold.testing.trial import Trial, trial_of
from toolfold.testing.writers import WRITERS, Call, Writer

__all__ = [
    "LAWS",
    "WRITERS",
    "Call",
    "Law",
    "Row",
    "Trial",
    "Writer",
    "canonical",
    "check_row",
    "check_wire",
    "conversations",
    "fault",
    "free",
    "sound",
    "streams",
    "trial_of",
]
