"""The fast lane of plain pieces gives what the rules give: equal states, after every fragment."""

import json
from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolfold
from toolfold import Limits, PartialView, State, Wire
from toolfold.core.deltas import Block, Piece, Reach
from toolfold.core.lane import SLACK
from toolfold.core.limits import DEFAULT_LIMITS
from toolfold.core.state import base_of, with_base
from toolfold.core.step import stepped
from toolfold.fold import Feed
from toolfold.testing import WRITERS, Row, Writer, streams
from toolfold.testing.strategies import halves, merged
from toolfold.testing.streams import Move, composed
from toolfold.testing.writers import Call
from toolfold.testing.writers.writer import wire_named

SMALL = (Limits(call_characters=40), Limits(stream_characters=90), Limits(call_characters=300, stream_characters=500))
TIGHT = (Limits(call_characters=SLACK + 300), Limits(stream_characters=SLACK + 500))
"""Limits that are reached after some way on the lane."""


def bare(state: State) -> State:
    """The same state without its lanes."""
    return with_base(state, base_of(state))


def by_rules(limits: Limits = DEFAULT_LIMITS, *wires: Wire) -> Feed:
    """A feed that never takes a lane, since it forgets them all before every fragment."""
    feed = toolfold.feeder(*wires, limits=limits)
    return lambda state, fragment: feed(bare(state), fragment)


def chunk(choice: int, entry: dict[str, Any], finish: Any = ..., **delta: Any) -> dict[str, Any]:
    ended = {} if finish is ... else {"finish_reason": finish}
    return {"model": "m", "choices": [{"index": choice, "delta": {"tool_calls": [entry], **delta}, **ended}]}


PIECES = (
    st.text('{}[]":,n1 \\', max_size=12) | st.text(max_size=4).map(halves) | st.text("xé\ud83d\ude80", max_size=300)
)
FORMS: tuple[dict[str, Any], ...] = ({}, {"id": None}, {"id": "", "type": "function"}, {"id": "a0"}, {"x": 1})
NAMES = ("", None, "f", "other")
ODD: tuple[Any, ...] = (None, "0", False, True, 0.0, -1, 10**30, [], {})
"""Indexes that are none, or are equal to one without being it."""


@st.composite
def calls(draw: st.DrawFn, choice: int, index: int) -> list[dict[str, Any]]:
    """One call as a server of the chat family may write it, plain pieces and others."""
    head = {"index": index, "id": f"a{index}", "function": {"name": "f", "arguments": draw(PIECES)}}
    found = [chunk(choice, head)]
    always = draw(st.booleans())  # some servers write id and name on every fragment
    for text in draw(st.lists(PIECES, max_size=8)):
        function: dict[str, Any] = {"arguments": text}
        if draw(st.integers(0, 5)) == 0:
            function["name"] = draw(st.sampled_from(NAMES))
        form = draw(st.sampled_from(FORMS[:1] * 6 + FORMS))
        entry = {"index": index, "function": function, **({"id": f"a{index}"} if always else {}), **form}
        if always:
            function.setdefault("name", "f")
        if draw(st.integers(0, 9)) == 0:
            entry["index"] = draw(st.sampled_from(ODD))
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


def seen(view: PartialView) -> object:
    return view.arguments, view.open_path, view.closed_paths, view.whole, view.reading


def check(fragments: Sequence[Any], limits: Limits | None = None, *wires: Wire) -> State:
    if limits is None and not wires:
        fast, slow = toolfold.feed, by_rules()
    else:
        limits = limits or DEFAULT_LIMITS
        fast, slow = toolfold.feeder(*wires, limits=limits), by_rules(limits, *wires)
    pairs = zip(
        accumulate(fragments, fast, initial=toolfold.new()),
        accumulate(fragments, slow, initial=toolfold.new()),
        strict=True,
    )
    views, known = (), (toolfold.new(), toolfold.new())
    for number, (one, other) in enumerate(pairs):
        assert one == other, number
        assert toolfold.changes(known[0], one) == toolfold.changes(known[1], other)
        known = one, other
        views, afresh = toolfold.peek(one, views), toolfold.peek(other)
        assert views == afresh
        assert [seen(view) for view in views] == [seen(view) for view in afresh]
        assert hash(one) == hash(other)
        assert json.dumps(toolfold.snapshot(one)) == json.dumps(toolfold.snapshot(other))
        assert toolfold.outcomes(one) == toolfold.outcomes(other)
        assert toolfold.notes(one) == toolfold.notes(other)
    return reduce(slow, fragments, toolfold.new())


