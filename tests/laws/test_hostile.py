"""Hostile shapes, by name: `feed` takes them, every reader answers, what is kept stays within the limits.

Law 3 puts hostile values at every place of every row. Here are those that are hostile by their size or by what they
are, each in the streams of wires that read it by different code.
"""

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

import toolfold
from tests.rows.build import begin, block, call, chunk, delta, end, entry, over, parts, stop
from toolfold import State, messages
from toolfold.core.limits import DEFAULT_LIMITS
from toolfold.testing.folding import read
from toolfold.testing.hostile import DEEP, Endless, Raises

MILLION = 1_000_000


def deep(brackets: str) -> Any:
    found: Any = 1
    for _ in range(DEEP):
        found = [found] if brackets == "[" else {"a": found}
    return found


class Same(str):
    """Text that hashes as every other: a map of such keys would be a list."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 1


def chat(id_: Any, name: Any, text: Any, index: Any = 0) -> list[Any]:
    return [chunk(entry(index, id_, name, text)), end()]


def anthropic(id_: Any, name: Any, text: Any, index: Any = 0) -> list[Any]:
    return [begin(), block(index, id_, name, {}), delta(index, text), stop(index), *over()]


def gemini(id_: Any, name: Any, text: Any, _: Any = 0) -> list[Any]:
    return [parts(call(name, {"t": text}, id_)), parts(finish="STOP")]


def responses(id_: Any, name: Any, text: Any, index: Any = 0) -> list[Any]:
    item = {"type": "function_call", "id": "i", "call_id": id_, "name": name, "arguments": text}
    return [
        {"type": "response.output_item.added", "output_index": index, "item": {**item, "arguments": ""}},
        {"type": "response.function_call_arguments.delta", "output_index": index, "item_id": "i", "delta": text},
        {"type": "response.output_item.done", "output_index": index, "item": item},
    ]


Made = Callable[..., list[Any]]
WIRES: tuple[Made, ...] = (chat, anthropic, gemini, responses)
HUGE = "x" * MILLION
SHAPES: dict[str, Callable[[Made], list[Any]]] = {
    "lone surrogates": lambda wire: wire("\ud83d", "f\ude80", '{"a":"\ud83d"}'),
    "halves in two pieces": lambda _: [
        chunk(entry(0, "a", "f", '{"a":"\ud83d')),
        chunk(entry(0, text='\ude80"}')),
        end(),
    ],
    "numbers that are none": lambda wire: wire("a", "f", '{"a":NaN,"b":Infinity,"c":1e999}'),
    "numbers that are none, as data": lambda wire: wire("a", "f", {"a": float("nan"), "b": float("inf")}),
    "a number of many digits": lambda wire: wire("a", "f", '{"a":' + "1" * 100_000 + "}"),
    "deep text": lambda wire: wire("a", "f", "[" * DEEP + "]" * DEEP),
    "deep text, never closed": lambda wire: wire("a", "f", '{"a":' * DEEP),
    "deep data": lambda wire: wire("a", "f", deep("[")),
    "deep objects": lambda wire: wire("a", "f", deep("{")),
    "deep fragments": lambda wire: [deep("["), deep("{"), *wire("a", "f", "{}"), {"choices": deep("[")}],
    "deep extras": lambda _: [chunk(entry(0, "a", "f", "{}", extra_content=deep("{"))), end()],
    "huge id": lambda wire: wire(HUGE, "f", "{}"),
    "huge name": lambda wire: wire("a", HUGE, "{}"),
    "huge names, piece by piece": lambda _: [chunk(entry(0, "a", HUGE[:40_000] + str(n))) for n in range(40)],
    "huge text": lambda wire: wire("a", "f", '{"a":"' + HUGE * 20 + '"}'),
    "huge index": lambda wire: [
        one for n in (2**63, 2**64 - 1, 2**64, 10**100, "9" * 5_000) for one in wire("a", "f", "{}", n)
    ],
    "other indexes": lambda wire: [
        one for n in (-1, 0.5, 1.0, True, "1", "x", [], {}) for one in wire("a", "f", "{}", n)
    ],
    "indexes of one hash": lambda wire: [one for n in range(8) for one in wire(f"a{n}", "f", "{}", n * (2**61 - 1))],
    "ids of one hash": lambda wire: [one for n in range(60) for one in wire(Same(n), Same("f"), Same("{}"), n)],
    "attributes that raise": lambda wire: [
        *wire("a", "f", "{}"),
        Raises(),
        Endless(),
        *wire(Raises(), Raises(), Raises()),
    ],
    "objects that raise inside": lambda wire: wire("a", "f", {"a": Raises(), "b": Endless(a=1), "c": object()}),
}


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.__name__)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_reader_answers(shape: str, wire: Made) -> None:
    state = reduce(toolfold.feed, SHAPES[shape](wire), toolfold.new())
    everything(state)
    everything(toolfold.abandon(state, "lost"))
    within(state)


def everything(state: State) -> None:
    """Ask all that can be asked, save the state and ask what comes back."""
    read(state)
    assert toolfold.peek(state, toolfold.peek(state)) == toolfold.peek(state)
    back = toolfold.restore(json.loads(json.dumps(toolfold.snapshot(state)))).unwrap()
    assert back == state
    assert toolfold.outcomes(back) == toolfold.outcomes(state)
    for wire in messages.FORMATS:
        messages.assistant(toolfold.outcomes(state), wire)
    for fault in toolfold.finalize(state).swap().value_or(toolfold.Faults()).faults:
        messages.tool_error(fault, "openai-chat")


def within(state: State) -> None:
    """Compare what is kept with the limits; what is kept is plain text and numbers, nothing of the caller's."""
    assert len(state) <= DEFAULT_LIMITS.calls + 1
    assert len(toolfold.notes(state)) <= DEFAULT_LIMITS.notes + 1
    for one in state.values():
        assert len(one.text) <= DEFAULT_LIMITS.call_characters
        assert {type(value) for value in (one.id, one.name, one.text)} <= {str, type(None)}
        assert len(one.id or "") <= DEFAULT_LIMITS.name_characters >= len(one.name or "")


@pytest.mark.parametrize("together", [100_000, 1], ids=["in one fragment", "one by one"])
def test_a_hundred_thousand_calls(together: int) -> None:
    count = max(together, 6_000)
    entries = [entry(n, f"a{n}", "f", "{}") for n in range(count)]
    state = toolfold.feed_all(toolfold.new(), [chunk(*entries[at : at + together]) for at in range(0, count, together)])
    within(state)
    [note] = [one for one in toolfold.notes(state) if one.kind == "call-limit"]
    assert (len(state), note.count) == (DEFAULT_LIMITS.calls + 1, count - DEFAULT_LIMITS.calls)
    assert len(toolfold.peek(state)) == len(state)
    assert [fault.kind for fault in toolfold.finalize(state).failure().faults] == ["over-limit"]
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state
