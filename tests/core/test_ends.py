"""What ends a call, a response, a step, a message and a stream."""

import toolfold
from tests.core.said import FIRST, TWIN, WHOLE, A, B, fold
from toolfold import Seal
from toolfold.core.deltas import (
    Block,
    Cancelled,
    Discarded,
    Done,
    Ended,
    Failed,
    Interrupted,
    MessageNamed,
    MessageStarted,
    Piece,
    Sealed,
    StepStarted,
    Traits,
)
from toolfold.core.state import base_of, with_base


def test_the_id_of_a_message_is_kept_once_and_salts_what_is_made_up() -> None:
    named = fold(MessageNamed(""), MessageNamed("m"), MessageNamed("n"))
    assert base_of(named).message_id == "m"
    one, other = (fold(Piece(A, None, "f"), state=state) for state in (named, toolfold.new()))
    assert one[0].head.message_id == "m"
    ids = [toolfold.finalize(state).failure().faults[0].id for state in (one, other)]
    assert ids[0] != ids[1]
    assert ids[1] == "call_44966bad903942593fbc0bbd"


def test_the_end_of_a_stream_ends_what_is_not_cut_in_this_message() -> None:
    state = fold(
        MessageStarted("m"),
        FIRST,
        MessageStarted("n"),
        Piece(Block("b", 1), "b", "g", "{"),
        Ended(1, well=False),
        Piece(Block("c"), "c", "h"),
        Done(),
    )
    groups = {where: (group.well, group.cut) for where, group in base_of(state).groups.items()}
    assert groups == {(0, 0): (False, False), (1, 1): (False, True), (1, 0): (True, False)}
    assert base_of(state).done is True
    assert fold(Done(), state=state) is state
    assert fold(Done()) == toolfold.new()
    later = fold(Piece(Block("d", 3), "d", "k"), state=state)
    assert base_of(later).groups[1, 3].well is True


def test_a_new_message_step_or_beginning_is_not_done() -> None:
    over = fold(MessageStarted("m"), FIRST, Done())
    over = with_base(over, base_of(over)._replace(seen=((1, 2),)))
    for delta in (MessageStarted("n"), StepStarted(), Discarded()):
        after = base_of(fold(delta, state=over))
        assert (after.message, after.done) == (1, False), delta
        assert after.seen == (((1, 2),) if isinstance(delta, Discarded) else ()), delta
    assert fold(MessageStarted("m"), state=over) is over
    unnamed = fold(MessageStarted(), FIRST)
    assert base_of(fold(MessageStarted(), state=unnamed)).message == 1
    assert fold(MessageStarted(), state=fold(FIRST, MessageStarted())).calls == fold(FIRST).calls


def test_a_step_that_has_not_ended_goes_on() -> None:
    for end, message in ((None, 0), (Ended(), 1), (Ended(well=False), 1), (Done(), 1), (Ended(1), 0)):
        state = fold(FIRST, *([] if end is None else [end]), StepStarted())
        assert base_of(state).message == message, end


def test_a_response_ends_well_and_cut_once_each() -> None:
    well = fold(FIRST, Ended())
    assert fold(Ended(), state=well) is well
    both = fold(Ended(well=False), state=well)
    assert base_of(both).groups[0, 0][-2:] == (True, True)
    assert fold(Ended(well=False), state=both) is both
    assert fold(Ended(2), state=well) is well
    two = fold(MessageStarted("m"), FIRST, MessageStarted("n"), Piece(B, "b", "g"), Ended(message="m"))
    assert [base_of(two).groups[n, 0].well for n in (0, 1)] == [True, False]
    assert fold(Ended(message="n"), state=two) != two
    assert fold(Ended(message="o"), state=two) is two


def test_a_message_that_was_named_late_can_end_by_its_id() -> None:
    state = fold(FIRST, MessageNamed("m"), Ended(message="m"))
    assert base_of(state).groups[0, 0].well is True


def test_the_first_error_is_the_cause() -> None:
    state = fold(Failed("busy", "later"), Failed("other"))
    assert toolfold.finalize(state).failure().stream_error == ("busy", "later")


def test_what_is_not_about_a_call_ends_it_if_nothing_else_would() -> None:
    implicit = fold(Piece(A, "a", "f", "{}", Traits(implicit=True)))
    assert fold(Interrupted(), state=implicit)[0].head.seal == Seal.SEALED
    assert fold(Interrupted(by=A), state=implicit) is implicit
    assert fold(Interrupted(1), state=implicit) is implicit
    plain = fold(FIRST)
    assert fold(Interrupted(), state=plain) is plain
    ended = fold(Interrupted(), state=implicit)
    assert fold(Interrupted(), state=ended) is ended


def test_what_is_taken_back_says_why() -> None:
    state = fold(FIRST, Cancelled(A, "not needed"), Cancelled(A, "other"), Cancelled(B, "unknown"))
    assert "not needed" in toolfold.outcomes(state)[0].failure().message
    rejected = fold(Piece(A, "a", "f", "{"), Sealed(A, "n is missing"))
    assert "n is missing" in toolfold.outcomes(rejected)[0].failure().message
    theirs = fold(Piece(A, "a", "f", "{}", Traits(run_by="provider")), Sealed(A, "no"))
    assert theirs[0].head.trouble is None
    assert fold(Sealed(A), state=theirs) is theirs
    assert fold(Sealed(B)) == toolfold.new()


def test_calls_of_a_step_begun_anew_are_in_no_outcome() -> None:
    state = fold(FIRST, Discarded(), Piece(A, "a", "g", "{}"))
    assert [one.unwrap().name for one in toolfold.outcomes(state)] == ["g"]
    assert state[0].head.trouble == ("discarded", "the provider began the step anew")
    assert fold(Discarded()) == toolfold.new()
    again = fold(*WHOLE, Piece(Block("b", fresh=True), "b", "g", '{"n":1}', TWIN), Sealed(B))
    assert again[2].head.trouble == ("discarded", "the same call came again under the same id")
