"""The law that nothing is lost: every character of argument text is in a call, in a fault, or counted in a note."""

from returns.result import Success

from toolfold.arguments.json_text import load
from toolfold.arguments.rope import length
from toolfold.core.deltas import Patch, Piece, Value
from toolfold.core.lookup import standing
from toolfold.core.state import State
from toolfold.outcomes import notes, outcomes
from toolfold.testing.counting import received_by
from toolfold.testing.trial import Step, Trial, must, same, shown, steps


def nothing_lost(trial: Trial, /) -> None:
    """Keep accounts of every delta: what it brings is what the calls gain and the notes count, to the character."""
    for step in steps(trial):
        gained, noted = held(step.after) - held(step.before), noted_in(step.after) - noted_in(step.before)
        must(noted >= 0, f"fragment {step.number}: notes count {-noted} characters less than before")
        missing = received_by(step.delta) - gained - noted
        explained = missing in _explained(step)
        must(explained, f"fragment {step.number}: {missing} characters are lost (or made up) by {shown(step.delta)}")
    texts = (one.unwrap().text if isinstance(one, Success) else one.failure().text for one in outcomes(trial.last))
    same(sum(map(len, texts)), sum(len(call.text) for call in standing(trial.last)), "the outcomes hold less text")


def held(state: State, /) -> int:
    """Return the number of characters of argument text that the calls of a state hold.

    What stands in a call only until its text comes (a preview), and what comes by path, is not text.
    """
    return sum(length(call.rope) for call in standing(state))


def noted_in(state: State, /) -> int:
    """Return the number of characters that notes count."""
    return sum(note.characters for note in notes(state))


def _explained(step: Step) -> set[int]:
    """Return how many characters may be missing: none, or those that are in the call already, or in another form."""
    delta, size = step.delta, received_by(step.delta)
    match delta:
        case Piece(text=text):
            return {0, 1} if "\udc00" <= text[:1] <= "\udfff" else {0}  # two halves became one character
        case Value(final=False):
            return {0, size}
        case Value():
            return {0} | _said_already(delta, step)
        case Patch():
            return {0, size - _refused(step)}
        case _:
            return {0}


def _said_already(value: Value, step: Step) -> set[int]:
    """Return how much of a whole value is in the call: all of it, or the text so far, which it goes on from."""
    size = received_by(value)
    if step.before == step.after:
        texts = [call.text for call in step.before.values()]
        if value.joins and any(_members(text).items() >= _members(value.text).items() for text in texts):
            return {size}
        return {size} if value.text.strip() in NOTHING or any(is_equal(value.text, text) for text in texts) else set()
    if value.joins:
        changed = [call for key, call in step.after.items() if call.text != step.before[key].text]
        inside = any(_members(call.text).items() >= _members(value.text).items() for call in changed)
        return {size - held(step.after) + held(step.before)} if inside else set()
    return {length(call.rope) for call in step.before.values() if value.text.startswith(call.text)}


NOTHING = frozenset({"", "null", "{}"})


def is_equal(one: str, other: str, /) -> bool:
    """Say whether two texts are the same, or the same JSON.

    >>> is_equal('{"a": 1}', '{"a":1}'), is_equal("{", "{ ")
    (True, False)
    """
    try:
        return one == other or load(one) == load(other)
    except (ValueError, RecursionError):
        return False


def _members(text: str) -> dict[str, object]:
    try:
        value = load(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _refused(step: Step) -> int:
    """Return how much of the edits by path was refused and counted, or all of it if some was refused uncounted."""
    before, after = (
        [note for note in notes(state) if note.kind == "patch-refused"] for state in (step.before, step.after)
    )
    times = sum(note.count for note in after) - sum(note.count for note in before)
    characters = sum(note.characters for note in after) - sum(note.characters for note in before)
    return received_by(step.delta) if step.before == step.after or (times and not characters) else characters
