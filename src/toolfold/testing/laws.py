"""The laws as data: what holds for every stream on every wire, and the property that says so.

A property takes a stream on trial and raises an ``AssertionError`` that tells what does not hold and where.
"""

from collections.abc import Callable
from dataclasses import dataclass

from toolfold.testing.accounting import nothing_lost
from toolfold.testing.agreeing import agreement
from toolfold.testing.counting import cost
from toolfold.testing.cutting import interleaving, rechunking
from toolfold.testing.folding import batching, purity, replay, resume, silence, totality
from toolfold.testing.growing import early_soundness, honesty, monotony, order
from toolfold.testing.trial import Trial


@dataclass(frozen=True, slots=True)
class Law:
    """One law: its number, its name, what it says, and the property that a stream has if the law holds for it."""

    number: int
    name: str
    statement: str
    property: Callable[[Trial], None]

    def check(self, trial: Trial, /) -> None:
        """Raise an ``AssertionError`` that names the law, the wire and the row, if the law does not hold."""
        try:
            self.property(trial)
        except AssertionError as error:
            broken = f"law {self.number}, {self.name}, does not hold for {trial.wire.name}, row {trial.row.name!r}"
            raise AssertionError(f"{broken}: {error}") from error


LAWS: tuple[Law, ...] = (
    Law(
        1,
        "purity",
        "Folding and reading change no fragment and no state, nothing that was given out can change a state, and the "
        "same fragments give the same states, under any hash seed.",
        purity,
    ),
    Law(
        2,
        "silence",
        "A fragment that says nothing about calls, and an empty piece of a known call, give the very same state object "
        "back.",
        silence,
    ),
    Law(3, "totality", "Whatever Python value is fed, nothing raises: not the fold, and no reader after it.", totality),
    Law(
        4,
        "re-chunking",
        "Where argument text is one JSON object, cutting it anywhere after its head changes no outcome.",
        rechunking,
    ),
    Law(
        5,
        "interleaving",
        "Pieces of calls that are already open under different keys may come in any order: the outcomes are the same.",
        interleaving,
    ),
    Law(
        6, "batching", "Folding all fragments at once, or in parts cut anywhere, is folding them one by one.", batching
    ),
    Law(
        7,
        "resume",
        "A state that was saved and restored, or pickled, after any fragment is equal and goes on equally.",
        resume,
    ),
    Law(8, "replay", "The state after n fragments is the fold of the first n, made-up ids included.", replay),
    Law(
        9,
        "monotony",
        "Seals never fall; text only grows, or is replaced by a final value, a restart or a resend that is told.",
        monotony,
    ),
    Law(10, "prefix honesty", "A path that a live view reports as closed has its final value.", honesty),
    Law(
        11, "early soundness", "A call that was ready is in the result later, and equal, extras aside.", early_soundness
    ),
    Law(12, "wire agreement", "One conversation, written on every wire, gives equal calls.", agreement),
    Law(
        13,
        "order",
        "Calls come out by message, choice, provider's index and arrival; those at a used index, of whole-call wires, "
        "or without an index stand behind the others of their choice.",
        order,
    ),
    Law(
        14,
        "cost",
        "The characters that are scanned, joined and parsed over a whole stream are linear in the characters received.",
        cost,
    ),
    Law(
        15,
        "nothing lost",
        "Every character of argument text that is received is in a call's text, in a fault, or counted in a note.",
        nothing_lost,
    ),
)
"""All laws, by number."""
