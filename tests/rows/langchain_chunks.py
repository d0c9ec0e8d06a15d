"""Streams of LangChain messages, and what LangGraph wraps around them."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound

A, F, G, RUN = "call_a", "f", "g", "lc_run--1"
FULL, OTHER = '{"n":1}', '{"n":2}'
SIGNATURES = "__gemini_function_call_thought_signatures__"
LONGEST = "lc_" + 253 * "2"


def tcc(index: Any = ..., id_: Any = None, name: Any = None, args: Any = None, **more: Any) -> dict[str, Any]:
    """A tool call chunk; an index that is not given is null."""
    index = None if index is ... else index
    return {"type": "tool_call_chunk", "index": index, "id": id_, "name": name, "args": args, **more}


def chunk(*calls: dict[str, Any], id_: Any = RUN, finish: Any = None, **more: Any) -> dict[str, Any]:
    metadata = {} if finish is None else {"finish_reason": finish}
    message = {"type": "AIMessageChunk", "id": id_, "content": "", "additional_kwargs": {}, "tool_calls": []}
    return {**message, "response_metadata": metadata, "tool_call_chunks": list(calls), **more}


def last(finish: Any = "tool_calls", id_: Any = RUN) -> dict[str, Any]:
    return chunk(finish=finish, chunk_position="last", id_=id_)


def message(*calls: dict[str, Any], finish: Any = "stop", id_: Any = RUN, **more: Any) -> dict[str, Any]:
    metadata = {} if finish is None else {"finish_reason": finish}
    return {
        "type": "ai",
        "id": id_,
        "content": "",
        "tool_calls": list(calls),
        "invalid_tool_calls": [],
        "response_metadata": metadata,
        **more,
    }


def call(id_: Any, name: str, args: Any, **more: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": id_, "name": name, "args": args, **more}


def v1(*blocks: dict[str, Any], chunks: Any = (), **more: Any) -> dict[str, Any]:
    metadata = {"output_version": "v1"}
    return {**chunk(*chunks), "content": list(blocks), "response_metadata": metadata, **more}


def meta(node: str = "agent") -> dict[str, Any]:
    return {"langgraph_node": node, "langgraph_checkpoint_ns": f"{node}:1"}


ROUTING = [
    Row(
        "one_call_with_text_before_and_after",
        [
            chunk(content="let me see {"),
            chunk(tcc(0, A, F, "")),
            chunk(tcc(0, args='{"n"')),
            chunk(content="hm"),
            chunk(tcc(0, args=":1}")),
            chunk(content="}"),
            last(),
        ],
        [sound(A, F, {"n": 1}, index=0)],
        (),
    ),
    Row("a_call_without_arguments", [chunk(tcc(0, A, F, "")), last()], [sound(A, F, {})], ()),
    Row("arguments_that_are_null", [chunk(tcc(0, A, F)), last()], [sound(A, F, {})], ()),
    Row(
        "two_calls",
        [chunk(tcc(1, A, F, FULL)), chunk(tcc(2, "b", G, "")), chunk(tcc(2, args=OTHER)), last()],
        [sound(A, F, {"n": 1}, index=1), sound("b", G, {"n": 2}, index=2)],
        (),
    ),
    Row(
        "two_calls_interleaved",
        [
            chunk(tcc(0, A, F, '{"n"'), tcc(1, "b", G, "")),
            chunk(tcc(1, args='{"n"')),
            chunk(tcc(0, args=":1}")),
            chunk(tcc(1, args=":2}")),
            last(),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        (),
    ),
    Row(
        "empty_and_null_ids_and_names_change_nothing",
        [chunk(tcc(0, A, F, '{"n"')), chunk(tcc(0, "", "", ":")), chunk(tcc(0, None, None, "1}")), last()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "an_id_and_a_name_on_every_chunk_are_not_appended",
        [chunk(tcc(0, A, F, '{"n"')), chunk(tcc(0, A, F, ":1}")), last()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "one_index_and_two_ids_are_two_calls",
        [chunk(tcc(0, A, F, FULL)), chunk(tcc(0, "b", G, OTHER)), last()],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "one_index_and_no_ids_are_two_calls",
        [chunk(tcc(0, None, F, FULL)), chunk(tcc(0, None, G, OTHER)), last()],
        [sound(None, F, {"n": 1}), sound(None, G, {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "digits_are_an_index",
        [chunk(tcc(0, A, F, '{"n"')), chunk(tcc("0", args=":1")), chunk(tcc(0.0, args="}")), last()],
        [sound(A, F, {"n": 1}, index=0)],
    ),
    Row(
        "a_negative_index_is_none",
        [chunk(tcc(-1, A, F, '{"n"')), chunk(tcc(-1, args=":1}")), last()],
        [sound(A, F, {"n": 1}, index=None)],
        ("index-missing",),
    ),
    Row(
        "identities_that_langchain_makes_are_keys_that_order_nothing",
        [
            chunk(tcc("lc_tc_9", A, F, '{"n"')),
            chunk(tcc(LONGEST, "b", G, '{"n"')),
            chunk(tcc("lc_tc_9", args=":1}")),
            chunk(tcc(LONGEST, args=":2}")),
            chunk(tcc(4, "c", F, "{}")),
            last(),
        ],
        [sound("c", F, {}, index=4), sound(A, F, {"n": 1}, index=None), sound("b", G, {"n": 2}, index=None)],
        (),
    ),
    Row(
        "an_identity_is_bound_to_a_call_that_had_none",
        [chunk(tcc(..., A, F, "")), chunk(tcc("lc_tc_1", A, None, '{"n"')), chunk(tcc("lc_tc_1", args=":1}")), last()],
        [sound(A, F, {"n": 1}, index=None)],
    ),
    Row(
        "other_texts_and_endless_identities_are_no_index",
        [chunk(tcc("first", A, F, '{"n"')), chunk(tcc(LONGEST + "2", args=":1}")), last()],
        [sound(A, F, {"n": 1}, index=None)],
        ("index-missing",),
    ),
    Row(
        "without_an_index_whole_calls_stay_apart",
        [chunk(tcc(..., A, F, FULL), tcc(..., "b", F, FULL)), chunk(tcc(..., "c", F, "{}")), last()],
        [sound(A, F, {"n": 1}), sound("b", F, {"n": 1}), sound("c", F, {})],
    ),
    Row(
        "without_an_index_and_an_id_whole_calls_stay_apart",
        [chunk(tcc(..., None, F, FULL), tcc(..., None, F, FULL)), last()],
        [sound(None, F, {"n": 1}), sound(None, F, {"n": 1})],
        ("identical-calls",),
    ),
    Row(
        "without_an_index_and_an_id_pieces_continue_the_latest_call",
        [chunk(tcc(..., None, F, '{"n"')), chunk(tcc(..., None, None, ":1}")), last()],
        [sound(None, F, {"n": 1})],
        ("index-missing",),
    ),
    Row(
        "an_id_may_come_late_and_change",
        [chunk(tcc(0, None, F, '{"n"')), chunk(tcc(0, A, None, ":")), chunk(tcc(0, "x9", None, "1}")), last()],
        [sound(A, F, {"n": 1})],
        ("id-changed",),
    ),
    Row(
        "an_id_may_come_alone",
        [chunk(tcc(0, None, F)), chunk(tcc(0, A)), chunk(tcc(0, args=FULL)), last()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row("a_number_is_an_id", [chunk(tcc(0, 7, F, FULL)), last()], [sound("7", F, {"n": 1})]),
    Row(
        "one_id_at_two_indexes_is_two_calls",
        [chunk(tcc(0, A, F, FULL), tcc(1, A, G, OTHER)), last()],
        [sound(A, F, {"n": 1}), sound(A, G, {"n": 2})],
        ("id-duplicate",),
    ),
    Row(
        "a_name_in_two_pieces",
        [chunk(tcc(0, A, "get_")), chunk(tcc(0, None, "page", FULL)), last()],
        [sound(A, "get_page", {"n": 1})],
    ),
    Row(
        "a_name_after_the_arguments",
        [chunk(tcc(0, None, None, FULL)), chunk(tcc(0, A, F)), last()],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "a_name_that_never_comes",
        [chunk(tcc(0, A, None, FULL)), last()],
        [fault("missing-name", A, None, FULL)],
    ),
    Row(
        "arguments_at_an_index_without_a_head",
        [chunk(tcc(0, A, F, "")), chunk(tcc(1, args=FULL)), last()],
        [sound(A, F, {"n": 1})],
        ("index-mismatch",),
    ),
    Row(
        "arguments_for_nobody",
        [chunk(tcc(0, A, F, FULL)), chunk(tcc(5, args=OTHER)), last()],
        [sound(A, F, {"n": 1}), fault("missing-name", None, None, OTHER)],
    ),
    Row(
        "two_entries_at_one_index_of_one_chunk",
        [chunk(tcc(0, A, F, '{"n"'), tcc(0, None, None, ":1}")), last()],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "arguments_that_are_an_object",
        [chunk(tcc(0, A, F, {"n": 1})), last()],
        [sound(A, F, {"n": 1})],
        ("arguments-not-text",),
    ),
    Row(
        "an_unknown_field_is_an_extra",
        [chunk(tcc(0, A, F, FULL, extras={"signature": "s"}), unknown=1), last()],
        [sound(A, F, {"n": 1}, extras={"extras": {"signature": "s"}})],
    ),
    Row(
        "a_signature_beside_the_calls",
        [chunk(tcc(0, A, F, FULL), additional_kwargs={SIGNATURES: {A: "sig", "other": "x"}}), last()],
        [sound(A, F, {"n": 1}, extras={"additional_kwargs": {SIGNATURES: {A: "sig"}}})],
    ),
    Row(
        "the_guess_that_a_chunk_makes_is_not_read",
        [
            chunk(tcc(0, A, F, '{"n"'), tool_calls=[call(A, F, {})]),
            chunk(tcc(0, args=":1}"), tool_calls=[], invalid_tool_calls=[{"args": ":1}", "id": None, "name": None}]),
            chunk(tool_calls=[call("b", G, {})]),
            last(),
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
]

ENDS = [
    Row("cut_short", [chunk(tcc(0, A, F, '{"n"'))], [fault("truncated", A, F, '{"n"')]),
    Row("blank_and_never_ended", [chunk(tcc(0, A, F, ""))], [fault("truncated", A, F, "")]),
    Row("whole_and_never_ended", [chunk(tcc(0, A, F, FULL))], [sound(A, F, {"n": 1})], ("no-end",)),
    Row(
        "a_last_chunk_without_a_reason_is_an_end",
        [chunk(tcc(0, A, F, "")), last(None)],
        [sound(A, F, {})],
        (),
    ),
    Row(
        "the_last_chunk_does_not_mend_a_cut",
        [chunk(tcc(0, A, F, "")), chunk(finish="length"), last(None)],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "earlier_calls_of_a_cut_message_stay",
        [chunk(tcc(0, A, F, FULL), tcc(1, "b", G, '{"n"')), chunk(finish="MAX_TOKENS")],
        [sound(A, F, {"n": 1}), fault("truncated", "b", G, '{"n"')],
    ),
    Row(
        "a_filter",
        [chunk(tcc(0, A, F, "")), chunk(finish="content_filter")],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "the_end_in_the_chunk_of_the_call",
        [chunk(tcc(0, A, F, ""), finish="stop")],
        [sound(A, F, {})],
    ),
    Row(
        "each_providers_word_for_the_end",
        [
            chunk(tcc(0, A, F, "")),
            chunk(response_metadata={"stop_reason": None, "status": "in_progress"}),
            chunk(response_metadata={"finish_reason": "FINISH_REASON_UNSPECIFIED"}),
            chunk(response_metadata={"stop_reason": "tool_use"}),
        ],
        [sound(A, F, {})],
    ),
    *(
        Row(
            f"{name}_is_no_end",
            [chunk(tcc(0, A, F, "")), chunk(response_metadata=said)],
            [fault("truncated", A, F, "")],
        )
        for name, said in (
            ("a_response_in_progress", {"status": "in_progress"}),
            ("an_unspecified_reason", {"finish_reason": "FINISH_REASON_UNSPECIFIED"}),
        )
    ),
    Row(
        "the_end_of_a_server_of_ones_own",
        [chunk(tcc(0, A, F, "")), chunk(response_metadata={"done_reason": "stop"})],
        [sound(A, F, {})],
    ),
    Row(
        "the_end_of_bedrock",
        [chunk(tcc(0, A, F, "")), chunk(response_metadata={"stopReason": "guardrail_intervened"})],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "the_end_of_responses",
        [chunk(tcc(0, A, F, "")), chunk(response_metadata={"status": "completed"}, id_="resp_1")],
        [sound(A, F, {})],
    ),
    Row(
        "responses_that_are_incomplete",
        [chunk(tcc(0, A, F, "")), chunk(response_metadata={"status": "incomplete"})],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "a_second_end_and_a_late_piece",
        [
            chunk(tcc(0, A, F, '{"n"')),
            chunk(finish="tool_calls"),
            chunk(tcc(0, args=":1}")),
            last(),
            chunk(tcc(0, args="}")),
        ],
        [sound(A, F, {"n": 1})],
        ("late-delta",),
    ),
    Row(
        "an_error_in_a_frame_of_its_own",
        [chunk(tcc(0, A, F, '{"n"')), {"error": {"type": "overloaded", "message": "busy"}}],
        [fault("truncated", A, F, '{"n"')],
        error="overloaded",
    ),
    Row(
        "two_messages_of_one_run",
        [
            chunk(content="hello", id_="msg_1"),
            chunk(tcc(0, A, F, "")),
            last(),
            chunk(tcc(0, "b", F, ""), id_="lc_run--2"),
            chunk(tcc(0, args='{"n"'), id_="lc_run--2"),
        ],
        [sound(A, F, {}), fault("truncated", "b", F, '{"n"')],
        (),
    ),
    Row(
        "two_messages_written_at_once",
        [
            chunk(tcc(0, A, F, ""), id_="run-1"),
            chunk(tcc(0, "b", F, '{"n"'), id_="run-2"),
            chunk(tcc(0, None, None, '{"n"'), id_="run-1"),
            chunk(tcc(0, "c", G, ""), id_="run-3"),
            chunk(tcc(0, None, None, ":2}"), id_="run-2"),
            chunk(tcc(0, None, None, ":1}"), id_="run-1"),
            last("tool_calls", "run-2"),
            last("tool_calls", "run-1"),
            last("tool_calls", "run-9"),
        ],
        [sound(A, F, {"n": 1}), sound("b", F, {"n": 2}), fault("truncated", "c", G, "")],
        (),
    ),
    Row(
        "an_id_of_the_provider_that_changes_on_every_chunk_starts_no_message",
        [chunk(tcc(0, A, F, '{"n"'), id_="chat-1"), chunk(tcc(0, args=":1}"), id_="chat-2"), last(id_="chat-3")],
        [sound(A, F, {"n": 1})],
        (),
    ),
]

BLOCKS = [
    Row(
        "content_blocks_and_chunks_are_not_counted_twice",
        [
            v1({"type": "text", "text": "{"}, tcc(1, A, F, '{"n"', extras={"sig": "s"}), chunks=[tcc(1, A, F, '{"n"')]),
            v1(tcc(1, args=":1}", extras={"more": 1}), chunks=[tcc(1, args=":1}")]),
            v1(tcc("lc_x", "b", G, ""), chunks=[tcc(..., None, None, "")]),
            last(),
        ],
        [sound(A, F, {"n": 1}, extras={"extras": {"sig": "s", "more": 1}})],
        (),
    ),
    Row(
        "content_blocks_without_ids_are_told_apart_by_index",
        [
            v1(tcc(1, A, F, ""), tcc(2, "b", G, ""), chunks=[tcc(1, A, F, ""), tcc(2, "b", G, "")]),
            v1(
                tcc(1, args=FULL, extras={"sig": "s"}),
                tcc(2, args=OTHER, extras={"sig": "t"}),
                chunks=[tcc(1, args=FULL), tcc(2, args=OTHER)],
            ),
            last(),
        ],
        [
            sound(A, F, {"n": 1}, extras={"extras": {"sig": "s"}}),
            sound("b", G, {"n": 2}, extras={"extras": {"sig": "t"}}),
        ],
        (),
    ),
    Row(
        "signatures_beside_content_blocks",
        [
            v1(tcc(1, A, F, FULL), call("b", G, {"n": 2}), additional_kwargs={SIGNATURES: {A: "s", "b": "t"}}),
            last(),
        ],
        [
            sound(A, F, {"n": 1}, extras={"additional_kwargs": {SIGNATURES: {A: "s"}}}),
            sound("b", G, {"n": 2}, extras={"additional_kwargs": {SIGNATURES: {"b": "t"}}}),
        ],
        (),
    ),
    Row(
        "content_blocks_alone",
        [v1(tcc(1, A, F, '{"n"')), v1(tcc(1, args=":1}")), last()],
        [sound(A, F, {"n": 1}, index=1)],
        (),
    ),
    Row(
        "content_blocks_in_a_field_of_their_own",
        [chunk(content_blocks=[tcc(1, A, F, FULL)]), last()],
        [sound(A, F, {"n": 1}, index=1)],
        (),
    ),
    Row(
        "calls_that_the_provider_runs",
        [
            v1({"type": "server_tool_call_chunk", "index": 0, "id": "s", "name": "search", "args": '{"q"'}),
            v1({"type": "server_tool_call_chunk", "index": 0, "args": ':"x"}'}),
            v1({"type": "server_tool_result", "tool_call_id": "s", "output": "{}"}),
            v1({"type": "server_tool_call_chunk", "index": 2, "id": "t", "name": "run"}, chunks=[tcc(1, A, F, FULL)]),
            last(),
        ],
        [
            sound("s", "search", {"q": "x"}, run_by="provider"),
            sound(A, F, {"n": 1}, run_by="client"),
            sound("t", "run", {}, run_by="provider"),
        ],
        (),
    ),
    Row(
        "whole_blocks_in_a_chunk",
        [v1(call(A, F, {"n": 1}), {"type": "server_tool_call", "id": "s", "name": "search", "args": {}}), last()],
        [sound(A, F, {"n": 1}), sound("s", "search", {}, run_by="provider")],
        (),
    ),
    Row(
        "bare_chunks_are_confirmed_by_reading",
        [tcc(0, A, F, ""), tcc(0, args=FULL), tcc(1, "b", G, "")],
        [sound(A, F, {"n": 1}), sound("b", G, {})],
        (),
    ),
    Row(
        "bare_chunks_without_a_type",
        [
            {"name": F, "args": '{"n"', "index": 0},
            {"args": ":", "id": A, "index": 0},
            {"name": "", "args": "1}", "id": "", "index": 0},
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "bare_whole_blocks",
        [
            call(A, F, {"n": 1}, extras={"sig": "s"}),
            {"type": "server_tool_call", "id": "s", "name": "search", "args": {}},
            {"type": "invalid_tool_call", "id": "b", "name": G, "args": "{'n'", "error": "no JSON"},
            {"type": "invalid_tool_call", "id": "c", "name": G, "args": None, "error": None},
        ],
        [
            sound(A, F, {"n": 1}, extras={"extras": {"sig": "s"}}),
            sound("s", "search", {}, run_by="provider"),
            fault("rejected", "b", G, "{'n'"),
            fault("rejected", "c", G, ""),
        ],
    ),
    Row(
        "a_whole_block_that_comes_again",
        [call(A, F, {"n": 1}), call(A, F, {"n": 1})],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_list_of_blocks_without_a_type",
        [[{"name": F, "args": '{"n"', "id": A, "index": 0}], [{"name": "", "args": ":1}", "id": "", "index": 0}]],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_list_of_blocks",
        [[{"type": "text", "text": "{"}, tcc(0, A, F, '{"n"')], [tcc(0, args=":1}")]],
        [sound(A, F, {"n": 1})],
        (),
    ),
]

MESSAGES = [
    Row(
        "a_whole_message",
        [message(call(A, F, {"n": 1}), call("b", F, {}))],
        [sound(A, F, {"n": 1}), sound("b", F, {})],
        (),
    ),
    Row(
        "a_whole_message_that_says_no_reason",
        [message(call(A, F, {"n": 1}), call(None, F, {}), finish=None)],
        [sound(A, F, {"n": 1}), sound(None, F, {})],
        (),
    ),
    Row(
        "one_id_of_two_calls_of_a_whole_message",
        [message(call(A, F, {"n": 1}), call(A, G, {"n": 2}), call(A, G, {"n": 3}))],
        [sound(A, F, {"n": 1}), sound(A, G, {"n": 2}), sound(A, G, {"n": 3})],
    ),
    Row(
        "a_whole_message_that_was_cut",
        [message(call(A, F, {}), call("b", G, {}), finish="length")],
        [sound(A, F, {}), fault("truncated", "b", G, "")],
    ),
    Row(
        "invalid_calls_of_a_whole_message_are_rejected",
        [message(call(A, F, {"n": 1}), invalid_tool_calls=[{"id": "b", "name": G, "args": '{"n', "error": None}])],
        [sound(A, F, {"n": 1}), fault("rejected", "b", G, '{"n')],
    ),
    Row(
        "blocks_of_a_whole_message_add_what_its_calls_lack",
        [
            message(
                call(A, F, {"n": 1}),
                call(None, G, {}),
                content=[
                    {"type": "server_tool_call", "id": "s", "name": "search", "args": {"q": 1}},
                    call(A, F, {"n": 1}, extras={"sig": "s"}),
                ],
                additional_kwargs={SIGNATURES: {A: "t"}},
            )
        ],
        [
            sound(A, F, {"n": 1}, extras={"extras": {"sig": "s"}, "additional_kwargs": {SIGNATURES: {A: "t"}}}),
            sound(None, G, {}),
            sound("s", "search", {"q": 1}, run_by="provider"),
        ],
    ),
    Row(
        "a_whole_message_with_blocks_alone",
        [
            message(
                content=[call(A, F, {"n": 1}), {"type": "text", "text": "x"}],
                additional_kwargs={SIGNATURES: {A: "t"}},
            )
        ],
        [sound(A, F, {"n": 1}, extras={"additional_kwargs": {SIGNATURES: {A: "t"}}})],
    ),
    Row(
        "blocks_of_a_whole_message_are_not_counted_twice",
        [
            message(
                call(None, F, {"n": 1}),
                content=[
                    call(None, F, {"n": 1}),
                    {"type": "server_tool_call_chunk", "id": "s", "name": "search", "args": '{"q"'},
                ],
            )
        ],
        [sound(None, F, {"n": 1}), fault("truncated", "s", "search", '{"q"')],
        (),
    ),
    Row(
        "a_whole_message_after_its_chunks_changes_nothing",
        [
            chunk(tcc(1, A, F, FULL), tcc(2, "b", G, '{"n":1,"m"')),
            message(call(A, F, {"n": 1}), call("b", G, {"n": 1}), finish=None),
        ],
        [sound(A, F, {"n": 1}), fault("truncated", "b", G, '{"n":1,"m"')],
    ),
    Row(
        "calls_in_the_providers_form",
        [
            chunk(additional_kwargs={"tool_calls": [{"index": 0, "id": A, "function": {"name": F, "arguments": ""}}]}),
            chunk(additional_kwargs={"tool_calls": [{"index": 0, "function": {"arguments": FULL}}]}),
            last(),
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "calls_in_the_providers_form_are_not_counted_twice",
        [
            chunk(
                tcc(0, A, F, '{"n"'),
                additional_kwargs={"tool_calls": [{"index": 0, "id": A, "function": {"name": F, "arguments": '{"n"'}}]},
            ),
            chunk(
                tcc(0, args=":1}"),
                additional_kwargs={"tool_calls": [{"index": 0, "function": {"arguments": ":1}"}}]},
            ),
            message(
                call("b", G, {"n": 2}),
                additional_kwargs={"tool_calls": [{"id": "b", "function": {"name": G, "arguments": '{"n": 2}'}}]},
            ),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2}, text=OTHER)],
        (),
    ),
    Row(
        "the_older_function_call",
        [
            chunk(additional_kwargs={"function_call": {"name": F, "arguments": ""}}),
            chunk(additional_kwargs={"function_call": {"arguments": FULL}}),
            last("function_call"),
        ],
        [sound(None, F, {"n": 1}, extras={"additional_kwargs": {"function_call": {}}})],
        (),
    ),
    Row(
        "a_whole_message_in_the_providers_form",
        [
            message(
                finish=None,
                additional_kwargs={"tool_calls": [{"id": A, "function": {"name": F, "arguments": FULL}}]},
            )
        ],
        [sound(A, F, {"n": 1})],
        ("index-missing",),
    ),
    Row(
        "constructor_form",
        [
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain", "schema", "messages", "AIMessageChunk"],
                "kwargs": chunk(tcc(0, A, F, '{"n"')),
            },
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain_core", "messages", "AIMessageChunk"],
                "kwargs": {"content": "", "tool_call_chunks": [tcc(0, args=":1}")]},
            },
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain_core", "messages", "AIMessageChunk"],
                "kwargs": v1(tcc(1, "b", G, "")),
            },
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain_core", "messages", "AIMessageChunk"],
                "kwargs": v1(tcc(1, None, None, OTHER), chunk_position="last"),
            },
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain_core", "messages", "ChatMessage"],
                "kwargs": message(call("x", "x", {})),
            },
            {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"], "kwargs": "x"},
            {"lc": 1, "type": "constructor", "id": [], "kwargs": {}},
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        (),
    ),
    Row(
        "a_message_without_content_or_with_data_of_its_own",
        [
            {"type": "AIMessageChunk", "tool_call_chunks": [tcc(0, A, F, '{"n"')]},
            chunk(tcc(0, args=":1}"), id_=None, data={"x": 1}),
            last(id_=None),
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "saved_form_and_a_chunk_without_a_type",
        [
            {"type": "AIMessageChunk", "data": {"content": "", "tool_call_chunks": [tcc(0, A, F, '{"n"')]}},
            {"content": [tcc(0, args=":")], "tool_call_chunks": []},
            {"content": "", "tool_calls": [], "tool_call_chunks": [tcc(0, args="1}")]},
            {"type": "ai", "content": "", "tool_call_chunks": [tcc(1, "b", G, "")], "chunk_position": "last"},
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {})],
        (),
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"type": "AIMessageChunk"},
            {"type": "AIMessageChunk", "tool_call_chunks": None, "content": None, "response_metadata": None},
            {"type": "AIMessageChunk", "tool_call_chunks": ["x", 3, None], "content": [None, 4]},
            chunk(tcc(0)),
            {"type": "ai", "tool_calls": None},
            {"type": "tool", "content": "", "tool_call_chunks": [tcc(0, A, F, FULL)]},
            [message(call(A, F, {})), {"x": 1}, {"y": 2}],
            [message(call(A, F, {})), "x"],
            [],
        ],
        [],
    ),
]

ARGUMENTS = [
    Row(
        "the_same_object_once_more",
        [chunk(tcc(0, A, F, FULL)), chunk(tcc(0, None, None, '{"n": 1}')), last()],
        [sound(A, F, {"n": 1})],
        ("arguments-resent",),
    ),
    Row(
        "another_object_in_one_buffer",
        [chunk(tcc(0, A, F, FULL)), chunk(tcc(0, None, None, OTHER)), last()],
        [fault("concatenated-json", A, F, FULL + OTHER)],
    ),
    Row("null_as_arguments", [chunk(tcc(0, A, F, "null")), last()], [sound(A, F, {})], ("null-arguments",)),
    Row(
        "a_placeholder_before_the_arguments",
        [chunk(tcc(0, A, F, "{}")), chunk(tcc(0, None, None, FULL)), last()],
        [sound(A, F, {"n": 1})],
        ("placeholder-arguments",),
    ),
    Row(
        "cumulative_arguments",
        [chunk(tcc(0, A, F, '{"n"')), chunk(tcc(0, None, None, '{"n":1}')), last()],
        [sound(A, F, {"n": 1})],
        ("arguments-cumulative",),
    ),
    Row("no_json", [chunk(tcc(0, A, F, "{'n': 1}")), last()], [fault("invalid-json", A, F, "{'n': 1}")]),
    Row("no_object", [chunk(tcc(0, A, F, "[1]")), last()], [fault("not-an-object", A, F, "[1]")]),
    Row("trailing_text", [chunk(tcc(0, A, F, FULL + "}")), last()], [fault("trailing-data", A, F, FULL + "}")]),
    Row(
        "a_surrogate_pair_in_two_chunks",
        [chunk(tcc(0, A, F, '{"n":"\ud83d')), chunk(tcc(0, None, None, '\ude00"}')), last()],
        [sound(A, F, {"n": "😀"})],
    ),
]

GRAPH = [
    Row(
        "pairs_of_a_chunk_and_its_metadata",
        [
            [chunk(tcc(0, A, F, "")), meta()],
            [chunk(tcc(0, None, None, FULL)), meta()],
            [last(), {**meta(), "type": "mine"}],
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "modes_and_namespaces",
        [
            ["values", {"messages": [message(call("x", "x", {}))]}],
            ["values", [message(call("x", "x", {}))]],
            ["messages", [chunk(tcc(0, A, F, "")), meta()]],
            [["graph:1"], "messages", [chunk(tcc(0, None, None, '{"n"')), meta()]],
            [["graph:1"], "updates", {"agent": {"messages": [message(call("x", "x", {}))]}}],
            [["graph:1"], "values", [message(call("x", "x", {}))]],
            [[], [chunk(tcc(0, None, None, ":1")), meta()]],
            {"type": "messages", "ns": [], "data": [chunk(tcc(0, None, None, "}")), meta()]},
            {"type": "updates", "ns": [], "data": {"agent": {"messages": [message(call("x", "x", {}))]}}},
            [["graph:1"], "custom"],
            [["graph:1"], "messages"],
            [["graph:1"], {"messages": []}],
            [["graph:1"], [message(call("x", "x", {}))]],
            [{"type": "tool", "content": "{}", "tool_call_id": A}, meta("tools")],
            [last(), meta()],
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "events_of_a_server",
        [
            {"event": "metadata", "data": {"run_id": "r"}},
            {"event": "messages", "data": [chunk(tcc(0, A, F, "")), meta()], "id": "1"},
            {"event": "messages|graph:1", "data": [chunk(tcc(0, None, None, FULL)), meta()], "id": "2"},
            {"event": "values", "data": {"messages": [message(call("x", "x", {}))]}},
            {"event": "messages", "data": None},
            ["messages", [last(), meta()], "3"],
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "messages_that_are_sent_again_as_they_grow",
        [
            {"event": "messages/partial", "data": [message(call(A, F, {}), finish=None)]},
            {"event": "messages/partial", "data": [message(call(A, F, {"n": "x"}), finish=None)]},
            {"event": "messages/partial", "data": [message(call(A, F, {"n": "xy"}), finish=None)]},
            {
                "event": "messages/partial",
                "data": [message(call(A, F, {"n": "xy"}), call(None, G, {}), finish=None)],
            },
            {
                "event": "messages/partial",
                "data": [message(call(A, F, {"n": "xy"}), call(None, G, {"m": 1}), finish=None)],
            },
            {"event": "messages/complete", "data": [message(call(A, F, {"n": "xy"}), call(None, G, {"m": 1}))]},
        ],
        [sound(None, G, {"m": 1}, index=1), sound(A, F, {"n": "xy"})],
        ("arguments-replaced",),
    ),
    Row(
        "two_messages_are_no_pair",
        [
            [message(call(A, F, {"n": 1}), id_="run-1"), message(call("b", G, {"n": 2}), id_="run-2")],
            [
                {"lc": 1, "type": "constructor", "id": ["AIMessage"], "kwargs": message(call(id_, name, {}), id_=run)}
                for id_, name, run in (("c", F, "run-3"), ("d", G, "run-4"))
            ],
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2}), sound("c", F, {}), sound("d", G, {})],
        (),
    ),
    Row(
        "a_call_that_is_invalid_while_it_grows_is_cut",
        [[message(finish=None, invalid_tool_calls=[{"id": A, "name": F, "args": '{"n": tru', "error": None}])]],
        [fault("truncated", A, F, '{"n": tru')],
        (),
    ),
    Row(
        "a_call_that_is_invalid_while_it_grows_is_not_rejected",
        [
            [message(finish=None, invalid_tool_calls=[{"id": A, "name": F, "args": '{"n": tru', "error": None}])],
            [message(call(A, F, {"n": True}), finish="stop")],
        ],
        [sound(A, F, {"n": True})],
    ),
    Row(
        "a_call_that_stayed_invalid_is_rejected",
        [[message(finish="stop", invalid_tool_calls=[{"id": A, "name": F, "args": "{'n", "error": "bad"}])]],
        [fault("rejected", A, F, "{'n")],
    ),
    Row(
        "chunks_that_are_sent_again_as_they_grow",
        [
            [chunk(tcc(0, A, F, '{"n"'))],
            [chunk(tcc(0, A, F, '{"n":1'), tcc(1, "b", G, ""))],
            [
                {"type": "human", "content": "hi"},
                chunk(tcc(0, A, F, FULL, extras={"signature": "s"}), tcc(1, "b", G, '{"n"')),
            ],
        ],
        [sound(A, F, {"n": 1}, extras={"extras": {"signature": "s"}}), fault("truncated", "b", G, '{"n"')],
        ("no-end",),
    ),
    Row(
        "chunks_that_are_sent_again_end_with_their_message",
        [[chunk(tcc(0, A, F, ""))], [chunk(tcc(0, A, F, ""), finish="stop")]],
        [sound(A, F, {})],
        (),
    ),
    Row(
        "events_of_astream_events",
        [
            {"event": "on_chat_model_start", "data": {"input": {"messages": [[message(call("x", "x", {}))]]}}},
            {"event": "on_chat_model_stream", "run_id": "r", "data": {"chunk": chunk(tcc(0, A, F, FULL))}},
            {"event": "on_chain_stream", "run_id": "q", "data": {"chunk": chunk(tcc(0, A, F, FULL))}},
            {"event": "on_chat_model_stream", "run_id": "r", "data": {"chunk": chunk(tcc(1, "b", G, '{"n":1,"m"'))}},
            {"event": "on_chat_model_end", "run_id": "r", "data": {"output": chunk(tcc(0, A, F, FULL))}},
            {
                "event": "on_chat_model_end",
                "run_id": "r",
                "data": {"output": message(call(A, F, {"n": 1}), call("b", G, {"n": 1}), id_="msg_1")},
            },
            {"event": "on_chat_model_end", "data": {"output": message(call(None, F, {"n": 1}))}},
            {
                "event": "on_chat_model_end",
                "data": {"output": message(invalid_tool_calls=[{"id": None, "name": F, "args": "{", "error": None}])},
            },
            {"event": "on_chain_end", "data": {"output": message(call("x", "x", {}))}},
            {"event": "on_tool_start", "data": {"input": {"n": 1}}},
        ],
        [sound(A, F, {"n": 1}), fault("truncated", "b", G, '{"n":1,"m"')],
    ),
    Row(
        "a_model_that_did_not_stream",
        [{"event": "on_chat_model_end", "run_id": "r", "data": {"output": message(call(A, F, {"n": 1}))}}],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "frames_of_the_protocol_around_chunks",
        [
            {
                "type": "event",
                "method": "messages",
                "params": {"namespace": [], "data": [chunk(tcc(0, A, F, FULL)), meta()]},
            },
            {"type": "event", "method": "messages", "params": {"data": last()}},
            {"type": "event", "method": "tools", "params": {"data": {"event": "tool-started", "tool_call_id": A}}},
            {"type": "event", "method": "values", "params": {"data": {"messages": []}}},
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
]


def one_call(*pieces: str) -> list[dict[str, Any]]:
    """A stream of one call whose text comes in the given pieces."""
    return [chunk(tcc(0, "a", F, "")), *(chunk(tcc(0, args=piece)) for piece in pieces), last()]


ROWS = [*kinds.rows(one_call), *ROUTING, *ENDS, *BLOCKS, *MESSAGES, *ARGUMENTS, *GRAPH]
