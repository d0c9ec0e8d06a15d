"""Hostile sizes: what passes a limit is a fault or a counted note, and the rest of the stream goes on."""

import json
from typing import Any

import pytest

import toolfold
from tests.rows.build import begin, block, call, chunk, delta, end, entry, over, parts, path, stop
from toolfold import Limits
from toolfold.core.lane import LANES, LONGEST_KIND
from toolfold.core.state import base_of, parts_of


def fold(limits: Limits, *fragments: Any) -> toolfold.State:
    feed, state = toolfold.feeder(limits=limits), toolfold.new()
    for fragment in fragments:
        state = feed(state, fragment)
    return state


def kinds(state: toolfold.State) -> list[str]:
    return [one.map(lambda _: "sound").value_or("") or one.failure().kind for one in toolfold.outcomes(state)]


def counted(state: toolfold.State, kind: str) -> tuple[int, int]:
    note = next(note for note in toolfold.notes(state) if note.kind == kind)
    return note.count, note.characters


def test_calls() -> None:
    state = fold(Limits(calls=2), *(chunk(entry(number, f"c{number}", "f", "{}")) for number in range(5)), end())
    assert kinds(state) == ["sound", "sound", "over-limit"]
    assert counted(state, "call-limit") == (3, 6)
    assert len(state) == 3


def test_characters_of_a_call() -> None:
    state = fold(
        Limits(call_characters=40),
        chunk(entry(0, "a", "f", '{"n":"')),
        chunk(entry(0, text="x" * 50)),
        chunk(entry(0, text='"}')),
        chunk(entry(1, "b", "g", "{}")),
        end(),
    )
    assert kinds(state) == ["over-limit", "sound"]
    assert toolfold.outcomes(state)[0].failure().text == '{"n":"'
    assert toolfold.outcomes(state)[0].failure().name == "f"
    assert counted(state, "over-limit") == (1, 50)
    assert counted(state, "late-delta") == (1, 2)


def test_characters_of_a_stream() -> None:
    state = fold(
        Limits(stream_characters=60),
        chunk(entry(0, "a", "f", '{"n":"' + "x" * 40 + '"}')),
        chunk(entry(1, "b", "g", '{"n":"' + "x" * 40)),
        end(),
    )
    assert kinds(state) == ["sound", "over-limit"]


def test_a_call_that_opens_too_large_keeps_its_name() -> None:
    state = fold(Limits(call_characters=40), chunk(entry(0, "a", "f", "x" * 50)))
    assert toolfold.outcomes(state)[0].failure().name == "f"


@pytest.mark.parametrize("text", ["x" * 50, "{}" * 25, '{"n":"' + "x" * 50])
@pytest.mark.parametrize("before", [[], [chunk(entry(0, "a", "f", "{}"))], [chunk(entry(0, "a", "f", '{"n":"'))]])
def test_a_call_that_grew_too_large_says_nothing_of_text_that_it_has_not(before: list[Any], text: str) -> None:
    """It is saved and restored as it was: what the head says of the pieces is said of those that were kept."""
    state = fold(Limits(call_characters=40), *before, chunk(entry(0, "a", "f", text)))
    assert toolfold.outcomes(state)[0].failure().kind == "over-limit"
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state


def test_ids_and_names() -> None:
    state = fold(
        Limits(name_characters=10),
        chunk(entry(0, "a" * 11, "f", "{}")),
        *(chunk(entry(1, "b", "name")) for _ in range(4)),
        *(chunk(entry(2, "c", f"n{number}")) for number in range(9)),
        end(),
    )
    assert kinds(state) == ["over-limit", "sound", "over-limit"]
    assert len(toolfold.outcomes(state)[2].failure().name) <= 10


def test_extras_that_come_late_and_too_large_are_left_out() -> None:
    early = [chunk(entry(0, "a", "f", "{}")), end()]
    state = fold(Limits(call_characters=40), *early, chunk(entry(0, "a", extra_content={"s": "x" * 50})))
    assert kinds(state) == ["sound"]
    assert toolfold.ready(state)[0].extras == {}


def test_depth() -> None:
    state = fold(
        Limits(depth=3), chunk(entry(0, "a", "f", '{"n":[[[1]]]}')), chunk(entry(1, "b", "f", '{"n":[[1]]}')), end()
    )
    assert kinds(state) == ["too-deep", "sound"]
    assert [view.whole for view in toolfold.peek(state)] == [False, True]


def test_notes() -> None:
    state = fold(Limits(notes=3), *(chunk(entry(id_=f"c{number}", name="f", text="{}")) for number in range(9)), end())
    found = toolfold.notes(state)
    assert len(found) == 4
    assert counted(state, "notes-limit") == (6, 0)


def test_previews_and_paths_count_too() -> None:
    small = Limits(call_characters=30)
    previewed = fold(small, begin(), block(0, "a", "f", {"n": "x" * 40}), stop(0), *over())
    pathed = fold(small, parts(call("f", partialArgs=[path("$.n", stringValue="x" * 40)]), finish="STOP"))
    assert kinds(previewed) == kinds(pathed) == ["over-limit"]


