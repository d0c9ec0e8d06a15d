"""Events of pydantic-ai that do not say which part they are about."""

from typing import Any

import pytest

import toolfold

PART = {"part_kind": "tool-call", "tool_name": "f", "args": '{"n":1}', "tool_call_id": "a"}
OBJECT = {**PART, "args": {"n": 1}}
DELTA = {"part_delta_kind": "tool_call", "args_delta": '{"n"'}


@pytest.mark.parametrize(
    ("event", "characters"),
    [
        ({"event_kind": "part_start", "part": PART}, 7),
        ({"event_kind": "part_start", "part": OBJECT}, 7),
        ({"event_kind": "part_delta", "delta": DELTA}, 4),
        ({"event_kind": "part_end", "part": PART}, 7),
    ],
    ids=["start", "start_with_an_object", "delta", "end"],
)
def test_arguments_of_no_part_are_counted(event: dict[str, Any], characters: int) -> None:
    state = toolfold.feed(toolfold.new(), event)
    assert not state
    assert toolfold.notes(state) == (toolfold.Note("text-dropped", None, 1, characters),)
