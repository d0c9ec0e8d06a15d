"""Streams of pydantic-ai."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound

A, F, G = "call_a", "f", "g"
FULL, OTHER = '{"n":1}', '{"n":2}'


def part(id_: Any, name: Any, args: Any, kind: str = "tool-call", **more: Any) -> dict[str, Any]:
    return {"part_kind": kind, "tool_name": name, "args": args, "tool_call_id": id_, **more}


def start(index: Any, id_: Any, name: Any, args: Any = None, **more: Any) -> dict[str, Any]:
    return {"event_kind": "part_start", "index": index, "part": part(id_, name, args, **more)}


def delta(index: Any, args: Any = None, **more: Any) -> dict[str, Any]:
    inside = {"part_delta_kind": "tool_call", "args_delta": args, **more}
    return {"event_kind": "part_delta", "index": index, "delta": inside}


def end(index: Any, id_: Any, name: Any, args: Any, **more: Any) -> dict[str, Any]:
    return {"event_kind": "part_end", "index": index, "part": part(id_, name, args, **more)}


def words(index: int = 0, content: str = "{") -> list[dict[str, Any]]:
    text = {"part_kind": "text", "content": content}
    return [
        {"event_kind": "part_start", "index": index, "part": text},
        {"event_kind": "part_delta", "index": index, "delta": {"part_delta_kind": "text", "content_delta": "}"}},
        {"event_kind": "part_end", "index": index, "part": text},
    ]


def executed(id_: str = A) -> list[dict[str, Any]]:
    return [
        {"event_kind": "final_result", "tool_name": F, "tool_call_id": id_},
        {"event_kind": "function_tool_call", "part": part(id_, F, FULL)},
        {"event_kind": "function_tool_result", "result": {"part_kind": "tool-return", "tool_call_id": id_}},
    ]


def response(*parts: dict[str, Any], finish: Any = "tool_call", state: str = "complete") -> dict[str, Any]:
    return {"kind": "response", "parts": list(parts), "finish_reason": finish, "state": state}


def one_call(*pieces: str) -> list[dict[str, Any]]:
    """A stream of one call whose text comes in the given pieces."""
    whole = "".join(pieces)
    return [start(0, "a", F, ""), *(delta(0, piece) for piece in pieces), end(0, "a", F, whole)]


ROWS = [
    *kinds.rows(one_call),
    Row(
        "one_call_with_text_before_and_after",
        [*words(), start(1, A, F, ""), delta(1, '{"n"'), delta(1, ":1}"), end(1, A, F, FULL), *words(2)],
        [sound(A, F, {"n": 1}, index=1)],
        (),
    ),
    Row(
        "two_calls",
        [start(0, A, F, FULL), end(0, A, F, FULL), start(1, "b", G), end(1, "b", G, None)],
        [sound(A, F, {"n": 1}), sound("b", G, {})],
        (),
    ),
    Row(
        "two_calls_interleaved",
        [
            start(0, A, F, '{"n"'),
            end(0, A, F, '{"n"'),
            start(1, "b", G, ""),
            delta(0, ":1}"),
            delta(1, OTHER),
            end(1, "b", G, OTHER),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
    ),
    Row("no_arguments", [start(0, A, F), end(0, A, F, "")], [sound(A, F, {})], ()),
    Row("an_empty_object_as_arguments", [start(0, A, F, {}), end(0, A, F, {})], [sound(A, F, {})], ()),
    Row("cut_short", [start(0, A, F, '{"n"')], [fault("truncated", A, F, '{"n"')]),
    Row(
        "cut_short_and_reported_whole",
        [start(0, A, F, '{"n"'), end(0, A, F, '{"n"')],
        [fault("truncated", A, F, '{"n"')],
    ),
    Row("blank_and_never_ended", [start(0, A, F, "")], [fault("truncated", A, F, "")]),
    Row("whole_and_never_ended", [start(0, A, F, FULL)], [sound(A, F, {"n": 1})], ("no-end",)),
    Row(
        "the_next_part_ends_a_call",
        [start(0, A, F, ""), *words(1)],
        [sound(A, F, {})],
        (),
    ),
    Row(
        "an_object_as_arguments",
        [start(0, A, F, {"n": 1}), end(0, A, F, {"n": 1})],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "objects_join_member_by_member",
        [
            start(0, A, F, {"n": 1, "m": {"x": 1}}),
            delta(0, {"m": {"y": 2}}),
            delta(0, {}),
            delta(0, {"o": None}),
            end(0, A, F, {"n": 1, "m": {"y": 2}, "o": None}),
            delta(0, {"n": 9}),
        ],
        [sound(A, F, {"n": 1, "m": {"y": 2}, "o": None})],
        ("late-delta",),
    ),
    Row(
        "an_object_may_come_with_a_delta_only",
        [start(0, A, F), delta(0, {"n": 1}), end(0, A, F, {"n": 1})],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "an_object_after_text_that_is_none",
        [start(0, A, F, '["n'), delta(0, {"n": 1}), delta(1, {"n": 2}), end(0, A, F, '["n{"n":1}')],
        [fault("invalid-json", A, F, '["n{"n":1}'), fault("missing-name", None, None, OTHER)],
        (),
    ),
    Row(
        "a_part_that_starts_again_is_replaced",
        [start(0, A, F, FULL), start(0, "b", G, '{"n"'), delta(0, ":2}"), end(0, "b", G, OTHER)],
        [sound("b", G, {"n": 2})],
        ("call-resent",),
    ),
    Row(
        "a_part_that_starts_again_without_arguments_is_replaced",
        [start(0, A, F, '{"n"'), start(0, A, F), delta(0, FULL), end(0, A, F, FULL)],
        [sound(A, F, {"n": 1})],
        ("call-resent",),
    ),
    Row(
        "events_that_come_again_after_the_end_change_nothing",
        [start(0, A, F, FULL), end(0, A, F, FULL), start(0, A, F, FULL), end(0, A, F, FULL)],
        [sound(A, F, {"n": 1})],
        ("late-delta",),
    ),
    Row(
        "another_part_at_the_index_of_one_that_is_over_is_another_call",
        [start(0, A, F, FULL), end(0, A, F, FULL), start(0, "b", G, OTHER), end(0, "b", G, OTHER)],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "indexes_start_anew_after_the_execution",
        [
            start(0, A, F, FULL),
            *executed(),
            *words(0),
            start(1, "b", F, OTHER),
            end(1, "b", F, OTHER),
            *executed("b"),
            start(0, "c", G, '{"n"'),
        ],
        [sound(A, F, {"n": 1}), sound("b", F, {"n": 2}), fault("truncated", "c", G, '{"n"')],
        (),
    ),
    Row(
        "names_in_pieces_and_late_ids",
        [
            start(0, None, "get_"),
            delta(0, None, tool_name_delta="page"),
            delta(0, None, tool_call_id="c1"),
            delta(0, FULL, tool_call_id="c2"),
            end(0, "c2", "get_page", FULL),
        ],
        [sound("c2", "get_page", {"n": 1})],
    ),
    Row(
        "names_in_pieces_and_late_ids_without_an_end",
        [
            start(0, None, "get_"),
            delta(0, None, tool_name_delta="page"),
            delta(0, None, tool_call_id="c1"),
            delta(0, FULL, tool_call_id="c2"),
            *words(1),
        ],
        [sound("c2", "get_page", {"n": 1})],
        (),
    ),
    Row(
        "a_delta_for_a_part_that_never_started",
        [start(0, A, F, FULL), delta(4, OTHER), end(0, A, F, FULL)],
        [sound(A, F, {"n": 1}), fault("missing-name", None, None, OTHER, index=4)],
    ),
    Row(
        "the_next_part_ends_a_call_whose_start_was_lost",
        [delta(0, None, tool_name_delta=F, tool_call_id=A), *words(1)],
        [sound(A, F, {}, index=0)],
        (),
    ),
    Row("an_end_alone_is_enough", [end(3, A, F, FULL)], [sound(A, F, {"n": 1}, index=3)], ()),
    Row(
        "an_end_that_differs_wins",
        [start(0, A, F, FULL), end(0, A, F, OTHER)],
        [sound(A, F, {"n": 2})],
        ("arguments-replaced",),
    ),
    Row(
        "an_empty_end_erases_nothing",
        [start(0, A, F, FULL), end(0, "", "", None)],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "tools_of_the_provider",
        [
            start(0, "s", "web_search", {"q": 1}, kind="builtin-tool-call", provider_name="anthropic"),
            end(0, "s", "web_search", {"q": 1}, kind="builtin-tool-call", provider_name="anthropic"),
            {"event_kind": "part_start", "index": 1, "part": {"part_kind": "builtin-tool-return", "content": "x"}},
        ],
        [
            sound(
                "s",
                "web_search",
                {"q": 1},
                run_by="provider",
                extras={"part_kind": "builtin-tool-call", "provider_name": "anthropic"},
            )
        ],
        (),
    ),
    Row(
        "details_of_the_provider_are_kept_and_joined",
        [
            start(0, A, F, "", id="fc_1", provider_name="google", provider_details={"a": 1}, tool_kind="search"),
            delta(0, FULL, provider_details={"thought_signature": "s"}),
            end(0, A, F, FULL, provider_details={"thought_signature": "s", "a": 1}),
        ],
        [
            sound(
                A,
                F,
                {"n": 1},
                extras={
                    "id": "fc_1",
                    "provider_name": "google",
                    "provider_details": {"a": 1, "thought_signature": "s"},
                    "tool_kind": "search",
                },
            )
        ],
        (),
    ),
    Row(
        "details_of_the_provider_in_a_delta_only",
        [start(0, A, F, ""), delta(0, FULL, provider_details={"thought_signature": "s"}), *words(1)],
        [sound(A, F, {"n": 1}, extras={"provider_details": {"thought_signature": "s"}})],
        (),
    ),
    Row(
        "broken_arguments",
        [start(0, A, F, "{'n': 1}"), end(0, A, F, "{'n': 1}"), start(1, "b", G, "[1]"), end(1, "b", G, "[1]")],
        [fault("invalid-json", A, F, "{'n': 1}"), fault("not-an-object", "b", G, "[1]")],
    ),
    Row(
        "a_whole_response",
        [response({"part_kind": "text", "content": "x"}, part(A, F, FULL), part("b", G, {}), part("c", G, None))],
        [sound(A, F, {"n": 1}, index=1), sound("b", G, {}, index=2), sound("c", G, {}, index=3)],
        (),
    ),
    Row(
        "a_whole_response_after_its_events_changes_nothing",
        [start(0, A, F, FULL), end(0, A, F, FULL), response(part(A, F, {"n": 1}))],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_whole_response_that_was_cut",
        [response(part(A, F, FULL), part("b", G, ""), finish="length")],
        [sound(A, F, {"n": 1}), fault("truncated", "b", G, "")],
    ),
    Row(
        "a_whole_response_that_was_interrupted",
        [response(part(A, F, ""), finish=None, state="interrupted")],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "messages_of_a_whole_run",
        [
            [
                {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "hi"}]},
                response(part(A, F, FULL)),
                {"kind": "request", "parts": [{"part_kind": "tool-return", "tool_call_id": A}]},
            ],
            response(part("b", F, OTHER)),
        ],
        [sound(A, F, {"n": 1}), sound("b", F, {"n": 2})],
        (),
    ),
    Row(
        "bare_parts",
        [part(A, F, FULL), [{"part_kind": "text", "content": "{"}, part("b", G, "")], part("c", G, {"n": 3})],
        [sound(A, F, {"n": 1}), sound("b", G, {}), sound("c", G, {"n": 3})],
        (),
    ),
    Row(
        "members_that_are_there_already_say_nothing_new",
        [
            start(0, A, F),
            delta(0, {"a": 1, "n": 2}),
            delta(0, {"n": 2}),
            delta(0, {"a": 1, "n": 2}),
            end(0, A, F, None),
        ],
        [sound(A, F, {"a": 1, "n": 2})],
        (),
    ),
    Row(
        "bare_parts_and_their_deltas",
        [
            part(A, F, ""),
            {"part_delta_kind": "tool_call", "args_delta": '{"n"', "tool_call_id": A},
            {"part_delta_kind": "tool_call", "args_delta": ":1}"},
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_bare_part_without_arguments_keeps_those_that_came_before_it",
        [
            {"part_delta_kind": "tool_call", "args_delta": '{"n"', "tool_call_id": A},
            part(A, F, None),
            {"part_delta_kind": "tool_call", "args_delta": ":1}", "tool_call_id": A},
        ],
        [sound(A, F, {"n": 1})],
        ("index-missing", "no-end"),
    ),
    Row(
        "an_error_of_the_transport",
        [start(0, A, F, FULL), end(0, A, F, FULL), {"error": {"type": "overloaded"}}],
        [sound(A, F, {"n": 1})],
        error="overloaded",
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"event_kind": "part_start"},
            {"event_kind": "part_start", "index": 0, "part": None},
            {"event_kind": "part_start", "part": part(A, F, FULL)},
            {"event_kind": "part_delta", "index": 0},
            delta(None, FULL),
            delta(0),
            {"event_kind": "part_end", "index": 0},
            {"event_kind": "part_end", "part": part(A, F, FULL)},
            {"event_kind": "unheard_of"},
            {"event_kind": "custom", "data": {}},
        ],
        [],
    ),
]