def test_further_ids_of_one_call_are_bounded() -> None:
    state = fold(
        Limits(),
        chunk(entry(0, "a", "f", '{"n":"')),
        *(chunk(entry(0, f"t{number}", text="x")) for number in range(300)),
        chunk(entry(0, text='"}')),
        end(),
    )
    assert kinds(state) == ["sound"]
    assert len(toolfold.snapshot(state)["slots"]) < 80


def test_a_new_limit_counts_from_then_on() -> None:
    state = toolfold.feed(toolfold.new(), chunk(entry(0, "a", "f", "x" * 50)))
    state = toolfold.feeder(limits=Limits(call_characters=10))(state, chunk(entry(0, text="x")))
    assert kinds(state) == ["over-limit"]


def test_a_delta_for_a_call_in_trouble_is_counted() -> None:
    state = toolfold.abandon(fold(Limits(), begin(), block(0, "a", "f"), delta(0, "{")), "cancelled")
    state = toolfold.feed(state, delta(0, "}"))
    assert kinds(state) == ["abandoned"]
    assert counted(state, "late-delta") == (1, 1)


def test_a_patch_that_would_pass_a_limit_closes_nothing() -> None:
    begun = parts(call("f", partialArgs=[path("$.n", stringValue="x", more=True)], willContinue=True))
    last = parts(call(partialArgs=[path("$.n", stringValue="y" * 50)]))
    state = fold(Limits(call_characters=40), begun, last)
    assert toolfold.outcomes(state)[0].failure().kind == "over-limit"
    [view] = toolfold.peek(state)
    assert (view.text, view.whole) == ('{"n":"x"}', False)


def test_views_know_the_depth_that_is_allowed() -> None:
    deep = chunk(entry(0, "a", "f", '{"a":{"b":{"c":1}}}'))
    assert [toolfold.peek(fold(Limits(depth=depth), deep))[0].whole for depth in (2, 3)] == [False, True]


LONG = "x" * 50_000


def named(number: int) -> dict[str, list[Any]]:
    """One call each, under names that are no part of a call, and that differ at their end."""
    name, id_ = f"{LONG}{number}", f"c{number}"
    item = {"type": "function_call", "call_id": id_, "name": "f", "arguments": ""}
    item_event = {"type": "response.output_item.added", "output_index": number, "item": {**item, "id": name}}
    piece = {"type": "response.function_call_arguments.delta", "item_id": name, "delta": '{"n":1}'}
    live = {"event_id": "e", "response_id": name, "output_index": 0}
    live_item = {"type": "response.output_item.added", "item": item, **live}
    live_piece = {"type": "response.function_call_arguments.delta", "delta": '{"n":1}', **live}
    ui = {"toolCallId": name, "toolName": "f"}
    return {
        "messages": [begin(name), block(0, id_, "f", {}), begin("m"), begin(name), delta(0, '{"n":1}'), stop(0)],
        "items": [item_event, piece],
        "responses": [live_item, live_piece],
        "keys": [{"type": "tool-input-start", **ui}, {"type": "tool-input-delta", **ui, "inputTextDelta": "{}"}],
        "errors": [{"error": {"type": name, "message": name}}],
        "reasons": [{"type": "tool-input-error", "toolCallId": id_, "toolName": "f", "input": {}, "errorText": name}],
    }


@pytest.mark.parametrize("kind", named(0))
def test_names_of_any_length_are_told_apart_and_not_kept(kind: str) -> None:
    state = fold(Limits(name_characters=1_000), *(one for number in range(20) for one in named(number)[kind]))
    counted = sum(call.head.extras.characters for call in state.values())  # an item's own id has to be sent back
    assert len(json.dumps(toolfold.snapshot(state))) < 20 * 3_000 + counted
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state
    assert len(state) == (0 if kind == "errors" else 20)
    if kind in ("messages", "items", "responses"):
        assert {call.text for call in state.values()} == {'{"n":1}'}


@pytest.mark.parametrize(("size", "kept"), [(256, True), (257, False)])
def test_a_name_that_is_not_long_is_kept_as_it_is(size: int, kept: bool) -> None:
    state = fold(Limits(), {"type": "tool-input-start", "toolCallId": "k" * size, "toolName": "f"})
    assert any("k" * size in slot for slot in base_of(state).slots) is kept
    assert state[0].id == "k" * size


def test_words_of_an_error_are_cut_where_a_name_would_be_a_fault() -> None:
    for size, said in ((10, "x" * 10), (11, "x" * 10 + "…")):
        state = fold(Limits(name_characters=10), {"error": {"type": "x" * size, "message": "x" * size}})
        error = toolfold.finalize(state).failure().stream_error
        assert (error.type, error.message) == (said, said)


def test_lanes_are_few_and_short() -> None:
    """A server may send a fresh id with every piece; what is remembered of them does not grow with the stream."""
    ids = [f"id {number}" for number in range(1_000)]
    state = fold(Limits(), chunk(entry(0, "a", "f", "{")), *(chunk(entry(0, id_, ..., " ")) for id_ in ids))
    assert 0 < len(parts_of(state)[3] or ()) <= 2 * LANES
    more = [chunk(entry(0, ..., ..., " ", more="x" * LONGEST_KIND))] * 4
    assert parts_of(fold(Limits(), chunk(entry(0, "a", "f", "{")), *more))[3] is None
