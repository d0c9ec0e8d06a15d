"""Streams of AG-UI."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound

ID = "c1"


def run(*events: dict[str, Any], id_: str = "r1", **finished: Any) -> list[dict[str, Any]]:
    started = {"type": "RUN_STARTED", "threadId": "t1", "runId": id_}
    return [started, *events, {"type": "RUN_FINISHED", "threadId": "t1", "runId": id_, **finished}]


def start(id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"type": "TOOL_CALL_START", "toolCallId": id_, "toolCallName": name, **more}


def args(text: Any, id_: Any = ID) -> dict[str, Any]:
    return {"type": "TOOL_CALL_ARGS", "toolCallId": id_, "delta": text}


def stop(id_: Any = ID, **more: Any) -> dict[str, Any]:
    return {"type": "TOOL_CALL_END", "toolCallId": id_, **more}


def chunk(id_: Any = ..., name: Any = ..., text: Any = ..., **more: Any) -> dict[str, Any]:
    given = {"toolCallId": id_, "toolCallName": name, "delta": text}
    return {"type": "TOOL_CALL_CHUNK", **{key: value for key, value in given.items() if value is not ...}, **more}


def secret(value: Any, id_: Any = ID, subtype: str = "tool-call") -> dict[str, Any]:
    return {"type": "REASONING_ENCRYPTED_VALUE", "subtype": subtype, "entityId": id_, "encryptedValue": value}


def message(*calls: dict[str, Any], id_: str = "m1") -> dict[str, Any]:
    return {"id": id_, "role": "assistant", "toolCalls": list(calls)}


def called(text: Any, id_: Any = ID, name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": text}, **more}


def snapshot(*messages: dict[str, Any]) -> dict[str, Any]:
    return {"type": "MESSAGES_SNAPSHOT", "messages": list(messages)}


TEXT = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m0", "delta": '{"toolCallId": "no"}'}
ANSWER = {"type": "TOOL_CALL_RESULT", "messageId": "m2", "toolCallId": ID, "content": '{"a":2}', "role": "tool"}
CUSTOM = {"type": "CUSTOM", "name": "x", "value": {"toolCallId": ID, "delta": "}"}}
ASIDES = [
    {"type": "RAW", "event": {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"name": "no"}}]}}]}},
    {"type": "ACTIVITY_SNAPSHOT", "messageId": "a", "activityType": "x", "content": {}},
    {"type": "ACTIVITY_DELTA", "messageId": "a", "activityType": "x", "patch": []},
    {"type": "SUBAGENT_STARTED", "subagentRunId": "s"},
]


def in_pieces(*texts: str) -> list[dict[str, Any]]:
    return run(start(), *map(args, texts), stop())


def in_chunks(*texts: str) -> list[dict[str, Any]]:
    return run(chunk(ID, "go"), *(chunk(text=text) for text in texts))


CHUNKED = [row._replace(name=f"chunked_{row.name}") for row in kinds.rows(in_chunks, ID, "go")]

ROWS = [
    *kinds.rows(in_pieces, ID, "go"),
    *CHUNKED,
    Row(
        "a_piece_that_is_no_text",
        run(start(), args({"a": 1}), stop(), chunk("c2", "go", {"b": 2})),
        [sound(ID, "go", {"a": 1}), sound("c2", "go", {"b": 2})],
        (),
    ),
    Row(
        "one_call",
        run(start(), args('{"a"'), args(":1}"), stop()),
        [sound(ID, "go", {"a": 1}, text='{"a":1}', index=None)],
        (),
    ),
    Row(
        "two_calls",
        run(start(), args("{}"), stop(), start("c2", "come"), args('{"b":2}', "c2"), stop("c2")),
        [sound(ID, "go", {}), sound("c2", "come", {"b": 2})],
        (),
    ),
    Row(
        "two_interleaved",
        run(start(), start("c2"), args('{"a":'), args('{"b":', "c2"), args("1}"), stop(), args("2}", "c2"), stop("c2")),
        [sound(ID, "go", {"a": 1}), sound("c2", "go", {"b": 2})],
        (),
    ),
    Row("no_arguments", run(start(), stop()), [sound(ID, "go", {}, text="")], ()),
    Row("an_empty_piece", run(start(), args(""), stop()), [sound(ID, "go", {})], ()),
    Row(
        "text_and_results_are_no_arguments",
        run(
            TEXT,
            start(),
            args('{"a":1}'),
            TEXT,
            stop(),
            ANSWER,
            CUSTOM,
            {"type": "STATE_SNAPSHOT", "snapshot": {"toolCalls": [called("{}", "no")]}},
            {"type": "STEP_FINISHED", "stepName": "s"},
            *ASIDES,
        ),
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row(
        "pretty_printed",
        run(start(), args('{\n  "a": 1\n}'), stop()),
        [sound(ID, "go", {"a": 1}, text='{\n  "a": 1\n}')],
        (),
    ),
    Row(
        "a_dropped_stream",
        run(start(), start("c2"), args('{"a":1}', "c2"), start("c3"), args('{"a', "c3"))[:-1],
        [fault("truncated", ID, "go", ""), sound("c2", "go", {"a": 1}), fault("truncated", "c3", "go", '{"a')],
        ("no-end",),
    ),
    Row(
        "an_error",
        [*run(start(), args('{"a"'))[:-1], {"type": "RUN_ERROR", "message": "no model", "code": "E_MODEL"}],
        [fault("truncated", ID, "go", '{"a"')],
        error="E_MODEL",
    ),
    Row(
        "an_error_without_a_code_ends_no_chunk_call",
        [*run(chunk(ID, "go"))[:-1], {"type": "RUN_ERROR", "message": "no model"}],
        [fault("truncated", ID, "go", "")],
        error="RUN_ERROR",
    ),
    Row(
        "outcomes",
        [
            *run(start(), stop(), outcome={"type": "success", "pendingToolCallIds": [ID]}),
            *run(start("c2"), args("{}", "c2"), id_="r2", outcome={"type": "interrupt", "interrupts": [{"id": "i"}]}),
            *run(start("c3"), id_="r3", outcome={"type": "cancelled"}),
            *run(start("c4"), id_="r4", outcome="cancelled"),
            *run(start("c5"), id_="r5", outcome=None),
        ],
        [
            sound(ID, "go", {}),
            sound("c2", "go", {}),
            fault("truncated", "c3", "go", ""),
            fault("truncated", "c4", "go", ""),
            sound("c5", "go", {}),
        ],
        (),
    ),
    Row(
        "extras",
        run(
            start(parentMessageId="m1", metadata={"x": 1}, timestamp=7, rawEvent={"id": "no"}, future={"y": 2}),
            args("{}"),
            stop(metadata={"x": 2, "z": 3}),
            stop("c9", metadata={"x": 2}),
            secret("c2VjcmV0"),
        ),
        [
            sound(
                ID,
                "go",
                {},
                extras={
                    "parentMessageId": "m1",
                    "metadata": {"x": 1, "z": 3},
                    "future": {"y": 2},
                    "encryptedValue": "c2VjcmV0",
                },
            )
        ],
        (),
    ),
    Row(
        "secrets_of_others_are_nothing",
        run(start(), secret("s", "c9"), secret("s", ID, "message"), secret(None), secret("s", None), stop()),
        [sound(ID, "go", {}, extras={})],
        (),
    ),
    Row(
        "a_piece_of_a_call_that_nobody_started",
        run(start(), args('{"a":1}'), args('{"b":2}', "c2"), stop(), stop("c3")),
        [sound(ID, "go", {"a": 1}), fault("missing-name", "c2", None, '{"b":2}')],
        (),
    ),
    Row("without_an_id", run(start(None), args("{}", None), stop(None)), [sound(None, "go", {})], ()),
    Row("without_an_id_and_arguments", run(start(None), stop(None))[:-1], [sound(None, "go", {})], ()),
    Row("a_late_piece", run(start(), args("{}"), stop(), args("}")), [sound(ID, "go", {})], ("late-delta",)),
    # -- chunks
    Row(
        "chunks",
        run(chunk(ID, "go", ""), chunk(text='{"a"'), chunk(None, None, ":1}"), chunk("c2", "come"), TEXT),
        [sound(ID, "go", {"a": 1}), sound("c2", "come", {})],
        (),
    ),
    Row(
        "chunks_that_name_their_call_each_time",
        run(chunk(ID, "go", '{"a"'), chunk(ID, "go", ":1}"), chunk("c2", "go", "{}"), chunk(ID, text=" ")),
        [sound(ID, "go", {"a": 1}), sound("c2", "go", {})],
        ("late-delta",),
    ),
    Row(
        "chunks_of_one_id_are_one_call",
        run(chunk(ID, "go", '{"a"'), chunk(ID, "go", ":1}")),
        [sound(ID, "go", {"a": 1})],
        (),
    ),
    Row("text_ends_a_chunk_call", run(chunk(ID, "go"), TEXT)[:-1], [sound(ID, "go", {})], ()),
    Row("a_custom_event_ends_a_chunk_call", run(chunk(ID, "go"), CUSTOM)[:-1], [sound(ID, "go", {})], ()),
    Row(
        "asides_end_no_chunk_call",
        run(chunk(ID, "go", '{"a"'), *ASIDES, secret("s"), chunk(text=":1}"))[:-1],
        [sound(ID, "go", {"a": 1}, extras={"encryptedValue": "s"})],
        ("no-end",),
    ),
    Row(
        "what_is_said_of_another_call_does_not_go_on_with_it",
        run(chunk(ID, "go", "{}"), chunk("c2", "come", '{"b"'), secret("s"), chunk(text=":2}")),
        [sound(ID, "go", {}, extras={"encryptedValue": "s"}), sound("c2", "come", {"b": 2})],
        (),
    ),
    Row(
        "a_chunk_with_metadata_only",
        run(chunk(ID, "go", '{"a"'), chunk(metadata={"x": 1}), chunk(text=":1}")),
        [sound(ID, "go", {"a": 1}, extras={"metadata": {"x": 1}})],
        (),
    ),
    Row(
        "another_id_ends_the_chunk_call_before",
        [*run(chunk(ID, "go"), chunk("c2", "go"))[:-1], {"type": "RUN_ERROR", "message": "x"}],
        [sound(ID, "go", {}), fault("truncated", "c2", "go", "")],
        (),
        error="RUN_ERROR",
    ),
    Row(
        "any_event_ends_a_chunk_call",
        run(
            chunk(ID, "go"),
            TEXT,
            chunk("c2", "go"),
            start("c3"),
            chunk("c4", "go"),
            stop("c3"),
            chunk("c5", "go"),
            {"type": "STEP_STARTED", "stepName": "s"},
            chunk("c6", "go"),
        )[:-1],
        [*(sound(id_, "go", {}) for id_ in (ID, "c2", "c3", "c4", "c5")), fault("truncated", "c6", "go", "")],
        (),
    ),
    Row(
        "a_first_chunk_without_an_id",
        run(chunk(name="go", text='{"a":1}'), TEXT),
        [sound(None, "go", {"a": 1})],
        ("index-missing",),
    ),
    Row("a_first_chunk_of_text_only", run(chunk(text="{}")), [fault("missing-name", None, None, "{}")]),
    Row("a_first_chunk_of_nothing", run(chunk(), chunk(metadata={"x": 1})), [], ()),
    # -- snapshots, and streams sent again
    Row(
        "a_snapshot_repeats_what_was_seen",
        run(
            start(),
            args('{"a":1}'),
            stop(),
            ANSWER,
            start("c2"),
            args('{"b"', "c2"),
            snapshot(
                {"id": "u", "role": "user", "content": "hi"},
                message(called('{"a": 1}'), called('{"b":2}', "c2", encryptedValue="s")),
                {"id": "m2", "role": "tool", "toolCallId": ID, "content": "1"},
            ),
        ),
        [sound(ID, "go", {"a": 1}, text='{"a":1}'), sound("c2", "go", {"b": 2}, extras={"encryptedValue": "s"})],
        (),
    ),
    Row(
        "a_snapshot_repeats_an_earlier_run",
        [
            *run(start(), args('{"a":1}'), stop()),
            *run(
                start("c2"),
                args("{}", "c2"),
                stop("c2"),
                snapshot(message(called('{"a":1}'), called("{}", "c2"))),
                id_="r2",
            ),
        ],
        [sound(ID, "go", {"a": 1}), sound("c2", "go", {})],
        (),
    ),
    Row(
        "a_snapshot_repeats_a_call_without_an_id",
        run(start(None), args('{"a":1}', None), stop(None), snapshot(message(called('{"a":1}', None)))),
        [sound(None, "go", {"a": 1})],
        (),
    ),
    Row(
        "calls_that_only_a_snapshot_shows",
        run(
            snapshot(
                message(called('{"a":1}', metadata={"x": 1}), called("", "c2")),
                {"id": "m2", "role": "tool", "toolCallId": ID, "content": "1"},
                message(called({"a": 3}, "c3"), called('{"a', "c4"), id_="m3"),
            )
        ),
        [
            sound(ID, "go", {"a": 1}, run_by="provider", extras={"metadata": {"x": 1}}),
            sound("c2", "go", {}),
            sound("c3", "go", {"a": 3}),
            fault("truncated", "c4", "go", '{"a'),
        ],
        (),
    ),
    Row(
        "whole_message",
        [message(called('{"a":1}', encryptedValue="s"), called("{}", "c2"))],
        [sound(ID, "go", {"a": 1}, extras={"encryptedValue": "s"}), sound("c2", "go", {})],
        (),
    ),
    Row(
        "a_run_sent_again_while_a_call_is_open",
        [*run(start(), args('{"a"'))[:-1], *run(start(), args('{"a"'), args(":1}"), stop())],
        [sound(ID, "go", {"a": 1})],
        ("call-resent",),
    ),
    Row(
        "a_run_sent_again_with_all_text_at_once",
        [
            *run(start(), args('{"a"'), args(":1}"), stop(), start("c2"), args('{"b"', "c2"))[:-1],
            *run(start(), args('{"a":1}'), stop(), start("c2"), args('{"b":2}', "c2"), stop("c2")),
        ],
        [sound(ID, "go", {"a": 1}), sound("c2", "go", {"b": 2})],
        ("call-resent",),
    ),
    Row(
        "runs_sent_again",
        [
            *run(start(), args('{"a":1}'), stop()),
            *run(start("c2"), args("{}", "c2"), stop("c2"), id_="r2"),
            *run(start(), args('{"a":1}'), stop()),
            *run(start("c2"), args("{}", "c2"), stop("c2"), id_="r2"),
        ],
        [sound(ID, "go", {"a": 1}), sound("c2", "go", {})],
        ("call-resent", "late-delta"),
    ),
    Row(
        "an_id_again_in_a_later_run",
        [*run(start(), args("{}"), stop()), *run(start(), args("{}"), stop(), id_="r2")],
        [sound(ID, "go", {}), sound(ID, "go", {})],
        (),
    ),
    Row(
        "another_call_under_the_same_id",
        run(start(), args('{"a":1}'), stop(), start(), args('{"a":2}'), stop()),
        [sound(ID, "go", {"a": 1}), sound(ID, "go", {"a": 2})],
        (),
    ),
    Row(
        "another_name_under_the_same_id",
        run(start(), args('{"a":1}'), start(name="come"), args('{"a":2}'), stop()),
        [sound(ID, "go", {"a": 1}), sound(ID, "come", {"a": 2})],
        ("id-duplicate",),
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"type": "RUN_STARTED"},
            {"type": "TOOL_CALL_ARGS"},
            {"type": "TOOL_CALL_END"},
            {"type": "TOOL_CALL_CHUNK"},
            {"type": "REASONING_ENCRYPTED_VALUE"},
            {"type": "MESSAGES_SNAPSHOT", "messages": [None, 7, {"role": "assistant", "toolCalls": None}]},
            {"type": "TOOL_CALL_SOMETHING_NEW", "toolCallId": "x", "delta": "x"},
            {"type": "RUN_FINISHED"},
        ],
        [],
    ),
]
