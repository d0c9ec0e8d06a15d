"""Rows of the first and third reference system that are no single stream; the others are in ``rows/seeds.py``."""

from functools import reduce
from typing import Any

from returns.result import Failure, Result, Success

import toolfold
from tests.rows.build import begin, block, call, chunk, delta, end, entry, over, parts, stop
from toolfold import messages


def fold(fragments: list[Any], seed: str = "") -> toolfold.State:
    return reduce(toolfold.feed, fragments, toolfold.new(seed))


def test_a1_new_feed_and_finalize_recognise_the_shape_by_themselves() -> None:
    state = toolfold.feed(toolfold.new(), [entry(0, "a", "f", "{}")])
    assert [one.name for one in toolfold.finalize(state).unwrap()] == ["f"]


def test_a6_an_undecodable_call_can_be_answered() -> None:
    [fault] = toolfold.finalize(fold([[entry(0, "a", "f", "{bad}")]])).failure().faults
    assert fault.text == "{bad}"
    assert messages.tool_error(fault, "openai-chat") == {"role": "tool", "tool_call_id": "a", "content": fault.message}
    assert toolfold.calls.arguments_as_map(fault) == {}


def test_a9_a_made_up_id_is_the_one_of_the_non_streaming_path() -> None:
    streamed = [chunk(entry(0, name="f", text='{"n"')), chunk(entry(0, text=":1}")), end()]
    whole = {
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls",
                "message": {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": '{"n":1}'}}]},
            }
        ],
    }
    one, other = (toolfold.finalize(fold(fragments)).unwrap() for fragments in (streamed, [whole]))
    assert one == other
    assert one[0].id_made_up
    assert one[0].id.startswith("call_")


def test_a9_made_up_ids_are_salted_and_replayed() -> None:
    stream = [parts(call("f", {}), call("f", {"n": 1}), finish="STOP")]
    first, again, other = (toolfold.finalize(fold(stream, seed)).unwrap() for seed in ("", "", "run 2"))
    assert first == again
    assert len({one.id for one in (*first, *other)}) == 4


def test_a9_the_message_id_tells_two_responses_apart() -> None:
    one, other = ({**parts(call("f", {}), finish="STOP"), "responseId": id_} for id_ in ("r1", "r2"))
    assert toolfold.ready(fold([one]))[0].id != toolfold.ready(fold([other]))[0].id


def test_a12_an_empty_accumulator_finalises_to_no_calls() -> None:
    assert toolfold.finalize(toolfold.new()) == Success(())


def test_a13_the_stream_is_what_the_whole_response_says() -> None:
    anthropic = [begin(), block(0, "a", "f", {}), delta(0, '{"n":1}'), stop(0), *over()]
    message = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "stop_reason": "tool_use",
        "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {"n": 1}}],
    }
    gemini = [parts(call("f", {"n": 1})), parts(finish="STOP")]
    assert toolfold.finalize(fold(anthropic)) == toolfold.finalize(fold([message]))
    assert toolfold.finalize(fold(gemini)) == toolfold.finalize(fold([parts(call("f", {"n": 1}), finish="STOP")]))


def use(index: Any, **more: Any) -> dict[str, Any]:
    return {"Index": index, "ID": "", "Name": "", "InputJSON": "", **more}


def test_c2_gaps_make_no_filler_calls() -> None:
    assert len(fold([use(0), use(2**60), use(-(2**60))])) == 3


def test_c5_blocks_can_be_read_at_any_time() -> None:
    state = fold([use(0, Name="f", InputJSON='{"n": [1, 2')])
    [view] = toolfold.peek(state)
    assert (view.text, view.arguments, view.open_path) == ('{"n": [1, 2', {"n": [1]}, ("n", 1))


def test_c6_nothing_is_aliased() -> None:
    provider_state = {"s": [1]}
    state = fold([use(0, ID="a", Name="f", ProviderState=provider_state, ProviderStateFormat="gemini")])
    provider_state["s"].append(2)
    [found] = toolfold.finalize(state).unwrap()
    found.extras["ProviderState"]["s"].append(3)  # type: ignore[index]
    assert toolfold.finalize(state).unwrap()[0].extras["ProviderState"] == {"s": [1]}


def test_c7_nothing_is_empty_and_empty_text_is_not() -> None:
    assert len(toolfold.new()) == 0
    assert len(fold([use(0)])) == 1


def test_c8_a_schema_is_one_more_step() -> None:
    def checked(calls: tuple[toolfold.ToolCall, ...]) -> Result[tuple[toolfold.ToolCall, ...], Any]:
        unknown = [one.name for one in calls if one.name != "f"]
        return Failure(unknown) if unknown else Success(calls)

    assert toolfold.finalize(fold([use(0, ID="a", Name="f", InputJSON="{}")])).bind(checked).unwrap()[0].id == "a"
    assert toolfold.finalize(fold([use(0, ID="a", Name="g", InputJSON="{}")])).bind(checked) == Failure(["g"])
