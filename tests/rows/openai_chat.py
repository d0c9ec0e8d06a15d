"""Streams of the chat family. The names of the first group quote the routing rules' own examples."""

from tests.rows.build import Row, chunk, end, entry, fault, free, sound

A, F, G = "call_a", "f", "g"
FULL = '{"n":1}'
OTHER = '{"n":2}'

ROUTING = [
    Row(
        "known_id_at_a_new_index_while_the_call_has_no_text_is_one_call",
        [chunk(entry(0, A, F, "")), chunk(entry(1, A, F, FULL)), end()],
        [sound(A, F, {"n": 1}, index=0)],
    ),
    Row(
        "known_id_with_a_name_at_a_new_index_while_the_call_has_text_is_another_call",
        [chunk(entry(0, A, F, FULL)), chunk(entry(1, A, F, OTHER)), end()],
        [sound(A, F, {"n": 1}), sound(A, F, {"n": 2})],
        ("id-duplicate",),
    ),
    Row(
        "known_id_with_another_name_after_a_whole_object_is_another_call",
        [chunk(entry(0, A, F, FULL)), chunk(entry(0, A, G, OTHER)), end()],
        [sound(A, F, {"n": 1}), sound(A, G, {"n": 2})],
        ("id-duplicate", "index-reused"),
    ),
    Row(
        "known_id_with_another_name_inside_the_object_continues_it",
        [chunk(entry(0, A, "ge", '{"n"')), chunk(entry(0, A, "t", ":1}")), end()],
        [sound(A, "get", {"n": 1})],
    ),
    Row(
        "known_id_binds_a_further_index_that_later_pieces_use_alone",
        [chunk(entry(0, A, F, "")), chunk(entry(1, A, text='{"n"')), chunk(entry(1, text=":1}")), end()],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "a_known_id_without_an_index_takes_the_index_that_comes_later",
        [chunk(entry(id_=A, name=F, text="")), chunk(entry(3, A, text=FULL)), end()],
        [sound(A, F, {"n": 1}, index=3)],
        ("index-missing",),
    ),
    Row(
        "unknown_id_is_adopted_by_a_call_without_one",
        [chunk(entry(0, name=F, text='{"n"')), chunk(entry(0, A, text=":1}")), end()],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "unknown_id_and_the_same_name_are_adopted_until_the_object_is_whole",
        [chunk(entry(0, name=F, text='{"n"')), chunk(entry(0, A, F, ":1}")), end()],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "unknown_id_and_the_same_name_after_a_whole_object_open_a_call",
        [chunk(entry(0, name=F, text=FULL)), chunk(entry(0, A, F, OTHER)), end()],
        [sound(None, F, {"n": 1}), sound(A, F, {"n": 2})],
    ),
    Row(
        "unknown_id_and_another_name_open_a_call_beside_one_without_id",
        [chunk(entry(0, name=F, text='{"n"')), chunk(entry(0, A, G, OTHER)), end()],
        [fault("truncated", None, F, '{"n"'), sound(A, G, {"n": 2})],
    ),
    Row(
        "head_of_a_nameless_call_may_come_after_its_arguments",
        [chunk(entry(0, text=FULL)), chunk(entry(0, A, F)), end()],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "a_fresh_id_and_the_name_on_every_fragment_are_one_call_while_its_root_is_open",
        [chunk(entry(0, "x1", F, '{"n"')), chunk(entry(0, "x2", F, ":")), chunk(entry(0, "x3", F, "1}")), end()],
        [sound("x1", F, {"n": 1})],
        ("id-changed",),
    ),
    Row(
        "a_fresh_id_and_the_name_after_the_root_closed_are_another_call",
        [chunk(entry(0, "x1", F, FULL)), chunk(entry(0, "x2", F, "")), chunk(entry(0, "x2", text=OTHER)), end()],
        [sound("x1", F, {"n": 1}), sound("x2", F, {"n": 2})],
    ),
    Row(
        "a_fresh_id_without_a_name_continues_and_the_first_id_stays",
        [chunk(entry(0, "x1", F, '{"n"')), chunk(entry(0, "x2", text=":1")), chunk(entry(0, "x3", text="}")), end()],
        [sound("x1", F, {"n": 1})],
        ("id-changed",),
    ),
    Row(
        "a_fresh_id_without_a_name_and_a_new_object_open_a_call_that_lacks_a_name",
        [chunk(entry(0, "x1", F, FULL)), chunk(entry(0, "x2", text=OTHER)), end()],
        [sound("x1", F, {"n": 1}), fault("missing-name", "x2", None, OTHER)],
    ),
    Row(
        "a_fresh_id_without_a_name_and_the_same_object_are_a_resend",
        [chunk(entry(0, "x1", F, FULL)), chunk(entry(0, "x2", text='{"n": 1}')), end()],
        [sound("x1", F, {"n": 1})],
        ("arguments-resent", "id-changed"),
    ),
    Row(
        "the_id_of_a_tail_still_names_the_call_after_another_one_was_touched",
        [
            chunk(entry(id_="x1", name=F, text='{"n"')),
            chunk(entry(id_="t1", text=":")),
            chunk(entry(id_="x2", name=G, text=OTHER)),
            chunk(entry(id_="t1", text="1}")),
            end(),
        ],
        [sound("x1", F, {"n": 1}), sound("x2", G, {"n": 2})],
    ),
    Row(
        "another_name_with_neither_id_nor_index_opens_a_call",
        [chunk(entry(name="a")), chunk(entry(name="b")), end()],
        [sound(None, "a", {}), sound(None, "b", {})],
        ("index-missing",),
    ),
    Row(
        "two_entries_without_ids_at_one_index_of_one_fragment_are_two_calls",
        [chunk(entry(0, name="now"), entry(0, name="zones")), end()],
        [sound(None, "now", {}), sound(None, "zones", {})],
    ),
    Row(
        "a_name_goes_on_behind_a_nameless_entry_of_its_fragment",
        [chunk(entry(0, name="ge")), chunk(entry(0, text=""), entry(0, name="t", text=FULL)), end()],
        [sound(None, "get", {"n": 1})],
        (),
    ),
    Row(
        "equal_parts_of_a_name_in_one_fragment_are_no_two_calls",
        [chunk(entry(0, name="ge")), chunk(entry(0, name="t_"), entry(0, name="t_", text=FULL)), end()],
        [sound(None, "get_t_", {"n": 1})],
        (),
    ),
    Row(
        "the_same_name_without_an_id_and_a_new_object_open_a_call",
        [chunk(entry(0, name=F, text=FULL)), chunk(entry(0, name=F, text=OTHER)), end()],
        [sound(None, F, {"n": 1}), sound(None, F, {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "the_same_name_without_an_id_and_the_same_object_are_a_resend",
        [chunk(entry(0, name=F, text=FULL)), chunk(entry(0, name=F, text=FULL)), end()],
        [sound(None, F, {"n": 1})],
        ("arguments-resent",),
    ),
    Row(
        "a_name_in_two_parts_without_an_id_is_one_name",
        [chunk(entry(0, name="get_")), chunk(entry(0, name="page", text=FULL)), end()],
        [sound(None, "get_page", {"n": 1})],
    ),
    Row(
        "a_name_that_grows_is_replaced",
        [chunk(entry(0, A, "get")), chunk(entry(0, A, "get_pa")), chunk(entry(0, A, "get_page", FULL)), end()],
        [sound(A, "get_page", {"n": 1})],
    ),
    Row(
        "the_only_call_without_text_gets_an_orphans_arguments",
        [chunk(entry(0, A, F, "")), chunk(entry(1, text='{"n"')), chunk(entry(1, text=":1}")), end()],
        [sound(A, F, {"n": 1})],
        ("index-mismatch",),
    ),
    Row(
        "an_orphan_whose_only_call_got_text_of_its_own_has_no_name",
        [chunk(entry(0, A, F, "")), chunk(entry(1, text=FULL)), chunk(entry(0, text=OTHER)), end()],
        [sound(A, F, {"n": 2}), fault("missing-name", None, None, FULL)],
    ),
    Row(
        "an_orphan_that_could_belong_to_two_calls_is_given_to_none_and_none_runs_without_arguments",
        [chunk(entry(0, A, F, "")), chunk(entry(1, "call_b", G, "")), chunk(entry(2, text=FULL)), end()],
        [
            fault("orphan-arguments", A, F, ""),
            fault("orphan-arguments", "call_b", G, ""),
            fault("missing-name", None, None, FULL),
        ],
    ),
    Row(
        "two_orphans_do_not_share_a_call",
        [chunk(entry(0, A, F, "")), chunk(entry(1, text=FULL)), chunk(entry(2, text=OTHER)), end()],
        [sound(A, F, {"n": 1}), fault("missing-name", None, None, OTHER)],
    ),
    Row(
        "an_orphan_that_gets_its_head_later_is_a_call_of_its_own",
        [chunk(entry(0, A, F, "")), chunk(entry(1, text=FULL)), chunk(entry(1, "call_b", G)), end()],
        [sound(A, F, {}), sound("call_b", G, {"n": 1})],
    ),
    Row(
        "the_tail_of_a_second_call_at_the_next_index_finds_it",
        [
            chunk(entry(0, A, F, FULL)),
            chunk(entry(0, "call_b", G, "")),
            chunk(entry(1, text='{"n"')),
            chunk(entry(1, text=":2}")),
            end(),
        ],
        [sound(A, F, {"n": 1}), sound("call_b", G, {"n": 2})],
    ),
    Row("an_empty_entry_says_nothing", [chunk(entry(0)), chunk(entry(0, A, F, FULL)), end()], [sound(A, F, {"n": 1})]),
    Row(
        "text_without_any_call_has_no_name", [chunk(entry(text="{}")), end()], [fault("missing-name", None, None, "{}")]
    ),
    Row(
        "null_is_no_index",
        [
            chunk({"index": None, "id": A, "type": "function", "function": {"name": F, "arguments": ""}}),
            *(chunk({"index": None, "function": {"arguments": text}}) for text in ('{"n"', ":", "1", "}")),
            end(),
        ],
        [sound(A, F, {"n": 1}, index=None)],
    ),
    Row(
        "the_word_null_is_no_id",
        [chunk(entry(0, "null", F, FULL), entry(0, "null", G, OTHER)), end()],
        [sound(None, F, {"n": 1}), sound(None, G, {"n": 2})],
    ),
    Row(
        "indexes_in_any_form_are_numbers",
        [chunk(entry("1", A, F, '{"n"')), chunk(entry(1.0, text=":1")), chunk(entry(1, text="}")), end()],
        [sound(A, F, {"n": 1}, index=1)],
    ),
    Row(
        "a_boolean_is_no_index",
        [chunk(entry(True, A, F, '{"n"')), chunk(entry(False, text=":1}")), end()],
        [sound(A, F, {"n": 1}, index=None)],
    ),
    Row(
        "order_is_by_index_then_by_arrival",
        [chunk(entry(2, "c", "c")), chunk(entry(id_="d", name="d")), chunk(entry(0, "a", "a")), end()],
        [sound("a", "a", {}), sound("c", "c", {}), sound("d", "d", {})],
    ),
    Row(
        "numbers_are_ids_and_zero_is_one",
        [chunk(entry(0, 0, F, '{"n"')), chunk(entry(0, 0, text=":1}")), end()],
        [sound("0", F, {"n": 1})],
    ),
]

FREEZE = [
    Row(
        "a_whole_sealed_call_does_not_change",
        [chunk(entry(0, A, F, FULL)), end(), chunk(entry(0, text="}"))],
        [sound(A, F, {"n": 1})],
        ("late-delta",),
    ),
    Row(
        "a_sealed_call_that_is_not_whole_may_grow",
        [chunk(entry(0, A, F, '{"n"')), end(), chunk(entry(0, text=":1}")), chunk(entry(0, text=","))],
        [sound(A, F, {"n": 1})],
        ("late-delta",),
    ),
    Row(
        "a_late_id_changes_nothing",
        [chunk(entry(0, A, F, FULL)), end(), chunk(entry(0, "x9"))],
        [sound(A, F, {"n": 1})],
        ("late-delta",),
    ),
    Row(
        "late_extras_still_count",
        [chunk(entry(0, A, F, FULL)), end(), chunk(entry(0, A, extra_content={"sig": "s"}))],
        [sound(A, F, {"n": 1}, extras={"extra_content": {"sig": "s"}})],
    ),
    Row(
        "a_call_after_the_end_counts_and_is_over_with_it",
        [chunk(entry(0, A, F, FULL)), end(), chunk(entry(1, "call_b", G, ""))],
        [sound(A, F, {"n": 1}), sound("call_b", G, {})],
    ),
]

ENDS = [
    Row(
        "a_length_end_leaves_earlier_calls_alone",
        [chunk(entry(0, A, F, "")), chunk(entry(1, "b", G, "")), end("length")],
        [sound(A, F, {}), fault("truncated", "b", G, "")],
    ),
    Row(
        "a_length_end_after_whole_text_is_sound", [chunk(entry(0, A, F, FULL)), end("length")], [sound(A, F, {"n": 1})]
    ),
    Row(
        "the_worse_of_two_ends_counts",
        [chunk(entry(0, A, F, "")), end("tool_calls"), end("length")],
        [fault("truncated", A, F, "")],
    ),
    Row("two_equal_ends_are_one", [chunk(entry(0, A, F, "")), end(), end()], [sound(A, F, {})], ()),
    Row(
        "an_end_of_another_choice_is_no_end", [chunk(entry(0, A, F, "")), end(choice=1)], [fault("truncated", A, F, "")]
    ),
    Row("the_text_done_is_an_end", [chunk(entry(0, A, F, "")), "[DONE]"], [sound(A, F, {})], ()),
    Row(
        "other_text_is_nothing",
        [chunk(entry(0, A, F, "")), "[done]", '{"choices": []}', b"x"],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "done_does_not_mend_a_cut", [chunk(entry(0, A, F, "")), end("length"), "[DONE]"], [fault("truncated", A, F, "")]
    ),
    Row("unknown_finish_words_end_well", [chunk(entry(0, A, F, "")), end("eos_token")], [sound(A, F, {})]),
    Row("an_empty_finish_reason_is_no_end", [chunk(entry(0, A, F, ""), finish="")], [fault("truncated", A, F, "")]),
    Row("whole_text_without_an_end_is_noted", [chunk(entry(0, A, F, FULL))], [sound(A, F, {"n": 1})], ("no-end",)),
    Row(
        "a_word_null_without_an_end_is_noted_twice",
        [chunk(entry(0, A, F, "null"))],
        [sound(A, F, {})],
        ("no-end", "null-arguments"),
    ),
    Row(
        "an_error_in_a_frame_of_its_own",
        [chunk(entry(0, A, F, '{"n"')), {"error": {"type": "overloaded", "message": "busy"}}],
        [fault("truncated", A, F, '{"n"')],
        error="overloaded",
    ),
    Row(
        "an_error_that_is_a_text",
        [chunk(entry(0, A, F, FULL)), {"error": "boom"}],
        [sound(A, F, {"n": 1})],
        error="error",
    ),
    Row(
        "an_error_that_is_the_whole_frame",
        [chunk(entry(0, A, F, FULL)), {"object": "error", "type": "service_unavailable", "message": "later"}],
        [sound(A, F, {"n": 1})],
        error="service_unavailable",
    ),
    Row("an_error_with_a_number", [{"error": {"code": 503}}], [], error="503"),
    Row(
        "an_error_inside_a_choice",
        [{"choices": [{"index": 0, "delta": {}, "finish_reason": "error", "error": {"code": "rate_limited"}}]}],
        [],
        error="rate_limited",
    ),
    Row(
        "an_error_beside_a_choice",
        [{**chunk(entry(0, A, F, '{"n"'), finish="error"), "error": {"code": 502, "message": "gone"}}],
        [fault("truncated", A, F, '{"n"')],
        error="502",
    ),
    Row(
        "an_error_beside_the_ids_of_its_request",
        [{"error": {"type": "limit", "message": "slow"}, "id": "e", "request_id": "r", "user_id": "u"}],
        [],
        (),
        error="limit",
    ),
    Row(
        "an_error_beside_bare_calls",
        [{"tool_calls": [entry(0, A, F, '{"n"')], "error": {"code": 502, "message": "gone"}}],
        [fault("truncated", A, F, '{"n"')],
        error="502",
    ),
    Row(
        "the_first_error_is_the_cause", [{"error": {"type": "first"}}, {"error": {"type": "second"}}], [], error="first"
    ),
]

SHAPES = [
    Row(
        "bare_partial_lists_are_confirmed_by_reading",
        [[entry(0, A, F, "")], [entry(0, text=FULL)], [entry(1, "b", G)]],
        [sound(A, F, {"n": 1}), sound("b", G, {})],
        (),
    ),
    Row(
        "what_is_no_entry_in_a_bare_list_is_skipped",
        [[None, entry(0, A, F, FULL), "x"]],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "another_name_of_a_free_text_tool_is_a_part_of_it",
        [
            chunk({"index": 0, "id": A, "custom": {"name": "ge", "input": "{}"}}),
            chunk({"index": 0, "id": A, "custom": {"name": "t", "input": "x"}}),
            end(),
        ],
        [free(A, "get", "{}x")],
    ),
    Row(
        "a_bare_delta_with_a_role_goes_on",
        [{"role": "assistant", "tool_calls": [entry(0, A, F, '{"n"')]}, {"tool_calls": [entry(0, text=":1}")]}],
        [sound(A, F, {"n": 1}, choice=0)],
        (),
    ),
    Row(
        "a_bare_delta_without_an_index_goes_on",
        [{"tool_calls": [entry(id_=A, name=F, text='{"n"')]}, {"tool_calls": [entry(text=":1}")]}],
        [sound(A, F, {"n": 1})],
        ("index-missing",),
    ),
    Row("a_bare_delta", [{"tool_calls": [entry(0, A, F, FULL)]}, {"content": "hm"}], [sound(A, F, {"n": 1})], ()),
    Row("a_bare_entry", [entry(0, A, F, '{"n"'), entry(0, text=":1}")], [sound(A, F, {"n": 1}, choice=0)], ()),
    Row(
        "bare_entries_of_each_type",
        [
            entry(0, A, F, FULL, type="function"),
            {"index": 1, "id": "b", "type": "custom", "custom": {"name": G, "input": "x y"}},
        ],
        [sound(A, F, {"n": 1}), free("b", G, "x y")],
        (),
    ),
    Row(
        "one_mapping_where_a_list_is_expected",
        [{"choices": [{"delta": {"tool_calls": entry(0, A, F, FULL)}, "finish_reason": "stop"}]}],
        [sound(A, F, {"n": 1})],
    ),
    Row(
        "a_missing_choice_index_is_its_position",
        [
            {
                "choices": [
                    {"delta": {"tool_calls": [entry(0, A, F, FULL)]}},
                    {"delta": {"tool_calls": [entry(0, "b", G, OTHER)]}},
                ]
            },
            "[DONE]",
        ],
        [sound(A, F, {"n": 1}, choice=0), sound("b", G, {"n": 2}, choice=1)],
    ),
    Row(
        "an_object_as_arguments_is_taken",
        [chunk(entry(0, A, F, {"n": [1, None]})), end()],
        [sound(A, F, {"n": [1, None]})],
        ("arguments-not-text",),
    ),
    Row("a_list_as_arguments_is_no_object", [chunk(entry(0, A, F, [1])), end()], [fault("not-an-object", A, F, "[1]")]),
    Row(
        "custom_tools_are_free_text",
        [
            chunk({"index": 0, "id": A, "type": "custom", "custom": {"name": F, "input": '{"x'}}),
            chunk({"index": 0, "custom": {"input": '":1}'}}),
            end(),
        ],
        [free(A, F, '{"x":1}')],
    ),
    Row(
        "free_text_may_be_empty",
        [chunk({"index": 0, "id": A, "custom": {"name": F, "input": ""}}), end()],
        [free(A, F, "")],
    ),
    Row(
        "free_text_without_an_end_is_cut",
        [chunk({"index": 0, "id": A, "custom": {"name": F, "input": "SELECT"}})],
        [fault("truncated", A, F, "SELECT")],
    ),
    Row(
        "free_text_that_a_limit_cut",
        [chunk({"index": 0, "id": A, "custom": {"name": F, "input": "SELECT"}}), end("length")],
        [fault("truncated", A, F, "SELECT")],
    ),
    Row(
        "an_empty_custom_object_beside_a_function_is_nothing",
        [chunk({**entry(0, A, F, FULL), "custom": {}}), end()],
        [sound(A, F, {"n": 1}, kind="function", extras={})],
    ),
    Row(
        "what_began_as_json_does_not_become_free_text",
        [
            chunk(entry(0, A, F, FULL)),
            chunk({"index": 0, "id": A, "type": "custom", "custom": {"name": F, "input": "x"}}),
            end(),
        ],
        [fault("trailing-data", A, F, FULL + "x")],
    ),
    Row(
        "legacy_function_call",
        [
            chunk(function_call={"name": F}, choice=1),
            chunk(function_call={"arguments": '{"n"'}, choice=1),
            chunk(function_call={"name": None, "arguments": ":1}"}, choice=1),
            end("function_call", choice=1),
        ],
        [sound(None, F, {"n": 1}, index=None, choice=1, extras={"function_call": {}})],
    ),
    Row(
        "a_signature_stays_with_its_call",
        [chunk(entry(0, A, F, FULL, extra_content={"google": {"thought_signature": "c2ln"}})), end()],
        [sound(A, F, {"n": 1}, extras={"extra_content": {"google": {"thought_signature": "c2ln"}}})],
    ),
    Row(
        "a_signature_may_come_alone_later",
        [chunk(entry(0, A, F, FULL)), chunk({"index": 0, "id": A, "extra_content": {"sig": "x"}}), end()],
        [sound(A, F, {"n": 1}, extras={"extra_content": {"sig": "x"}})],
    ),
    Row(
        "a_signature_alone_and_without_index_belongs_to_the_latest_call",
        [chunk(entry(0, A, F, FULL)), chunk({"extra_content": {"sig": "x"}}), end()],
        [sound(A, F, {"n": 1}, extras={"extra_content": {"sig": "x"}})],
    ),
    Row(
        "the_first_extra_stays_and_new_ones_join",
        [
            chunk(entry(0, A, F, "", extra_content={"a": 1})),
            chunk(entry(0, A, F, FULL, extra_content={"a": 2, "b": 3})),
            end(),
        ],
        [sound(A, F, {"n": 1}, extras={"extra_content": {"a": 1, "b": 3}})],
    ),
    Row(
        "extras_inside_the_function_keep_their_nesting",
        [
            chunk(
                {"index": 0, "id": A, "function": {"name": F, "arguments": FULL, "provider_specific_fields": {"s": 1}}}
            ),
            end(),
        ],
        [sound(A, F, {"n": 1}, extras={"function": {"provider_specific_fields": {"s": 1}}})],
    ),
    Row(
        "a_whole_completion",
        [
            {
                "object": "chat.completion",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "tool_calls",
                        "message": {
                            "role": "assistant",
                            "content": None,
                            "tool_calls": [entry(id_=A, name=F, text=FULL), entry(id_="b", name=F, text="")],
                        },
                    }
                ],
            }
        ],
        [sound(A, F, {"n": 1}, index=0), sound("b", F, {}, index=1)],
        (),
    ),
    Row(
        "a_whole_completion_keeps_what_its_entries_say",
        [
            {
                "object": "chat.completion",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "tool_calls",
                        "message": {
                            "role": "assistant",
                            "tool_calls": [
                                entry(id_=A, name=F, text=FULL, extra_content={"sig": "s"}),
                                {"id": "b", "type": "custom", "custom": {"name": G, "input": "x y"}},
                            ],
                        },
                    }
                ],
            }
        ],
        [sound(A, F, {"n": 1}, extras={"extra_content": {"sig": "s"}}), free("b", G, "x y")],
        (),
    ),
    Row(
        "a_whole_message",
        [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [entry(id_=A, name=F, text=FULL), entry(id_="b", name=F, text=OTHER)],
            }
        ],
        [sound(A, F, {"n": 1}), sound("b", F, {"n": 2})],
        (),
    ),
    Row(
        "a_stream_and_its_final_completion_do_not_count_twice",
        [
            chunk(entry(0, A, F, FULL)),
            end(),
            {
                "object": "chat.completion",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "tool_calls",
                        "message": {"role": "assistant", "tool_calls": [entry(id_=A, name=F, text='{"n": 1}')]},
                    }
                ],
            },
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_message_twin_beside_a_delta_is_ignored",
        [
            {
                "choices": [
                    {
                        "index": 0,
                        "delta": {"tool_calls": [entry(0, A, F, FULL)]},
                        "finish_reason": "stop",
                        "message": {"tool_calls": [entry(id_=A, name=F, text=FULL)]},
                    }
                ]
            }
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "noise_says_nothing",
        [
            {"choices": [], "usage": {}},
            {"object": "chat.completion.chunk", "choices": None},
            chunk(content="{}"),
            chunk(tool_calls=None),
            chunk(tool_calls=[None, 3, "x"]),
            {"choices": [{"delta": None, "finish_reason": None}]},
            {"type": "other", "function": {"name": F, "arguments": FULL}},
            {"delta": {}, "function_call": {"name": F, "arguments": FULL}},
        ],
        [],
    ),
]

ROWS = [*ROUTING, *FREEZE, *ENDS, *SHAPES]
