"""What a fault says, and extras as text."""

import pytest

import toolfold
from tests.core.said import A, B, fold
from toolfold.core.deltas import (
    Failed,
    Piece,
    Routed,
)
from toolfold.core.merge import extras_text
from toolfold.core.tool_call import execution_status_in


def test_extras_are_one_text_whatever_their_order() -> None:
    assert extras_text({"b": [1], "a": {"d": 1, "c": 2}}) == '{"a":{"c":2,"d":1},"b":[1]}'
    assert extras_text({}) == ""


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
