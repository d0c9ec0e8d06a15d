"""Streams of Anthropic Messages."""

from tests.rows.build import Row, begin, block, delta, fault, over, sound, stop

ID = "toolu_1"

ROWS = [
    Row(
        "one_call",
        [begin(), block(1, ID, "go", {}), delta(1, ""), delta(1, '{"a"'), delta(1, ":1}"), stop(1), *over()],
        [sound(ID, "go", {"a": 1}, index=1)],
        (),
    ),
    Row("no_arguments", [begin(), block(0, ID, "go", {}), stop(0), *over()], [sound(ID, "go", {})], ()),
    Row(
        "blank_and_cut",
        [begin(), block(0, ID, "go", {}), stop(0), *over("max_tokens")],
        [fault("truncated", ID, "go", "")],
    ),
    Row(
        "input_in_the_start_event",
        [begin(), block(0, ID, "go", {"a": [1]}), stop(0), *over()],
        [sound(ID, "go", {"a": [1]})],
        (),
    ),
    Row(
        "deltas_beat_the_start_event",
        [begin(), block(0, ID, "go", {"a": 1}), delta(0, '{"a":2}'), stop(0), *over()],
        [sound(ID, "go", {"a": 2})],
    ),
    Row(
        "a_late_delta_does_not_change_a_sealed_start_input",
        [begin(), block(0, ID, "go", {"a": 1}), stop(0), delta(0, '{"a":2}'), *over()],
        [sound(ID, "go", {"a": 1})],
        ("late-delta",),
    ),
    Row(
        "calls_in_message_start",
        [
            begin(
                content=[{"type": "text", "text": "x"}, {"type": "tool_use", "id": ID, "name": "go", "input": {"a": 1}}]
            ),
            *over(),
        ],
        [sound(ID, "go", {"a": 1}, index=1)],
        (),
    ),
    Row(
        "whole_message",
        [
            {
                "type": "message",
                "id": "m",
                "role": "assistant",
                "stop_reason": "tool_use",
                "content": [
                    {"type": "tool_use", "id": ID, "name": "go", "input": {}},
                    {"type": "tool_use", "id": "b", "name": "go", "input": {"a": 1}},
                ],
            }
        ],
        [sound(ID, "go", {}, index=0), sound("b", "go", {"a": 1}, index=1)],
        (),
    ),
    Row(
        "bare_block",
        [{"type": "tool_use", "id": ID, "name": "go", "input": {"a": 1}}],
        [sound(ID, "go", {"a": 1}, index=None)],
    ),
    Row(
        "bare_block_without_arguments",
        [{"type": "tool_use", "id": ID, "name": "go", "input": {}}],
        [sound(ID, "go", {})],
    ),
    Row(
        "server_and_mcp_tools_are_run_by_the_provider",
        [
            begin(),
            block(0, "s", "web_search", {}, kind="server_tool_use"),
            delta(0, "{}"),
            stop(0),
            block(1, "m", "echo", {"t": 1}, kind="mcp_tool_use", server_name="srv"),
            stop(1),
            *over("end_turn"),
        ],
        [
            sound("s", "web_search", {}, run_by="provider", extras={"type": "server_tool_use"}),
            sound("m", "echo", {"t": 1}, run_by="provider", extras={"type": "mcp_tool_use", "server_name": "srv"}),
        ],
    ),
    Row(
        "callers_are_kept",
        [begin(), block(0, ID, "go", {}, caller={"type": "direct"}), stop(0), *over()],
        [sound(ID, "go", {}, extras={"caller": {"type": "direct"}})],
    ),
    Row(
        "results_and_text_are_no_calls",
        [
            begin(),
            {
                "type": "content_block_start",
                "index": 0,
                "content_block": {"type": "web_search_tool_result", "tool_use_id": "s"},
            },
            stop(0),
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "{"}},
            *over("end_turn"),
        ],
        [],
    ),
    Row(
        "two_messages_of_one_agent_run",
        [
            begin("m1"),
            block(0, ID, "go", {}),
            delta(0, '{"a":1}'),
            stop(0),
            *over(),
            begin("m2"),
            block(0, "b", "go", {}),
            delta(0, '{"a":2}'),
            stop(0),
            *over(),
        ],
        [sound(ID, "go", {"a": 1}), sound("b", "go", {"a": 2})],
        (),
    ),
    Row(
        "a_cut_message_does_not_spoil_the_next",
        [
            begin("m1"),
            block(0, ID, "go", {}),
            stop(0),
            *over("max_tokens"),
            begin("m2"),
            block(0, "b", "go", {}),
            stop(0),
            *over(),
        ],
        [fault("truncated", ID, "go", ""), sound("b", "go", {})],
    ),
    Row(
        "a_start_without_a_stop_before_the_next_start",
        [begin(), block(0, ID, "go", {}), delta(0, '{"a":1}'), block(1, "b", "go", {}), stop(1), *over()],
        [sound(ID, "go", {"a": 1}), sound("b", "go", {})],
    ),
    Row(
        "a_delta_for_a_block_that_nobody_opened",
        [begin(), delta(4, '{"a":1}'), stop(4), *over()],
        [fault("missing-name", None, None, '{"a":1}')],
    ),
    Row(
        "a_start_at_a_used_index_is_another_call",
        [
            begin(),
            *(block(0, ID, "go", {}), delta(0, '{"a":1}'), stop(0)),
            *(block(0, "b", "go", {}), delta(0, '{"a":2}'), stop(0)),
            *over(),
        ],
        [sound(ID, "go", {"a": 1}), sound("b", "go", {"a": 2})],
        ("index-reused",),
    ),
    Row(
        "a_start_without_an_index_is_counted",
        [
            begin(),
            {"type": "content_block_start", "content_block": {"type": "tool_use", "id": ID, "input": {"a": 1}}},
            *over(),
        ],
        [],
        ("text-dropped",),
    ),
    Row(
        "bare_blocks_without_ids",
        [{"type": "tool_use", "name": "go", "input": {"a": one}, "caller": {"type": "direct"}} for one in (1, 2)],
        [sound(None, "go", {"a": one}, index=None, extras={"caller": {"type": "direct"}}) for one in (1, 2)],
    ),
    Row(
        "a_helpers_copies_do_not_count",
        [
            begin(),
            block(0, ID, "go", {}),
            delta(0, '{"a":1}'),
            {"type": "input_json", "partial_json": '{"a":1}', "snapshot": {"a": 1}},
            {**stop(0), "content_block": {"type": "tool_use", "id": ID, "name": "go", "input": {"a": 1}}},
            *over(),
        ],
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "ids_are_made_up_where_a_server_sends_none",
        [begin(), block(0, "", "go", {}), stop(0), block(1, "", "go", {}), stop(1), *over()],
        [sound(None, "go", {}), sound(None, "go", {})],
    ),
    Row(
        "an_error_event",
        [
            begin(),
            block(0, ID, "go", {}),
            delta(0, '{"a"'),
            {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        ],
        [fault("truncated", ID, "go", '{"a"')],
        error="overloaded_error",
    ),
    Row(
        "an_error_that_stands_alone",
        [begin(), block(0, ID, "go", {}), delta(0, '{"a":1}'), {"error": {"type": "overloaded_error", "message": "x"}}],
        [sound(ID, "go", {"a": 1})],
        error="overloaded_error",
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"type": "content_block_start"},
            {"type": "content_block_delta", "index": 0, "delta": None},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "partial_json": "{"}},
            {"type": "content_block_stop"},
            {"type": "message_start"},
            {"type": "message_delta"},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use"}},
        ],
        [fault("missing-name", None, None, "")],
    ),
]
