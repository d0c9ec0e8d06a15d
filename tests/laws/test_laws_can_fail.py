"""Each law notices a fold, a wire or a reader that breaks it: a property that cannot fail says nothing."""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import toolfold
from tests.rows.build import chunk, end, entry
from toolfold import Seal, State
from toolfold.arguments.rope import EMPTY_ROPE
from toolfold.testing import LAWS, Row, Trial, sound, trial_of
from toolfold.testing.agreeing import disagreement
from toolfold.testing.writers.openai import CHAT
from toolfold.testing.writers.writer import wire_named

WIRE = wire_named("openai-chat")
TWO = [
    chunk(entry(0, "a", "f", '{"t":"')),
    chunk(entry(1, "b", "g", "{")),
    chunk(entry(0, text="xy")),
    chunk(entry(1, text='"n":12')),
    chunk(entry(0, text='"}')),
    chunk(entry(1, text="}")),
    end(),
]
ROW = Row("two_calls", TWO, [sound("a", "f", {"t": "xy"}), sound("b", "g", {"n": 12})])
BY_NUMBER = {law.number: law for law in LAWS}


def broken(number: int, trial: Trial, says: str) -> None:
    """The law holds no more, and its message names it and says what is wrong."""
    with pytest.raises(AssertionError, match=says) as caught:
        BY_NUMBER[number].check(trial)
    assert f"law {number}, {BY_NUMBER[number].name}, does not hold for openai-chat, row 'two_calls'" in str(
        caught.value
    )


def with_feed(feed: Callable[[State, Any], State], row: Row = ROW) -> Trial:
    return trial_of(WIRE, row, feed)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_each_holds_for_the_fold_as_it_is(law: Any) -> None:
    law.check(with_feed(toolfold.feed))


def test_1_purity_of_fragments() -> None:
    def feed(state: State, fragment: Any) -> State:
        after = toolfold.feed(state, fragment)
        fragment["seen"] = True
        return after

    broken(1, with_feed(feed), "feed changed a fragment")


def test_1_purity_of_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, Any] = {"t": "xy"}
    monkeypatch.setattr(toolfold.ToolCall, "arguments", kept)
    monkeypatch.setattr(toolfold.ToolCall, "__eq__", lambda one, _: one.arguments == {"t": "xy"})
    broken(1, with_feed(toolfold.feed), "an answer changed after it was given")


def test_2_silence() -> None:
    def feed(state: State, fragment: Any) -> State:
        return toolfold.restore(toolfold.snapshot(toolfold.feed(state, fragment))).unwrap()

    broken(2, with_feed(feed), "{'type': 'ping'} gave another state")


def test_2_silence_of_empty_pieces() -> None:
    def feed(state: State, fragment: Any) -> State:
        again = isinstance(fragment, dict) and "choices" in fragment and "''" in str(fragment)
        after = toolfold.feed(state, fragment)
        return toolfold.restore(toolfold.snapshot(after)).unwrap() if again else after

    broken(2, with_feed(feed), "an empty piece gave another state")


def test_3_totality_of_the_wire() -> None:
    def decode(fragment: Any) -> Any:
        return WIRE.decode(fragment) if fragment["choices"][0]["index"] == 0 else ()

    wire = WIRE._replace(decode=decode)
    trial = replace(with_feed(toolfold.feed), wire=wire)
    broken(3, trial, "the wire, of fragment 0 made hostile, raised")


