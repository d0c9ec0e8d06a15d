"""Streams of Bedrock Converse, and of Strands, which wraps them."""

import base64
import json
from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, begin, block, delta, fault, over, sound, stop

Event = dict[str, Any]


def at(index: Any) -> Event:
    return {} if index is None else {"contentBlockIndex": index}


def head(index: Any, id_: Any = ..., name: Any = ..., **more: Any) -> Event:
    tool = {key: value for key, value in (("toolUseId", id_), ("name", name)) if value is not ...}
    return {"contentBlockStart": {**at(index), "start": {"toolUse": {**tool, **more}}}}


def piece(index: Any, given: Any = ..., id_: Any = ..., name: Any = ...) -> Event:
    tool = {key: value for key, value in (("input", given), ("toolUseId", id_), ("name", name)) if value is not ...}
    return {"contentBlockDelta": {**at(index), "delta": {"toolUse": tool}}}


def said(index: Any, text: str) -> Event:
    return {"contentBlockDelta": {**at(index), "delta": {"text": text}}}


def closed(index: Any) -> Event:
    return {"contentBlockStop": at(index)}


START: Event = {"messageStart": {"role": "assistant"}}
USAGE: Event = {"metadata": {"usage": {"inputTokens": 1, "outputTokens": 2}, "metrics": {"latencyMs": 3}}}


NULLS: Event = {
    **dict.fromkeys(["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"]),
    **dict.fromkeys(["metadata", "output", "toolUse", "throttlingException", "Error", "error"]),
}


def end(reason: str = "tool_use") -> list[Event]:
    return [{"messageStop": {"stopReason": reason}}, USAGE]


def one_call(*pieces: str, reason: str = "tool_use") -> list[Event]:
    return [START, head(0, "a", "f"), *(piece(0, text) for text in pieces), closed(0), *end(reason)]


def response(*content: Any, reason: str = "tool_use") -> Event:
    message = {"role": "assistant", "content": list(content)}
    return {"output": {"message": message}, "stopReason": reason, "usage": {"inputTokens": 1}}


def use(id_: str, name: str, given: Any = ..., **more: Any) -> Event:
    return {"toolUse": {"toolUseId": id_, "name": name, **({} if given is ... else {"input": given}), **more}}


