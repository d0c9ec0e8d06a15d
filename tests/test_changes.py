"""Changes between states: the events that nobody has to emit."""

from itertools import pairwise
from typing import Any

import toolfold
from tests.rows import TABLES
from tests.rows.build import begin, block, chunk, end, entry, over, stop


def told(*fragments: Any) -> list[toolfold.Change]:
    states = [toolfold.new()]
    for fragment in fragments:
        states.append(toolfold.feed(states[-1], fragment))
    return [change for before, after in pairwise(states) for change in toolfold.changes(before, after)]


def kinds(*fragments: Any) -> list[str]:
    return [type(change).__name__ for change in told(*fragments)]


def test_the_life_of_a_call() -> None:
    stream = [chunk(entry(0, "a", "f", "")), chunk(entry(0, text='{"n"')), chunk(entry(0, text=":1}")), end()]
    assert kinds(*stream) == ["CallOpened", "ArgumentsGrew", "ArgumentsGrew", "CallSealed", "StreamEnded"]


def test_a_name_that_grows_and_an_id_that_comes_late() -> None:
    stream = [chunk(entry(0, name="get_")), chunk(entry(0, name="page")), chunk(entry(0, "a"))]
    assert kinds(*stream) == ["CallOpened", "CallNamed", "CallNamed"]


def test_a_fault_is_told_when_the_call_is_over() -> None:
    [*_, fault, _] = told(chunk(entry(0, "a", "f", '{"n"')), end())
    assert isinstance(fault, toolfold.CallFaulted)
    assert fault.fault.kind == "truncated"


def test_a_fault_is_told_when_the_response_was_cut_after_the_call_was_sealed() -> None:
    changes = told(begin(), block(0, "a", "f", {}), stop(0), *over("max_tokens"))
    assert [change.fault.kind for change in changes if isinstance(change, toolfold.CallFaulted)] == ["truncated"]


def test_a_fault_is_told_when_a_sealed_call_is_taken_back() -> None:
    [row] = [row for row in TABLES["gemini-live"] if row.name == "a_call_taken_back"]
    faults = [change.fault.kind for change in told(*row.fragments) if isinstance(change, toolfold.CallFaulted)]
    assert faults == ["abandoned"]


def test_notes_and_errors_are_told() -> None:
    changes = told(chunk(entry(id_="a", name="f", text="{}")), {"error": {"type": "busy"}})
    assert [change.note.kind for change in changes if isinstance(change, toolfold.NoteTaken)] == ["index-missing"]
    [ended] = [change for change in changes if isinstance(change, toolfold.StreamEnded)]
    assert (ended.well, ended.choice, ended.error) == (False, None, toolfold.StreamError("busy"))


def test_equal_states_tell_nothing() -> None:
    state = toolfold.feed(toolfold.new(), chunk(entry(0, "a", "f", "{}")))
    assert toolfold.changes(state, state) == ()
    assert toolfold.changes(state, toolfold.restore(toolfold.snapshot(state)).unwrap()) == ()


def test_half_a_character_that_is_joined_replaces_the_text() -> None:
    changes = told(chunk(entry(0, "a", "f", '{"t":"\ud83d')), chunk(entry(0, text="\ude80")))
    assert changes[-1] == toolfold.ArgumentsReplaced(0, '{"t":"\U0001f680')
