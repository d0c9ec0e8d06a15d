"""Streams of the AI SDK: of its UI messages, and of the parts that its language models and ``fullStream`` send."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound

ID = "k1"

# -- UI messages


def ui_start(id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"type": "tool-input-start", "toolCallId": id_, "toolName": name, **more}


def ui_delta(text: str, id_: Any = ID) -> dict[str, Any]:
    return {"type": "tool-input-delta", "toolCallId": id_, "inputTextDelta": text}


def ui_whole(given: Any, id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"type": "tool-input-available", "toolCallId": id_, "toolName": name, "input": given, **more}


def ui_wrong(given: Any, id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    said = {"toolCallId": id_, "toolName": name, "input": given, "errorText": "no such tool"}
    return {"type": "tool-input-error", **said, **more}


def message(*events: dict[str, Any], id_: str | None = "m1", reason: str | None = "tool-calls") -> list[dict[str, Any]]:
    start = {"type": "start"} if id_ is None else {"type": "start", "messageId": id_}
    finish = {"type": "finish"} if reason is None else {"type": "finish", "finishReason": reason}
    return [start, *step(*events), finish]


def step(*events: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": "start-step"}, *events, {"type": "finish-step"}]


def said(text: str) -> list[dict[str, Any]]:
    return [
        {"type": "text-start", "id": "0"},
        {"type": "text-delta", "id": "0", "delta": text},
        {"type": "text-end", "id": "0"},
    ]


def tool_part(name: str, state: str, id_: Any = ID, **more: Any) -> dict[str, Any]:
    return {"type": f"tool-{name}", "toolCallId": id_, "state": state, **more}


def ui_pieces(*texts: str) -> list[dict[str, Any]]:
    return message(ui_start(), *(ui_delta(text) for text in texts), reason=None)


UI = [
    *kinds.rows(ui_pieces, ID, "go"),
    Row(
        "a_piece_that_is_no_text",
        [ui_start(), {"type": "tool-input-delta", "toolCallId": ID, "inputTextDelta": {"a": 1}}, ui_whole(None)],
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "one_call",
        message(ui_start(), ui_delta('{"a"'), ui_delta(":1}"), ui_whole({"a": 1})),
        [sound(ID, "go", {"a": 1}, text='{"a":1}', index=None)],
        (),
    ),
    Row(
        "only_the_whole_input",
        message(ui_whole({"a": 1}), ui_whole({"b": 2}, "k2", "come"), id_=None, reason=None),
        [sound(ID, "go", {"a": 1}), sound("k2", "come", {"b": 2})],
        (),
    ),
    Row(
        "two_interleaved",
        message(
            ui_start(),
            ui_start("k2", "come"),
            ui_delta('{"a"'),
            ui_delta('{"b"', "k2"),
            ui_delta(":1}"),
            ui_delta(":2}", "k2"),
            ui_whole({"b": 2}, "k2", "come"),
            ui_whole({"a": 1}),
        ),
        [sound(ID, "go", {"a": 1}), sound("k2", "come", {"b": 2})],
        (),
    ),
    Row("no_arguments", message(ui_start(), ui_whole({})), [sound(ID, "go", {}, text="{}")], ()),
    Row("input_null", message(ui_start(), ui_whole(None)), [sound(ID, "go", {}, text="")], ()),
    Row(
        "input_null_after_the_word_null",
        message(ui_start(), ui_delta("null"), ui_whole(None)),
        [sound(ID, "go", {}, text="null")],
        ("null-arguments",),
    ),
    Row(
        "text_and_reasoning_around_it",
        message(
            {"type": "reasoning-start", "id": "r"},
            *said('{"toolCallId":"no"}'),
            ui_start(),
            ui_delta('{"a":1}'),
            *said("}"),
            ui_whole({"a": 1}),
            {"type": "source-url", "sourceId": "s", "url": "https://example.org"},
            {"type": "data-progress", "data": {"toolCallId": "no", "input": {}}},
            {"type": "message-metadata", "messageMetadata": {}},
        ),
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "a_limit_cuts_the_last_call",
        message(ui_start(), ui_whole({"a": 1}), ui_start("k2"), ui_delta('{"a":"x', "k2"), reason="length"),
        [sound(ID, "go", {"a": 1}), fault("truncated", "k2", "go", '{"a":"x')],
    ),
    Row(
        "a_filter_cuts_a_blank_call",
        message(ui_start(), reason="content-filter"),
        [fault("truncated", ID, "go", "")],
    ),
    Row(
        "a_dropped_stream",
        [{"type": "start"}, {"type": "start-step"}, ui_start(), ui_start("k2"), ui_delta('{"a":1}', "k2")],
        [fault("truncated", ID, "go", ""), sound("k2", "go", {"a": 1})],
        ("no-end",),
    ),
    Row(
        "an_abort_ends_no_call",
        [{"type": "start"}, {"type": "start-step"}, ui_start(), {"type": "abort", "reason": "user"}],
        [fault("truncated", ID, "go", "")],
    ),
    Row(
        "calls_that_never_get_their_whole_input",
        message(ui_start(), ui_delta('{"a":1}'), ui_start("k2"), reason=None),
        [sound(ID, "go", {"a": 1}), sound("k2", "go", {})],
        (),
    ),
    Row(
        "an_error",
        [{"type": "start"}, ui_start(), ui_delta('{"a"'), {"type": "error", "errorText": "overloaded"}],
        [fault("truncated", ID, "go", '{"a"')],
        error="error",
    ),
    Row(
        "the_whole_input_beats_the_pieces",
        message(ui_start(), ui_delta('{"a":1}'), ui_whole({"a": 2})),
        [sound(ID, "go", {"a": 2})],
        ("arguments-replaced",),
    ),
    Row(
        "an_empty_whole_input_erases_nothing",
        message(ui_start(), ui_delta('{"a":1}'), ui_whole({})),
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "a_later_whole_input_is_only_noted",
        message(ui_whole({"a": 1}), ui_whole({"a": 1}), ui_whole({"a": 2})),
        [sound(ID, "go", {"a": 1})],
        ("late-delta",),
    ),
    Row(
        "an_input_that_is_no_object",
        message(ui_start(), ui_delta('"x"'), ui_whole("x"), ui_whole([1], "k2")),
        [fault("not-an-object", ID, "go", '"x"'), fault("not-an-object", "k2", "go", "[1]")],
    ),
    Row(
        "an_input_encoded_twice",
        message(ui_whole('{"a":1}')),
        [sound(ID, "go", {"a": 1}, text='"{\\"a\\":1}"')],
        ("arguments-double-encoded",),
    ),
    Row(
        "an_input_that_the_sender_could_not_use",
        message(
            ui_start(),
            ui_delta('{"a":'),
            ui_wrong('{"a":'),
            ui_wrong({"b": 1}, "k2"),
            {"type": "tool-output-error", "toolCallId": ID, "errorText": "no such tool"},
        ),
        [fault("rejected", ID, "go", '{"a":'), fault("rejected", "k2", "go", '{"b":1}')],
        (),
    ),
    Row(
        "a_wrong_input_of_a_call_that_the_provider_runs",
        message(ui_wrong({"a": 1}, providerExecuted=True), ui_wrong('{"a', "k2", providerExecuted=True)),
        [
            sound(ID, "go", {"a": 1}, run_by="provider", extras={"providerExecuted": True}),
            fault("truncated", "k2", "go", '{"a', run_by="provider"),
        ],
        (),
    ),
    Row(
        "extras",
        message(
            ui_start(providerMetadata={"google": {"thoughtSignature": "c2ln"}}, title="Go there", dynamic=True),
            ui_whole({"a": 1}, providerMetadata={"openai": {"itemId": "fc_1"}}, dynamic=False, future={"x": 1}),
        ),
        [
            sound(
                ID,
                "go",
                {"a": 1},
                display_text="Go there",
                extras={
                    "providerMetadata": {"google": {"thoughtSignature": "c2ln"}, "openai": {"itemId": "fc_1"}},
                    "dynamic": True,
                    "future": {"x": 1},
                },
            )
        ],
        (),
    ),
    Row(
        "a_title_alone",
        message(ui_start(title="Go there"), ui_whole({"a": 1})),
        [sound(ID, "go", {"a": 1}, display_text="Go there", extras={})],
        (),
    ),
    Row(
        "calls_that_the_provider_runs",
        message(
            ui_start(name="search", providerExecuted=True),
            ui_whole({}, name="search", providerExecuted=True),
            {"type": "tool-output-available", "toolCallId": ID, "output": {"input": {}}, "providerExecuted": True},
            reason="stop",
        ),
        [sound(ID, "search", {}, run_by="provider", extras={"providerExecuted": True})],
        (),
    ),
    Row(
        "an_input_that_is_refused_too_late",
        message(ui_whole({"a": 1}), ui_wrong({"a": 1})),
        [sound(ID, "go", {"a": 1})],
        ("late-delta",),
    ),
    Row(
        "who_runs_a_call_is_said_late",
        message(
            ui_start(name="search"),
            ui_delta('{"q":1}'),
            ui_whole({"q": 1}, name="search", providerExecuted=True),
        ),
        [sound(ID, "search", {"q": 1}, run_by="provider", extras={"providerExecuted": True})],
        (),
    ),
    Row(
        "who_runs_a_call_is_said_too_late",
        message(ui_start(), ui_whole({"a": 1}), ui_whole({"a": 1}, providerExecuted=True)),
        [sound(ID, "go", {"a": 1}, run_by="client")],
        (),
    ),
    Row(
        "a_wrong_input_of_a_call_that_only_its_start_gave_to_the_provider",
        message(ui_start(providerExecuted=True), ui_wrong({"a": 1})),
        [sound(ID, "go", {"a": 1}, run_by="provider")],
        (),
    ),
    Row(
        "an_approval",
        message(
            ui_whole({"a": 1}),
            {"type": "tool-approval-request", "toolCallId": ID, "approvalId": "ap1", "signature": "s"},
            {"type": "tool-approval-request", "toolCallId": "nobody", "approvalId": "ap2"},
            {"type": "tool-approval-request", "toolCallId": ID},
            {"type": "tool-output-denied", "toolCallId": ID},
        ),
        [sound(ID, "go", {"a": 1}, extras={"approvalId": "ap1", "signature": "s"})],
        (),
    ),
    Row(
        "a_piece_of_a_call_that_nobody_started",
        message(ui_start(), ui_delta('{"a":1}', "k9"), ui_delta("", "k8"), ui_whole({"a": 2})),
        [sound(ID, "go", {"a": 2}), fault("missing-name", "k9", None, '{"a":1}')],
        (),
    ),
    Row("without_an_id", message(ui_start(None), ui_whole({}, None)), [sound(None, "go", {})], ()),
    Row("a_number_as_id", message(ui_start(7), ui_delta("{}", 7), ui_whole({}, 7)), [sound("7", "go", {})], ()),
    Row(
        "two_steps",
        [
            {"type": "start", "messageId": "m1"},
            *step(ui_start(), ui_delta('{"a":1}'), ui_whole({"a": 1})),
            *step({"type": "tool-output-available", "toolCallId": ID, "output": 1}, ui_whole({}, "k2"), *said("x")),
            {"type": "finish", "finishReason": "stop"},
        ],
        [sound(ID, "go", {"a": 1}), sound("k2", "go", {})],
        (),
    ),
    Row(
        "an_id_again_in_a_later_step",
        [
            {"type": "start"},
            *step(ui_start(), ui_delta('{"a":1}'), ui_whole({"a": 1})),
            *step(ui_start(), ui_delta('{"a":1}'), ui_whole({"a": 1})),
            *step(ui_whole({"a": 3})),
            {"type": "finish"},
        ],
        [sound(ID, "go", {"a": 1}), sound(ID, "go", {"a": 1}), sound(ID, "go", {"a": 3})],
        (),
    ),
    Row(
        "the_whole_input_comes_a_step_later",
        [
            {"type": "start"},
            *step(ui_start(), ui_delta('{"a":1}')),
            *step(ui_whole({"a": 1})),
            {"type": "finish"},
        ],
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "pieces_and_a_wrong_input_come_a_step_later",
        [
            {"type": "start"},
            *step(ui_start(), ui_delta('{"a"'), ui_start("k2"), ui_delta("{", "k2")),
            *step(ui_delta(":1}"), ui_whole({"a": 1}), ui_wrong("{", "k2")),
            {"type": "finish"},
        ],
        [sound(ID, "go", {"a": 1}), fault("rejected", "k2", "go", "{")],
        ("late-delta",),
    ),
    Row(
        "an_id_that_was_over_comes_again_in_a_later_step_without_a_start",
        [
            {"type": "start"},
            *step(ui_whole({"a": 1}), ui_whole({}, "k2")),
            *step(ui_delta("{}"), ui_wrong({"b": 2}, "k2")),
            {"type": "finish"},
        ],
        [
            sound(ID, "go", {"a": 1}),
            sound("k2", "go", {}),
            fault("missing-name", ID, None, "{}"),
            fault("rejected", "k2", "go", '{"b":2}'),
        ],
        (),
    ),
    Row(
        "a_stream_sent_again_from_its_start",
        [
            {"type": "start"},
            {"type": "start-step"},
            ui_start(),
            ui_delta('{"a"'),
            *message(ui_start(), ui_delta('{"a"'), ui_delta(":1}"), ui_whole({"a": 1}), id_=None),
        ],
        [sound(ID, "go", {"a": 1})],
        ("call-resent",),
    ),
    Row(
        "a_whole_call_sent_again",
        message(
            ui_start(),
            ui_delta('{"a":1}'),
            ui_whole({"a": 1}),
            *[ui_start(), ui_delta('{"a":1}'), ui_whole({"a": 1})] * 2,
        ),
        [sound(ID, "go", {"a": 1})],
        ("call-resent",),
    ),
    Row(
        "another_call_under_the_same_id",
        message(ui_start(), ui_whole({"a": 1}), ui_start(), ui_whole({"a": 2}), ui_start(name="come"), ui_whole({})),
        [sound(ID, "go", {"a": 1}), sound(ID, "go", {"a": 2}), sound(ID, "come", {})],
        ("id-duplicate",),
    ),
    Row(
        "a_corrected_call_under_the_same_id",
        message(ui_start(), ui_wrong({"a": 1}), ui_start(), ui_whole({"a": 1})),
        [fault("rejected", ID, "go", '{"a":1}'), sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "a_step_that_begins_anew",
        [
            {"type": "start", "messageId": "m1"},
            *step(ui_whole({"z": 1}, "k0")),
            {"type": "start-step"},
            ui_start(),
            ui_delta('{"a":1'),
            {"type": "reset-step"},
            ui_start("k2"),
            ui_whole({"a": 2}, "k2"),
            {"type": "finish-step"},
            {"type": "finish", "finishReason": "tool-calls"},
        ],
        [sound("k0", "go", {"z": 1}), sound("k2", "go", {"a": 2})],
        ("discarded",),
    ),
    Row(
        "a_step_that_begins_anew_takes_back_what_was_over",
        [{"type": "start"}, {"type": "start-step"}, ui_whole({"a": 1}), {"type": "reset-step"}, ui_whole({"a": 2})],
        [sound(ID, "go", {"a": 2})],
        ("discarded",),
        taken_back=True,
    ),
    Row(
        "two_messages",
        [*message(ui_whole({"a": 1})), *message(ui_whole({"a": 2}, "k2"), id_="m2")],
        [sound(ID, "go", {"a": 1}), sound("k2", "go", {"a": 2})],
        (),
    ),
    Row(
        "a_message_begins_before_the_one_before_has_ended",
        [{"type": "start", "messageId": "m1"}, ui_start(), ui_delta("{"), *message(ui_start(), id_="m2")],
        [fault("truncated", ID, "go", "{"), sound(ID, "go", {})],
        (),
    ),
    Row(
        "a_message_goes_on_after_its_end",
        [*message(), "[DONE]", *message(ui_start(), reason="length")],
        [fault("truncated", ID, "go", "")],
        (),
    ),
    Row(
        "an_end_of_the_stream_ends_what_was_there_only",
        [*message(ui_whole({"a": 1})), *step(), "[DONE]", *message(ui_start("k2"), reason="length")],
        [sound(ID, "go", {"a": 1}), fault("truncated", "k2", "go", "")],
        (),
    ),
    Row(
        "a_late_piece",
        message(ui_start(), ui_whole({"a": 1}), ui_delta("}")),
        [sound(ID, "go", {"a": 1})],
        ("late-delta",),
    ),
    Row(
        "whole_message",
        [
            {
                "id": "m1",
                "role": "assistant",
                "parts": [
                    {"type": "step-start"},
                    {"type": "text", "text": "x"},
                    tool_part(
                        "go", "input-available", input={"a": 1}, callProviderMetadata={"openai": {"itemId": "i"}}
                    ),
                    tool_part("go", "input-streaming", "k2", input={"a": 1}),
                    tool_part("go", "output-available", "k3", input={"a": 3}, output=1),
                    tool_part("go", "output-error", "k4", rawInput="{", errorText="no JSON"),
                    tool_part("go", "output-error", "k5", input={}, errorText="it failed", providerExecuted=True),
                    {"type": "dynamic-tool", "toolName": "come", "toolCallId": "k6", "state": "input-available"},
                    {"type": "data-go", "toolCallId": "k7", "data": {}},
                    {"type": "tool-go", "state": "input-available", "input": {}},
                ],
            }
        ],
        [
            sound(ID, "go", {"a": 1}, extras={"providerMetadata": {"openai": {"itemId": "i"}}}),
            fault("truncated", "k2", "go", ""),
            sound("k3", "go", {"a": 3}, run_by="provider"),
            fault("rejected", "k4", "go", "{"),
            sound("k5", "go", {}, run_by="provider"),
            sound("k6", "come", {}, extras={"dynamic": True}),
        ],
        (),
    ),
    Row(
        "extras_of_a_whole_message",
        [
            {
                "role": "assistant",
                "parts": [
                    tool_part(
                        "go",
                        "approval-requested",
                        input={"a": 1},
                        title="Go there",
                        approval={"id": "ap1", "signature": "s"},
                        toolMetadata={"x": 1},
                    )
                ],
            }
        ],
        [
            sound(
                ID,
                "go",
                {"a": 1},
                display_text="Go there",
                extras={"approvalId": "ap1", "signature": "s", "toolMetadata": {"x": 1}},
            )
        ],
        (),
    ),
    Row(
        "a_whole_message_again_with_more",
        [
            {"id": "m1", "role": "assistant", "parts": [tool_part("go", "input-streaming", input={"a": 1})]},
            {"id": "m1", "role": "assistant", "parts": [tool_part("go", "input-available", input={"a": 1})]},
        ],
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "a_whole_message_with_one_id_for_two_calls",
        [
            {
                "role": "assistant",
                "parts": [
                    tool_part("go", "input-available", input={"a": 1}),
                    tool_part("come", "input-available", input={"a": 1}),
                ],
            }
        ],
        [sound(ID, "go", {"a": 1}), sound(ID, "come", {"a": 1})],
        ("id-duplicate",),
    ),
    Row(
        "a_refused_call_that_the_provider_ran",
        [{"role": "assistant", "parts": [tool_part("go", "output-error", rawInput="{", providerExecuted=True)]}],
        [fault("truncated", ID, "go", "{", run_by="provider")],
    ),
    Row(
        "messages_without_calls_are_nothing",
        [{"role": "assistant", "parts": [{"type": "text", "text": "x"}]}, {"role": "user", "parts": []}],
        [],
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"type": "tool-input-delta", "toolCallId": ID, "inputTextDelta": None},
            {"type": "tool-approval-request", "toolCallId": "", "approvalId": "x"},
            {"type": "finish", "finishReason": {"unified": None}},
            {"type": "tool-output-available"},
            {"type": "reset-step"},
        ],
        [],
    ),
]

# -- parts of language models, and fullStream


def start(id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"type": "tool-input-start", "id": id_, "toolName": name, **more}


def piece(text: str, id_: Any = ID) -> dict[str, Any]:
    return {"type": "tool-input-delta", "id": id_, "delta": text}


def stop(id_: Any = ID) -> dict[str, Any]:
    return {"type": "tool-input-end", "id": id_}


def whole(given: Any, id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"type": "tool-call", "toolCallId": id_, "toolName": name, "input": given, **more}


def model(*parts: dict[str, Any], reason: Any = "tool-calls") -> list[dict[str, Any]]:
    return [
        {"type": "stream-start", "warnings": []},
        {"type": "response-metadata", "id": "r1"},
        *parts,
        {"type": "finish", "finishReason": reason, "usage": {}},
    ]


USAGE: dict[str, Any] = {"usage": {}}


def pieces(*texts: str) -> list[dict[str, Any]]:
    return model(start(), *(piece(text) for text in texts), stop())


MODEL = [
    *kinds.rows(pieces, ID, "go"),
    Row(
        "a_piece_that_is_no_text",
        [start(), {"type": "tool-input-delta", "id": ID, "delta": {"a": 1}}, whole(None)],
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "one_call",
        model(start(), piece('{"a"'), piece(":1}"), stop(), whole('{"a":1}')),
        [sound(ID, "go", {"a": 1}, text='{"a":1}', index=None)],
        (),
    ),
    Row(
        "only_whole_calls",
        model(whole('{"a": 1}'), whole("{}", "k2", "come"), reason={"unified": "tool-calls", "raw": "tool_calls"}),
        [sound(ID, "go", {"a": 1}, text='{"a": 1}'), sound("k2", "come", {})],
        (),
    ),
    Row(
        "two_interleaved",
        model(
            start(),
            start("k2"),
            piece('{"a":'),
            piece('{"b":', "k2"),
            piece("1}"),
            piece("2}", "k2"),
            stop(),
            stop("k2"),
        ),
        [sound(ID, "go", {"a": 1}), sound("k2", "go", {"b": 2})],
        (),
    ),
    Row("no_arguments", model(start(), stop(), whole("")), [sound(ID, "go", {}, text="")], ()),
    Row(
        "text_around_it",
        model(*said("{"), start(), piece("{}"), stop(), {"type": "raw", "rawValue": {"delta": "x"}}, whole("{}")),
        [sound(ID, "go", {})],
        (),
    ),
    Row(
        "the_whole_call_beats_the_pieces",
        model(start(), piece('{"a":1}'), stop(), whole('{"a":2}')),
        [sound(ID, "go", {"a": 2}, text='{"a":2}')],
        ("arguments-replaced",),
    ),
    Row(
        "the_parsed_value",
        [
            {"type": "start"},
            {"type": "start-step", "request": {}, "warnings": []},
            start(),
            piece('{"a": 1}'),
            stop(),
            whole({"a": 1}),
            {"type": "tool-result", "toolCallId": ID, "toolName": "go", "input": {"a": 1}, "output": 1},
            {"type": "finish-step", "finishReason": "tool-calls", **USAGE},
            {"type": "start-step", "request": {}, "warnings": []},
            whole({}, "k2", "now", dynamic=True),
            {"type": "finish-step", "finishReason": "stop", **USAGE},
            {"type": "finish", "finishReason": "stop", "totalUsage": {}},
        ],
        [sound(ID, "go", {"a": 1}, text='{"a": 1}'), sound("k2", "now", {}, extras={"dynamic": True})],
        (),
    ),
    Row(
        "an_invalid_call",
        [
            {"type": "start"},
            {"type": "start-step", "request": {}},
            whole('{"a', invalid=True, error={"name": "E", "message": "no JSON"}),
            {"type": "tool-error", "toolCallId": ID, "toolName": "go", "input": '{"a', "error": "no JSON"},
            whole({"a": 1}, "k2", invalid=True, error="no such tool"),
            whole({"a": 1}, "k3", invalid=True),
            whole({"a": 1}, "k4", invalid=True, providerExecuted=True),
            whole({"a": 1}, "k5", invalid=False),
            {"type": "finish-step", "finishReason": "tool-calls", **USAGE},
        ],
        [
            fault("rejected", ID, "go", '{"a'),
            fault("rejected", "k2", "go", '{"a":1}'),
            fault("rejected", "k3", "go", '{"a":1}'),
            sound("k4", "go", {"a": 1}, run_by="provider"),
            sound("k5", "go", {"a": 1}),
        ],
        (),
    ),
    Row(
        "cut_short",
        model(start(), piece('{"a"'), reason={"unified": "length", "raw": "max_tokens"}),
        [fault("truncated", ID, "go", '{"a"')],
    ),
    Row("a_blank_call_is_cut", model(start(), stop(), reason="length"), [fault("truncated", ID, "go", "")]),
    Row(
        "a_blank_call_is_cut_for_a_reason_that_is_an_object",
        model(start(), stop(), reason={"unified": "length", "raw": "max_tokens"}),
        [fault("truncated", ID, "go", "")],
        (),
    ),
    Row(
        "a_dropped_stream",
        [start(), piece("{}"), stop(), start("k2"), piece('{"a', "k2")],
        [sound(ID, "go", {}), fault("truncated", "k2", "go", '{"a')],
        ("no-end",),
    ),
    Row(
        "an_error",
        [start(), piece('{"a"'), {"type": "error", "error": "overloaded"}],
        [fault("truncated", ID, "go", '{"a"')],
        error="error",
    ),
    Row(
        "extras",
        model(
            start(providerMetadata={"google": {"thoughtSignature": "s"}}, title="Go", providerExecuted=False),
            whole('{"a":1}', providerMetadata={"google": {"thoughtSignature": "t"}}, future=1),
            {"type": "tool-approval-request", "approvalId": "ap1", "toolCall": {"toolCallId": ID}},
        ),
        [
            sound(
                ID,
                "go",
                {"a": 1},
                display_text="Go",
                extras={"providerMetadata": {"google": {"thoughtSignature": "s"}}, "future": 1, "approvalId": "ap1"},
            )
        ],
        (),
    ),
    Row(
        "a_call_that_the_provider_runs",
        model(start(name="search", providerExecuted=True), whole("{}", name="search", providerExecuted=True)),
        [sound(ID, "search", {}, run_by="provider", extras={"providerExecuted": True})],
        (),
    ),
    Row(
        "a_piece_of_a_call_that_nobody_started",
        model(piece('{"a":1}', "k9"), piece("", "k8"), stop("k7")),
        [fault("missing-name", "k9", None, '{"a":1}')],
        (),
    ),
    Row("an_empty_id", model(start(""), piece("{}", ""), whole("{}", "")), [sound(None, "go", {})], ()),
    Row(
        "another_call_under_the_same_id",
        model(start(), whole('{"a":1}'), start(name="come"), whole('{"a":1}', name="come")),
        [sound(ID, "go", {"a": 1}), sound(ID, "come", {"a": 1})],
        ("id-duplicate",),
    ),
    Row(
        "the_rest_of_a_call_comes_a_step_later",
        [
            {"type": "start"},
            *step(start(), piece('{"a"'), start("k2"), piece('{"b":', "k2")),
            *step(piece(":1}"), stop(), whole({"a": 1}), whole({"b": 2}, "k2")),
        ],
        [sound(ID, "go", {"a": 1}), sound("k2", "go", {"b": 2})],
        ("late-delta",),
    ),
    Row(
        "an_id_that_was_over_comes_again_in_a_later_step_without_a_start",
        [
            {"type": "start"},
            *step(whole({"a": 1}), whole({}, "k2")),
            *step(piece("{}"), whole({"b": 2}, "k2")),
        ],
        [
            sound(ID, "go", {"a": 1}),
            sound("k2", "go", {}),
            fault("missing-name", ID, None, "{}"),
            sound("k2", "go", {"b": 2}),
        ],
        (),
    ),
    Row(
        "a_stream_that_begins_again",
        [{"type": "stream-start"}, start(), piece('{"a'), *model(start(), piece('{"a":1}'), whole('{"a":1}'))],
        [sound(ID, "go", {"a": 1})],
        ("call-resent",),
    ),
    Row(
        "a_step_that_begins_anew",
        [start(), piece('{"a'), {"type": "reset-step"}, whole('{"a":1}', "k2"), *model()[-1:]],
        [sound("k2", "go", {"a": 1})],
        ("discarded",),
    ),
    Row("an_abort_ends_no_call", [start(), {"type": "abort"}], [fault("truncated", ID, "go", "")]),
    Row(
        "a_result_that_was_not_streamed",
        [
            {
                "content": [
                    {"type": "text", "text": "x"},
                    whole('{"a":1}', providerMetadata={"p": {"x": 1}}),
                    whole(""),
                ],
                "finishReason": {"unified": "tool-calls", "raw": None},
                "usage": {},
                "warnings": [],
            }
        ],
        [sound(ID, "go", {"a": 1}, extras={"providerMetadata": {"p": {"x": 1}}})],
        (),
    ),
    Row(
        "a_result_that_was_not_streamed_and_was_cut",
        [{"content": [whole("")], "finishReason": "length"}],
        [fault("truncated", ID, "go", "")],
        (),
    ),
    Row(
        "a_result_in_snake_case",
        [
            {
                "content": [
                    {
                        "type": "tool-call",
                        "tool_call_id": ID,
                        "tool_name": "go",
                        "input": "",
                        "provider_options": {"p": {"x": 1}},
                    }
                ],
                "finish_reason": "length",
            }
        ],
        [fault("truncated", ID, "go", "", extras={"providerMetadata": {"p": {"x": 1}}})],
        (),
    ),
    Row(
        "a_message_of_a_prompt",
        [
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "x"},
                    whole({"a": 1}, providerOptions={"p": {"x": 1}}),
                    {"type": "tool-approval-request", "approvalId": "ap1", "toolCallId": ID},
                ],
            }
        ],
        [sound(ID, "go", {"a": 1}, extras={"providerMetadata": {"p": {"x": 1}}, "approvalId": "ap1"})],
        (),
    ),
    Row(
        "broken_parts_say_nothing",
        [
            {"type": "tool-input-delta", "id": ID, "delta": None},
            {"type": "tool-approval-request", "toolCall": None},
            {"type": "tool-result"},
            {"type": "finish", "finishReason": None, "usage": None, "totalUsage": {}},
        ],
        [],
    ),
]
