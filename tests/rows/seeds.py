"""Rows A1 to A13 and C1 to C8: what the first and the third reference system do."""

from tests.rows.build import Row, entry, fault, sound


def start(index: int, id_: str, name: str) -> dict[str, object]:
    return {"_phase": "start", "_index": index, "id": id_, "name": name}


def part(index: int, text: str) -> dict[str, object]:
    return {"_phase": "partial", "_index": index, "partial_json": text}


def stop(index: int) -> dict[str, object]:
    return {"_phase": "stop", "_index": index}


def use(index: int, id_: str = "", name: str = "", text: str = "", **more: object) -> dict[str, object]:
    return {"Index": index, "ID": id_, "Name": name, "InputJSON": text, **more}


NOUS = [
    Row("cut_text_is_no_call", [[entry(0, "a", "f", '{"n"')]], [fault("truncated", "a", "f", '{"n"')]),
    Row("a2_partial_lists_join", [[entry(0, "a", "f", '{"n"')], [entry(0, text=":1}")]], [sound("a", "f", {"n": 1})]),
    Row(
        "a2_entries_that_are_no_maps_are_skipped",
        [[3, entry(0, "a", "f", "{}"), None]],
        [sound("a", "f", {})],
    ),
    Row(
        "a3_calls_come_out_by_index",
        [[entry(1, "b", "g", "{}")], [entry(0, "a", "f", "{}")]],
        [sound("a", "f", {}), sound("b", "g", {})],
    ),
    Row(
        "a4_fragments_without_id_and_name_change_neither",
        [[entry(0, "a", "f", "")], [entry(0, None, None, "{}")], [entry(0, "", "", "")]],
        [sound("a", "f", {})],
    ),
    Row(
        "a5_empty_arguments_are_none",
        [[entry(0, "a", "f", "{}")], [entry(1, "b", "f")], [entry(2, "c", "f", None)], [entry(3, "d", "f", "")]],
        [sound("a", "f", {}), sound("b", "f", {}), sound("c", "f", {}), sound("d", "f", {})],
    ),
    Row(
        "a6_undecodable_arguments_keep_the_call_and_its_text",
        [[entry(0, "a", "f", "{bad}")]],
        [fault("invalid-json", "a", "f", "{bad}")],
    ),
    Row(
        "a7_tagged_blocks_interleave",
        [start(1, "b", "g"), start(0, "a", "f"), part(1, '{"n"'), part(0, '{"m":1}'), part(1, ":2}"), stop(0), stop(1)],
        [sound("a", "f", {"m": 1}), sound("b", "g", {"n": 2})],
    ),
    Row(
        "a7_a_partial_before_its_start_counts",
        [part(0, '{"n"'), start(0, "a", "f"), part(0, ":1}"), stop(0)],
        [sound("a", "f", {"n": 1})],
    ),
    Row(
        "a7_a_block_without_a_start_or_a_stop",
        [part(0, '{"n"'), start(0, "a", "f"), part(0, ":1}")],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row("a7_empty_text_opens_no_block", [part(0, "")], [], ()),
    Row(
        "a7_text_after_a_stop_changes_nothing",
        [start(0, "a", "f"), part(0, '{"n":1}'), stop(0), part(0, "}")],
        [sound("a", "f", {"n": 1})],
        ("late-delta",),
    ),
    Row("a7_a_stop_of_an_unknown_block_is_nothing", [start(0, "a", "f"), stop(7), stop(0)], [sound("a", "f", {})], ()),
    Row("a7_a_second_start_changes_nothing", [start(0, "a", "f"), start(0, "b", "g"), stop(0)], [sound("a", "f", {})]),
    Row(
        "a8_complete_maps_keep_order_and_metadata",
        [{"name": "f", "arguments": {"n": 1}, "metadata": {"thought_signature": "s"}}, {"name": "g", "arguments": {}}],
        [sound(None, "f", {"n": 1}, extras={"metadata": {"thought_signature": "s"}}), sound(None, "g", {}, choice=0)],
    ),
    Row(
        "a10_the_degenerate_complete_shape", [{"id": "a", "name": "f", "input": {"n": 1}}], [sound("a", "f", {"n": 1})]
    ),
    Row(
        "a11_lists_then_tagged_then_complete",
        [
            {"name": "z", "arguments": {}},
            start(0, "t0", "t"),
            stop(0),
            [entry(1, "l1", "l", "{}"), entry(0, "l0", "l", "{}")],
        ],
        [sound("l0", "l", {}), sound("l1", "l", {}), sound("t0", "t", {}), sound(None, "z", {})],
    ),
    Row(
        "a12_what_is_not_recognised_is_dropped",
        [
            None,
            3,
            "text",
            [],
            {},
            {"_phase": "start"},
            {"_phase": "other", "_index": 0},
            {"_index": 0, "name": "f"},
            {"type": "other", "name": "f", "arguments": {}},
            {"call_id": "a", "name": "f", "arguments": {}},
            {"status": "other", "name": "f", "arguments": {}},
            [3, None],
        ],
        [],
        (),
    ),
    Row("a12_text_of_no_block", [{"_phase": "partial", "_index": -1, "partial_json": "x"}], [], ("text-dropped",)),
]

LOOPRIG = [
    Row("cut_text_is_no_call", [use(0, "a", "f", '{"n"')], [fault("truncated", "a", "f", '{"n"')]),
    Row(
        "c1_everything_may_be_split_and_interleaved",
        [use(0, "a", "f"), use(1, "b", "g", '{"n"'), use(0, text='{"m":1}'), use(1, text=":2}")],
        [sound("a", "f", {"m": 1}), sound("b", "g", {"n": 2})],
    ),
    Row(
        "c2_any_index_is_an_identity",
        [use(-5, "a", "f", "{}"), use(2**40, "b", "g", "{}"), use(0, "c", "h", "{}")],
        [sound("a", "f", {}, index=-5), sound("c", "h", {}, index=0), sound("b", "g", {}, index=2**40)],
    ),
    Row(
        "c3_order_is_by_index",
        [use(2, "c", "c"), use(0, "a", "a"), use(1, "b", "b")],
        [sound("a", "a", {}), sound("b", "b", {}), sound("c", "c", {})],
    ),
    Row(
        "c4_the_last_id_and_name_that_are_not_empty_win",
        [use(0, "a", "f"), use(0, "", ""), use(0, "b", ""), use(0, "", "g", "{}")],
        [sound("b", "g", {})],
    ),
    Row(
        "c4_id_and_name_may_come_late",
        [use(0, text='{"n"'), use(0, text=":1}"), use(0, "a", "f")],
        [sound("a", "f", {"n": 1})],
    ),
    Row(
        "c5_text_is_handed_over_as_received",
        [use(0, "a", "f", ' {"n" :1} ')],
        [sound("a", "f", {"n": 1}, text=' {"n" :1} ')],
    ),
    Row(
        "c6_the_last_labelled_state_wins_and_an_unlabelled_one_is_ignored",
        [
            use(0, "a", "f", ProviderState={"s": 1}, ProviderStateFormat="gemini"),
            use(0, ProviderState={"s": 2}, ProviderStateFormat="gemini"),
            use(0, text="{}", ProviderState={"s": 3}, ProviderStateFormat=""),
        ],
        [sound("a", "f", {}, extras={"ProviderState": {"s": 2}, "ProviderStateFormat": "gemini"})],
    ),
    Row(
        "c7_zero_values_may_be_left_out",
        [
            {"Name": "f", "InputJSON": ""},
            {"Index": 0, "ID": "a"},
            {"InputJSON": '{"n"'},
            {"InputJSON": ":1}"},
            {"Index": 7},
        ],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row("c7_empty_text_is_something", [use(0)], [fault("missing-name", None, None, "")]),
    Row("c8_nothing_runs_without_a_name", [use(0, "a", "", '{"n":1}')], [fault("missing-name", "a", None, '{"n":1}')]),
]


def brainlid(status: str = "incomplete", **more: object) -> dict[str, object]:
    return {"status": status, "type": "function", **more}


BRAINLID = [
    Row(
        "cut_text_is_no_call",
        [brainlid(index=0, call_id="a", name="f", arguments='{"n"')],
        [fault("truncated", "a", "f", '{"n"')],
    ),
    Row(
        "b6_b7_names_and_arguments_are_appended",
        [
            brainlid(index=0, call_id="a", name="get_weat", arguments='{"n"'),
            brainlid(index=0, name="her", arguments=None),
            brainlid(index=0, arguments=":1}"),
            brainlid(index=0, name="get_weather"),
        ],
        [sound("a", "get_weather", {"n": 1})],
    ),
    Row(
        "b9_a_complete_map_replaces_text_and_later_text_is_ignored",
        [
            brainlid(index=0, call_id="a", name="f", arguments='{"n"'),
            brainlid("complete", index=0, call_id="a", name="f", arguments={"n": 2}),
            brainlid(index=0, arguments="}}"),
        ],
        [sound("a", "f", {"n": 2})],
    ),
    Row(
        "b10_other_indexes_are_other_calls",
        [brainlid(index=0, call_id="a", name="f"), brainlid(index=1, call_id="b", name="g")],
        [sound("a", "f", {}, index=0), sound("b", "g", {}, index=1)],
    ),
    Row(
        "b6_a_piece_of_a_name_is_appended_whatever_it_begins_with",
        [brainlid(index=0, call_id="a", name="go_"), brainlid(index=0, call_id="b", name="go_on")],
        [sound("b", "go_go_on", {})],
    ),
    Row(
        "b9_a_complete_call_needs_no_parts",
        [brainlid("complete", index=0, call_id="a", name="f", display_text="Doing", arguments={"n": 1})],
        [sound("a", "f", {"n": 1}, display_text="Doing")],
        (),
    ),
    Row(
        "b9_a_complete_map_that_says_what_came_before",
        [
            brainlid(index=0, call_id="a", name="f", arguments='{"n": 1}'),
            brainlid("complete", index=0, call_id="a", name="f", arguments={"n": 1}),
        ],
        [sound("a", "f", {"n": 1}, text='{"n": 1}')],
        (),
    ),
    Row(
        "b11_display_text_and_metadata_merge",
        [
            brainlid(index=0, call_id="a", name="f", display_text="Old", metadata={"x": 1, "z": 1}),
            brainlid(index=0, display_text="New", metadata={"y": 2, "z": 2}, arguments="{}"),
        ],
        [sound("a", "f", {}, display_text="New", extras={"metadata": {"x": 1, "y": 2, "z": 2}})],
    ),
    Row(
        "b3_b9_complete_text_is_read_and_replaces_too",
        [brainlid(index=0, call_id="a", name="f", arguments='"x"'), brainlid("complete", index=0, arguments='{"n":1}')],
        [sound("a", "f", {"n": 1})],
    ),
    Row(
        "b9_a_map_is_whole_whatever_the_status_says",
        [
            brainlid(index=0, call_id="a", name="f"),
            brainlid(index=0, arguments={"n": 2}),
            brainlid(index=0, arguments="{}"),
        ],
        [sound("a", "f", {"n": 2})],
    ),
    Row(
        "b11_metadata_may_come_alone",
        [brainlid(index=0, call_id="a", name="f"), brainlid(index=0, metadata={"y": 1})],
        [sound("a", "f", {}, extras={"metadata": {"y": 1}})],
    ),
    Row(
        "a_status_without_a_type_is_this_shape",
        [{"index": 0, "status": "incomplete", "call_id": "c1", "name": "f", "arguments": {"n": 1}}],
        [sound("c1", "f", {"n": 1})],
    ),
    Row(
        "without_an_index_the_id_is_the_key",
        [
            brainlid(call_id="a", name="f", arguments="{"),
            brainlid(call_id="b", name="g"),
            brainlid(call_id="a", arguments="}"),
        ],
        [sound("a", "f", {}), sound("b", "g", {})],
    ),
    Row(
        "without_an_index_and_an_id_there_is_one_call",
        [
            brainlid(name="f"),
            brainlid(arguments='{"n"'),
            brainlid(arguments=":1}"),
            brainlid(display_text="Doing"),
            brainlid(call_id="b"),
        ],
        [sound(None, "f", {"n": 1}, display_text="Doing"), fault("missing-name", "b", None, "")],
    ),
    Row("what_is_of_another_type_is_no_call", [brainlid(type="other", index=0, name="f")], []),
]

ROWS = [*NOUS, *LOOPRIG, *BRAINLID]
