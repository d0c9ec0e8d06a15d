"""AG-UI events made of what changed: every wire's streams, the protocol's own models, and the way back."""

import json
from itertools import accumulate, pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from returns.result import Success

import toolfold
from tests.bridges.streams import WIRES, rows, sent, states
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import begin, block, chunk, delta, end, entry, over, stop
from toolfold.arguments.decode import has_raw_control
from toolfold.bridges.ag_ui import CHANGED, closing_events, events

LIVE = [True, False]


def all_events(found: list[toolfold.State], **how: Any) -> list[dict[str, Any]]:
    return sent(found, events, closing_events, **how)


def folded(*fragments: Any) -> list[toolfold.State]:
    return [*accumulate(fragments, toolfold.feed, initial=toolfold.new())]


def told(*fragments: Any, **how: Any) -> list[dict[str, Any]]:
    """The events of a stream, without its closing ones."""
    return [event for before, after in pairwise(folded(*fragments)) for event in events(before, after, **how)]


def kinds(found: list[dict[str, Any]]) -> list[str]:
    return [event["type"].removeprefix("TOOL_CALL_") for event in found]


class Screen:
    """A front end that takes nothing out of order."""

    def __init__(self) -> None:
        self.open: dict[str, dict[str, str]] = {}
        self.over: list[dict[str, str]] = []
        self.answered: dict[str, str] = {}
        self.changed: set[str] = set()
        self.failed = False

    def take(self, event: dict[str, Any]) -> None:
        assert not self.failed, "nothing comes after an error"
        id_ = event.get("toolCallId", "")
        match event["type"]:
            case "TOOL_CALL_START":
                assert id_ not in self.open, "a call starts once"
                self.open[id_] = {"id": id_, "name": event["toolCallName"], "text": ""}
            case "TOOL_CALL_ARGS":
                assert event["delta"], "an empty piece says nothing"
                self.open[id_]["text"] += event["delta"]
            case "CUSTOM":
                value = event["value"]
                assert event["name"] == CHANGED
                self.changed.add(value["toolCallId"])
                self.open[value["toolCallId"]] |= {"name": value["toolCallName"], "text": value["arguments"]}
            case "TOOL_CALL_END":
                self.over.append(self.open.pop(id_))
            case "TOOL_CALL_RESULT":
                assert id_ not in self.open, "an answer comes after the end"
                assert any(call["id"] == id_ for call in self.over)
                self.answered[id_] = event["content"]
            case "RUN_ERROR":
                self.failed = True
            case kind:
                pytest.fail(f"what is {kind}?")


def shown(found: list[dict[str, Any]]) -> Screen:
    screen = Screen()
    for event in found:
        screen.take(event)
    return screen


def clients(state: toolfold.State) -> list[toolfold.ToolCall]:
    made = [one.unwrap() for one in toolfold.outcomes(state) if isinstance(one, Success)]
    return [call for call in made if call.run_by == "client"]


def value_of(call: toolfold.ToolCall) -> Any:
    return call.text if call.kind == "custom" else call.arguments


def value_shown(call: toolfold.ToolCall, text: str) -> Any:
    """What a front end makes of a text; another call under the same id may have none that it can read."""
    try:
        return text if call.kind == "custom" else json.loads(text, strict=False)
    except ValueError:
        return None


@pytest.mark.parametrize("live", LIVE)
@pytest.mark.parametrize("wire", TABLES)
def test_every_stream_is_sent_in_order_and_whole(wire: str, live: bool) -> None:
    for row, found in rows(wire):
        screen = shown(all_events(found, live=live))
        if screen.failed:
            continue
        assert not screen.open, row.name
        for call in clients(found[-1]):
            texts = [one["text"] for one in screen.over if (one["id"], one["name"]) == (call.id, call.name)]
            assert value_of(call) in [value_shown(call, text) for text in texts], row.name
        faults = [one.failure() for one in toolfold.outcomes(found[-1]) if not isinstance(one, Success)]
        for fault in faults:
            assert fault.run_by == "provider" or fault.id in screen.answered, row.name
        assert live or not screen.changed, row.name


@pytest.mark.parametrize("wire", TABLES)
def test_the_pieces_join_to_the_text_as_it_came(wire: str) -> None:
    """Where nothing was repaired or replaced; and blank arguments are sent as an empty object."""
    for row, found in rows(wire):
        screen = shown(all_events(found))
        for call in clients(found[-1]):
            blank = call.kind == "function" and not call.text.strip()
            as_it_came = call.value in (None, call.text.strip()) and not has_raw_control(call.text)
            if screen.failed or call.id in screen.changed or not (blank or as_it_came):
                continue
            assert {"id": call.id, "name": call.name, "text": "{}" if blank else call.text} in screen.over, row.name


