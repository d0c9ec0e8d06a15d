"""Which wire claims which fragment: every event of every row, and of recorded streams where they are at hand."""

from collections import Counter
from functools import reduce
from itertools import accumulate
from typing import Any

import pytest

import toolfold
from tests.recorded import needed, recordings
from tests.rows import TABLES
from tests.rows.build import chunk, end, entry
from toolfold.core.state import base_of
from toolfold.testing.check import is_bare_error
from toolfold.testing.trial import overheard, trial_of
from toolfold.testing.writers.writer import wire_named
from toolfold.wires import recognised
from toolfold.wires.envelopes import opened

NAMES = [wire.name for wire in toolfold.WIRES]
ALIKE = {
    "ai-sdk-model": {"ai-sdk-ui"},  # a frame of a stream: start, finish and their steps have one shape in both
    "nous": {"openai-chat"},  # a list of partial calls
}
"""Which wire may claim fragments of which, if nothing came before: shapes that two wires share."""


def claimed(fragment: Any, before: str = "") -> str:
    """The name of the wire that claims a fragment, or "" if it is silent."""
    found = recognised(opened(fragment), toolfold.WIRES, before)
    return "" if found is None else found.name


def confusion(streams: list[tuple[str, list[Any]]]) -> dict[str, Counter[str]]:
    """For each wire, how many of its fragments each wire claims, judging every fragment by its shape alone."""
    found: dict[str, Counter[str]] = {}
    for wire, fragments in streams:
        own = found.setdefault(wire, Counter())
        own.update(claimed(fragment) for fragment in fragments if not is_bare_error(fragment))
    return found


ROWS = [(wire, list(row.fragments)) for wire, rows in TABLES.items() for row in rows]


def test_every_wire_has_rows() -> None:
    assert set(TABLES) == set(NAMES)


@pytest.mark.parametrize("wire", NAMES)
def test_events_of_rows_are_claimed_by_their_wire_or_by_none(wire: str) -> None:
    claims = confusion([one for one in ROWS if one[0] == wire])[wire]
    strangers = {name: count for name, count in claims.items() if name not in {wire, "", *ALIKE.get(wire, ())}}
    assert strangers == {}
    assert claims[wire] > 10


@pytest.mark.parametrize("wire", [name for name in NAMES if name != "nous"])
def test_within_its_stream_every_event_is_read_by_its_wire(wire: str) -> None:
    """Once a stream is known, shapes that wires share are decided by it: no event is read by another wire."""
    for row in TABLES[wire]:
        trial = trial_of(wire_named(wire), row, toolfold.feed)
        said, states = overheard(trial)
        for number, (name, deltas) in enumerate(said):
            known = base_of(states[number]).wire
            assert not deltas or name == wire or not known or row.name in SWITCHES, (row.name, number, name)


SWITCHES = ("bare_error",)


# ------------------------------------------------------------------------------------------- recorded streams


@needed
def test_events_of_recordings_are_claimed_by_their_wire_or_by_none() -> None:
    streams = [(one.wire, one.events) for one in recordings()]
    assert streams
    table = confusion(streams)
    strangers = {
        (wire, name): count
        for wire, claims in table.items()
        for name, count in claims.items()
        if name not in {wire, "", *ALIKE.get(wire, ())}
    }
    assert strangers == {}
    assert all(claims[wire] for wire, claims in table.items())


@needed
def test_no_recording_switches_its_wire() -> None:
    for one in recordings():
        state = reduce(toolfold.feed, one.events, toolfold.new())
        assert base_of(state).wire in (one.wire, ""), one.name
        assert "wire-switched" not in {note.kind for note in toolfold.notes(state)}


# -------------------------------------------------------------------------------------------- ambiguous pairs

HEADS: dict[str, list[Any]] = {wire: list(TABLES[wire][0].fragments) for wire in NAMES}
SHARED_ERRORS = [{"error": "busy"}, {"error": {"type": "busy", "message": "later"}}, {"error": {"code": 503}}]


def known_as(wire: str) -> toolfold.State:
    """A state whose stream was recognised as a wire by what it said of a call."""
    for row in TABLES[wire]:
        for state in accumulate(row.fragments, toolfold.feed, initial=toolfold.new()):
            if base_of(state).wire == wire and base_of(state).error is None:
                return state
    raise AssertionError(wire)