@given(chats())
def test_with_the_lane_and_without_it(fragments: list[Any]) -> None:
    last = check(fragments)
    assert toolfold.feed_all(toolfold.new(), fragments) == last


@given(streams(), st.sampled_from((None, *TIGHT)))
def test_on_every_wire(row: Row, limits: Limits | None) -> None:
    writer = next(one for one in WRITERS if one.name == row.name)
    check(row.fragments, limits, *((wire_named(writer.wire),) if writer.wire == "nous" else ()))


@given(chats())
def test_objects_take_the_lane_alike(fragments: list[Any]) -> None:
    objects = [model(fragment) for fragment in fragments]
    assert check(objects) == reduce(toolfold.feed, fragments, toolfold.new())


@given(chats(), st.sampled_from(SMALL + TIGHT))
def test_limits_reached_in_mid_piece(fragments: list[Any], limits: Limits) -> None:
    check(fragments, limits)


@given(chats(), st.data())
def test_states_from_elsewhere_take_the_lane_alike(fragments: list[Any], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(fragments)))
    state = reduce(toolfold.feed, fragments[:cut], toolfold.new())
    back = toolfold.restore(json.loads(json.dumps(toolfold.snapshot(state)))).unwrap()
    last = reduce(by_rules(), fragments, toolfold.new())
    views = toolfold.peek(state)
    for start in (state, back):
        assert toolfold.peek(start, views) == toolfold.peek(start, toolfold.peek(start)) == views
        assert reduce(toolfold.feed, fragments[cut:], start) == toolfold.feed_all(start, fragments[cut:]) == last


class Model:
    """What matters of a model of pydantic: absent attributes raise, and where fields and further keys are kept."""

    def __init__(self, fields: dict[str, Any], known: frozenset[str]) -> None:
        self.__dict__.update({name: value for name, value in fields.items() if name in known})
        self.__pydantic_fields_set__ = set(fields)
        self.__pydantic_extra__ = {name: value for name, value in fields.items() if name not in known}
        self.model_fields_set = self.__pydantic_fields_set__
        self.model_extra = self.__pydantic_extra__

    def __getattr__(self, name: str) -> Any:
        extra = self.__dict__.get("__pydantic_extra__", {})
        if name in extra:
            return extra[name]
        raise AttributeError(name)


KNOWN = frozenset({"choices", "model", "index", "delta", "finish_reason", "tool_calls", "id", "type", "function"})
FIELDS = KNOWN | {"name", "arguments", "content", "role", "function_call"}


def model(value: Any) -> Any:
    """JSON data as such models, all fields there, as SDKs make them."""
    match value:
        case dict() if "message" not in value and value.get("type") != "busy":
            made = Model({name: model(inner) for name, inner in value.items()}, FIELDS)
            absent = {"tool_calls": ("function_call",), "function": ("id", "type"), "arguments": ("name",)}
            for names in (found for key, found in absent.items() if key in value):
                made.__dict__.update({name: None for name in names if name not in value})
            return made
        case list():
            return [model(inner) for inner in value]
        case _:
            return value


def plain(index: object, text: str, **more: Any) -> dict[str, Any]:
    return chunk(0, {"index": index, "function": {"arguments": text}, **more}, None)


def headed(text: str, index: object = 0, **more: Any) -> dict[str, Any]:
    return chunk(0, {"index": index, "id": "a0", "function": {"name": "f", "arguments": text}, **more}, None)


HEADS = [
    chunk(0, {"index": index, "id": f"a{index}", "function": {"name": "f", "arguments": '{"t":"'}})
    for index in range(3)
]