@pytest.mark.parametrize("wire", TABLES)
def test_what_is_sent_is_read_back_as_the_same_calls(wire: str) -> None:
    feed = toolfold.feeder(WIRES["ag-ui"])
    for row, found in rows(wire):
        for live in LIVE:
            made = all_events(found, live=live)
            screen = shown(made)
            again = toolfold.new()
            for event in made:
                again = feed(again, event)
            back = [(call.id, call.name, call.arguments) for call in clients(again)]
            for call in clients(found[-1]):
                if call.kind == "function" and not screen.failed and call.id not in screen.changed:
                    assert (call.id, call.name, call.arguments) in back, (row.name, live)


@pytest.mark.parametrize("wire", TABLES)
def test_the_models_of_the_protocol_take_every_event(wire: str) -> None:
    core, pydantic = require("ag_ui.core"), require("pydantic")
    adapter = pydantic.TypeAdapter(core.Event)
    for _, found in rows(wire):
        for event in all_events(found, message_id="m1"):
            model = adapter.validate_python(json.loads(json.dumps(event)))
            assert model.model_dump(mode="json", by_alias=True, exclude_none=True) == event


@st.composite
def some_states(draw: st.DrawFn) -> list[toolfold.State]:
    """States of a stream that nobody would send, made of two rows of one wire; some of them are left out."""
    wire = draw(st.sampled_from([*TABLES]))
    one, two = (list(draw(st.sampled_from(TABLES[wire])).fragments) for _ in range(2))
    mixed = draw(st.permutations(one + two)) if draw(st.booleans()) else one + two
    found = [*accumulate(mixed, toolfold.feeder(WIRES[wire]), initial=toolfold.new())]
    kept = draw(st.lists(st.booleans(), min_size=len(found), max_size=len(found)))
    return [found[0], *(state for state, keep in zip(found, kept, strict=True) if keep), found[-1]]


def an_id_is_taken(found: list[toolfold.State]) -> bool:
    """Whether a call gets, late, the id that another call has: then nobody can tell the two apart."""
    return any(
        isinstance(one, toolfold.CallNamed)
        and any(other.id == one.id for key, other in after.items() if key != one.call)
        for before, after in pairwise(found)
        for one in toolfold.changes(before, after)
    )


@given(some_states())
def test_whatever_comes_and_whenever_the_server_looks_the_order_holds(found: list[toolfold.State]) -> None:
    assume(not an_id_is_taken(found))
    for live in LIVE:
        screen = shown(all_events(found, live=live))
        assert screen.failed or not screen.open
        for call in [] if screen.failed else clients(found[-1]):
            texts = [one["text"] for one in screen.over if (one["id"], one["name"]) == (call.id, call.name)]
            assert value_of(call) in [value_shown(call, text) for text in texts]


@pytest.mark.parametrize("wire", TABLES)
def test_a_server_that_restarts_sends_the_same(wire: str) -> None:
    for row, found in rows(wire):
        again = [toolfold.restore(json.loads(json.dumps(toolfold.snapshot(state)))).unwrap() for state in found]
        made = [event for one, two in zip(again, found[1:], strict=False) for event in events(one, two)]
        assert made == [event for one, two in pairwise(found) for event in events(one, two)], row.name


# -- what each case looks like


def test_a_call_as_it_is_written() -> None:
    stream = [begin(), block(0, "a", "go", {}), delta(0, '{"to":'), delta(0, '"Oslo"}'), stop(0), *over()]
    assert told(*stream, message_id="m1") == [
        {"type": "TOOL_CALL_START", "toolCallId": "a", "toolCallName": "go", "parentMessageId": "m1"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "a", "delta": '{"to":'},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "a", "delta": '"Oslo"}'},
        {"type": "TOOL_CALL_END", "toolCallId": "a"},
    ]
    assert kinds(told(*stream, live=False)) == ["START", "ARGS", "END"]


def test_a_call_starts_when_its_id_and_name_are_known_and_its_arguments_begin() -> None:
    pieces = [entry(0, name="go"), entry(0, text='{"a"'), entry(0, "a"), entry(0, text=":1}")]
    made = told(*map(chunk, pieces))
    assert made[:2] == [
        {"type": "TOOL_CALL_START", "toolCallId": "a", "toolCallName": "go"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "a", "delta": '{"a"'},
    ]
    assert kinds(made) == ["START", "ARGS", "ARGS"]


def test_a_call_without_an_id_is_sent_when_it_is_over_under_the_id_made_up_for_it() -> None:
    stream = [chunk(entry(0, name="go", text="{}")), end()]
    [call] = toolfold.finalize(toolfold.feed_all(toolfold.new(), stream)).unwrap()
    made = told(*stream)
    assert kinds(made) == ["START", "ARGS", "END"]
    assert {event["toolCallId"] for event in made} == {call.id}


def test_a_name_that_grows_after_the_start_is_told() -> None:
    made = told(chunk(entry(0, "a", "ge", '{"x"')), chunk(entry(0, "a", "get", ":1}")), end())
    assert kinds(made) == ["START", "ARGS", "CUSTOM", "END"]
    assert made[2]["value"] == {"toolCallId": "a", "toolCallName": "get", "arguments": '{"x":1}'}


