"""Lines of Ollama's own chat format."""

from typing import Any

from tests.rows.build import Row, fault, sound


def line(*entries: Any, content: str = "", done: bool = False, **more: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if entries:
        message["tool_calls"] = list(entries)
    return {"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done, **more}


def call(name: Any, arguments: Any = ..., id_: Any = ..., index: Any = ..., **more: Any) -> dict[str, Any]:
    function = {
        key: value for key, value in (("index", index), ("name", name), ("arguments", arguments)) if value is not ...
    }
    return {**({} if id_ is ... else {"id": id_}), "function": function, **more}


def over(reason: str = "stop", *entries: Any) -> dict[str, Any]:
    return line(*entries, done=True, done_reason=reason, eval_count=3)


ROWS = [
    Row(
        "one_call",
        [line(call("f", {"n": 1}, "a", 0)), over()],
        [sound("a", "f", {"n": 1}, index=0, extras={})],
        (),
    ),
    Row(
        "calls_over_lines_with_text_and_thoughts_around",
        [
            line(content='{"n":'),
            line(call("f", {"n": 1}, "a", 0), call("f", {"n": 2}, "b", 1)),
            {**line(), "message": {"role": "assistant", "content": "", "thinking": "}"}},
            line(call("g", {}, "c", 2), content="}"),
            over(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "f", {"n": 2}), sound("c", "g", {}, index=2)],
        (),
    ),
    Row(
        "neither_ids_nor_indexes",
        [line(call("f", {"n": 1})), line(call("f", {"n": 2}), call("g", {})), over()],
        [sound(None, "f", {"n": 1}, index=None), sound(None, "f", {"n": 2}), sound(None, "g", {})],
        (),
    ),
    Row(
        "every_index_is_zero",
        [line(call("f", {"n": 1}, index=0)), line(call("f", {"n": 2}, index=0)), over()],
        [sound(None, "f", {"n": 1}, index=0), sound(None, "f", {"n": 2}, index=0)],
        (),
    ),
    Row(
        "the_order_is_that_of_arrival",
        [line(call("f", {}, "a", 5)), line(call("g", {}, "b", 1)), over()],
        [sound("a", "f", {}, index=5), sound("b", "g", {}, index=1)],
        (),
    ),
    Row(
        "equal_calls_without_ids_are_kept",
        [line(call("roll", {"d": 6})), line(call("roll", {"d": 6})), over()],
        [sound(None, "roll", {"d": 6}), sound(None, "roll", {"d": 6})],
        ("identical-calls",),
    ),
    Row(
        "the_same_id_again_replaces",
        [line(call("f", {"n": 1}, "a")), line(call("f", {"n": 2}, "a")), over()],
        [sound("a", "f", {"n": 2})],
        ("call-resent",),
    ),
    Row(
        "a_later_line_may_complete_a_call",
        [line(call("f", id_="a")), line(call(..., {"n": 1}, "a")), over()],
        [sound("a", "f", {"n": 1})],
    ),
    Row(
        "no_arguments",
        [line(call("f", {}, "a"), call("g", None, "b"), call("h", id_="c")), over()],
        [sound("a", "f", {}), sound("b", "g", {}), sound("c", "h", {})],
        (),
    ),
    Row(
        "empty_and_null_ids_are_absent",
        [line(call("f", {}, ""), call("g", {}, None)), over()],
        [sound(None, "f", {}), sound(None, "g", {})],
        (),
    ),
    Row("a_number_as_id", [line(call("f", {}, 7)), over()], [sound("7", "f", {})], ()),
    Row(
        "arguments_as_text",
        [line(call("f", '{"n":1}', "a"), call("g", "{'n':1}", "b"), call("h", [1], "c")), over()],
        [
            sound("a", "f", {"n": 1}),
            fault("invalid-json", "b", "g", "{'n':1}"),
            fault("not-an-object", "c", "h", "[1]"),
        ],
    ),
    Row(
        "values_keep_their_kinds",
        [line(call("f", {"a": None, "b": True, "c": 1.0, "d": "é\n", "e": 2**70, "f": [{}]})), over()],
        [sound(None, "f", {"a": None, "b": True, "c": 1.0, "d": "é\n", "e": 2**70, "f": [{}]})],
        (),
    ),
    Row(
        "unknown_fields_are_kept",
        [line(call("f", {}, "a", type="function", tag=1), {"id": "b", "function": {"name": "g", "mode": "x"}}), over()],
        [sound("a", "f", {}, extras={"tag": 1}), sound("b", "g", {}, extras={"function": {"mode": "x"}})],
        (),
    ),
    Row(
        "no_name",
        [line(call(..., {"n": 1}), call("", {}, "a")), over()],
        [fault("missing-name", None, None, '{"n":1}'), fault("missing-name", "a", None, "{}")],
    ),
    Row("calls_in_the_last_line", [over("stop", call("f", {"n": 1}, "a"))], [sound("a", "f", {"n": 1})], ()),
    Row(
        "a_whole_response",
        [{**over("stop", call("f", {"n": 1})), "total_duration": 5}],
        [sound(None, "f", {"n": 1})],
        (),
    ),
    Row("an_end_without_a_reason", [line(call("f", id_="a")), line(done=True)], [sound("a", "f", {})], ()),
    Row(
        "a_limit_cuts_the_last_call",
        [line(call("f", id_="a")), line(call("g", id_="b")), over("length")],
        [sound("a", "f", {}), fault("truncated", "b", "g", "")],
    ),
    Row("a_limit_after_a_whole_call", [line(call("f", {"n": 1})), over("length")], [sound(None, "f", {"n": 1})], ()),
    Row(
        "loading_a_model_is_no_call",
        [line(done=True, done_reason="load"), line(done=True, done_reason="unload")],
        [],
        (),
    ),
    Row(
        "a_dropped_stream",
        [line(call("f", {"n": 1}, "a"), call("g", id_="b"))],
        [sound("a", "f", {"n": 1}), fault("truncated", "b", "g", "")],
        ("no-end",),
    ),
    Row(
        "an_error_line",
        [line(call("f", {"n": 1}, "a")), {"error": "model runner has unexpectedly stopped"}],
        [sound("a", "f", {"n": 1})],
        error="error",
    ),
    Row(
        "an_error_beside_a_call",
        [line(call("f", {"n": 1}, "a"), error="model runner has unexpectedly stopped")],
        [sound("a", "f", {"n": 1})],
        error="error",
    ),
    Row(
        "one_entry_where_a_list_is_expected",
        [{**line(), "message": {"role": "assistant", "tool_calls": call("f", {}, "a")}}, over()],
        [sound("a", "f", {})],
        (),
    ),
    Row(
        "broken_lines_say_nothing",
        [
            line({}),
            line("x", None, 3),
            line({"function": None}, {"function": {}}, {"id": "", "function": {"name": ""}}),
            {**line(), "message": {"tool_calls": None}},
            {"message": {"tool_calls": []}, "done": "no"},
            {"message": "text", "done": False},
        ],
        [],
        (),
    ),
]
