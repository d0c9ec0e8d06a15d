"""The fast lane of plain pieces gives what the rules give: equal states, after every fragment."""

import json
from functools import partial, reduce
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolfold
from toolfold import Limits, State, Wire
from toolfold.fold import Feed
from toolfold.testing.strategies import halves, merged
from toolfold.wires.openai_chat import OPENAI_CHAT

SMALL = (Limits(call_characters=40), Limits(stream_characters=90), Limits(call_characters=300, stream_characters=500))


def by_rules(limits: Limits = toolfold.core.limits.DEFAULT_LIMITS) -> Feed:
    """A feed that cannot take the lane: to it, this is a wire like any other."""
    slow = Wire(OPENAI_CHAT.name, OPENAI_CHAT.recognises, partial(OPENAI_CHAT.decode))
    return toolfold.feeder(slow, *(wire for wire in toolfold.WIRES if wire is not OPENAI_CHAT), limits=limits)


def chunk(choice: int, entry: dict[str, Any], finish: Any = ..., **delta: Any) -> dict[str, Any]:
    ended = {} if finish is ... else {"finish_reason": finish}
    return {"model": "m", "choices": [{"index": choice, "delta": {"tool_calls": [entry], **delta}, **ended}]}


PIECES = (
    st.text('{}[]":,n1 \\', max_size=12) | st.text(max_size=4).map(halves) | st.text("xé\ud83d\ude80", max_size=150)
)
FORMS: tuple[dict[str, Any], ...] = ({}, {"id": None}, {"id": "", "type": "function"}, {"id": "a0"}, {"x": 1})
NAMES = ("", None, "f", "other")


@st.composite
def calls(draw: st.DrawFn, choice: int, index: int) -> list[dict[str, Any]]:
    """One call as a server of the chat family may write it, plain pieces and others."""
    head = {"index": index, "id": f"a{index}", "function": {"name": "f", "arguments": draw(PIECES)}}
    found = [chunk(choice, head)]
    for text in draw(st.lists(PIECES, max_size=8)):
        function: dict[str, Any] = {"arguments": text}
        if draw(st.integers(0, 5)) == 0:
            function["name"] = draw(st.sampled_from(NAMES))
        entry = {"index": index, "function": function, **draw(st.sampled_from(FORMS[:1] * 6 + FORMS))}
        finish = draw(st.sampled_from((..., None, None, None, "", "tool_calls")))
        found.append(
            chunk(choice, entry, finish, **draw(st.sampled_from(({}, {}, {"content": None, "role": "assistant"}))))
        )
    return found


@st.composite
def chats(draw: st.DrawFn) -> list[Any]:
    """A chat stream: calls of several choices, interleaved, with other fragments between."""
    places = draw(
        st.lists(st.tuples(st.sampled_from((0, 0, 0, 1)), st.integers(0, 2)), min_size=1, max_size=4, unique=True)
    )
    found: list[Any] = draw(merged([draw(calls(choice, index)) for choice, index in places]))
    for at in draw(st.lists(st.integers(0, len(found)), max_size=2)):
        found.insert(at, draw(st.sampled_from(OTHERS)))
    return found


OTHERS: tuple[Any, ...] = (
    {"choices": [], "usage": {}, "model": "m"},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    {"choices": [{"index": 0, "delta": {"content": "hm"}, "finish_reason": None}]},
    {"error": {"type": "busy"}},
    "[DONE]",
    chunk(0, {"index": 0, "function": {"arguments": "1"}}, error="busy"),
    chunk(0, {"index": 7, "function": {"arguments": "{}"}}),
    chunk(0, {"function": {"arguments": "}"}}),
)


def check(fragments: list[Any], limits: Limits | None = None) -> State:
    fast, slow = (toolfold.feed, by_rules()) if limits is None else (toolfold.feeder(limits=limits), by_rules(limits))
    pairs = zip(
        accumulate(fragments, fast, initial=toolfold.new()),
        accumulate(fragments, slow, initial=toolfold.new()),
        strict=True,
    )
    for number, (one, other) in enumerate(pairs):
        assert one == other, number
        assert hash(one) == hash(other)
        assert json.dumps(toolfold.snapshot(one)) == json.dumps(toolfold.snapshot(other))
        assert toolfold.outcomes(one) == toolfold.outcomes(other)
        assert toolfold.notes(one) == toolfold.notes(other)
    return reduce(slow, fragments, toolfold.new())


@given(chats())
def test_with_the_lane_and_without_it(fragments: list[Any]) -> None:
    last = check(fragments)
    assert toolfold.feed_all(toolfold.new(), fragments) == last


@given(chats(), st.sampled_from(SMALL))
def test_limits_reached_in_mid_piece(fragments: list[Any], limits: Limits) -> None:
    check(fragments, limits)


@given(chats(), st.data())
def test_states_from_elsewhere_take_the_lane_alike(fragments: list[Any], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(fragments)))
    state = reduce(toolfold.feed, fragments[:cut], toolfold.new())
    back = toolfold.restore(json.loads(json.dumps(toolfold.snapshot(state)))).unwrap()
    last = reduce(by_rules(), fragments, toolfold.new())
    for start in (state, back):
        assert reduce(toolfold.feed, fragments[cut:], start) == toolfold.feed_all(start, fragments[cut:]) == last


def plain(index: int, text: str, **more: Any) -> dict[str, Any]:
    return chunk(0, {"index": index, "function": {"arguments": text}, **more}, None)


HEADS = [
    chunk(0, {"index": index, "id": f"a{index}", "function": {"name": "f", "arguments": '{"t":"'}})
    for index in range(3)
]


@pytest.mark.parametrize(
    "fragments",
    [
        pytest.param([HEADS[0], *(plain(0, mark) for mark in "x" * 400), plain(0, '"}')], id="one_call"),
        pytest.param([*HEADS, *(plain(n % 3, "x" * 60) for n in range(12))], id="interleaved"),
        pytest.param(
            [HEADS[0], plain(0, "\ud83d"), plain(0, "\ude80"), plain(0, "\ud83d"), plain(0, "y")], id="halves"
        ),
        pytest.param([HEADS[0], plain(0, "x"), plain(0, "x", extra=1), plain(0, "y")], id="a_harmless_extra_key"),
        pytest.param([HEADS[0], plain(0, "x"), *OTHERS[1:2], plain(0, '"}'), plain(0, "late")], id="late"),
        pytest.param(
            [
                HEADS[0],
                plain(0, "x"),
                chunk(1, {"index": 0, "id": "b", "function": {"name": "g", "arguments": "{"}}),
                plain(0, "y"),
                chunk(1, {"index": 0, "function": {"arguments": "}"}}),
                plain(0, "z"),
            ],
            id="choices",
        ),
    ],
)
@pytest.mark.parametrize("limits", [None, *SMALL])
def test_named_streams(fragments: list[Any], limits: Limits | None) -> None:
    last = check(fragments, limits)
    if limits is None:
        assert toolfold.feed_all(toolfold.new(), fragments) == last


def test_the_lane_is_taken_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    state = reduce(toolfold.feed, [HEADS[0], plain(0, "x")], toolfold.new())
    monkeypatch.setattr(toolfold.fold, "stepped", None)  # the rules are out of reach
    assert toolfold.feed(state, plain(0, "y"))[0].text == '{"t":"xy'
    with pytest.raises(TypeError):
        by_rules()(state, plain(0, "y"))
