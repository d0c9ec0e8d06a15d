"""What is taken for prose at a glance is nothing to any wire."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolfold
from tests.rows import TABLES
from toolfold.wires import WIRES, recognised, said
from toolfold.wires.envelopes import opened
from toolfold.wires.prose import is_prose

CALL = {"index": 0, "id": "c1", "function": {"name": "f", "arguments": "{}"}}
ANYTHING = st.sampled_from(
    [None, "", "x", 0, 1, [], {}, [CALL], CALL, {"name": "f", "arguments": "{}"}, {"type": "text_delta", "text": "a"}]
)
KEYS = "object choices delta index finish_reason error message tool_calls function_call type content data event chunk"
OTHERS = f"{KEYS} item usage id role partial_json event_type tool_call_chunks".split()


def some(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Dicts with the given keys, and now and then another."""
    others = st.dictionaries(st.sampled_from(OTHERS), ANYTHING, max_size=1)
    return st.builds(lambda known, other: {**known, **other}, st.fixed_dictionaries({}, optional=more), others)


DELTAS = some(content=st.just("word"), role=st.just("assistant"), tool_calls=ANYTHING, function_call=ANYTHING)
CHOICES = some(index=st.just(0), delta=DELTAS, finish_reason=st.sampled_from([None, "", "stop", "length"]))
CHUNKS = st.builds(
    lambda more, choices: {"object": "chat.completion.chunk", "choices": choices, **more},
    some(id=st.just("x"), usage=ANYTHING),
    st.lists(CHOICES, max_size=2) | ANYTHING,
)
KINDS = st.sampled_from(["text_delta", "thinking_delta", "signature_delta", "input_json_delta", "x"])
EVENTS = st.builds(
    lambda more, kind, delta: {"type": "content_block_delta", "index": 0, "delta": {**delta, "type": kind}, **more},
    some(),
    KINDS,
    some(text=st.just("word"), partial_json=st.just("{}")),
)


def check(fragment: object) -> None:
    if is_prose(fragment):
        inside = opened(fragment)
        known = [wire for wire in WIRES if recognised(inside, (wire,), wire.name)]
        assert [wire.name for wire in known if said(wire, inside)] == []


@given(CHUNKS | EVENTS)
def test_no_wire_finds_a_call_in_prose(fragment: dict[str, Any]) -> None:
    check(fragment)


@pytest.mark.parametrize("wire", TABLES)
def test_nor_in_what_rows_have_of_it(wire: str) -> None:
    for row in TABLES[wire]:
        for fragment in row.fragments:
            check(fragment)


class Model(SimpleNamespace):
    """What matters of a model of pydantic."""

    def __init__(self, extra: dict[str, Any] | None = None, **fields: Any) -> None:
        super().__init__(**fields)
        object.__setattr__(self, "__pydantic_extra__", extra)

    def __getattribute__(self, name: str) -> Any:
        held = object.__getattribute__(self, "__dict__")
        return (
            {key: held[key] for key in held if key[0] != "_"} if name == "__dict__" else super().__getattribute__(name)
        )


def chunk(**more: Any) -> Model:
    choice = Model(index=0, delta=Model(content="word", tool_calls=None, function_call=None), finish_reason=None)
    return Model(object="chat.completion.chunk", choices=[choice], **more)


PROSE = [
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "word", "tool_calls": []}}]},
    {"object": "chat.completion.chunk", "choices": [], "usage": {}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
    chunk(),
    Model(type="content_block_delta", index=0, delta=Model(type="text_delta", text="word")),
]
OTHER = [
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [CALL]}}]},
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": ""}, "error": {"code": 1}}]},
    {"object": "chat.completion.chunk", "choices": [], "error": {"code": 1}},
    {"object": "chat.completion.chunk", "choices": {}, "tool_calls": [CALL]},
    {"object": "chat.completion.chunk", "choices": "", "tool_calls": [CALL]},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{"}},
    {"type": "content_block_start", "index": 0, "delta": {}},
    chunk(extra={"error": {"code": 1}}),
    Model(object="chat.completion.chunk", choices=[Model(delta=Model(extra={"index": 0}, tool_calls=[CALL]))]),
    "word",
    7,
    None,
]


@pytest.mark.parametrize("fragment", PROSE)
def test_prose(fragment: object) -> None:
    assert is_prose(fragment)
    state = toolfold.new()
    assert toolfold.feed(state, fragment) is state


@pytest.mark.parametrize("fragment", OTHER)
def test_what_may_be_more(fragment: object) -> None:
    assert not is_prose(fragment)


def test_feed_still_tells_a_misuse() -> None:
    with pytest.raises(TypeError, match="feed takes a State first"):
        toolfold.feed({}, PROSE[0])  # type: ignore[arg-type]
