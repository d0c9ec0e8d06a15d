"""The law of cost: what is scanned, joined and parsed over a whole stream is linear in what was received."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import ModuleType

from toolfold.arguments.machine import read_on
from toolfold.arguments.rope import append, joined
from toolfold.arguments.strict import interpret
from toolfold.core.deltas import Delta, Noted, Patch, Piece, Value
from toolfold.core.extras import plain_extras
from toolfold.fold import new
from toolfold.outcomes import finalize, outcomes
from toolfold.testing.trial import Trial, must, overheard
from toolfold.views import PartialView, peek

Size = Callable[[tuple[object, ...], object], int]


def _given(place: int) -> Size:
    return lambda arguments, _: len(str(arguments[place]))


WORK: tuple[tuple[str, Callable[..., object], Size], ...] = (
    ("scanned", read_on, _given(1)),
    ("appended", append, _given(1)),
    ("joined", joined, lambda _, result: len(str(result))),
    ("parsed", interpret, _given(0)),
    ("read", plain_extras, _given(0)),
)
"""What is counted: the functions that every character passes through, and how many pass in one call.

Arguments pass through the first four, extras through the last.
"""


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count the characters that are scanned, appended, joined, parsed and read meanwhile, by any part of the library.

    >>> from toolfold import feed, outcomes
    >>> with counted() as work:
    ...     state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "add", "arguments": '{"a":1}'}}])
    ...     _ = outcomes(state)
    >>> work["appended"], work["parsed"]
    (7, 7)
    """
    work: Counter[str] = Counter()
    undo: list[tuple[ModuleType, str, Callable[..., object]]] = []
    for kind, function, size in WORK:
        spy = _spy(function, kind, size, work)
        for module in [one for name, one in sys.modules.items() if name.partition(".")[0] == "toolfold"]:
            held = [name for name, one in vars(module).items() if one is function]
            undo += [(module, name, function) for name in held]
            for name in held:
                setattr(module, name, spy)
    try:
        yield work
    finally:
        for module, name, function in undo:
            setattr(module, name, function)


def _spy(function: Callable[..., object], kind: str, size: Size, work: Counter[str]) -> Callable[..., object]:
    @wraps(function)
    def spy(*arguments: object, **named: object) -> object:
        result = function(*arguments, **named)
        work[kind] += size(arguments, result)
        return result

    return spy


MOST = 16
"""How often a character may pass: it is appended, scanned, joined and parsed once, and compared with final texts.

A final text may be compared with one that is twelve times as long, since an escaped character takes so many.
"""

ASIDE = 256
"""Characters of other work that one fragment may cause, be it ever so small."""


def cost(trial: Trial, /) -> None:
    """Count characters while the stream is folded, shown at every fragment and finalised: a few times the received."""
    said, _ = overheard(trial)
    received = sum(received_by(delta) + _beside(delta) for _, deltas in said for delta in deltas)
    with counted() as work:
        state, views = new(), tuple[PartialView, ...]()
        for fragment in trial.fragments:
            state = trial.feed(state, fragment)
            views = peek(state, views)
        _ = outcomes(state), finalize(state)
    most = MOST * received + ASIDE * len(said)
    for kind, characters in work.items():
        must(characters <= most, f"{characters} characters were {kind} for {received} received, {len(said)} fragments")


def _beside(delta: Delta) -> int:
    return len(delta.traits.extras) if isinstance(delta, Piece) else 0


def received_by(delta: Delta, /) -> int:
    """Return how many characters of arguments a delta brings.

    >>> from toolfold.core.deltas import Block
    >>> received_by(Piece(Block(0), text="{}")), received_by(Patch(Block(0), (("$.a", "bc", False),)))
    (2, 5)
    """
    match delta:
        case Piece(text=text) | Value(text=text):
            return len(text)
        case Patch(edits=edits):
            return sum(len(path) + len(str(value)) for path, value, _ in edits)
        case Noted(characters=characters):  # the wire saw a text that names no call
            return characters
        case _:
            return 0
