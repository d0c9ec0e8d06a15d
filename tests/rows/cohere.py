"""Streams of Cohere, version 2 and version 1."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound

Event = dict[str, Any]


def v2(kind: str, index: Any = ..., **more: Any) -> Event:
    return {"type": kind, **({} if index is ... else {"index": index}), **more}


def calls(value: Any) -> Event:
    return {"message": {"tool_calls": value}}


def started(index: Any, id_: Any = ..., name: Any = ..., arguments: Any = "", **more: Any) -> Event:
    given = {} if id_ is ... else {"id": id_}
    function = {**({} if name is ... else {"name": name}), "arguments": arguments}
    return v2("tool-call-start", index, delta=calls({**given, "type": "function", "function": function, **more}))


def piece(index: Any, arguments: Any, **more: Any) -> Event:
    return v2("tool-call-delta", index, delta=calls({**more, "function": {"arguments": arguments}}))


def closed(index: Any) -> Event:
    return v2("tool-call-end", index)


BEGIN = v2(
    "message-start", id="m", delta={"message": {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": []}}
)


def plan(text: str) -> Event:
    return v2("tool-plan-delta", delta={"message": {"tool_plan": text}})


def over(reason: str = "TOOL_CALL", **more: Any) -> Event:
    return v2("message-end", delta={"finish_reason": reason, "usage": {"tokens": {"input_tokens": 1}}, **more})


def one_call(*pieces: str, reason: str = "TOOL_CALL") -> list[Event]:
    return [BEGIN, started(0, "a", "f"), *(piece(0, text) for text in pieces), closed(0), over(reason)]


def response(*entries: Any, reason: str = "TOOL_CALL", **more: Any) -> Event:
    message = {"role": "assistant", "tool_plan": "I will", "tool_calls": list(entries)}
    return {"id": "m", "finish_reason": reason, "message": message, "usage": {}, **more}


def entry(id_: str, name: str, arguments: Any, **more: Any) -> Event:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


V2 = [
    *kinds.rows(one_call),
    Row("one_call", one_call('{"n"', ":1}"), [sound("a", "f", {"n": 1}, index=0, extras={})], ()),
    Row(
        "two_calls_with_text_around",
        [
            BEGIN,
            plan('I will use {"n":'),
            v2("citation-start", 0, delta={"message": {"citations": {"text": "{"}}}),
            v2("citation-end", 0),
            started(0, "a", "f"),
            piece(0, '{"n":1}'),
            plan("}"),
            closed(0),
            started(1, "b", "g"),
            closed(1),
            v2("content-start", 0, delta={"message": {"content": {"type": "text", "text": ""}}}),
            v2("content-delta", 0, delta={"message": {"content": {"text": "{"}}}),
            v2("content-end", 0),
            over(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "interleaved",
        [
            BEGIN,
            started(3, "b", "g"),
            started(1, "a", "f"),
            piece(3, '{"n"'),
            piece(1, '{"n"'),
            piece(3, ":3}"),
            piece(1, ":1}"),
            closed(1),
            closed(3),
            over(),
        ],
        [sound("a", "f", {"n": 1}, index=1), sound("b", "g", {"n": 3}, index=3)],
        (),
    ),
    Row(
        "arguments_of_null_and_absent",
        [
            BEGIN,
            started(0, "a", "f", None),
            closed(0),
            v2("tool-call-start", 1, delta=calls({"id": "b", "function": {"name": "g"}})),
            v2("tool-call-delta", 1, delta=calls({"function": {}})),
            closed(1),
            over(),
        ],
        [sound("a", "f", {}), sound("b", "g", {})],
        (),
    ),
    Row(
        "arguments_in_the_start",
        [BEGIN, started(0, "a", "f", '{"n"'), piece(0, ":1}"), closed(0), over()],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "arguments_as_an_object",
        [BEGIN, started(0, "a", "f"), piece(0, {"n": 1}), closed(0), over()],
        [sound("a", "f", {"n": 1})],
        ("arguments-not-text",),
    ),
    Row(
        "a_list_where_one_call_is_expected",
        [
            BEGIN,
            v2("tool-call-start", 0, delta=calls([entry("a", "f", ""), entry("b", "g", "")])),
            v2("tool-call-delta", 0, delta=calls([{"function": {"arguments": '{"n":1}'}}])),
            closed(0),
            closed(1),
            over(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "unknown_fields_are_kept",
        [
            BEGIN,
            v2(
                "tool-call-start",
                0,
                delta=calls({"id": "a", "type": "function", "tag": 1, "function": {"name": "f", "mode": "x"}}),
            ),
            piece(0, "{}", tag=2, note="y"),
            closed(0),
            over(),
        ],
        [sound("a", "f", {}, extras={"tag": 1, "note": "y", "function": {"mode": "x"}})],
        (),
    ),
    Row(
        "id_and_name_come_late_and_the_first_ones_stay",
        [
            BEGIN,
            started(0, "", ""),
            v2("tool-call-delta", 0, delta=calls({"id": "a", "function": {"name": "f", "arguments": '{"n"'}})),
            v2("tool-call-delta", 0, delta=calls({"id": "b", "function": {"name": "g", "arguments": ":1}"}})),
            closed(0),
            over(),
        ],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "id_and_name_come_late_one_by_one_in_a_call_at_a_used_index",
        [
            BEGIN,
            started(0, "a", "f"),
            piece(0, '{"n":1}'),
            closed(0),
            started(0),
            v2("tool-call-delta", 0, delta=calls({"id": "b"})),
            v2("tool-call-delta", 0, delta=calls({"function": {"name": "g"}})),
            piece(0, '{"n":2}'),
            closed(0),
            over(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "g", {"n": 2})],
        ("index-reused",),
    ),
    Row("no_id", [BEGIN, started(0, name="f"), closed(0), over()], [sound(None, "f", {})], ()),
    Row("a_number_as_id", [BEGIN, started(0, 7, "f"), closed(0), over()], [sound("7", "f", {})], ()),
    Row(
        "no_name",
        [BEGIN, started(0, "a"), piece(0, "{}"), closed(0), over()],
        [fault("missing-name", "a", None, "{}")],
    ),
    Row(
        "no_index",
        [
            BEGIN,
            started(None, "a", "f"),
            piece(None, '{"n":1}'),
            closed(None),
            started(None, "b", "g"),
            piece(-1, '{"n":2}'),
            v2("tool-call-end"),
            over(),
        ],
        [sound("a", "f", {"n": 1}, index=None), sound("b", "g", {"n": 2}, index=None)],
        (),
    ),
    Row(
        "indexes_as_digits_and_whole_floats",
        [BEGIN, started("1", "a", "f"), piece(1.0, "{}"), closed(1), over()],
        [sound("a", "f", {}, index=1)],
        (),
    ),
    Row(
        "a_start_at_a_used_index_opens_a_call",
        [
            BEGIN,
            started(0, "a", "f"),
            piece(0, '{"n":1}'),
            closed(0),
            started(0, "b", "f"),
            piece(0, '{"n":2}'),
            closed(0),
            over(),
        ],
        [sound("a", "f", {"n": 1}), sound("b", "f", {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "a_delta_for_a_call_that_nobody_started",
        [BEGIN, started(0, "a", "f"), piece(5, '{"n":1}'), closed(5), closed(0), over()],
        [sound("a", "f", {}), fault("missing-name", None, None, '{"n":1}')],
    ),
    Row("the_end_of_a_call_that_nobody_started", [*one_call("{}"), closed(4)], [sound("a", "f", {})], ()),
    Row("a_delta_after_the_end", [*one_call('{"n"'), piece(0, ":1}")], [sound("a", "f", {"n": 1})], ("late-delta",)),
    Row(
        "the_end_of_a_call_is_enough",
        [BEGIN, started(0, "a", "f"), closed(0), started(None, "b", "g"), closed(None)],
        [sound("a", "f", {}), sound("b", "g", {})],
        (),
    ),
    Row("the_end_may_be_called_complete", one_call('{"n":1}', reason="COMPLETE"), [sound("a", "f", {"n": 1})], ()),
    Row(
        "an_end_without_a_reason",
        [BEGIN, started(0, "a", "f"), v2("message-end", delta=None)],
        [sound("a", "f", {})],
        (),
    ),
    *(
        Row(
            f"{reason.lower()}_cuts_the_last_call",
            [BEGIN, started(0, "a", "f"), closed(0), started(1, "b", "g"), closed(1), over(reason)],
            [sound("a", "f", {}), fault("truncated", "b", "g", "")],
            error=error,
        )
        for reason, error in (("MAX_TOKENS", None), ("TIMEOUT", None), ("ERROR_TOXIC", None), ("ERROR", "ERROR"))
    ),
    Row(
        "an_error_in_the_end",
        [BEGIN, started(0, "a", "f"), piece(0, '{"n"'), over("ERROR", error="overloaded")],
        [fault("truncated", "a", "f", '{"n"')],
        error="ERROR",
    ),
    Row(
        "an_error_without_a_reason",
        [BEGIN, started(0, "a", "f"), v2("message-end", delta={"error": "overloaded"})],
        [fault("truncated", "a", "f", "")],
        error="error",
    ),
    Row(
        "an_error_on_its_own",
        [BEGIN, started(0, "a", "f"), {"error": "overloaded"}],
        [fault("truncated", "a", "f", "")],
        error="error",
    ),
    Row(
        "a_dropped_stream",
        [
            BEGIN,
            started(0, "a", "f"),
            piece(0, '{"n":1}'),
            started(1, "b", "g"),
            piece(1, '{"n"'),
            started(2, "c", "h"),
        ],
        [sound("a", "f", {"n": 1}), fault("truncated", "b", "g", '{"n"'), fault("truncated", "c", "h", "")],
        ("no-end",),
    ),
    Row(
        "two_messages",
        [*one_call('{"n":1}'), {**BEGIN, "id": "m2"}, *one_call('{"n":2}')[1:]],
        [sound("a", "f", {"n": 1}), sound("a", "f", {"n": 2})],
        (),
    ),
    Row(
        "broken_events_say_nothing",
        [
            v2("message-start"),
            v2("tool-call-start", 0),
            v2("tool-call-start", 0, delta={"message": None}),
            v2("tool-call-delta", 0),
            v2("tool-call-delta", 0, delta={"message": {"tool_calls": "x"}}),
            v2("tool-call-delta", 0, delta=calls({"function": {"arguments": ""}})),
            v2("tool-call-end"),
            v2("debug", prompt="x"),
            {"finish_reason": "COMPLETE", "message": "text"},
        ],
        [],
        (),
    ),
    Row(
        "a_whole_response",
        [response(entry("a", "f", '{"n":1}', tag=1), entry("b", "g", ""), entry("c", "h", {"n": 2}))],
        [
            sound("a", "f", {"n": 1}, index=0, extras={"tag": 1}),
            sound("b", "g", {}, index=1),
            sound("c", "h", {"n": 2}, index=2),
        ],
        ("arguments-not-text",),
    ),
    Row(
        "a_whole_response_that_was_cut",
        [response(entry("a", "f", ""), entry("b", "g", ""), reason="MAX_TOKENS")],
        [sound("a", "f", {}), fault("truncated", "b", "g", "")],
        (),
    ),
    Row(
        "a_whole_response_after_its_events_changes_nothing",
        [*one_call('{"n":1}'), response(entry("a", "f", '{"n":1}'))],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "a_whole_response_after_events_that_broke_off",
        [*one_call('{"n"')[:-2], response(entry("a", "f", '{"n":1}'), entry("b", "g", ""))],
        [sound("a", "f", {"n": 1}), sound("b", "g", {})],
        (),
    ),
    Row(
        "two_whole_responses",
        [response(entry("a", "f", "{}")), {**response(entry("b", "f", '{"n":1}')), "id": "m2"}],
        [sound("a", "f", {}), sound("b", "f", {"n": 1})],
        (),
    ),
    Row("a_whole_response_without_calls", [{**response(), "message": {"role": "assistant"}}], [], ()),
]


def v1(kind: str, **more: Any) -> Event:
    return {"event_type": kind, "is_finished": kind == "stream-end", **more}


def part(index: Any = ..., **more: Any) -> Event:
    return v1("tool-calls-chunk", tool_call_delta={**({} if index is ... else {"index": index}), **more})


def whole(name: str, parameters: Any, **more: Any) -> Event:
    return {"name": name, "parameters": parameters, **more}


FIRST = v1("stream-start", generation_id="g")


def last(*entries: Any, reason: str = "COMPLETE", **more: Any) -> Event:
    reply = {"response_id": "r", "generation_id": "g", "text": "I will", "tool_calls": list(entries)}
    return v1("stream-end", finish_reason=reason, response={**reply, **more})


def v1_call(*pieces: str) -> list[Event]:
    return [FIRST, part(0, name="f"), *(part(0, parameters=text) for text in pieces), last()]


V1 = [
    *kinds.rows(v1_call, id_=None),
    Row(
        "pieces_then_whole_and_whole_once_more",
        [
            FIRST,
            v1("text-generation", text="{"),
            v1("tool-calls-chunk", text="I will"),
            part(text=" look"),
            part(0, name="f"),
            part(0, parameters='{"n"'),
            part(0, parameters=": 1}"),
            part(1, name="g"),
            part(1, parameters="{}"),
            v1("tool-calls-generation", text="I will", tool_calls=[whole("f", {"n": 1}), whole("g", {})]),
            last(whole("f", {"n": 1}), whole("g", {})),
        ],
        [sound(None, "f", {"n": 1}, index=0, text='{"n": 1}'), sound(None, "g", {}, index=1)],
        (),
    ),
    Row(
        "only_whole_calls",
        [FIRST, v1("tool-calls-generation", tool_calls=[whole("f", {"n": 1}), whole("f", {"n": 2})]), last()],
        [sound(None, "f", {"n": 1}), sound(None, "f", {"n": 2})],
        (),
    ),
    Row(
        "only_the_last_event",
        [FIRST, last(whole("f", {"n": 1}, tag=1))],
        [sound(None, "f", {"n": 1}, extras={"tag": 1})],
        (),
    ),
    Row(
        "interleaved_and_indexes_as_floats",
        [
            FIRST,
            part(1.0, name="g"),
            part(0.0, name="f", parameters='{"n"'),
            part(1, parameters='{"n":2}'),
            part(0, parameters=":1}", name="f"),
            last(),
        ],
        [sound(None, "f", {"n": 1}, index=0), sound(None, "g", {"n": 2}, index=1)],
        (),
    ),
    Row(
        "the_whole_call_wins_over_its_pieces",
        [
            FIRST,
            part(0, name="f"),
            part(0, parameters='{"n":1}'),
            v1("tool-calls-generation", tool_calls=[whole("f", {"n": 2})]),
            last(whole("f", {})),
        ],
        [sound(None, "f", {"n": 2})],
        ("arguments-replaced",),
    ),
    Row(
        "an_empty_whole_call_erases_nothing",
        [FIRST, part(0, name="f"), part(0, parameters='{"n":1}'), last({"name": "", "parameters": {}})],
        [sound(None, "f", {"n": 1})],
        (),
    ),
    Row(
        "parameters_as_an_object_in_a_piece",
        [FIRST, part(0, name="f", parameters={"n": 1}, tag=1), last()],
        [sound(None, "f", {"n": 1}, extras={"tag": 1})],
        ("arguments-not-text",),
    ),
    Row(
        "no_index",
        [FIRST, part(name="f"), part(parameters='{"n":1}'), last()],
        [sound(None, "f", {"n": 1}, index=None)],
        (),
    ),
    Row("no_name", [FIRST, part(0, parameters="{}"), last()], [fault("missing-name", None, None, "{}")]),
    Row(
        "a_limit",
        [FIRST, part(0, name="f"), part(0, parameters='{"n"'), last(reason="MAX_TOKENS")],
        [fault("truncated", None, "f", '{"n"')],
    ),
    Row(
        "a_limit_right_after_the_name",
        [FIRST, part(0, name="f"), last(reason="ERROR_LIMIT")],
        [fault("truncated", None, "f", "")],
    ),
    Row(
        "an_error",
        [FIRST, part(0, name="f"), part(0, parameters='{"n":1}'), last(reason="ERROR")],
        [sound(None, "f", {"n": 1})],
        error="ERROR",
    ),
    Row(
        "an_error_on_its_own",
        [FIRST, part(0, name="f"), {"error": {"message": "no"}}],
        [fault("truncated", None, "f", "")],
        error="error",
    ),
    Row(
        "a_dropped_stream",
        [FIRST, part(0, name="f"), part(0, parameters='{"n":1}'), part(1, name="g")],
        [sound(None, "f", {"n": 1}), fault("truncated", None, "g", "")],
        ("no-end",),
    ),
    Row(
        "two_streams",
        [*v1_call('{"n":1}'), v1("stream-start", generation_id="g2"), *v1_call('{"n":2}')[1:]],
        [sound(None, "f", {"n": 1}), sound(None, "f", {"n": 2})],
        (),
    ),
    Row(
        "broken_events_say_nothing",
        [
            FIRST,
            v1("tool-calls-chunk"),
            v1("tool-calls-chunk", tool_call_delta="x"),
            part(0, name="", parameters=""),
            v1("tool-calls-generation", tool_calls=None),
            v1("search-results", documents=[]),
            v1("search-queries-generation", search_queries=[]),
            v1("citation-generation", citations=[]),
            v1("stream-end", finish_reason="COMPLETE"),
            v1("debug"),
        ],
        [],
        (),
    ),
    Row(
        "a_whole_response",
        [
            {
                "response_id": "r",
                "generation_id": "g",
                "text": "",
                "finish_reason": "COMPLETE",
                "tool_calls": [whole("f", {"n": 1}), whole("g", {})],
            }
        ],
        [sound(None, "f", {"n": 1}, index=0), sound(None, "g", {}, index=1)],
        (),
    ),
    Row(
        "a_whole_response_that_was_cut",
        [{"generation_id": "g", "text": "", "finish_reason": "MAX_TOKENS", "tool_calls": [whole("f", None)]}],
        [fault("truncated", None, "f", "")],
        (),
    ),
    Row(
        "a_whole_response_after_its_events_changes_nothing",
        [*v1_call('{"n":1}'), last(whole("f", {"n": 1}))["response"]],
        [sound(None, "f", {"n": 1})],
        (),
    ),
    Row("a_whole_response_without_calls", [{"response_id": "r", "text": "Hello", "finish_reason": "COMPLETE"}], [], ()),
]
