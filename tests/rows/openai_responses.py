"""Streams of OpenAI Responses, Realtime and Assistants."""

from typing import Any

from tests.rows.build import Row, fault, free, sound

ID, FULL = "call_1", '{"n":1}'


def created(id_: str = "resp_1") -> dict[str, Any]:
    return {
        "type": "response.created",
        "response": {"id": id_, "object": "response", "status": "in_progress", "output": []},
    }


def item(
    kind: str = "function_call", id_: str | None = ID, name: str | None = "f", item_id: str | None = "fc_1", **more: Any
) -> dict[str, Any]:
    given = {"id": item_id, "type": kind, "call_id": id_, "name": name, **more}
    return {key: value for key, value in given.items() if value is not None}


def added(place: int, **of: Any) -> dict[str, Any]:
    return {
        "type": "response.output_item.added",
        "output_index": place,
        "item": item(**{"status": "in_progress", **of}),
    }


def done(place: int, **of: Any) -> dict[str, Any]:
    return {"type": "response.output_item.done", "output_index": place, "item": item(**{"status": "completed", **of})}


def event(kind: str, place: int | None, item_id: str | None = "fc_1", **more: Any) -> dict[str, Any]:
    return {
        "type": f"response.{kind}",
        **({} if place is None else {"output_index": place}),
        **({} if item_id is None else {"item_id": item_id}),
        **more,
    }


def piece(place: int | None, text: str, item_id: str | None = "fc_1", **more: Any) -> dict[str, Any]:
    return event("function_call_arguments.delta", place, item_id, delta=text, **more)


def final(place: int, text: str, item_id: str = "fc_1", **more: Any) -> dict[str, Any]:
    return event("function_call_arguments.done", place, item_id, arguments=text, **more)


def over(kind: str = "completed", *output: dict[str, Any], id_: str = "resp_1", **more: Any) -> dict[str, Any]:
    return {
        "type": f"response.{kind}",
        "response": {"id": id_, "object": "response", "status": kind, "output": list(output), **more},
    }


def numbered(*events: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**one, "sequence_number": number} for number, one in enumerate(events)]


WHOLE = [created(), added(0, arguments=""), piece(0, '{"n"'), piece(0, ":1}"), final(0, FULL), done(0, arguments=FULL)]
EXTRAS = {"id": "fc_1", "status": "completed"}

