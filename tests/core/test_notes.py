"""What is noted: which kind, of which call, how often, and how many characters."""

from typing import Any

import pytest

import toolfold
from tests.core.said import FIRST, LAST, TWIN, WHOLE, B, fold, noted, texts
from toolfold import Limits
from toolfold.core.deltas import (
    Block,
    Cancelled,
    Delta,
    Discarded,
    Latest,
    MessageStarted,
    Noted,
    Patch,
    Piece,
    Routed,
    Sealed,
    Value,
    Whole,
)


@pytest.mark.parametrize(
    ("deltas", "notes"),
    [
        pytest.param([*WHOLE, Piece(B, text="xyz")], [("late-delta", 1, 1, 3)], id="late_text"),
        pytest.param([*WHOLE, Piece(B, name="h")], [("late-delta", 1, 1, 0)], id="late_name"),
        pytest.param([*WHOLE, Piece(B, id="c")], [], id="an_id_that_would_not_count"),
        pytest.param([*WHOLE, Piece(B, id="c", traits=LAST)], [("late-delta", 1, 1, 0)], id="late_id"),
        pytest.param([*WHOLE, Piece(B, "b", "g")], [], id="nothing_late"),
        pytest.param([*WHOLE, Value(B, '{"n":2}')], [("late-delta", 1, 1, 7)], id="late_value"),
        pytest.param([*WHOLE, Value(B, '{"n":1}')], [], id="the_same_value"),
        pytest.param([*WHOLE, Value(B, '{"m":22}', joins=True)], [("late-delta", 1, 1, 8)], id="late_members"),
        pytest.param([*WHOLE, Sealed(B, "no")], [("late-delta", 1, 1, 0)], id="late_rejection"),
        pytest.param(
            [FIRST, Piece(B, "b", "g", '{"n"'), Sealed(B), Piece(B, text=":1}")],
            [("late-delta", 1, 1, 0)],
            id="text_that_makes_a_sealed_call_whole",
        ),
        pytest.param(
            [FIRST, Piece(B, "b", "g", '{"n":1'), Value(B, '{"n":2}')],
            [("arguments-replaced", 1, 1, 6)],
            id="a_final_value_that_differs",
        ),
        pytest.param([FIRST, Piece(B, "b", "g", '{"n":1'), Value(B, '{"n":1}')], [], id="a_final_value_that_goes_on"),
        pytest.param([FIRST, Value(B, "{}")], [("text-dropped", None, 1, 2)], id="a_value_of_no_call"),
        pytest.param([FIRST, Value(B, "")], [], id="no_value_of_no_call"),
        pytest.param([FIRST, Patch(B, (("$.a", 12, False),))], [("text-dropped", None, 1, 5)], id="edits_of_no_call"),
        pytest.param([FIRST, Patch(B, (), closed=True)], [], id="no_edits_of_no_call"),
        pytest.param(
            [FIRST, Piece(B, "b", "g", "{"), Patch(B, (("$.a", 1, False),))],
            [("text-dropped", 1, 1, 4)],
            id="edits_of_a_call_with_text",
        ),
        pytest.param(
            [FIRST, Piece(B, "b", "g"), Patch(B, (("$.a", 1, False), ("oh", 12, False)))],
            [("patch-refused", 1, 1, 4)],
            id="an_edit_that_is_refused",
        ),
        pytest.param(
            [FIRST, Piece(B, "b", "g"), Cancelled(B, "no"), Patch(B, (("$.a", 1, False),))],
            [("late-delta", 1, 1, 4)],
            id="edits_of_a_call_that_was_taken_back",
        ),
        pytest.param(
            [FIRST, Piece(B, "b", "g"), Cancelled(B, "no"), Patch(B)], [], id="no_edits_of_a_call_that_was_taken_back"
        ),
        pytest.param(
            [FIRST, Piece(Whole(id="w"), "w", "g", '{"n":1}'), Piece(Whole(id="w"), "w", "g", '{"n":22}')],
            [("call-resent", 1, 1, 7)],
            id="a_whole_call_that_comes_again",
        ),
        pytest.param(
            [FIRST, Piece(B, "b", "g", '{"n'), Piece(B, "b", "g", '{"n":1}', TWIN)],
            [("call-resent", 1, 1, 3)],
            id="arguments_that_begin_anew",
        ),
        pytest.param(
            [*WHOLE, Piece(Block("b", fresh=True), "b", "g", '{"n":1}', TWIN), Sealed(B)],
            [("call-resent", 1, 1, 7)],
            id="a_call_that_was_over_and_comes_again",
        ),
        pytest.param(
            [*WHOLE, Piece(Block("b", fresh=True), "b", "other", "{}", TWIN)],
            [("id-duplicate", 2, 1, 0)],
            id="another_call_under_the_same_id",
        ),
        pytest.param(
            [FIRST, Piece(Routed(0, 1, "x"), "x", "g", '{"n"'), Piece(Routed(0, 1, "y"), "y", None, ":1}")],
            [("id-changed", 1, 1, 0)],
            id="an_id_that_changes",
        ),
        pytest.param(
            [MessageStarted("m"), FIRST, Piece(B, "b", "g", '{"n"'), Discarded()],
            [("discarded", 0, 1, 2), ("discarded", 1, 1, 4)],
            id="a_step_begun_anew",
        ),
        pytest.param([Piece(Latest(), text="xyz")], [("text-dropped", None, 1, 3)], id="text_before_any_call"),
        pytest.param(
            [FIRST, MessageStarted("n"), Piece(Latest(), text="xyz")],
            [("text-dropped", None, 1, 3)],
            id="text_before_any_call_of_the_message",
        ),
        pytest.param([Noted("odd", 3), Noted("odd", 4)], [("odd", None, 2, 7)], id="notes_add_up"),
    ],
)
def test_notes(deltas: list[Delta], notes: list[Any]) -> None:
    assert noted(*deltas) == notes


SMALL = Limits(call_characters=30)


@pytest.mark.parametrize(
    ("deltas", "size"),
    [
        pytest.param([Piece(B, "b", "g", "{"), Value(B, "x" * 40)], 40, id="a_final_value"),
        pytest.param([Piece(B, "b", "g"), Value(B, "x" * 41, final=False)], 41, id="a_preview"),
        pytest.param([Piece(B, "b", "g"), Patch(B, (("$.a", "x" * 42, False),))], 45, id="edits"),
        pytest.param([Piece(B, "b", "g", "{}"), Value(B, '{"n":"' + "x" * 40 + '"}', joins=True)], 48, id="members"),
        pytest.param([Piece(B, "b", "g", "{"), Value(B, "x" * 39, joins=True)], 39, id="members_that_are_none"),
    ],
)
def test_what_passes_a_limit_is_counted_with_its_call(deltas: list[Delta], size: int) -> None:
    state = fold(FIRST, *deltas, limits=SMALL)
    assert noted(FIRST, *deltas, limits=SMALL).count(("over-limit", 1, 1, size)) == 1
    fault = toolfold.outcomes(state)[1].failure()
    assert fault.kind == "over-limit"
    assert "more than 30 characters in a call, 64000000 in all, or 65536 in an id or a name" in fault.message
    assert texts(state)[1] == deltas[0].text  # type: ignore[union-attr]
