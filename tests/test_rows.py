"""Every row gives its right answer, and keeps every law on the way."""

import copy
import json
import pickle
from functools import reduce
from itertools import accumulate, pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from returns.result import Success

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from toolfold.outcomes import STRICT

FEEDS = {wire.name: toolfold.feeder(wire) for wire in toolfold.WIRES}
ALL = [(wire, row) for wire, rows in TABLES.items() for row in rows]
every_row = pytest.mark.parametrize(("wire", "row"), [pytest.param(w, r, id=f"{w}-{r.name}") for w, r in ALL])


def feed_for(wire: str) -> toolfold.fold.Feed:
    """Bare lists of nous are other wires' lists too, so that wire is named; the others are recognised."""
    return FEEDS[wire] if wire == "nous" else toolfold.feed


def plain(outcome: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the row speaks of, taken from an outcome."""
    found = outcome.unwrap() if isinstance(outcome, Success) else outcome.failure()
    seen = {key: getattr(found, key) for key in wanted if key not in ("id", "error")}
    return {
        **seen,
        "id": None if found.id_made_up else found.id,
        **({} if isinstance(outcome, Success) else {"error": found.kind}),
    }


def states_of(wire: str, fragments: list[Any]) -> list[toolfold.State]:
    return list(accumulate(fragments, feed_for(wire), initial=toolfold.new()))


@every_row
def test_answer(wire: str, row: Row) -> None:
    state = states_of(wire, row.fragments)[-1]
    found = toolfold.outcomes(state)
    got = [plain(one, want) for one, want in zip(found, row.outcomes, strict=False)]
    assert got == row.outcomes
    assert len(found) == len(row.outcomes)
    if row.notes is not None:
        assert tuple(sorted({note.kind for note in toolfold.notes(state)})) == row.notes


@every_row
def test_finalize_lists_what_the_client_runs(wire: str, row: Row) -> None:
    state = states_of(wire, row.fragments)[-1]
    result = toolfold.finalize(state)
    sound = [want for want in row.outcomes if "error" not in want and want.get("run_by") != "provider"]
    broken = row.error is not None or any("error" in want for want in row.outcomes)
    assert isinstance(result, Success) != broken
    calls = result.failure().calls if broken else result.unwrap()
    assert [call.name for call in calls] == [want["name"] for want in sound]
    if row.error is not None:
        assert result.failure().stream_error.type == row.error
        assert row.error in str(result.failure())


@every_row
def test_strict_turns_every_repair_into_a_fault(wire: str, row: Row) -> None:
    state = states_of(wire, row.fragments)[-1]
    kinds = {note.kind for note in toolfold.notes(state)}
    strict = toolfold.finalize(state, strict=True)
    if kinds & {*STRICT}:
        assert not isinstance(strict, Success)
    else:
        assert strict == toolfold.finalize(state)


@every_row
def test_purity(wire: str, row: Row) -> None:
    fragments = copy.deepcopy(row.fragments)
    states = states_of(wire, fragments)
    frozen = [json.dumps(toolfold.snapshot(state), sort_keys=True) for state in states]
    assert fragments == row.fragments
    for state in states:
        toolfold.outcomes(state), toolfold.peek(state), toolfold.ready(state), toolfold.notes(state)
    assert [json.dumps(toolfold.snapshot(state), sort_keys=True) for state in states] == frozen
    answers = toolfold.outcomes(states[-1])
    for fragment in fragments:
        scribble(fragment)
    for answer in answers:
        scribble(answer.unwrap().arguments if isinstance(answer, Success) else None)
    assert toolfold.outcomes(states[-1]) == answers
    assert states_of(wire, row.fragments) == states


def scribble(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            scribble(inner)
        value["scribbled"] = True
    elif isinstance(value, list):
        for inner in value:
            scribble(inner)
        value.append("scribbled")


@every_row
def test_batching(wire: str, row: Row) -> None:
    last = states_of(wire, row.fragments)[-1]
    feed = feed_for(wire)
    for cut in range(len(row.fragments) + 1):
        assert reduce(feed, row.fragments[cut:], reduce(feed, row.fragments[:cut], toolfold.new())) == last
    if feed is toolfold.feed:
        assert toolfold.feed_all(toolfold.new(), row.fragments) == last


@every_row
def test_resume_from_snapshot_and_pickle(wire: str, row: Row) -> None:
    states, feed = states_of(wire, row.fragments), feed_for(wire)
    for cut, state in enumerate(states):
        saved = json.loads(json.dumps(toolfold.snapshot(state)))
        for resumed in (toolfold.restore(saved).unwrap(), toolfold.State(**saved), pickle.loads(pickle.dumps(state))):
            assert resumed == state
            assert hash(resumed) == hash(state)
            assert reduce(feed, row.fragments[cut:], resumed) == states[-1]


@every_row
def test_monotony(wire: str, row: Row) -> None:
    for before, after in pairwise(states_of(wire, row.fragments)):
        seals = {view.key: view.seal for view in toolfold.peek(after)}
        for view in toolfold.peek(before):
            assert seals.get(view.key, view.seal) >= view.seal  # a call that was taken back has no view


@every_row
def test_peek_reads_on_from_the_views_before(wire: str, row: Row) -> None:
    views: tuple[toolfold.PartialView, ...] = ()
    for state in states_of(wire, row.fragments):
        views, fresh = toolfold.peek(state, views), toolfold.peek(state)
        assert views == fresh
        assert [(v.arguments, v.open_path, v.closed_paths, v.whole) for v in views] == [
            (v.arguments, v.open_path, v.closed_paths, v.whole) for v in fresh
        ]


@every_row
def test_early_soundness(wire: str, row: Row) -> None:
    states = states_of(wire, row.fragments)
    final = [one.unwrap() for one in toolfold.outcomes(states[-1]) if isinstance(one, Success)]
    for state in states:
        for call in toolfold.ready(state):
            assert row.taken_back or any(without_extras(call) == without_extras(one) for one in final)


def without_extras(call: toolfold.ToolCall) -> tuple[Any, ...]:
    return call.id, call.name, call.text, call.value, call.kind, call.run_by, call.choice, call.index


@every_row
def test_changes_tell_the_whole_story(wire: str, row: Row) -> None:
    states = states_of(wire, row.fragments)
    texts: dict[int, str] = {}
    for before, after in pairwise(states):
        for change in toolfold.changes(before, after):
            match change:
                case toolfold.CallOpened(call=key):
                    texts[key] = ""
                case toolfold.ArgumentsGrew(call=key, text=text):
                    texts[key] += text
                case toolfold.ArgumentsReplaced(call=key, text=text):
                    texts[key] = text
                case _:
                    pass
    shown = {view.key: view.text for view in toolfold.peek(states[-1])}
    assert {key: text for key, text in texts.items() if key in shown} == shown


@every_row
def test_attribute_objects_say_the_same(wire: str, row: Row) -> None:
    objects = [as_object(fragment) for fragment in row.fragments]
    plainly, read = (toolfold.outcomes(states_of(wire, one)[-1]) for one in (row.fragments, objects))
    assert read == plainly


def as_object(value: Any) -> Any:
    if isinstance(value, dict) and all(isinstance(key, str) and key.isidentifier() for key in value):
        kept_as_data = ("arguments", "input", "args", "parameters", "metadata", "ProviderState", "extra_content", "caller")
        return SimpleNamespace(**{k: v if k in kept_as_data else as_object(v) for k, v in value.items()})
    return [as_object(one) for one in value] if isinstance(value, list) else value


@every_row
def test_no_other_wire_claims_it(wire: str, row: Row) -> None:
    shared = {"nous": "openai-chat", "ai-sdk-model": "ai-sdk-ui"}
    for fragment in row.fragments:
        found = toolfold.detect(fragment)
        assert found is None or found.name in (wire, shared.get(wire)) or is_bare_error(fragment)


def is_bare_error(fragment: Any) -> bool:
    return isinstance(fragment, dict) and set(fragment) == {"error"}


@every_row
def test_silence_gives_the_same_object(wire: str, row: Row) -> None:
    feed = feed_for(wire)
    for state in states_of(wire, row.fragments):
        for noise in (
            {"type": "ping"},
            {},
            [],
            None,
            7,
            "text",
            {"choices": [], "usage": {"total_tokens": 1}},
            object(),
        ):
            assert feed(state, noise) is state
