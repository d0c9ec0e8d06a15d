"""Checking a wire: every row of its table gives its right answer, and keeps every law on the way."""

from collections.abc import Callable, Collection, Sequence
from functools import reduce

from returns.result import Success

from toolfold.core.faults import Fault, Faults
from toolfold.core.tool_call import ToolCall
from toolfold.fold import Feed, new
from toolfold.outcomes import STRICT, Outcome, finalize, notes, outcomes
from toolfold.testing.laws import LAWS
from toolfold.testing.places import DATA, as_object
from toolfold.testing.rows import Row
from toolfold.testing.trial import Trial, must, same, shown, trial_of
from toolfold.wires import WIRES, recognised
from toolfold.wires.envelopes import opened
from toolfold.wires.wire import Wire


def check_wire(
    wire: Wire,
    table: Sequence[Row],
    /,
    *,
    feed: Feed | None = None,
    shared: Collection[str] = (),
    data: frozenset[str] = DATA,
) -> None:
    """Check a wire by a table of rows: raise an ``AssertionError`` that says which row breaks what, and where.

    Every row is folded whole, with its text cut at every character, with its calls in other orders, through a
    snapshot at every step, as dicts and as objects that are read by attribute; its answer must be right and every law
    must hold. No other wire may claim a fragment of it, unless ``shared`` names that wire. ``data`` names the keys
    whose values stay plain data inside objects. Without a ``feed`` the rows are folded by one that knows this wire.

    >>> from toolfold import WIRES
    >>> from toolfold.testing import Row, check_wire, fault, sound
    >>> [looprig] = [wire for wire in WIRES if wire.name == "looprig"]
    >>> head = {"Index": 0, "ID": "c1", "Name": "add", "InputJSON": '{"a"'}
    >>> blank = {"Index": 0, "ID": "c1", "Name": "now"}
    >>> tail, second = {"Index": 0, "InputJSON": ":1}"}, {"Index": 1, "ID": "c2", "Name": "sub", "InputJSON": "{}"}
    >>> one, other = sound("c1", "add", {"a": 1}), sound("c2", "sub", {})
    >>> check_wire(looprig, [
    ...     Row("one_call", [head, tail], [one]),
    ...     Row("two_calls", [head, second, {"text": "hm"}, tail], [one, other]),
    ...     Row("no_arguments", [blank], [sound("c1", "now", {})]),
    ...     Row("cut_short", [head], [fault("truncated", "c1", "add", '{"a"')]),
    ... ])
    """
    must(not (lacking := lacks(table)), f"the table of {wire.name} lacks rows: {', '.join(lacking)}")
    for row in table:
        check_row(wire, row, feed=feed, shared=shared, data=data)


def check_row(
    wire: Wire, row: Row, /, *, feed: Feed | None = None, shared: Collection[str] = (), data: frozenset[str] = DATA
) -> None:
    """Check one row as ``check_wire`` does; the two are apart so that a test can be made of every row."""
    trial = trial_of(wire, row, feed)
    try:
        for answer in ANSWERS:
            answer(trial)
        unclaimed(trial, shared)
    except AssertionError as error:
        raise AssertionError(f"{wire.name}, row {row.name!r}: {error}") from error
    for law in LAWS:
        law.check(trial)
    try:
        attributes(trial, data)
    except AssertionError as error:
        raise AssertionError(f"{wire.name}, row {row.name!r}: {error}") from error


def answers(trial: Trial, /) -> None:
    """Compare every outcome with the row's, member by member, and the kinds of the notes if the row names them."""
    found, row = outcomes(trial.last), trial.row
    seen = [_seen(outcome, wanted) for outcome, wanted in zip(found, row.outcomes, strict=False)]
    same(seen, [dict(wanted) for wanted in row.outcomes[: len(seen)]], "the outcomes are others")
    must(len(found) == len(row.outcomes), f"there are {len(found)} outcomes, not {len(row.outcomes)}: {shown(found)}")
    if row.notes is not None:
        same(tuple(sorted({note.kind for note in notes(trial.last)})), row.notes, "the notes are others")