ROWS = [
    Row(
        "one_call",
        [*numbered(*WHOLE, over("completed", item(arguments=FULL, status="completed")))],
        [sound(ID, "f", {"n": 1}, index=0, extras=EXTRAS)],
        (),
    ),
    Row(
        "no_arguments",
        [created(), added(2, arguments=""), done(2, arguments=""), over()],
        [sound(ID, "f", {}, index=2)],
        (),
    ),
    Row(
        "two_calls_interleaved",
        [
            created(),
            added(0, arguments=""),
            added(1, id_="call_2", name="g", item_id="fc_2", arguments=""),
            piece(0, '{"n"'),
            piece(1, '{"n"', "fc_2"),
            piece(0, ":1}"),
            piece(1, ":2}", "fc_2"),
            done(1, id_="call_2", name="g", item_id="fc_2", arguments='{"n":2}'),
            done(0, arguments=FULL),
            over(),
        ],
        [sound(ID, "f", {"n": 1}), sound("call_2", "g", {"n": 2})],
        (),
    ),
    Row(
        "an_event_that_was_seen_says_nothing_again",
        [*numbered(*WHOLE)[:4], *numbered(*WHOLE)[1:], over()],
        [sound(ID, "f", {"n": 1})],
        (),
    ),
    Row(
        "numbers_begin_anew_with_a_response",
        [
            *numbered(*WHOLE, over()),
            *numbered(
                created("resp_2"),
                added(0, id_="b", item_id="x", arguments=""),
                piece(0, "{}", "x"),
                done(0, id_="b", item_id="x", arguments="{}"),
                over(),
            ),
        ],
        [sound(ID, "f", {"n": 1}), sound("b", "f", {})],
        (),
    ),
    Row(
        "pieces_before_their_item",
        [created(), piece(0, '{"n"'), added(0, arguments=""), piece(0, ":1}"), done(0, arguments=FULL), over()],
        [sound(ID, "f", {"n": 1})],
    ),
    Row(
        "pieces_of_an_item_that_never_comes",
        [created(), piece(0, FULL), over()],
        [fault("missing-name", None, None, FULL)],
    ),
    Row(
        "only_the_place_or_only_the_item",
        [created(), added(0, arguments=""), piece(0, '{"n"', None), piece(None, ":1}"), over()],
        [sound(ID, "f", {"n": 1})],
    ),
    Row(
        "a_final_text_alone_is_enough",
        [created(), added(0, arguments=""), final(0, FULL), over()],
        [sound(ID, "f", {"n": 1})],
        (),
    ),
    Row(
        "a_final_text_corrects_the_pieces",
        [created(), added(0, arguments=""), piece(0, '{"n":1'), final(0, '{"n":12}'), over()],
        [sound(ID, "f", {"n": 12})],
        (),
    ),
    Row(
        "a_final_text_that_differs_is_noted",
        [created(), added(0, arguments=""), piece(0, '{"n":2'), final(0, FULL), over()],
        [sound(ID, "f", {"n": 1})],
        ("arguments-replaced",),
    ),
    Row(
        "an_empty_final_text_erases_nothing",
        [created(), added(0, arguments=""), piece(0, FULL), final(0, ""), done(0, arguments="", name=""), over()],
        [sound(ID, "f", {"n": 1})],
        (),
    ),
    Row(
        "a_final_event_may_bring_the_name",
        [created(), piece(0, FULL), final(0, FULL, name="f"), done(0, name=None, arguments=FULL), over()],
        [sound(ID, "f", {"n": 1})],
    ),
    Row("the_item_done_alone_is_enough", [created(), done(0, arguments=FULL)], [sound(ID, "f", {"n": 1})], ()),
    Row(
        "the_final_snapshot_alone_is_enough",
        [
            created(),
            over("completed", {"type": "message", "id": "m", "content": []}, item(arguments=FULL, status="completed")),
        ],
        [sound(ID, "f", {"n": 1}, index=1)],
        (),
    ),
    Row(
        "the_items_of_a_snapshot_may_have_moved",
        [
            created(),
            added(3, arguments=""),
            piece(3, FULL),
            added(4, id_="b", item_id="fc_2", name="g", arguments=""),
            piece(4, "{}", "fc_2"),
            over("completed", item(id_="b", name="g", item_id="fc_2", arguments="{}"), item(arguments=FULL)),
        ],
        [sound(ID, "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "a_new_id_at_a_used_place_is_another_call",
        [
            created(),
            added(0, arguments=""),
            piece(0, FULL),
            added(0, id_="b", item_id="fc_2", arguments=""),
            piece(0, "{}", "fc_2"),
            over(),
        ],
        [sound(ID, "f", {"n": 1}), sound("b", "f", {})],
        ("index-reused",),
    ),
    Row(
        "one_item_id_for_all_items",
        [
            created(),
            added(0, item_id="__fake_id__", arguments=""),
            piece(0, FULL, "__fake_id__"),
            added(1, id_="b", item_id="__fake_id__", arguments=""),
            piece(1, "{}", "__fake_id__"),
            over(),
        ],
        [sound(ID, "f", {"n": 1}), sound("b", "f", {})],
        (),
    ),
    Row(
        "cut_short",
        [
            created(),
            added(0, arguments=""),
            piece(0, '{"n"'),
            done(0, status="incomplete", arguments='{"n"'),
            over("incomplete"),
        ],
        [fault("truncated", ID, "f", '{"n"')],
    ),
    Row(
        "cut_before_the_first_character",
        [created(), added(0, arguments=""), done(0, status="in_progress", arguments=""), over("incomplete")],
        [fault("truncated", ID, "f", "")],
    ),
    Row(
        "a_programs_calls_are_done_while_in_progress",
        [
            created(),
            added(0, arguments="", caller={"type": "program", "caller_id": "p"}),
            done(0, status="in_progress", arguments=FULL, caller={"type": "program", "caller_id": "p"}),
            over(),
        ],
        [
            sound(
                ID,
                "f",
                {"n": 1},
                extras={"id": "fc_1", "status": "in_progress", "caller": {"type": "program", "caller_id": "p"}},
            )
        ],
    ),
    Row(
        "an_error_event",
        [
            created(),
            added(0, arguments=""),
            piece(0, '{"n"'),
            {"type": "error", "code": "server_error", "message": "boom", "param": None, "sequence_number": 9},
        ],
        [fault("truncated", ID, "f", '{"n"')],
        error="server_error",
    ),
    Row(
        "an_error_over_websocket",
        [{"type": "error", "status": 400, "error": {"type": "invalid_request_error", "message": "no"}}],
        [],
        error="invalid_request_error",
    ),
    Row(
        "a_failed_response",
        [
            created(),
            added(0, arguments=""),
            over("failed", error={"code": "rate_limit_exceeded", "message": "slow down"}),
        ],
        [fault("truncated", ID, "f", "")],
        error="rate_limit_exceeded",
    ),
    Row(
        "custom_tools",
        [
            created(),
            added(0, kind="custom_tool_call", input=""),
            event("custom_tool_call_input.delta", 0, delta="{}"),
            event("custom_tool_call_input.delta", 0, delta="x"),
            event("custom_tool_call_input.done", 0, input="{}x"),
            done(0, kind="custom_tool_call", input="{}x", status=None),
            over(),
        ],
        [free(ID, "f", "{}x", extras={"id": "fc_1", "type": "custom_tool_call"})],
        (),
    ),
    Row(
        "a_custom_tools_final_text_is_exact",
        [
            created(),
            added(0, kind="custom_tool_call", input=""),
            event("custom_tool_call_input.delta", 0, delta="a"),
            done(0, kind="custom_tool_call", input="{}"),
            over(),
        ],
        [free(ID, "f", "{}")],
    ),
    Row(
        "a_free_text_that_is_over_does_not_grow",
        [
            created(),
            added(0, kind="custom_tool_call", input=""),
            done(0, kind="custom_tool_call", input="x"),
            event("custom_tool_call_input.delta", 0, delta="y"),
            over(),
        ],
        [free(ID, "f", "x")],
        ("late-delta",),
    ),
    Row(
        "mcp_calls_and_approvals",
        [
            created(),
            added(0, kind="mcp_call", id_=None, name="echo", item_id="mcp_1", server_label="s", arguments=""),
            event("mcp_call_arguments.delta", 0, "mcp_1", delta='{"t"'),
            event("mcp_call_arguments.delta", 0, "mcp_1", delta=":1}"),
            event("mcp_call_arguments.done", 0, "mcp_1", arguments='{"t":1}'),
            done(
                0,
                kind="mcp_call",
                id_=None,
                name="echo",
                item_id="mcp_1",
                server_label="s",
                arguments='{"t":1}',
                output="1",
            ),
            done(
                1,
                kind="mcp_approval_request",
                id_=None,
                name="pay",
                item_id="mcpr_1",
                server_label="s",
                arguments="{}",
                status=None,
            ),
            over(),
        ],
        [
            sound(
                "mcp_1",
                "echo",
                {"t": 1},
                run_by="provider",
                extras={"id": "mcp_1", "type": "mcp_call", "server_label": "s", "output": "1", "status": "completed"},
            ),
            sound("mcpr_1", "pay", {}, run_by="client"),
        ],
        (),
    ),
    Row(
        "code_is_free_text",
        [
            created(),
            added(0, kind="code_interpreter_call", id_=None, name=None, item_id="ci_1", code=""),
            event("code_interpreter_call_code.delta", 0, "ci_1", delta="1+"),
            event("code_interpreter_call_code.done", 0, "ci_1", code="1+1"),
            done(0, kind="code_interpreter_call", id_=None, name=None, item_id="ci_1", code="1+1", container_id="c"),
            done(1, kind="program", name=None, item_id="p_1", id_="call_p", code="x", fingerprint="fp"),
            over(),
        ],
        [free("ci_1", "code_interpreter", "1+1", run_by="provider"), free("call_p", "program", "x", run_by="provider")],
    ),
    Row(
        "a_shell_calls_commands_grow_by_path",
        [
            created(),
            added(0, kind="shell_call", name=None, item_id="sh_1", action={"commands": [], "timeout_ms": 5}),
            event("shell_call_command.added", 0, None, command_index=0, command=""),
            event("shell_call_command.delta", 0, None, command_index=0, delta="l"),
            event("shell_call_command.delta", 0, None, command_index=0, delta="s"),
            event("shell_call_command.delta", 0, None, command_index=1, delta="pwd"),
            event("shell_call_command.done", 0, None, command_index=0, command="ls"),
            done(0, kind="shell_call", name=None, item_id="sh_1", action={"commands": ["ls", "pwd"], "timeout_ms": 5}),
            over(),
        ],
        [sound(ID, "shell", {"commands": ["ls", "pwd"], "timeout_ms": 5}, run_by="client")],
        (),
    ),
    Row(
        "a_shell_call_that_is_cut",
        [
            created(),
            added(0, kind="shell_call", name=None, item_id="sh_1", action={"commands": []}),
            event("shell_call_command.delta", 0, None, command_index=0, delta="rm "),
            over("incomplete"),
        ],
        [fault("truncated", ID, "shell", '{"commands":["rm "]}')],
    ),
    Row(
        "a_command_that_begins_with_text",
        [
            created(),
            added(0, kind="shell_call", name=None, item_id="sh_1", action={"commands": []}),
            event("shell_call_command.added", 0, None, command_index=0, command="ls"),
            event("shell_call_command.delta", 0, None, command_index=0, delta=" -l"),
            over("incomplete"),
        ],
        [fault("truncated", ID, "shell", '{"commands":["ls -l"]}')],
        (),
    ),
    Row(
        "a_command_without_a_number_is_counted",
        [
            created(),
            added(0, kind="shell_call", name=None, item_id="sh_1", action={"commands": []}),
            event("shell_call_command.delta", 0, None, delta="rm"),
            done(0, kind="shell_call", name=None, item_id="sh_1", action={"commands": ["ls"]}),
            over(),
        ],
        [sound(ID, "shell", {"commands": ["ls"]})],
        ("arguments-replaced", "text-dropped"),
    ),
    Row(
        "a_patch_grows_by_path",
        [
            created(),
            added(0, kind="apply_patch_call", name=None, operation={"type": "update_file", "path": "a", "diff": ""}),
            event("apply_patch_call_operation_diff.delta", 0, delta="+x"),
            event("apply_patch_call_operation_diff.delta", 0, delta="y"),
            done(0, kind="apply_patch_call", name=None, operation={"type": "update_file", "path": "a", "diff": "+xy"}),
            over(),
        ],
        [sound(ID, "apply_patch", {"type": "update_file", "path": "a", "diff": "+xy"}, run_by="client")],
        (),
    ),
    Row(
        "a_tool_search_ends_with_another_id",
        [
            created(),
            added(0, kind="tool_search_call", id_="early", name=None, item_id="ts", execution="client", arguments={}),
            done(
                0,
                kind="tool_search_call",
                id_="late",
                name=None,
                item_id="ts",
                execution="client",
                arguments={"q": "x"},
            ),
            over(),
        ],
        [sound("late", "tool_search", {"q": "x"}, run_by="client")],
    ),
    Row(
        "searches_and_images_are_the_providers",
        [
            created(),
            done(0, kind="web_search_call", id_=None, name=None, item_id="ws", action={"type": "search", "query": "x"}),
            done(1, kind="file_search_call", id_=None, name=None, item_id="fs", queries=["x"]),
            done(2, kind="image_generation_call", id_=None, name=None, item_id="ig", result="aGk="),
            over(),
        ],
        [
            sound("ws", "web_search", {"type": "search", "query": "x"}, run_by="provider"),
            sound("fs", "file_search", {}, run_by="provider"),
            sound("ig", "image_generation", {}, run_by="provider"),
        ],
    ),
    Row(
        "local_shells_and_computers_are_the_clients",
        [
            created(),
            done(0, kind="local_shell_call", name=None, item_id="l", action={"type": "exec", "command": ["ls"]}),
            done(1, kind="computer_call", name=None, id_="c", item_id="c1", action={"type": "click"}),
            over(),
        ],
        [
            sound(ID, "local_shell", {"type": "exec", "command": ["ls"]}, run_by="client"),
            sound("c", "computer", {"type": "click"}, run_by="client"),
        ],
    ),
    Row(
        "an_item_that_is_whole_when_it_begins",
        [
            created(),
            added(
                0,
                kind="web_search_call",
                id_="",
                name="web_search",
                item_id="ws",
                status="completed",
                arguments='{"q":"x"}',
                action={"type": "search"},
            ),
            over(),
        ],
        [sound("ws", "web_search", {"q": "x"}, run_by="provider")],
    ),
    Row(
        "a_whole_response",
        [
            {
                "object": "response",
                "id": "r",
                "status": "completed",
                "output": [{"type": "reasoning", "id": "rs"}, item(arguments=FULL, status="completed")],
            }
        ],
        [sound(ID, "f", {"n": 1}, index=1, extras=EXTRAS)],
        (),
    ),
    Row(
        "a_stream_and_its_whole_response_do_not_count_twice",
        [
            *WHOLE,
            over(),
            {
                "object": "response",
                "id": "resp_1",
                "status": "completed",
                "output": [item(arguments=FULL, status="completed")],
            },
        ],
        [sound(ID, "f", {"n": 1})],
        (),
    ),
    Row(
        "bare_items",
        [item(arguments=FULL, status="completed"), item(id_="b", item_id=None, arguments="{}")],
        [sound(ID, "f", {"n": 1}), sound("b", "f", {})],
    ),
    Row(
        "outputs_and_text_are_no_calls",
        [
            created(),
            {"type": "response.output_text.delta", "output_index": 0, "delta": "{"},
            {
                "type": "response.output_item.added",
                "output_index": 0,
                "item": {"type": "function_call_output", "call_id": ID},
            },
            event("shell_call_output_content.delta", 0, None, delta="x"),
            {"type": "response.output_item.done"},
            {"type": "response.function_call_arguments.delta"},
            event("shell_call_command.delta", 0, None),
            over(),
        ],
        [],
        (),
    ),
    Row(
        "the_first_id_and_name_of_an_item_stay",
        [created(), added(0, id_="a", arguments=""), done(0, id_="b", name="g", arguments="{}"), over()],
        [sound("a", "f", {})],
    ),
    Row(
        "an_item_without_a_name",
        [created(), done(0, name=None, arguments="{}"), over()],
        [fault("missing-name", ID, None, "{}")],
    ),
    Row(
        "items_that_all_have_the_id_of_a_bridge_and_no_other",
        [
            created(),
            *(done(place, id_=None, item_id="__fake_id__", arguments=f'{{"n":{place}}}') for place in (0, 1)),
            over(),
        ],
        [sound(None, "f", {"n": 0}), sound(None, "f", {"n": 1})],
    ),
    Row(
        "bare_items_that_all_have_the_id_of_a_bridge",
        [item(id_=None, item_id="__fake_id__", arguments=f'{{"n":{number}}}') for number in (0, 1)],
        [sound(None, "f", {"n": 0}), sound(None, "f", {"n": 1})],
    ),
    Row(
        "an_operation_whose_members_have_odd_names",
        [
            created(),
            added(0, kind="apply_patch_call", name=None, operation={"type": "update_file", "a b": 1, "x']['y": "z"}),
            over("incomplete"),
        ],
        [fault("truncated", ID, "apply_patch", '{"type":"update_file","a b":1,"x\'][\'y":"z"}')],
        (),
    ),
    Row(
        "pieces_without_text_open_no_call",
        [
            created(),
            piece(0, ""),
            event("apply_patch_call_operation_diff.delta", 1, "apc_1", delta=""),
            event("shell_call_command.added", 2, None, command_index=0, command=""),
            over(),
        ],
        [],
        (),
    ),
    Row(
        "an_item_of_the_whole_response_is_no_unknown_item_at_its_place",
        [created(), piece(0, FULL, "x"), over("completed", item(id_="b", item_id="y", arguments="{}"))],
        [fault("missing-name", None, None, FULL), sound("b", "f", {})],
        ("index-reused",),
    ),
]


def live(kind: str, response: str = "r1", place: int | None = 0, **more: Any) -> dict[str, Any]:
    where = {} if place is None else {"output_index": place}
    return {"type": f"response.{kind}", "event_id": "ev", "response_id": response, **where, **more}


def told(response: str, *output: dict[str, Any]) -> dict[str, Any]:
    inside = {"id": response, "status": "completed", "output": list(output)}
    return {"type": "response.done", "event_id": "ev", "response": inside}


def talk(response: str, id_: str, text: str, status: str = "completed") -> list[dict[str, Any]]:
    begun = item(id_=id_, item_id=f"item_{id_}", status="in_progress", arguments="")
    return [
        live("output_item.added", response, item=begun),
        live("function_call_arguments.delta", response, item_id=f"item_{id_}", call_id=id_, delta=text[:3]),
        live("function_call_arguments.delta", response, None, item_id=f"item_{id_}", call_id=id_, delta=text[3:]),
        live("output_item.done", response, item={**begun, "status": status, "arguments": text}),
    ]


FIRST, SECOND = talk("r1", "a", FULL), talk("r2", "b", '{"n":2}')

REALTIME = [
    Row(
        "one_call",
        [
            {"type": "session.created", "event_id": "e"},
            *FIRST,
            {
                "type": "response.done",
                "event_id": "e",
                "response": {"id": "r1", "status": "completed", "output": [{**FIRST[-1]["item"]}]},
            },
        ],
        [sound("a", "f", {"n": 1}, index=0)],
        (),
    ),
    Row(
        "two_responses_at_once",
        [one for pair in zip(FIRST, SECOND, strict=True) for one in pair],
        [sound("a", "f", {"n": 1}), sound("b", "f", {"n": 2})],
    ),
    Row(
        "two_responses_at_once_whose_pieces_say_only_the_place",
        [
            FIRST[0],
            SECOND[0],
            live("function_call_arguments.delta", "r1", delta=FULL),
            live("function_call_arguments.delta", "r2", delta="{}"),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "f", {})],
        ("no-end",),
    ),
    Row(
        "pieces_that_say_only_the_item",
        [
            FIRST[0],
            SECOND[0],
            live("function_call_arguments.delta", "r1", None, item_id="item_a", delta=FULL),
            live("function_call_arguments.delta", "r2", None, item_id="item_b", delta="{}"),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "f", {})],
        ("no-end",),
    ),
    Row(
        "a_dropped_stream",
        [*FIRST[:2], live("function_call_arguments.delta", place=1, call_id="c", delta="")],
        [fault("truncated", "a", "f", FULL[:3])],
        (),
    ),
    Row("a_piece_of_a_call_that_nobody_added", [FIRST[1]], [fault("missing-name", "a", None, FULL[:3])], ()),
    Row(
        "calls_that_only_the_last_event_shows",
        [told("r1", item(id_="a", arguments=FULL), item(id_="b", item_id="fc_2", name="g", arguments="{}"))],
        [sound("a", "f", {"n": 1}, index=0), sound("b", "g", {}, index=1)],
        (),
    ),
    Row(
        "two_responses_of_which_only_the_last_events_came",
        [told("r1", item(id_="a", arguments=FULL)), told("r2", item(id_="b", item_id="fc_2", arguments="{}"))],
        [sound("a", "f", {"n": 1}, index=0), sound("b", "f", {}, index=0)],
        (),
    ),
    Row(
        "another_call_under_the_same_item_id_at_the_end",
        [*FIRST, told("r1", {**FIRST[-1]["item"], "call_id": "b", "arguments": "{}"})],
        [sound("a", "f", {"n": 1}), sound("b", "f", {})],
        ("index-reused",),
    ),
    Row(
        "a_final_event_without_a_name_or_without_an_id",
        [
            live("function_call_arguments.done", call_id="a", arguments=FULL),
            live("function_call_arguments.done", place=1, name="g", arguments="{}"),
        ],
        [fault("missing-name", "a", None, FULL), sound(None, "g", {})],
    ),
    Row(
        "a_final_event_alone",
        [live("function_call_arguments.done", item_id="i", call_id="a", name="f", arguments=FULL)],
        [sound("a", "f", {"n": 1})],
        ("no-end",),
    ),
    Row(
        "a_response_that_was_cancelled",
        [
            *FIRST[:2],
            {
                "type": "response.done",
                "event_id": "e",
                "response": {
                    "id": "r1",
                    "status": "cancelled",
                    "output": [{**FIRST[0]["item"], "status": "incomplete", "arguments": FULL[:3]}],
                },
            },
        ],
        [fault("truncated", "a", "f", FULL[:3])],
    ),
    Row(
        "a_response_that_failed",
        [
            FIRST[0],
            {
                "type": "response.done",
                "response": {"id": "r1", "status": "failed", "status_details": {"error": {"type": "server_error"}}},
            },
        ],
        [fault("truncated", "a", "f", "")],
        error="server_error",
    ),
    Row(
        "an_error",
        [
            {
                "type": "error",
                "event_id": "e",
                "error": {"type": "invalid_request_error", "code": "bad", "message": "no"},
            }
        ],
        [],
        error="bad",
    ),
    Row(
        "mcp",
        [
            live("output_item.added", item=item(kind="mcp_call", id_=None, item_id="m", name="echo", arguments="")),
            live("mcp_call_arguments.delta", item_id="m", delta="{}"),
            live("mcp_call_arguments.done", item_id="m", arguments="{}"),
            live(
                "output_item.done",
                item=item(kind="mcp_call", id_=None, item_id="m", name="echo", arguments="{}", status="completed"),
            ),
        ],
        [sound("m", "echo", {}, run_by="provider")],
        (),
    ),
    Row(
        "items_of_the_conversation_are_copies",
        [
            *FIRST,
            {"type": "conversation.item.added", "event_id": "e", "item": FIRST[0]["item"]},
            {"type": "rate_limits.updated"},
            live("audio.delta", delta="x"),
            live("function_call_arguments.delta", delta=""),
        ],
        [sound("a", "f", {"n": 1})],
        (),
    ),
]


