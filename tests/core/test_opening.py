"""A call that opens, what is said of it later, and what of that is kept where a limit is passed."""

import pytest

import toolfold
from tests.core.said import FIRST, TWIN, WHOLE, A, B, fold, noted, texts
from toolfold import Limits, Seal
from toolfold.core.call import ARRIVED, INDEXED
from toolfold.core.deltas import Block, Latest, MessageStarted, Patch, Piece, Routed, Sealed, Traits, Value, Whole
from toolfold.core.extras import extras_of
from toolfold.core.state import base_of

SEQUENTIAL = Traits(sequential=True)


def test_what_comes_late_counts_only_as_extras() -> None:
    late = Piece(B, traits=Traits("custom", "provider", '{"x":1}', "shown"))  # type: ignore[arg-type]
    head = fold(*WHOLE, late)[1].head
    assert (head.kind, head.run_by, head.display_text) == ("function", "client", None)
    early = fold(*WHOLE[:-1], late)[1].head
    assert (early.kind, early.run_by, early.display_text) == ("function", "provider", "shown")
    assert head.extras == early.extras == extras_of('{"x":1}')
    blank = fold(FIRST, Piece(B, "b", "g"), late)[1].head
    assert (blank.kind, blank.run_by) == ("custom", "provider")


def test_positions_are_counted_in_each_choice_of_a_message() -> None:
    state = fold(FIRST, Piece(Block("b", 1), "b", "f"), Piece(Block("c"), "c", "f"), MessageStarted("m"), FIRST)
    assert [(call.key, call.head.message, call.choice, call.head.position) for call in state.values()] == [
        (0, 0, 0, 0),
        (2, 0, 0, 1),
        (1, 0, 1, 0),
        (3, 1, 0, 0),
    ]


def test_the_next_call_of_a_sequential_wire_tells_that_the_one_before_is_over() -> None:
    first = FIRST._replace(traits=SEQUENTIAL)
    second = Piece(B, "b", "g", traits=SEQUENTIAL)
    assert [call.head.seal for call in fold(first, second).values()] == [Seal.SUCCEEDED, Seal.OPEN]
    assert [call.head.seal for call in fold(first, Sealed(A), second).values()] == [Seal.SEALED, Seal.OPEN]
    assert [call.head.seal for call in fold(first, second._replace(traits=Traits())).values()] == [Seal.OPEN] * 2
    other = second._replace(at=Block("b", 1))
    assert [call.head.seal for call in fold(first, other).values()] == [Seal.OPEN] * 2


def test_a_key_of_an_earlier_message_is_not_used_in_this_one() -> None:
    block = Block("k", number=3, fresh=True)
    state = fold(
        MessageStarted("m"), Piece(block, "k", "f"), MessageStarted("n"), Piece(block, "k", "f"), Piece(block, "k", "f")
    )
    assert [call.head.rank for call in state.values()] == [INDEXED, INDEXED, ARRIVED]


def test_an_index_that_comes_late_orders_its_call() -> None:
    state = fold(Piece(Routed(0, None, "x"), "x", "f", "{"), Piece(Routed(0, 2, "x"), "x", None, "}"))
    assert (state[0].index, state[0].head.rank) == (2, INDEXED)
    assert fold(Piece(Whole(0, "w", 5), "w", "f", "{}"))[0].head.rank == ARRIVED


def test_what_is_said_about_a_call_does_not_go_on_with_it() -> None:
    two = [Piece(A, "a", "f", "{"), Piece(B, "b", "g", "{")]
    about = Piece(A, traits=Traits(extras='{"x":1}'))
    assert texts(fold(*two, about, Piece(Latest(), text="}"))) == ["{", "{}"]
    assert texts(fold(*two, about._replace(name="ff"), Piece(Latest(), text="}"))) == ["{}", "{"]
    assert texts(fold(*two, Piece(A, text=" "), Piece(Latest(), text="}"))) == ["{ }", "{"]


def test_named_calls_without_text_are_listed_for_orphans() -> None:
    def bare(*pieces: Piece) -> list[int]:
        return sorted(base_of(fold(*pieces)).groups[0, 0].bare)

    one, two = Piece(A, "a", "f"), Piece(B, "b", "g")
    assert bare(one, two) == [0, 1]
    assert bare(one, two, Piece(A, text="{")) == [1]
    assert bare(Piece(A, "a"), two) == [1]
    assert bare(Piece(A, "a"), two, one) == [0, 1]


def test_what_is_kept_is_counted() -> None:
    state = fold(Piece(A, "id", "name", "{}", Traits(extras='{"x":1}')))
    assert state[0].head.spent == 2 + 4 + 7
    assert fold(Piece(A, "id", "name"), state=state) is state
    shown = fold(Piece(A, traits=Traits(display_text="shown")), state=state)
    assert (shown[0].head.spent, shown[0].display_text) == (13 + 5, "shown")
    assert fold(Piece(A, name="names"), state=state)[0].head.spent == 14


@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        (Limits(call_characters=20), True),
        (Limits(call_characters=19), False),
        (Limits(stream_characters=20 + 4), True),
        (Limits(stream_characters=20 + 3), False),
        (Limits(name_characters=6), True),
        (Limits(name_characters=5), False),
    ],
)
@pytest.mark.parametrize("names", [("id", "longer"), ("longer", "id")])
def test_a_limit_is_passed_by_one_character_more(limits: Limits, fits: bool, names: tuple[str, str]) -> None:
    deltas = [FIRST, Piece(B, *names, "x" * 8), Piece(B, text="x" * 4)]
    assert noted(*deltas, limits=limits) == [] if fits else noted(*deltas, limits=limits) != []


def test_a_call_beyond_the_last_keeps_what_it_is() -> None:
    other = Piece(B, "b", "g", "text", Traits(kind="custom", run_by="provider"))
    state = fold(FIRST, other, limits=Limits(calls=1))
    fault = toolfold.outcomes(state)[1].failure()
    assert (fault.kind, fault.call_kind, fault.run_by) == ("over-limit", "custom", "provider")
    assert "more than 1 calls" in fault.message
    assert noted(FIRST, Piece(B, "b", "g", "x" * 50), limits=Limits(call_characters=40)) == [("over-limit", 1, 1, 50)]


SMALL = Limits(call_characters=30)


@pytest.mark.parametrize("later", [Value(A, "x" * 50), Piece(A, text="x" * 50, traits=TWIN), Piece(A, text="x" * 50)])
@pytest.mark.parametrize("before", [Piece(A, "a", "f", "{}"), Piece(A, "a", "f", "{"), Piece(A, "a", "f")])
def test_what_was_there_stays_where_more_passes_a_limit(before: Piece, later: Piece | Value) -> None:
    kept, after = fold(before, limits=SMALL)[0], fold(before, later, limits=SMALL)[0]
    assert after.head._replace(trouble=None) == kept.head
    assert after.rope == kept.rope


def test_arguments_by_path_stay_and_a_name_is_kept_where_more_passes_a_limit() -> None:
    patched = [Piece(A), Piece(A, "a"), Patch(A, (("$.a", "x" * 14, False),))]
    named = fold(*patched, Piece(A, None, "function_name"), limits=SMALL)[0]
    assert (named.name, named.text) == ("function_name", '{"a":"' + "x" * 14 + '"}')
    assert named.head.trouble is not None
    again = fold(*patched, Piece(A, None, None, "y" * 40, TWIN), limits=SMALL)[0]
    assert again.text == named.text