def test_a_broken_call_is_ended_and_answered_when_nothing_comes_that_could_mend_it() -> None:
    found = folded(chunk(entry(0, "a", "go", '{"x"')), end("length"))
    assert kinds([*events(found[0], found[-1])]) == ["START", "ARGS"]
    made = closing_events(found[-1])
    assert kinds([*made]) == ["END", "RESULT"]
    [fault] = toolfold.finalize(found[-1]).failure().faults
    answer = toolfold.messages.tool_error(fault, "ag-ui")
    assert made[-1] == {
        **{key: answer[key] for key in ("toolCallId", "content", "role")},
        **RESULT,
        "messageId": answer["id"],
    }


RESULT = {"type": "TOOL_CALL_RESULT"}


def test_a_call_without_a_name_is_sent_as_one_that_failed() -> None:
    made = all_events(folded(chunk(entry(0, "a", text='{"x":1}')), end()))
    assert made[0]["toolCallName"] == "unnamed_tool"
    assert kinds(made) == ["START", "ARGS", "END", "RESULT"]


def test_a_call_without_arguments_waits_for_the_end_of_all() -> None:
    stream = [begin(), block(0, "a", "go", {}), stop(0)]
    assert told(*stream, *over()) == []
    assert kinds(all_events(folded(*stream, *over()))) == ["START", "ARGS", "END"]
    assert kinds(all_events(folded(*stream, *over("max_tokens")))) == ["START", "END", "RESULT"]


@pytest.mark.parametrize("wire", TABLES)
def test_a_call_is_ended_as_soon_as_it_is_ready(wire: str) -> None:
    for row, found in rows(wire):
        screen = Screen()
        for before, after in pairwise(found):
            for event in events(before, after):
                screen.take(event)
            ids = [call.id for call in after.values()]  # a later call waits for an open one of its id
            ready = {call.id for call in toolfold.ready(after) if ids.count(call.id) < 2}
            assert screen.failed or ready <= {one["id"] for one in screen.over}, row.name


def test_a_call_that_is_taken_back_after_its_end_is_answered() -> None:
    [row] = [row for row in TABLES["gemini-live"] if row.name == "a_call_taken_back"]
    made = told(*row.fragments)
    assert kinds(made)[-1] == "RESULT"
    assert kinds(made).count("END") == 2
    assert "abandoned" in made[-1]["content"]


def test_arguments_that_were_replaced_are_told() -> None:
    [row] = [row for row in TABLES["openai-responses"] if row.name == "a_final_text_that_differs_is_noted"]
    made = all_events(states("openai-responses", row))
    assert kinds(made).count("CUSTOM") == 1
    assert shown(made).over[0]["text"] == '{"n":1}'
    assert "CUSTOM" not in kinds(all_events(states("openai-responses", row), live=False))


def test_an_empty_object_before_the_arguments_is_not_sent() -> None:
    made = told(chunk(entry(0, "a", "go", "{}")), chunk(entry(0, text='{"x":')), chunk(entry(0, text="1}")), end())
    assert [event["delta"] for event in made if "delta" in event] == ['{"x":', "1}"]


def test_half_a_character_waits_for_its_other_half() -> None:
    made = told(chunk(entry(0, "a", "go", '{"t":"\ud83d')), chunk(entry(0, text='\ude80"}')), end())
    assert [event["delta"] for event in made if "delta" in event] == ['{"t":"', '\U0001f680"}']


def test_an_error_of_the_provider_is_the_last_event() -> None:
    error = {"error": {"type": "overloaded", "message": "try later"}}
    made = told(chunk(entry(0, "a", "go", '{"x"')), error, chunk(entry(0, text=":1}")), end())
    assert kinds(made) == ["START", "ARGS", "RUN_ERROR"]
    assert made[-1] == {"type": "RUN_ERROR", "message": "try later", "code": "overloaded"}
    assert closing_events(toolfold.feed(toolfold.new(), error)) == ()


def test_what_the_provider_runs_is_left_out() -> None:
    assert told(begin(), block(0, "a", "web_search", {"q": "x"}, kind="server_tool_use"), stop(0), *over()) == []


def test_an_abandoned_call_is_ended_and_answered() -> None:
    state = toolfold.feed(toolfold.new(), chunk(entry(0, "a", "go", '{"x":1}')))
    made = events(state, toolfold.abandon(state, "the user pressed stop"))
    assert kinds([*made]) == ["END", "RESULT"]
    assert "the user pressed stop" in str(made[-1]["content"])
    assert closing_events(toolfold.abandon(state, "stop")) == ()


def test_the_cost_is_linear() -> None:
    """A long call costs no more per event at its end than at its start: what was sent is not read again."""
    pieces = [chunk(entry(0, "a", "go", '{"t":"')), *[chunk(entry(0, text="x" * 50)) for _ in range(2_000)]]
    made = told(*pieces)
    assert sum(len(event["delta"]) for event in made if "delta" in event) == 6 + 2_000 * 50
    assert len(made) == 2_002
