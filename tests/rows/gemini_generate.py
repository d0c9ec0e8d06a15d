"""Streams of Gemini generateContent."""

from tests.rows.build import Row, call, fault, parts, path, sound

ROWS = [
    Row("one_call", [parts(call("go", {"a": 1}), finish="STOP")], [sound(None, "go", {"a": 1}, index=None)], ()),
    Row(
        "calls_without_ids_in_one_and_more_chunks",
        [parts(call("go", {"a": 1}), call("go", {"a": 2})), parts(call("come", {})), parts(finish="STOP")],
        [sound(None, "go", {"a": 1}), sound(None, "go", {"a": 2}), sound(None, "come", {})],
        (),
    ),
    Row(
        "equal_calls_are_kept_and_noted",
        [parts(call("roll", {"d": 6})), parts(call("roll", {"d": 6}), finish="STOP")],
        [sound(None, "roll", {"d": 6}), sound(None, "roll", {"d": 6})],
        ("identical-calls",),
    ),
    Row(
        "the_same_id_again_replaces",
        [parts(call("go", {"a": 1}, "x")), parts(call("go", {"a": 2}, "x"), finish="STOP")],
        [sound("x", "go", {"a": 2})],
        ("call-resent",),
    ),
    Row(
        "the_same_id_again_with_another_name_keeps_the_first",
        [
            parts(call("go", {"a": 1}, "x"), {"toolCall": {"id": "t", "toolType": "GOOGLE_SEARCH_WEB", "args": {}}}),
            parts(call("come", {"a": 2}, "x"), {"toolCall": {"id": "t", "toolType": "URL_CONTEXT"}}, finish="STOP"),
        ],
        [sound("x", "go", {"a": 2}), sound("t", "GOOGLE_SEARCH_WEB", {}, run_by="provider")],
        ("call-resent",),
    ),
    Row(
        "the_same_id_again_with_nothing_new_is_nothing",
        [parts(call("go", {"a": 1}, "x")), parts(call("go", id_="x"), finish="STOP")],
        [sound("x", "go", {"a": 1})],
        (),
    ),
    Row(
        "the_first_signature_stays",
        [
            parts({**call("go", {"a": 1}, "x"), "thoughtSignature": "c2ln"}),
            parts(call("go", {"a": 1}, "x"), finish="STOP"),
        ],
        [sound("x", "go", {"a": 1}, extras={"thoughtSignature": "c2ln"})],
    ),
    Row(
        "snake_case_and_bytes",
        [
            {
                "candidates": [
                    {
                        "content": {
                            "parts": [{"function_call": {"name": "go", "args": {"a": 1}}, "thought_signature": b"sig"}]
                        },
                        "finish_reason": "STOP",
                    }
                ]
            }
        ],
        [sound(None, "go", {"a": 1}, extras={"thoughtSignature": "c2ln"})],
    ),
    Row(
        "nameless_arguments_belong_to_the_latest_call",
        [parts(call("go", {})), parts(call(args={"a": 1})), parts(finish="STOP")],
        [sound(None, "go", {"a": 1})],
    ),
    Row(
        "nameless_arguments_without_a_call_are_counted",
        [parts(call(args={"a": 1}), finish="STOP")],
        [],
        ("text-dropped",),
    ),
    Row("blank_calls_need_an_end", [parts(call("go"))], [fault("truncated", None, "go", "")]),
    Row(
        "a_limit_cuts_the_last_blank_call",
        [parts(call("go"), call("come"), finish="MAX_TOKENS")],
        [sound(None, "go", {}), fault("truncated", None, "come", "")],
    ),
    Row(
        "several_candidates",
        [parts(call("go", {"a": 1}), candidate=1), parts(call("go", {"a": 2})), "[DONE]"],
        [sound(None, "go", {"a": 2}, choice=0), sound(None, "go", {"a": 1}, choice=1)],
    ),
    Row(
        "each_candidate_ends_by_itself",
        [parts(call("go"), finish="MAX_TOKENS"), parts(call("come"), candidate=1, finish="STOP")],
        [fault("truncated", None, "go", "", choice=0), sound(None, "come", {}, choice=1)],
        (),
    ),
    Row(
        "code_execution",
        [
            parts(
                {"executableCode": {"language": "PYTHON", "code": "1+1"}},
                {"codeExecutionResult": {"output": "2"}},
                {"executableCode": {"id": "e", "language": "PYTHON", "code": "2+2"}, "thoughtSignature": "c2ln"},
                finish="STOP",
            )
        ],
        [
            sound(None, "code_execution", {"code": "1+1", "language": "PYTHON"}, run_by="provider", extras={}),
            sound(
                "e",
                "code_execution",
                {"code": "2+2", "language": "PYTHON"},
                run_by="provider",
                extras={"thoughtSignature": "c2ln"},
            ),
        ],
        (),
    ),
    Row(
        "server_side_tools",
        [
            parts(
                {"toolCall": {"id": "t", "toolType": "GOOGLE_SEARCH_WEB", "args": {"q": "x"}}, "thoughtSignature": "s"},
                finish="STOP",
            )
        ],
        [sound("t", "GOOGLE_SEARCH_WEB", {"q": "x"}, run_by="provider", extras={"thoughtSignature": "s"})],
    ),
    Row(
        "partial_arguments_join_by_path",
        [
            parts(call("go", willContinue=True)),
            parts(call(partialArgs=[path("$.t", stringValue="he", more=True)], willContinue=True)),
            parts(call(willContinue=True)),
            parts(call(partialArgs=[path("$.t", stringValue="llo")], willContinue=True)),
            parts(
                call(partialArgs=[path("$.n[0].b", boolValue=False), path("$.n[1]", nullValue=None)], willContinue=True)
            ),
            parts(call(partialArgs=[path("$.x", numberValue=2.0)], willContinue=True)),
            parts(call()),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"t": "hello", "n": [{"b": False}, None], "x": 2})],
        (),
    ),
    Row(
        "a_part_that_does_not_continue_closes",
        [
            parts(call("go", partialArgs=[path("$.a", numberValue=1)])),
            parts(call(partialArgs=[path("$.a", numberValue=2)])),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"a": 1})],
        ("text-dropped",),
    ),
    Row(
        "a_nameless_part_that_does_not_continue_closes",
        [
            parts(call("go", willContinue=True)),
            parts(call(partialArgs=[path("$.a", numberValue=1)])),
            parts(call(partialArgs=[path("$.a", numberValue=2)])),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"a": 1})],
        ("text-dropped",),
    ),
    Row(
        "feedback_on_the_prompt_closes_no_call",
        [
            parts(call("go", willContinue=True)),
            {"promptFeedback": {"safetyRatings": []}},
            {"prompt_feedback": {"safety_ratings": []}},
            parts(call(partialArgs=[path("$.a", numberValue=1)])),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"a": 1})],
        (),
    ),
    Row(
        "a_closed_call_does_not_come_again",
        [
            parts(call("go", id_="x", partialArgs=[path("$.a", numberValue=1)])),
            parts(finish="STOP"),
            parts(call("go", {"a": 2}, "x")),
        ],
        [sound("x", "go", {"a": 1})],
        ("late-delta",),
    ),
    Row(
        "the_end_closes_when_nothing_is_announced",
        [parts(call("go", partialArgs=[path("$.a", numberValue=1)], willContinue=True)), parts(finish="STOP")],
        [sound(None, "go", {"a": 1})],
    ),
    Row(
        "an_announced_text_that_does_not_come_is_cut",
        [
            parts(call("go", partialArgs=[path("$.a", stringValue="x", more=True)], willContinue=True)),
            parts(finish="STOP"),
        ],
        [fault("truncated", None, "go", '{"a":"x"}')],
    ),
    Row(
        "a_cut_partial_call_is_cut",
        [parts(call("go", partialArgs=[path("$.a", numberValue=1)], willContinue=True)), parts(finish="MAX_TOKENS")],
        [fault("truncated", None, "go", '{"a":1}')],
    ),
    Row(
        "no_arguments_in_streaming_mode",
        [parts(call("go", willContinue=True)), parts(call()), parts(call("come")), parts(finish="STOP")],
        [sound(None, "go", {}), sound(None, "come", {})],
    ),
    Row(
        "hostile_paths_are_refused_and_counted",
        [
            parts(
                call(
                    "go",
                    partialArgs=[
                        path("$.a[9999999999]", numberValue=1),
                        path("$..*", numberValue=1),
                        path("$.b", numberValue=2),
                    ],
                )
            ),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"b": 2})],
        ("patch-refused",),
    ),
    Row(
        "a_terminator_without_a_call_is_nothing",
        [parts(call()), parts(call("go", {"a": 1}), finish="STOP")],
        [sound(None, "go", {"a": 1})],
        (),
    ),
    Row(
        "a_terminator_after_a_whole_call_is_nothing",
        [parts(call("go", {"a": 1})), parts(call(), finish="STOP")],
        [sound(None, "go", {"a": 1})],
        (),
    ),
    Row(
        "an_error_frame",
        [parts(call("go", {"a": 1})), {"error": {"code": 503, "status": "UNAVAILABLE", "message": "busy"}}],
        [sound(None, "go", {"a": 1})],
        error="UNAVAILABLE",
    ),
    Row(
        "an_error_beside_the_candidates",
        [{**parts(call("go", {"a": 1})), "error": "busy"}],
        [sound(None, "go", {"a": 1})],
        error="error",
    ),
    Row(
        "an_edit_without_a_value_is_none",
        [
            parts(call("go", partialArgs=[path("$.a", numberValue=1), path("$.b", more=True)])),
            parts(call(partialArgs=[path("$.b", stringValue="x"), path("$.c"), path("$.d", stringValue=[])])),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"a": 1, "b": "x"})],
        (),
    ),
    Row(
        "null_values",
        [
            parts(call("go", partialArgs=[path("$.a", nullValue=None), path("$.b", nullValue="NULL_VALUE")])),
            parts(finish="STOP"),
        ],
        [sound(None, "go", {"a": None, "b": None})],
        (),
    ),
    Row(
        "bare_parts_and_calls",
        [
            call("go", {"a": 1}),
            [call("come", {"a": 2})],
            {"function_call": {"name": "stay", "args": {"a": 3}}},
            {"function_call": {"name": "wait"}, "thought_signature": "c2ln"},
            "[DONE]",
        ],
        [
            sound(None, "go", {"a": 1}),
            sound(None, "come", {"a": 2}),
            sound(None, "stay", {"a": 3}),
            sound(None, "wait", {}, extras={"thoughtSignature": "c2ln"}),
        ],
    ),
    Row(
        "a_bare_streamed_call",
        [
            {"name": "go", "willContinue": True},
            {"partialArgs": [path("$.a", numberValue=1)], "willContinue": True},
            {"partialArgs": [], "willContinue": False},
            "[DONE]",
        ],
        [sound(None, "go", {"a": 1})],
    ),
    Row(
        "blocked_prompts_and_text_are_nothing",
        [
            {"promptFeedback": {"blockReason": "SAFETY"}},
            parts({"text": '{"functionCall": {}}'}, finish="STOP"),
            {"candidates": [{"finishReason": "STOP"}]},
            parts({"toolCall": {"id": "t"}}, {"toolCall": "x"}, {"executableCode": "1+1"}),
        ],
        [],
    ),
]