def test_3_totality_of_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = with_feed(toolfold.feed)
    monkeypatch.setattr("toolfold.testing.folding.peek", lambda state: 1 // (len(state) < 1))
    broken(3, trial, "a reader, after fragment .* ZeroDivisionError")


def test_4_rechunking_of_fragments() -> None:
    def decode(fragment: Any) -> Any:
        return tuple(
            delta._replace(text=delta.text.strip()) if isinstance(delta, toolfold.core.deltas.Piece) else delta
            for delta in WIRE.decode(fragment)
        )

    spaced = Row(
        "two_calls",
        [chunk(entry(0, "a", "f", "{")), chunk(entry(0, text='"t":"x y"')), chunk(entry(0, text="}")), end()],
        [],
    )
    wire = WIRE._replace(decode=decode)
    broken(4, replace(trial_of(wire, spaced), wire=wire), "for the text .*, says")


def test_4_rechunking_of_the_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = with_feed(toolfold.feed)
    append = toolfold.core.merge.append
    monkeypatch.setattr(
        "toolfold.core.merge.append", lambda rope, piece: append(rope, piece if len(piece) > 1 else "?")
    )
    broken(4, replace(trial, states=trial_of(WIRE, ROW).states), "cut")


def test_5_interleaving(monkeypatch: pytest.MonkeyPatch) -> None:
    trial, last, append = with_feed(toolfold.feed), [EMPTY_ROPE], toolfold.core.merge.append

    def stingy(rope: Any, piece: str) -> Any:
        """Drops a piece that comes right after another one of the same call."""
        last[0] = rope if rope is last[0] and rope is not EMPTY_ROPE else append(rope, piece)
        return last[0]

    monkeypatch.setattr("toolfold.core.merge.append", stingy)
    broken(5, trial, "in the order")


def test_6_batching() -> None:
    fed = []

    def feed(state: State, fragment: Any) -> State:
        fed.append(fragment)
        return toolfold.feed(state, fragment) if len(fed) <= 2 * len(TWO) else state

    broken(6, with_feed(feed), "reduce gives another state")


def test_6_batching_of_feed_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolfold.testing.folding.feed_all", lambda state, _: state)
    broken(6, with_feed(toolfold.feed), "cut at 0, feed_all gives another state")


def test_7_resume() -> None:
    made: dict[int, State] = {id(toolfold.new()): toolfold.new()}

    def feed(state: State, fragment: Any) -> State:
        if len(state) and id(state) not in made:
            return state
        after = toolfold.feed(state, fragment)
        made[id(after)] = after
        return after

    broken(7, with_feed(feed), "the stream ends otherwise")


def test_7_resume_from_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(state: State) -> dict[str, object]:
        return {**toolfold.snapshot(state), "wire": ""}

    monkeypatch.setattr("toolfold.testing.folding.snapshot", forgetful)
    broken(7, with_feed(toolfold.feed), "the constructor makes another state")


def test_8_replay() -> None:
    times = []

    def feed(state: State, fragment: Any) -> State:
        times.append(1)
        first = not len(state)
        return toolfold.feed(toolfold.new(str(len(times))) if first else state, fragment)

    broken(8, with_feed(feed), "another state")


def test_9_monotony() -> None:
    def feed(state: State, fragment: Any) -> State:
        return toolfold.new() if "tool_calls'}" in str(fragment) else toolfold.feed(state, fragment)

    broken(9, with_feed(feed), "made call 0 vanish without a note")


def test_9_monotony_of_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = with_feed(toolfold.feed)
    monkeypatch.setattr("toolfold.views.seal_of", lambda _, call: Seal(3 - min(3, len(call.text))))
    broken(9, trial, "took the seal of call . back")


def test_9_monotony_of_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    real = toolfold.changes
    monkeypatch.setattr(
        "toolfold.testing.growing.changes",
        lambda one, other: [each for each in real(one, other) if getattr(each, "text", "") != "xy"],
    )
    broken(9, with_feed(toolfold.feed), "changes do not add up")


def test_10_honesty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolfold.views.closed_paths", lambda _: (("t",),))
    only = Row("two_calls", [TWO[0], TWO[2], TWO[4]], [])
    broken(10, with_feed(toolfold.feed, only), r"\('t',\) of call 0")


def test_10_honesty_of_reading_on(monkeypatch: pytest.MonkeyPatch) -> None:
    real = toolfold.peek
    monkeypatch.setattr(
        "toolfold.testing.growing.peek", lambda state, views=(): real(state)[: None if not views else 1]
    )
    broken(10, with_feed(toolfold.feed), "peek reads on wrongly")


def test_11_early_soundness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["toolfold.outcomes"], "seal_of", lambda *_: Seal.SEALED)
    grows = Row("two_calls", [chunk(entry(0, "a", "f", '{"n":1}')), chunk(entry(0, text=" "))], [])
    broken(11, with_feed(toolfold.feed, grows), "this was ready, and is not so later")


def test_12_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(CHAT, opening=lambda number, call: CHAT.opening(number, call._replace(name="other")))
    monkeypatch.setattr("toolfold.testing.agreeing.WRITERS", (wrong,))
    disagreement.cache_clear()
    try:
        broken(12, with_feed(toolfold.feed), "openai-chat, JSON")
    finally:
        disagreement.cache_clear()


def test_13_order(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = with_feed(toolfold.feed)
    monkeypatch.setattr("toolfold.core.state.place_of", lambda call: -call.head.key)
    broken(13, trial, "the calls come in another order")


def test_14_cost() -> None:
    def feed(state: State, fragment: Any) -> State:
        toolfold.outcomes(state)
        return toolfold.feed(state, fragment)

    long = Row("two_calls", [TWO[0], *(chunk(entry(0, text="x" * 500)) for _ in range(60)), TWO[4], TWO[6]], [])
    BY_NUMBER[14].check(with_feed(toolfold.feed, long))
    broken(14, with_feed(feed, long), "characters were (appended|joined|parsed)")


def test_15_nothing_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Row("two_calls", [*TWO, chunk(entry(0, text="!!!"))], [])
    trial = with_feed(toolfold.feed, late)
    BY_NUMBER[15].check(trial)
    monkeypatch.setattr("toolfold.core.pieces.noted", lambda state, *_: state)
    broken(15, replace(trial, states=trial_of(WIRE, late).states), "3 characters are lost")