@pytest.mark.parametrize(
    "fragments",
    [
        pytest.param([HEADS[0], *(plain(0, mark) for mark in "x" * 400), plain(0, '"}')], id="one_call"),
        pytest.param([*HEADS, *(plain(n % 3, "x" * 60) for n in range(12))], id="interleaved"),
        pytest.param([*HEADS, *(plain(n % 3, "xy"[n % 2]) for n in range(300))], id="long_interleaved"),
        pytest.param([HEADS[0], *(plain(0, "x" * 200) for _ in range(6)), plain(0, '"}')], id="long_pieces"),
        pytest.param([HEADS[0], plain(0, "x"), plain(0, "x"), plain(True, "y"), plain(0.0, "z")], id="odd_indexes"),
        pytest.param(
            [HEADS[0], plain(0, "\ud83d"), plain(0, "\ude80"), plain(0, "\ud83d"), plain(0, "y")], id="halves"
        ),
        pytest.param(
            [HEADS[0], *(plain(0, text) for text in ("x", "x", "\ud83d\ude80", '"}'))], id="both_halves_at_once"
        ),
        pytest.param([HEADS[0], plain(0, "x"), plain(0, "x", extra=1), plain(0, "y")], id="a_harmless_extra_key"),
        pytest.param([HEADS[0], *(plain(None, mark) for mark in "xyz"), plain(0, '"}')], id="null_for_an_index"),
        pytest.param([HEADS[0], *map(headed, ["x", "y", "z", "{", "z", '"}'])], id="heads_on_every_fragment"),
        pytest.param([HEADS[0], *map(headed, "xyz"), headed("z", True), headed("z", 0.0)], id="heads_at_odd_indexes"),
        pytest.param([HEADS[0], *map(headed, "xyz"), headed("", 0), headed("z", 0, x=1)], id="heads_that_say_more"),
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
@pytest.mark.parametrize("limits", [None, *SMALL, *TIGHT])
def test_named_streams(fragments: list[Any], limits: Limits | None) -> None:
    last = check(fragments, limits)
    if limits is None:
        assert toolfold.feed_all(toolfold.new(), fragments) == last


def test_a_limit_is_kept_where_chunks_are_gathered() -> None:
    most = DEFAULT_LIMITS.call_characters
    begun = toolfold.feed(toolfold.new(), headed('{"t":"' + "x" * (most - 3 * SLACK)))
    pieces = [plain(0, "x" * 200)] * (4 * SLACK // 200)
    last = toolfold.feed_all(begun, pieces)
    assert last == reduce(toolfold.feed, pieces, begun)
    assert [note.kind for note in toolfold.notes(last)] == ["late-delta", "over-limit"]
    assert most - 300 < len(last[0].text) <= most


HARDLY = {
    "ag-ui-chunks": "goes on with the call touched last, without saying which",
}
"""Writers whose pieces are no plain text, and why."""


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_the_lane_is_taken_at_all(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of twenty pieces of a call the rules see a few at most."""
    text = json.dumps({"key": "x" * 34})
    moves = [Move("open"), *(Move("piece", text=text[at : at + 2]) for at in range(0, len(text), 2))]
    fragments = composed(writer, [Call("f", text, "c1")], moves, "lost").fragments
    asked: list[int] = []
    monkeypatch.setattr(toolfold.fold, "stepped", lambda *given: asked.append(1) or stepped(*given))
    reduce(toolfold.feeder(wire_named(writer.wire)), fragments, toolfold.new())
    assert len(asked) <= 6 or writer.name in HARDLY, len(asked)


def test_the_rules_are_asked_where_there_is_no_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    state = reduce(toolfold.feed, [HEADS[0], plain(0, "x"), plain(0, "x")], toolfold.new())
    monkeypatch.setattr(toolfold.fold, "stepped", None)  # the rules are out of reach
    assert toolfold.feed(state, plain(0, "y"))[0].text == '{"t":"xxy'
    with pytest.raises(TypeError):
        by_rules()(state, plain(0, "y"))


def test_a_piece_of_no_call_makes_no_lane() -> None:
    def decode(fragment: Any) -> tuple[Piece, ...]:
        return (Piece(Block(fragment["key"], reach=fragment["reach"]), text=fragment["text"]),)

    feed = toolfold.feeder(Wire("keyed", lambda _: True, decode))
    begun = feed(toolfold.new(), {"key": "a", "reach": Reach.MESSAGE, "text": "{"})
    back = toolfold.restore(toolfold.snapshot(begun)).unwrap()
    state = reduce(feed, [{"key": "b", "reach": Reach.KNOWN, "text": "xyz"}] * 3, back)
    assert [(note.kind, note.count, note.characters) for note in toolfold.notes(state)] == [("text-dropped", 3, 9)]
    assert state[0].text == "{"


def numbered(number: int, text: str) -> dict[str, Any]:
    kind = "response.function_call_arguments.delta"
    return {"type": kind, "item_id": "fc", "output_index": 0, "sequence_number": number, "delta": text}


def test_an_event_that_was_seen_says_nothing_on_the_lane_either() -> None:
    item = {"type": "function_call", "id": "fc", "call_id": "c1", "name": "f", "arguments": ""}
    added = {"type": "response.output_item.added", "output_index": 0, "sequence_number": 1, "item": item}
    pieces = [numbered(number, text) for number, text in enumerate("abcdefgh", 2)]
    last = check([added, *pieces[:6], *pieces[3:7], pieces[6], *pieces[2:]])
    assert last[0].text == "abcdefgh"
    assert base_of(last).seen == ((1, 9),)