@pytest.mark.parametrize("wire", NAMES)
@pytest.mark.parametrize("fragment", SHARED_ERRORS, ids=["text", "object", "number"])
def test_a_bare_error_is_of_the_stream_that_it_comes_in(wire: str, fragment: Any) -> None:
    state = toolfold.feed(known_as(wire), fragment)
    assert base_of(state).wire == wire
    assert base_of(state).error is not None
    assert "wire-switched" not in {note.kind for note in toolfold.notes(state)}


PAIRS: list[tuple[str, Any, str, str]] = [
    ("an error of the AI SDK's models or Anthropic", {"type": "error", "error": {"type": "x", "message": "y"}},
     "ai-sdk-model", "anthropic-messages"),
    ("the frame of a step", {"type": "finish-step"}, "ai-sdk-model", "ai-sdk-ui"),
    ("the end of a stream of the AI SDK", {"type": "finish", "finishReason": "length"}, "ai-sdk-ui", "ai-sdk-model"),
    ("a list of partial calls", [entry(0, "z", "f", "{}")], "nous", "openai-chat"),
    ("an error of Responses or of Realtime", {"type": "error", "error": {"type": "x"}, "event_id": "e"},
     "openai-realtime", "openai-realtime"),
]  # fmt: skip


@pytest.mark.parametrize(("fragment", "one", "other"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_ambiguous_shapes_belong_to_the_wire_before(fragment: Any, one: str, other: str) -> None:
    assert claimed(fragment, one) == one
    assert claimed(fragment, other) == other


# ---------------------------------------------------------------------------------------------- pairs that differ

APART: list[tuple[str, Any]] = [
    ("openai-responses", {"type": "response.output_item.done", "sequence_number": 3, "item": {}}),
    ("openai-realtime", {"type": "response.output_item.done", "event_id": "e", "response_id": "r", "item": {}}),
    ("anthropic-messages", {"type": "error", "error": {"type": "overloaded_error"}}),
    ("openai-responses", {"type": "error", "message": "m", "code": "c"}),
    ("openai-responses", {"type": "error", "error": {"type": "x"}, "status": 500}),
    ("openai-responses", {"type": "error", "error": {"type": "x"}, "sequence_number": 3}),
    ("openai-realtime", {"type": "error", "event_id": "e", "message": "m"}),
    ("ai-sdk-ui", {"type": "error", "errorText": "m"}),
    ("gemini-interactions", {"event_type": "error", "error": {"code": "c"}}),
    ("langchain-protocol", {"event": "error", "message": "m"}),
    ("cohere-v2", {"type": "message-start", "id": "m"}),
    ("langchain-protocol", {"event": "message-start", "id": "m", "role": "ai"}),
    ("cohere-v2", {"type": "tool-call-delta", "index": 0, "delta": {"message": {"tool_calls": {}}}}),
    ("cohere-v1", {"response_id": "r", "text": "t"}),
    ("", {"response_id": "r", "documents": []}),
    ("", {"type": "text", "response_id": "r", "text": "t"}),
    ("", {"type": "tool-call-delta", "index": 0, "args": "{"}),
    ("", {"type": "tool-call-delta", "toolCallId": "c", "toolName": "f", "argsTextDelta": "{"}),
    ("ai-sdk-ui", {"type": "tool-input-start", "toolCallId": "c", "toolName": "f"}),
    ("ai-sdk-model", {"type": "tool-input-start", "id": "c", "toolName": "f"}),
    ("ai-sdk-model", {"type": "error", "error": "busy"}),
    ("ai-sdk-model", {"type": "finish-step", "finishReason": "stop", "usage": {}}),
    ("ai-sdk-model", {"type": "finish", "finishReason": "stop", "totalUsage": {}}),
    ("ai-sdk-model", {"content": [{"type": "tool-call", "toolCallId": "c"}], "finishReason": "stop"}),
    ("ai-sdk-model", {"content": [{"type": "tool-call", "tool_call_id": "c"}], "finish_reason": "stop"}),
    ("", {"content": [{"type": "tool-call", "toolCallId": "c"}]}),
    ("", {"role": "assistant", "content": [{"type": "text", "text": "t"}]}),
    ("", {"role": "user", "parts": [{"type": "tool-f", "toolCallId": "c"}]}),
    ("", {"role": "assistant", "parts": [{"type": "data-f", "toolCallId": "c"}, {"type": "tool-f"}]}),
    ("ag-ui", {"type": "TEXT_MESSAGE_END", "messageId": "m"}),
    ("", {"type": "SOMETHING_ELSE"}),
    ("", {"type": "error"}),
    ("gemini-generate", {"function_call": {"name": "f", "args": {}}}),
    ("gemini-generate", {"function_call": {"name": "f", "partial_args": []}}),
    ("gemini-generate", {"function_call": {"name": "f", "will_continue": True}}),
    ("gemini-generate", {"partial_args": []}),
    ("gemini-generate", {"partialArgs": []}),
    ("gemini-generate", {"will_continue": False}),
    ("gemini-generate", {"promptFeedback": {"blockReason": "SAFETY"}}),
    ("openai-chat", {"function_call": {"name": "f", "arguments": "{}"}, "thought_signature": "s"}),
    ("", {"function_call": "f", "thought_signature": "s"}),
    ("", {"function_call": {"name": "f"}}),
    ("", {"type": "part", "functionCall": {"name": "f", "args": {}}}),
    ("", {"object": "list", "candidates": []}),
    ("", {"type": "message", "serverContent": {}}),
    ("gemini-interactions", {"id": "i", "status": "completed", "steps": []}),
    ("", {"id": "i", "status": "unheard_of", "steps": []}),
    ("", {"id": "i", "status": "completed", "steps": {}}),
    ("openai-chat", {"function_call": {"name": "f", "arguments": "{}"}}),
    ("nous", {"name": "f", "arguments": {}}),
    ("nous", {"id": "a", "name": "f", "input": {}}),
    ("anthropic-messages", {"type": "tool_use", "id": "a", "name": "f", "input": {}}),
    ("brainlid", {"status": "incomplete", "type": "function", "call_id": "a", "name": "f", "arguments": "{"}),
    ("openai-responses", {"status": "completed", "type": "function_call", "call_id": "a", "name": "f"}),
    ("bedrock-converse", {"metadata": {"usage": {"totalTokens": 1}}}),
    ("", {"metadata": {"thought_signature": "s"}}),
    ("gemini-live", {"toolCall": {"functionCalls": [{"id": "a", "name": "f"}]}}),
    ("ollama-chat", {"message": {"role": "assistant"}, "done": False}),
    ("openai-chat", {"choices": [{"message": {"role": "assistant"}}]}),
    ("bedrock-converse", {"event": {"contentBlockStop": {"contentBlockIndex": 0}}}),
    ("langchain-chunks", {"event": "on_chat_model_stream", "data": {"chunk": {"tool_call_chunks": []}}}),
    ("", {"type": "ping"}),
]


@pytest.mark.parametrize(
    ("wire", "fragment"), APART, ids=[f"{n}-{wire or 'none'}" for n, (wire, _) in enumerate(APART)]
)
def test_pairs_that_look_alike_and_are_not(wire: str, fragment: Any) -> None:
    assert claimed(fragment) == wire


# ------------------------------------------------------------------------------------------------------ switches


def test_a_switch_of_wire_in_one_stream_is_a_note() -> None:
    stream = [chunk(entry(0, "a", "f", "{}")), end(), {"type": "tool_use", "id": "b", "name": "g", "input": {}}]
    state = reduce(toolfold.feed, stream, toolfold.new())
    assert [note.count for note in toolfold.notes(state) if note.kind == "wire-switched"] == [1]
    assert [one.unwrap().id for one in toolfold.outcomes(state)] == ["a", "b"]


def test_what_nous_mixes_is_no_switch() -> None:
    stream = [[entry(0, "a", "f", "{}")], {"name": "g", "arguments": {}}, [entry(1, "b", "f", "{}")]]
    state = reduce(toolfold.feed, stream, toolfold.new())
    assert "wire-switched" not in {note.kind for note in toolfold.notes(state)}


def test_a_fragment_that_says_nothing_is_no_switch() -> None:
    state = toolfold.feed(toolfold.new(), chunk(entry(0, "a", "f", "{}")))
    assert toolfold.feed(state, {"type": "message_start", "message": {"content": []}}) is not None
    assert "wire-switched" not in {note.kind for note in toolfold.notes(toolfold.feed(state, {"type": "ping"}))}
