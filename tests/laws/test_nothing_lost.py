"""Every character of argument text is in a call, in a fault, or counted in a note, in broken streams too."""

from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolfold
from tests.rows import TABLES
from toolfold.core.deltas import Piece, Value
from toolfold.testing import LAWS, Row, Trial, trial_of
from toolfold.testing.accounting import held, noted_in
from toolfold.testing.places import places, reads, replaced, without
from toolfold.testing.trial import overheard
from toolfold.testing.writers.writer import wire_named

LAW = LAWS[14]
ROWS = [(wire, row) for wire, rows in TABLES.items() for row in rows]
every_wire = pytest.mark.parametrize("wire", TABLES)


def on_trial(wire: str, row: Row) -> Trial:
    return trial_of(wire_named(wire), row, None if wire == "nous" else toolfold.feed)


@st.composite
def broken_rows(draw: st.DrawFn) -> tuple[str, Row]:
    """A row with some of its fragments dropped, repeated, swapped, or taken from another row of the same wire."""
    wire, row = draw(st.sampled_from(ROWS))
    fragments = [*row.fragments]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(fragments) - 1)))
        match draw(st.sampled_from(("drop", "repeat", "swap", "other", "cut"))):
            case "drop":
                del fragments[at : at + 1]
            case "repeat":
                fragments[at:at] = fragments[at : at + 1]
            case "swap":
                fragments[at : at + 2] = reversed(fragments[at : at + 2])
            case "other":
                fragments[at:at] = draw(st.sampled_from(TABLES[wire])).fragments
            case _:
                del fragments[at:]
    return wire, Row(f"{row.name}_broken", fragments, [])


@given(broken_rows())
def test_accounts_of_broken_rows_are_right(broken: tuple[str, Row]) -> None:
    LAW.check(on_trial(*broken))


@every_wire
def test_a_fragment_that_lost_its_key_still_counts(wire: str) -> None:
    """Take the key of a call out of a fragment, or make it nonsense: the text is in some call, or counted."""
    tried = 0
    for row in TABLES[wire]:
        trial = on_trial(wire, row)
        for number, (name, deltas) in enumerate(overheard(trial)[0]):
            texts = [delta.text for delta in deltas if isinstance(delta, Piece | Value) and len(delta.text) > 1]
            if name != wire or len(texts) != 1:
                continue
            for damaged in keyless(row.fragments[number], texts[0]):
                tried += 1
                check(trial, number, damaged, texts[0])
    assert tried > 10 or wire in WITHOUT_KEYS


WITHOUT_KEYS = ("gemini-generate", "gemini-live", "ollama-chat", "brainlid", "ai-sdk-ui")
"""Wires whose arguments are data, or whose fragments keep their keys where the arguments are."""

KEYS = {"index", "_index", "Index", "output_index", "contentBlockIndex", "item_id", "id", "call_id", "tool_call_id"}
KEYS |= {"toolCallId", "toolUseId", "call", "response_id", "sequence_number"}


def keyless(fragment: Any, text: str) -> list[Any]:
    if sum(value == text for _, value in places(fragment)) != 1:
        return []
    keys = [place for place, _ in places(fragment) if place and place[-1] in KEYS]
    damaged = [without(fragment, key) for key in keys]
    return [*damaged, *(replaced(fragment, key, value) for key in keys for value in (None, -1, "nonsense", [], 1.5))]


def check(trial: Trial, number: int, fragment: Any, text: str) -> None:
    if not trial.wire.recognises(fragment):
        return
    before = trial.states[number]
    after = trial.feed(before, fragment)
    brought = sum(len(one.text) for one in reads(trial.wire, fragment) if isinstance(one, Piece | Value))
    counted = noted_in(after) - noted_in(before)
    assert brought >= len(text) or counted >= len(text), fragment
    LAW.check(trial_of(trial.wire, Row("keyless", [*trial.row.fragments[:number], fragment], []), trial.feed))


@pytest.mark.parametrize(
    ("wire", "fragment"),
    [
        (
            "anthropic-messages",
            {"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": "{}"}},
        ),
        (
            "anthropic-messages",
            {"type": "content_block_start", "content_block": {"type": "tool_use", "name": "f", "input": [""]}},
        ),
        ("gemini-interactions", {"event_type": "step.delta", "delta": {"type": "arguments_delta", "arguments": "{}"}}),
        ("gemini-interactions", {"event_type": "step.start", "step": {"type": "function_call", "arguments": [""]}}),
        ("nous", {"_phase": "partial", "_index": "x", "partial_json": "{}"}),
        ("pydantic-ai", {"event_kind": "part_start", "part": {"part_kind": "tool-call", "args": "{}"}}),
        ("pydantic-ai", {"event_kind": "part_delta", "delta": {"part_delta_kind": "tool_call", "args_delta": "{}"}}),
        ("pydantic-ai", {"event_kind": "part_end", "part": {"part_kind": "tool-call", "args": "{}"}}),
    ],
)
def test_text_without_a_key_is_counted(wire: str, fragment: Any) -> None:
    state = toolfold.feeder(wire_named(wire))(toolfold.new(), fragment)
    [note] = toolfold.notes(state)
    assert (note.kind, note.characters) in (("text-dropped", 2), ("text-dropped", 4))
    assert len(state) == 0


def test_what_stays_in_the_calls_and_what_is_counted_add_up() -> None:
    chunk = {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": "late"}}]}}]}
    head = {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}
    done = {"choices": [{"index": 0, "delta": {"tool_calls": [head]}, "finish_reason": "tool_calls"}]}
    state = reduce(toolfold.feed, [done, chunk, chunk], toolfold.new())
    assert (held(state), noted_in(state)) == (2, 8)