def _seen(outcome: Outcome, wanted: Collection[str]) -> dict[str, object]:
    """Return what the row speaks of, taken from an outcome."""
    found: ToolCall | Fault = outcome.unwrap() if isinstance(outcome, Success) else outcome.failure()
    seen = {key: getattr(found, key, "(a fault has none)") for key in wanted if key not in ("id", "error")}
    error = {} if isinstance(outcome, Success) else {"error": outcome.failure().kind}
    return {**seen, "id": None if found.id_made_up else found.id, **error}


def result(trial: Trial, /) -> None:
    """Compare the result as a whole: the client's sound calls, and a failure if anything is wrong."""
    found, row = finalize(trial.last), trial.row
    sound = [want["name"] for want in row.outcomes if "error" not in want and want.get("run_by") != "provider"]
    broken = row.error is not None or any("error" in want for want in row.outcomes)
    must(isinstance(found, Success) != broken, f"finalize gives {shown(found)}")
    wrong = found.failure() if broken else Faults()
    same([call.name for call in (wrong.calls if broken else found.unwrap())], sound, "finalize lists other calls")
    if row.error is not None:
        same(wrong.stream_error and wrong.stream_error.type, row.error, "the provider's error is another")
        must(row.error in str(wrong), f"the text of the faults does not name {row.error}")


def strictness(trial: Trial, /) -> None:
    """Compare the strict result: every repair is a fault there, and without repairs it is the same."""
    repaired = {note.kind for note in notes(trial.last)} & {*STRICT}
    strict = finalize(trial.last, strict=True)
    if repaired:
        must(not isinstance(strict, Success), f"finalize(strict=True) lets {sorted(repaired)} pass")
    else:
        same(strict, finalize(trial.last), "nothing was repaired, but finalize(strict=True) differs")


ANSWERS: tuple[Callable[[Trial], None], ...] = (answers, result, strictness)
"""What is asked of a row beside the laws."""


def attributes(trial: Trial, data: frozenset[str] = DATA, /) -> None:
    """Fold the row once more as objects that are read by attribute: the outcomes are the same."""
    objects = [as_object(fragment, data) for fragment in trial.row.fragments]
    read = reduce(trial.feed, objects, new())
    same(outcomes(read), outcomes(trial.last), "read by attribute, the outcomes are others")


def unclaimed(trial: Trial, shared: Collection[str] = (), /) -> None:
    """Ask every wire whether a fragment is its own: none but the one on trial says so."""
    known = WIRES if trial.wire in WIRES else (*WIRES, trial.wire)
    for number, fragment in enumerate(trial.row.fragments):
        inside = opened(fragment)
        found = None if is_bare_error(inside) else recognised(inside, known, "")
        mine = found is None or found == trial.wire or found.name in shared
        must(mine, f"{found.name if found else ''} claims fragment {number}: {shown(fragment)}")


def is_bare_error(fragment: object, /) -> bool:
    """Say whether a fragment is an error of no wire in particular.

    >>> is_bare_error({"error": "busy"})
    True
    """
    return isinstance(fragment, dict) and set(fragment) == {"error"}


def lacks(table: Sequence[Row], /) -> list[str]:
    """Return what a table does not show of its wire, in words.

    >>> lacks([Row("one_call", [{}], [{"id": "c1", "name": "add", "arguments": {"a": 1}}])])
    ['two calls in one stream', 'a call without arguments', 'a stream that is cut short']
    """
    sound = [[want for want in row.outcomes if "error" not in want] for row in table]
    faults = {want.get("error") for row in table for want in row.outcomes}
    shows = {
        "a call with arguments": any(want.get("arguments") for wants in sound for want in wants),
        "two calls in one stream": any(len(row.outcomes) > 1 for row in table),
        "a call without arguments": any(want.get("arguments") == {} for wants in sound for want in wants),
        "a stream that is cut short": "truncated" in faults or any(row.error for row in table),
    }
    return [what for what, shown_there in shows.items() if not shown_there]