def step(*entries: dict[str, Any], status: str | None = None, id_: str = "step_1") -> dict[str, Any]:
    details = {"step_details": {"type": "tool_calls", "tool_calls": list(entries)}}
    if status is None:
        return {"object": "thread.run.step.delta", "id": id_, "delta": details}
    return {"object": "thread.run.step", "id": id_, "status": status, **details}


def run(status: str, **more: Any) -> dict[str, Any]:
    return {"object": "thread.run", "id": "run_1", "status": status, **more}


def function(text: str, name: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {**({"name": name} if name else {}), "arguments": text, "output": None},
        **more,
    }


ASSISTANTS = [
    Row(
        "one_call",
        [
            {"object": "thread"},
            run("in_progress"),
            step(function("", "f", index=0, id=ID)),
            step(function('{"n"', index=0)),
            step(function(":1}", index=0)),
            run(
                "requires_action", required_action={"submit_tool_outputs": {"tool_calls": [function(FULL, "f", id=ID)]}}
            ),
        ],
        [sound(ID, "f", {"n": 1}, index=0, extras={})],
        (),
    ),
    Row(
        "the_run_alone_is_enough",
        [run("requires_action", required_action={"submit_tool_outputs": {"tool_calls": [function(FULL, "f", id=ID)]}})],
        [sound(ID, "f", {"n": 1})],
        (),
    ),
    Row(
        "two_steps",
        [
            step(function(FULL, "f", index=0, id="a")),
            step(function("{}", "g", index=0, id="b"), id_="step_2"),
            run("completed"),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "two_calls_in_pieces",
        [
            step(function("", "f", index=0, id="a")),
            step(function('{"n"', index=0)),
            step(function("", "g", index=1, id="b")),
            step(function("{}", index=1)),
            step(function(":1}", index=0)),
            run("completed"),
        ],
        [sound("a", "f", {"n": 1}, index=0), sound("b", "g", {}, index=1)],
        (),
    ),
    Row(
        "steps_that_were_not_streamed",
        [
            step(function(FULL, "f", id="a"), function("{}", "g", id="b"), status="completed"),
            step(function("{}", "f", id="c"), status="completed", id_="step_2"),
        ],
        [
            sound("a", "f", {"n": 1}, index=0),
            sound("c", "f", {}, index=0),
            sound("b", "g", {}, index=1),
        ],
        (),
    ),
    Row(
        "a_run_that_goes_on",
        [step(function("", "f", index=0, id=ID)), run("in_progress")],
        [fault("truncated", ID, "f", "")],
        (),
    ),
    Row(
        "extras",
        [step(function(FULL, "f", id=ID, future={"x": 1}), status="completed")],
        [sound(ID, "f", {"n": 1}, extras={"future": {"x": 1}})],
        (),
    ),
    Row(
        "provider_tools",
        [
            step(
                {"index": 0, "id": "c", "type": "code_interpreter", "code_interpreter": {"input": "1+", "outputs": []}}
            ),
            step({"index": 0, "type": "code_interpreter", "code_interpreter": {"input": "1"}}),
            step({"index": 1, "id": "s", "type": "file_search", "file_search": {}}),
            step(
                {"id": "c", "type": "code_interpreter", "code_interpreter": {"input": "1+1", "outputs": [1]}},
                {"id": "s", "type": "file_search", "file_search": {"results": []}},
                status="completed",
            ),
            run("completed"),
        ],
        [
            free(
                "c",
                "code_interpreter",
                "1+1",
                run_by="provider",
                extras={"type": "code_interpreter", "code_interpreter": {"outputs": [1]}},
            ),
            sound("s", "file_search", {}, run_by="provider"),
        ],
    ),
    Row(
        "a_run_that_expired",
        [step(function("", "f", index=0, id=ID)), run("expired")],
        [fault("truncated", ID, "f", "")],
    ),
    Row(
        "a_run_that_failed",
        [
            step(function("", "f", index=0, id=ID)),
            run("failed", last_error={"code": "rate_limit_exceeded", "message": "x"}),
        ],
        [fault("truncated", ID, "f", "")],
        error="rate_limit_exceeded",
    ),
    Row(
        "messages_are_no_calls",
        [{"object": "thread.message.delta", "delta": {"content": []}}, step(status="in_progress"), step()],
        [],
    ),
]
