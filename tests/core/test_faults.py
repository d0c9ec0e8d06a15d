"""What a fault says."""

import pytest

import toolfold
from tests.core.said import A, B, fold
from toolfold.core.deltas import (
    Failed,
    Piece,
    Routed,
)
from toolfold.core.refusals import Problem
from toolfold.core.tool_call import execution_status_in


@pytest.mark.parametrize(
    ("extras", "status"),
    [
        ({"metadata": {"execution_status": "running"}}, "running"),
        ({"metadata": {"execution_status": 7}}, "else"),
        ({"metadata": {"other": "x"}}, "else"),
        ({"metadata": "x"}, "else"),
        ({"execution_status": "running"}, "else"),
    ],
)
def test_how_far_a_call_is_run(extras: dict[str, object], status: str) -> None:
    assert execution_status_in(extras, "else") == status
    assert execution_status_in({}) == "identified"


def test_what_a_fault_says() -> None:
    nameless, named = (
        toolfold.outcomes(fold(Piece(Routed(0, 0), None, name, "{")))[0].failure().message for name in (None, "pay")
    )
    assert nameless.startswith("A call without a name cannot be run (missing-name): 1 characters of arguments came")
    assert named.startswith("pay cannot be run (truncated): ")
    faults = toolfold.finalize(fold(Piece(A, "a", "f", "{"), Piece(B, "b", "g", "{"), Failed("busy"))).failure()
    assert str(faults).splitlines() == [
        "the provider reported busy: no message",
        *(one.message for one in faults.faults),
    ]
    told = toolfold.finalize(fold(Failed("busy", "later"))).failure()
    assert str(told) == "the provider reported busy: later"


@pytest.mark.parametrize(
    "text", ['{"' + "x" * 50_000 + '":', '{"' + "x" * 50_000 + '":"\\ud83d"}', "x" * 50_000], ids=range(3)
)
def test_a_fault_is_short_whatever_the_names(text: str) -> None:
    at = Routed(0, 0, "a")
    state = fold(Piece(at, "a", "f" * 50_000, text))
    [fault] = toolfold.finalize(state).failure().faults
    assert len(fault.message) < 700
    assert (fault.text, fault.name) == (text, "f" * 50_000)


def test_a_problem_says_where_and_what() -> None:
    assert (
        str(Problem(path=("days", 0), kind="wrong-type", message="must be an integer"))
        == "$.days[0] must be an integer"
    )
    assert len(str(Problem(path=("x" * 50_000,), kind="unknown-key", message="is unknown"))) < 200
