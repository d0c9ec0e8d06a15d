"""What Anthropic's events say beyond their calls: which message is written, and what is over."""

from typing import Any

import pytest

import toolfold
from tests.rows.build import begin, block, delta, stop
from toolfold.core.seal import Seal

PAUSE: dict[str, Any] = {"type": "message_delta", "delta": {"stop_reason": None}}


def test_messages_that_are_written_at_once_are_told_apart_by_their_ids() -> None:
    events = [
        *(begin("one"), block(0, "a", "f", {})),
        *(begin("two"), block(0, "b", "g", {}), delta(0, '{"n":2}'), stop(0)),
        *(begin("one"), delta(0, '{"n":1}'), stop(0)),
    ]
    calls = toolfold.finalize(toolfold.feed_all(toolfold.new(), events)).unwrap()
    assert [(call.id, call.arguments) for call in calls] == [("a", {"n": 1}), ("b", {"n": 2})]


def test_a_call_is_over_when_the_next_one_begins() -> None:
    state = toolfold.feed_all(toolfold.new(), [begin(), block(0, "a", "f", {}), block(1, "b", "f", {})])
    assert [view.seal for view in toolfold.peek(state)] == [Seal.SUCCEEDED, Seal.OPEN]


def test_a_delta_without_a_reason_ends_nothing() -> None:
    state = toolfold.feed_all(toolfold.new(), [begin(), block(0, "a", "f", {})])
    assert toolfold.feed(state, PAUSE) == state


@pytest.mark.parametrize("number", [0, 3])
def test_pieces_that_nothing_began_show_their_index(number: int) -> None:
    faults = toolfold.finalize(toolfold.feed(toolfold.new(), delta(number, '{"n":1}'))).failure().faults
    assert [fault.index for fault in faults] == [number]
