"""Time travel: the log of a stream, and what can be asked of it afterwards.

Nothing in here is known to the fold. A log can be folded again, so the past is a question, not a record.
"""

from toolfold.history.blame import Blame, NoteGiven, Origins, SealGiven, Stretch
from toolfold.history.compare import Comparison, Difference, Divergence, Pair, Side, compared
from toolfold.history.history import History
from toolfold.history.steps import Step, steps

__all__ = [
    "Blame",
    "Comparison",
    "Difference",
    "Divergence",
    "History",
    "NoteGiven",
    "Origins",
    "Pair",
    "SealGiven",
    "Side",
    "Step",
    "Stretch",
    "compared",
    "steps",
]
