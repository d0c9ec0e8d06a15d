"""What the rows of Gemini's three formats cannot say: made-up ids, fields its SDK drops, seals, and counts."""

from typing import Any

import pytest

import toolfold
from toolfold import Note, Seal

PART = {"functionCall": {"name": "go", "args": {}}}


def response(**more: Any) -> dict[str, Any]:
    return {"candidates": [{"content": {"parts": [PART]}, "finishReason": "STOP"}], **more}


def id_of(fragment: dict[str, Any]) -> str:
    [call] = toolfold.finalize(toolfold.feed(toolfold.new(), fragment)).unwrap()
    assert call.id_made_up
    return call.id


def test_the_id_of_a_response_tells_ids_that_are_made_up_apart() -> None:
    ids = [id_of(response()), id_of(response(responseId="r1")), id_of(response(responseId="r2"))]
    assert len({*ids}) == 3
    assert id_of(response(response_id="r1")) == ids[1]


def test_unknown_fields_are_kept_in_camel_case() -> None:
    beside = {**PART, "thought": False, "shown": True, "part_of_a_group": "g", "empty": {}, "gone": None}
    inside = {"functionCall": {"name": "come", "args": {}, "future_key_name": 1, "gone": None}}
    state = toolfold.feed(toolfold.new(), {"candidates": [{"content": {"parts": [beside, inside]}}]})
    assert [call.extras for call in state.values()] == [
        {"shown": True, "partOfAGroup": "g"},
        {"functionCall": {"futureKeyName": 1}},
    ]


@pytest.mark.parametrize(
    ("content", "well"),
    [
        ({"turnComplete": True}, True),
        ({"turn_complete": True}, True),
        ({"turnComplete": True, "turnCompleteReason": "SOMETHING_NEW"}, True),
        ({"turnComplete": True, "turnCompleteReason": "RESPONSE_REJECTED"}, False),
        ({"turn_complete": True, "turn_complete_reason": "malformed_function_call"}, False),
        ({"turnComplete": False}, False),
        ({"interrupted": True}, False),
    ],
)
def test_a_turn_that_is_complete_ends_its_calls(content: dict[str, Any], well: bool) -> None:
    begun = toolfold.feed(toolfold.new(), {"toolCall": {"functionCalls": [{"id": "f1", "name": "go", "args": {}}]}})
    assert len(toolfold.ready(begun)) == 1
    state = toolfold.feed(begun, {"serverContent": content})
    assert bool(toolfold.ready(state, at_least=Seal.ENDED)) is well


STEP = {"id": "k1", "name": "go", "arguments": {"a": 1}}


@pytest.mark.parametrize(
    ("event", "characters"),
    [
        ({"event_type": "step.start", "step": {**STEP, "type": "function_call"}}, 7),
        ({"event_type": "step.start", "step": {**STEP, "type": "google_search_call"}}, 7),
        ({"event_type": "step.start", "step": {**STEP, "type": "model_output"}}, 0),
        ({"event_type": "step.delta", "delta": {"type": "arguments_delta", "arguments": '{"a'}}, 3),
    ],
    ids=["start", "start_of_another_kind", "start_that_is_no_call", "delta"],
)
def test_arguments_of_no_step_are_counted(event: dict[str, Any], characters: int) -> None:
    state = toolfold.feed(toolfold.new(), event)
    assert not state
    assert toolfold.notes(state) == ((Note("text-dropped", None, 1, characters),) if characters else ())