ROWS = [
    *kinds.rows(one_call),
    Row("one_call", one_call("", '{"n"', ":1}"), [sound("a", "f", {"n": 1}, index=0, run_by="client", extras={})], ()),
    Row(
        "two_calls_between_texts",
        [
            START,
            said(0, '{"n":'),
            closed(0),
            head(1, "a", "f"),
            piece(1, '{"n":1}'),
            closed(1),
            said(2, "}"),
            closed(2),
            head(3, "b", "f"),
            piece(3, '{"n":2}'),
            closed(3),
            *end(),
        ],
        [sound("a", "f", {"n": 1}, index=1), sound("b", "f", {"n": 2}, index=3)],
        (),
    ),
    Row(
        "interleaved_blocks_are_told_apart_by_their_index",
        [
            START,
            head(2, "b", "g"),
            head(0, "a", "f"),
            piece(2, '{"m"'),
            piece(0, '{"n"'),
            piece(2, ":2}"),
            piece(0, ":1}"),
            closed(2),
            closed(0),
            *end(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {"m": 2})],
        (),
    ),
    Row(
        "other_deltas_of_a_block_are_no_arguments",
        [
            START,
            {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"reasoningContent": {"text": "{"}}}},
            {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"reasoningContent": {"signature": "c2ln"}}}},
            head(1, "a", "f"),
            said(1, "{"),
            {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"citation": {"title": "{"}}}},
            {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"image": {"source": {}}}}},
            piece(1, '{"n":1}'),
            closed(1),
            *end(),
        ],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "a_tool_of_the_provider_and_its_result",
        [
            START,
            head(0, "s", "nova_grounding", type="server_tool_use"),
            piece(0, '{"query":"x"}'),
            closed(0),
            {"contentBlockStart": {"contentBlockIndex": 1, "start": {"toolResult": {"toolUseId": "s"}}}},
            {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"toolResult": [{"text": "{"}]}}},
            closed(1),
            *end("end_turn"),
        ],
        [sound("s", "nova_grounding", {"query": "x"}, run_by="provider", extras={"type": "server_tool_use"})],
        (),
    ),
    Row(
        "padding_and_an_ordinary_type_say_nothing",
        [{key: {**event, "p": "abc"}, "p": "ab"} for one in one_call("{}") for key, event in one.items()]
        + [head(1, "b", "g", type="tool_use"), closed(1)],
        [sound("a", "f", {}, extras={}), sound("b", "g", {}, extras={})],
        (),
    ),
    Row(
        "unknown_fields_are_kept",
        [
            START,
            head(0, "a", "f", reasoningSignature="c2ln", cacheHint=None),
            {**piece(0, "{}"), "futureEvent": None},
            closed(0),
            *end(),
        ],
        [sound("a", "f", {}, extras={"reasoningSignature": "c2ln"})],
        (),
    ),
    Row(
        "events_that_name_all_others_as_null",
        [{**NULLS, **event} for event in one_call("", '{"n"', ":1}")],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "an_event_that_nobody_knows_is_nothing",
        [*one_call("{}"), {"futureEvent": {"toolUse": {"toolUseId": "x"}}}, {"contentBlockDelta": {}, "other": {}}],
        [sound("a", "f", {})],
        (),
    ),
    # ---- ids, names and indexes
    Row(
        "id_and_name_in_the_delta",
        [
            START,
            {"contentBlockStart": {"contentBlockIndex": 0, "start": {}}},
            piece(0, '{"n"', "a", "f"),
            piece(0, ":1}"),
            closed(0),
            piece(1, "", "b", "g"),
            closed(1),
            *end(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "what_a_delta_with_an_id_says_beyond_its_call",
        [
            START,
            {
                "contentBlockDelta": {
                    "contentBlockIndex": 0,
                    "delta": {"toolUse": {"toolUseId": "s", "name": "go", "input": "{", "type": "server_tool_use"}},
                }
            },
            piece(0, "}"),
            closed(0),
            *end(),
        ],
        [sound("s", "go", {}, run_by="provider", extras={"type": "server_tool_use"})],
        (),
    ),
    Row(
        "text_before_id_and_name",
        [START, piece(3, '{"n"'), piece(3, ":1}", "a", "f"), closed(3), *end()],
        [sound("a", "f", {"n": 1}, index=3)],
        (),
    ),
    Row(
        "id_and_name_in_every_delta",
        [START, head(0, "a", "f"), piece(0, '{"n"', "a", "f"), piece(0, ":1}", "a", "f"), closed(0), *end()],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "another_id_in_a_delta_at_a_used_index_is_another_call",
        [
            START,
            piece(0, '{"n":1}', "a", "f"),
            closed(0),
            piece(0, '{"n":', "b", "f"),
            piece(0, "2}"),
            closed(0),
            *end(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "f", {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "another_id_without_a_name_changes_nothing",
        [START, head(0, "a", "f"), piece(0, '{"n"', "b"), piece(0, ":1}", "c"), closed(0), *end()],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "late_id_and_name",
        [START, head(0), piece(0, '{"n"'), piece(0, ":1}", "a"), piece(0, name="f"), closed(0), *end()],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "empty_and_null_names_and_ids_are_absent",
        [START, head(0, "a", "f"), piece(0, "{}", "", ""), piece(0, None, None, None), closed(0), *end()],
        [sound("a", "f", {})],
        (),
    ),
    Row("no_id", [START, head(0, name="f"), piece(0, "{}"), closed(0), *end()], [sound(None, "f", {})], ()),
    Row("a_number_as_id", [START, head(0, 7, "f"), piece(0, "{}"), closed(0), *end()], [sound("7", "f", {})], ()),
    Row(
        "no_name",
        [START, head(0, "a"), piece(0, '{"n":1}'), closed(0), *end()],
        [fault("missing-name", "a", None, '{"n":1}')],
    ),
    Row(
        "the_first_name_and_id_stay",
        [START, head(0, "a", "f"), piece(0, "{}", name="g"), closed(0), *end()],
        [sound("a", "f", {})],
        (),
    ),
    Row(
        "indexes_as_digits_and_whole_floats",
        [START, head("1", "a", "f"), piece(1.0, '{"n":1}'), closed(1), *end()],
        [sound("a", "f", {"n": 1}, index=1)],
        (),
    ),
    Row(
        "without_indexes_blocks_are_one_after_the_other",
        [
            START,
            {"contentBlockStart": {"start": {}}},
            said(None, "{"),
            head(None, "a", "f"),
            piece(None, '{"n":1}'),
            closed(None),
            head(None, "b", "g"),
            piece(None, '{"n"'),
            piece(None, ":2}"),
            closed(None),
            closed(None),
            *end(),
        ],
        [sound("a", "f", {"n": 1}, index=None), sound("b", "g", {"n": 2}, index=None)],
        (),
    ),
    Row(
        "an_index_of_null_or_less_than_zero_is_no_index",
        [
            START,
            head(-1, "a", "f"),
            piece(-1, '{"n":1}'),
            {"contentBlockStop": {"contentBlockIndex": None}},
            {"contentBlockStart": {"contentBlockIndex": None, "start": {"toolUse": {"toolUseId": "b", "name": "g"}}}},
            {"contentBlockDelta": {"contentBlockIndex": None, "delta": {"toolUse": {"input": "{}"}}}},
            *end(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "without_indexes_ids_in_the_deltas_tell_the_calls_apart",
        [START, piece(None, '{"n":1}', "a", "f"), piece(None, '{"n":', "b", "f"), piece(None, "2}", "b"), *end()],
        [sound("a", "f", {"n": 1}), sound("b", "f", {"n": 2})],
        (),
    ),
    Row(
        "two_calls_with_one_id",
        [
            START,
            head(None, "f", "f"),
            piece(None, '{"n":1}'),
            closed(None),
            head(None, "f", "f"),
            piece(None, '{"n":2}'),
            closed(None),
            *end(),
        ],
        [sound("f", "f", {"n": 1}), sound("f", "f", {"n": 2})],
        (),
    ),
    Row(
        "a_start_at_a_used_index_opens_a_call",
        [START, head(0, "a", "f"), piece(0, '{"n":1}'), head(0, "b", "g"), piece(0, '{"n":2}'), closed(0), *end()],
        [sound("a", "f", {"n": 1}), sound("b", "g", {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "arguments_as_an_object",
        [START, head(0, "a", "f"), piece(0, {"n": [1]}), closed(0), *end()],
        [sound("a", "f", {"n": [1]})],
        ("arguments-not-text",),
    ),
    Row(
        "an_input_in_the_start_counts_if_nothing_else_comes",
        [
            START,
            head(0, "a", "f", input={"n": 1}),
            closed(0),
            head(1, "b", "g", input={"n": 1}),
            piece(1, '{"n":2}'),
            closed(1),
            head(2, "c", "h", input={}),
            closed(2),
            *end(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {"n": 2}), sound("c", "h", {})],
        (),
    ),
    # ---- ends
    Row(
        "metadata_may_come_before_the_end",
        [*one_call("{}")[:-2], USAGE, {"messageStop": {"stopReason": "tool_use"}}],
        [sound("a", "f", {})],
        (),
    ),
    Row("the_end_may_be_called_end_turn", one_call('{"n":1}', reason="end_turn"), [sound("a", "f", {"n": 1})], ()),
    Row("an_end_without_a_reason", [*one_call("")[:-2], {"messageStop": {}}], [sound("a", "f", {})], ()),
    *(
        Row(
            f"{reason}_cuts_the_last_call",
            [
                START,
                head(0, "a", "f"),
                closed(0),
                head(1, "b", "g"),
                closed(1),
                *end(reason),
            ],
            [sound("a", "f", {}), fault("truncated", "b", "g", "")],
        )
        for reason in (
            "max_tokens",
            "model_context_window_exceeded",
            "guardrail_intervened",
            "content_filtered",
            "malformed_model_output",
            "malformed_tool_use",
        )
    ),
    Row(
        "a_limit_in_the_middle_of_the_text",
        one_call('{"t":"x', reason="max_tokens"),
        [fault("truncated", "a", "f", '{"t":"x')],
    ),
    Row(
        "a_dropped_stream",
        [START, head(0, "a", "f"), piece(0, '{"n":1}'), head(1, "b", "g"), piece(1, '{"n"'), head(2, "c", "h")],
        [sound("a", "f", {"n": 1}), fault("truncated", "b", "g", '{"n"'), fault("truncated", "c", "h", "")],
        ("no-end",),
    ),
    Row(
        "a_stop_is_an_end_although_the_stream_is_dropped",
        [START, head(0, "a", "f"), closed(0), head(None, "b", "g"), closed(None)],
        [sound("a", "f", {}), sound("b", "g", {})],
        (),
    ),
    Row(
        "a_delta_after_the_end",
        [*one_call('{"n"'), piece(0, ":1}")],
        [sound("a", "f", {"n": 1})],
        ("late-delta",),
    ),
    Row(
        "a_delta_after_a_whole_call_changes_nothing",
        [*one_call('{"n":1}'), piece(0, "}"), head(1, "b", "g"), closed(1)],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        ("late-delta",),
    ),
    Row(
        "a_delta_for_a_block_that_nobody_opened",
        [START, head(0, "a", "f"), piece(4, '{"n":1}'), closed(4), closed(0), *end()],
        [sound("a", "f", {}), fault("missing-name", None, None, '{"n":1}')],
    ),
    Row(
        "text_without_an_index_before_any_block",
        [START, piece(None, '{"n":1}'), closed(None), *end()],
        [fault("missing-name", None, None, '{"n":1}')],
    ),
    Row(
        "two_messages_of_one_agent_run",
        [*one_call('{"n":1}'), *one_call('{"n":2}'), *one_call("", reason="max_tokens")],
        [sound("a", "f", {"n": 1}), sound("a", "f", {"n": 2}), fault("truncated", "a", "f", "")],
        (),
    ),
    *(
        Row(
            f"error_{kind}",
            [START, head(0, "a", "f"), piece(0, '{"n"'), {kind: {"message": "Try again."}}],
            [fault("truncated", "a", "f", '{"n"')],
            error=kind,
        )
        for kind in (
            "internalServerException",
            "modelStreamErrorException",
            "validationException",
            "throttlingException",
            "serviceUnavailableException",
            "modelTimeoutException",
            "futureException",
        )
    ),
    Row(
        "an_error_without_a_message_of_its_own",
        [START, {"modelStreamErrorException": {"originalMessage": "no", "originalStatusCode": 500}}],
        [],
        error="modelStreamErrorException",
    ),
    Row(
        "an_error_of_a_gateway",
        [START, head(0, "a", "f"), {"error": {"code": 529, "message": "busy"}}],
        [fault("truncated", "a", "f", "")],
        error="529",
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"contentBlockStart": {}},
            {"contentBlockStart": {"contentBlockIndex": 0, "start": None}},
            {"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": "x"}}},
            {"contentBlockDelta": {"contentBlockIndex": 0, "delta": None}},
            {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"toolUse": {}}}},
            {"contentBlockDelta": "text"},
            {"contentBlockStop": {}},
            {"contentBlockStop": {"contentBlockIndex": [1]}},
            {"messageStop": None},
            {"metadata": {"thought_signature": "s"}},
            {"p": "abc"},
            [{"text": "x"}, "y"],
            {**use("a", "f", {}), "type": "other"},
        ],
        [],
        (),
    ),
    # ---- whole responses and bare blocks
    Row(
        "a_whole_response",
        [response({"text": "{"}, use("a", "f", {"n": 1}), use("b", "g", {}, reasoningSignature="s"), "x")],
        [sound("a", "f", {"n": 1}, index=1), sound("b", "g", {}, index=2, extras={"reasoningSignature": "s"})],
        (),
    ),
    Row(
        "a_whole_response_of_the_provider_s_tools",
        [response(use("s", "nova_grounding", {"query": "x"}, type="server_tool_use"), reason="end_turn")],
        [sound("s", "nova_grounding", {"query": "x"}, run_by="provider")],
        (),
    ),
    Row(
        "a_whole_response_that_was_cut",
        [response(use("a", "f", {"n": 1}), use("b", "g", {}), reason="max_tokens")],
        [sound("a", "f", {"n": 1}), fault("truncated", "b", "g", "")],
        (),
    ),
    Row("a_whole_response_without_calls", [response({"text": "x"}), {"output": {"message": {}}}], [], ()),
    Row(
        "bare_blocks",
        [use("a", "f", {"n": 1}), [{"text": "x"}, use("b", "g", {}), use("c", "h", {"n": 2})]],
        [sound("a", "f", {"n": 1}, index=None), sound("b", "g", {}), sound("c", "h", {"n": 2})],
        (),
    ),
    Row(
        "an_error_without_a_code_is_none",
        [{**use("a", "f", {}), "Error": {"Message": "y"}}],
        [sound("a", "f", {})],
        (),
    ),
    Row(
        "bare_blocks_with_one_id",
        [use("f", "f", {"n": 1}), [use("f", "f", {"n": 2})]],
        [sound("f", "f", {"n": 1}), sound("f", "f", {"n": 2})],
        (),
    ),
    Row(
        "a_bare_block_is_whole_only_with_an_object",
        [use("a", "f"), use("b", "g", '{"n":1}')],
        [fault("truncated", "a", "f", ""), sound("b", "g", {"n": 1})],
        ("no-end",),
    ),
    # ---- Strands
    Row(
        "strands_wraps_events_and_repeats_them",
        [
            {"init_event_loop": True, "request_state": {}},
            {"start": True},
            {"event": START},
            {"event": {"contentBlockStart": {"start": {}}}},
            {"event": said(None, "Let me see. {")},
            {"data": "Let me see. {", "delta": {"text": "Let me see. {"}},
            {"event": head(None, "f", "f", reasoningSignature="c2ln")},
            {"event": piece(None, '{"n"')},
            {
                "type": "tool_use_stream",
                "delta": {"toolUse": {"input": '{"n"'}},
                "current_tool_use": {"toolUseId": "f", "name": "f", "input": '{"n"'},
            },
            {"event": piece(None, ":1}")},
            {
                "delta": {"toolUse": {"input": ":1}"}},
                "current_tool_use": {"toolUseId": "f", "name": "f", "input": '{"n":1}'},
            },
            {"event": closed(None)},
            {"event": head(None, "f", "f")},
            {"event": piece(None, '{"n":2}')},
            {"event": closed(None)},
            {"event": closed(None)},
            {"event": {"messageStop": {"stopReason": "tool_use"}}},
            {"event": {"redactContent": {"redactAssistantContentMessage": "no"}}},
            {"event": USAGE},
            {"message": {"role": "assistant", "content": [use("f", "f", {"n": 1}), use("f", "f", {"n": 2})]}},
            {"message": {"role": "user", "content": [{"toolResult": {"toolUseId": "f", "content": []}}]}},
            {"result": {"stop_reason": "end_turn"}},
        ],
        [sound("f", "f", {"n": 1}, extras={"reasoningSignature": "c2ln"}), sound("f", "f", {"n": 2}, extras={})],
        (),
    ),
    Row(
        "strands_cycles_are_messages",
        [{"event": event} for event in [*one_call('{"n":1}'), *one_call('{"n":2}')]],
        [sound("a", "f", {"n": 1}), sound("a", "f", {"n": 2})],
        (),
    ),
    Row(
        "strands_agents_of_agents",
        [
            {"type": "multiagent_node_stream", "node_id": "n", "event": {"event": event}}
            for event in one_call('{"n":1}')
        ],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "strands_agents_of_agents_of_agents",
        [
            {"multi_agent_node_stream": True, "event": {"multi_agent_node_stream": True, "event": {"event": event}}}
            for event in one_call('{"n":1}')
        ],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "an_error_as_botocore_hands_it_over",
        [
            START,
            head(0, "a", "f"),
            {"Error": {"Code": "throttlingException", "Message": "slow"}},
            {"Error": "x"},
            {"Error": {"Message": "y"}},
        ],
        [fault("truncated", "a", "f", "")],
        error="throttlingException",
    ),
    Row(
        "strands_error",
        [{"event": START}, {"event": head(0, "a", "f")}, {"event": {"throttlingException": {"message": "slow"}}}],
        [fault("truncated", "a", "f", "")],
        error="throttlingException",
    ),
]


def inner(event: Event, *, as_text: bool = False) -> Event:
    """An event of a model's own format, as InvokeModelWithResponseStream hands it over."""
    raw = json.dumps(event).encode()
    return {"chunk": {"bytes": base64.b64encode(raw).decode() if as_text else raw}}


CLAUDE = [begin(), block(0, "t", "go", {}), delta(0, '{"a"'), delta(0, ':"ø"}'), stop(0), *over()]

INVOKED = [
    Row("bedrock_chunks", [inner(one) for one in CLAUDE], [sound("t", "go", {"a": "ø"})], ()),
    Row("bedrock_chunks_as_text", [inner(one, as_text=True) for one in CLAUDE], [sound("t", "go", {"a": "ø"})], ()),
    Row(
        "bedrock_chunks_that_hold_no_event",
        [
            {"chunk": {"bytes": b"{"}},
            {"chunk": {"bytes": b"\xff"}},
            {"chunk": {"bytes": "?"}},
            {"chunk": {"bytes": 7}},
            {"chunk": {"bytes": b'"go"'}},
            {"chunk": {"bytes": b"[" * 100_000}},
            {"chunk": {}},
        ],
        [],
        (),
    ),
]
"""Claude's events inside Bedrock's chunks: rows of another wire."""
