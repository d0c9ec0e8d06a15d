"""Streams of LangChain's event protocol."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound
from tests.rows.langchain_chunks import FULL, OTHER, SIGNATURES, A, F, G, call, meta


def begin(id_: Any = "msg_1", role: str = "ai") -> dict[str, Any]:
    return {"event": "message-start", "role": role, "id": id_, "metadata": {"provider": "p"}}


def start(index: Any, id_: Any, name: Any, /, **more: Any) -> dict[str, Any]:
    content = {"type": "tool_call_chunk", "id": id_, "name": name, "args": "", **more}
    return {"event": "content-block-start", "index": index, "content": content}


def delta(index: Any, args: Any) -> dict[str, Any]:
    return {"event": "content-block-delta", "index": index, "delta": {"type": "tool-call-delta", "args": args}}


def finish(index: Any, id_: Any, name: Any, args: Any, kind: str = "tool_call", /, **more: Any) -> dict[str, Any]:
    content = {"type": kind, "id": id_, "name": name, "args": args, **more}
    return {"event": "content-block-finish", "index": index, "content": content}


def over(reason: Any = "tool_calls", **more: Any) -> dict[str, Any]:
    return {"event": "message-finish", "usage": {}, "metadata": {"finish_reason": reason}, **more}


def snapshot(index: Any, /, **fields: Any) -> dict[str, Any]:
    inner = {"type": "block-delta", "fields": {"type": "tool_call_chunk", **fields}}
    return {"event": "content-block-delta", "index": index, "delta": inner}


def older(index: Any, /, **block: Any) -> dict[str, Any]:
    return {"event": "content-block-delta", "index": index, "content_block": {"type": "tool_call_chunk", **block}}


def frame(event: dict[str, Any], seq: int) -> dict[str, Any]:
    return {"type": "event", "method": "messages", "seq": seq, "params": {"namespace": [], "data": event}}


def one_call(*pieces: str) -> list[dict[str, Any]]:
    """A stream of one call whose text comes in the given pieces."""
    return [begin(), start(0, "a", F), *(delta(0, piece) for piece in pieces), over()]


ROWS = [
    *kinds.rows(one_call),
    Row(
        "one_call_with_text_before_and_after",
        [
            begin(),
            {"event": "content-block-start", "index": 0, "content": {"type": "text", "text": ""}},
            {"event": "content-block-delta", "index": 0, "delta": {"type": "text-delta", "text": "{"}},
            start(1, A, F, index=5),
            delta(1, '{"n"'),
            delta(1, ":1}"),
            {"event": "content-block-finish", "index": 0, "content": {"type": "text", "text": "{"}},
            finish(1, A, F, {"n": 1}),
            over(),
        ],
        [sound(A, F, {"n": 1}, index=1)],
        (),
    ),
    Row(
        "two_calls_interleaved",
        [
            begin(),
            start(0, A, F),
            start(1, "b", G),
            delta(1, '{"n"'),
            delta(0, FULL),
            delta(1, ":2}"),
            finish(0, A, F, {"n": 1}),
            finish(1, "b", G, {"n": 2}),
            over(),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        (),
    ),
    Row("no_arguments", [begin(), start(0, A, F), finish(0, A, F, {}), over()], [sound(A, F, {})], ()),
    Row("blank_and_cut", [begin(), start(0, A, F), over("length")], [fault("truncated", A, F, "")]),
    Row("cut_short", [begin(), start(0, A, F), delta(0, '{"n"')], [fault("truncated", A, F, '{"n"')]),
    Row("blank_and_never_ended", [begin(), start(0, A, F)], [fault("truncated", A, F, "")]),
    Row(
        "whole_and_cut_before_its_arguments",
        [begin(), {"event": "content-block-start", "index": 0, "content": call(A, F, {})}],
        [fault("truncated", A, F, "")],
    ),
    Row("a_call_without_a_finish", [begin(), start(0, A, F), over()], [sound(A, F, {})]),
    Row(
        "an_error",
        [begin(), start(0, A, F), delta(0, '{"n"'), {"event": "error", "message": "busy", "code": "overloaded"}],
        [fault("truncated", A, F, '{"n"')],
        error="overloaded",
    ),
    Row("an_error_without_a_code", [{"event": "error", "message": "busy"}], [], error="error"),
    Row(
        "an_error_of_the_transport",
        [begin(), start(0, A, F), finish(0, A, F, {}), {"error": {"code": 503}}],
        [sound(A, F, {})],
        error="503",
    ),
    Row(
        "arguments_that_the_sender_could_not_read",
        [begin(), start(0, A, F), delta(0, "{'n'"), finish(0, A, F, "{'n'", "invalid_tool_call", error="bad"), over()],
        [fault("rejected", A, F, "{'n'")],
    ),
    Row(
        "calls_that_the_provider_runs",
        [
            begin(),
            start(0, "s", "search", type="server_tool_call_chunk"),
            delta(0, '{"q":1}'),
            finish(0, "s", "search", {"q": 1}, "server_tool_call"),
            {"event": "content-block-start", "index": 1, "content": {"type": "server_tool_result", "output": "x"}},
            over(),
        ],
        [sound("s", "search", {"q": 1}, run_by="provider")],
        (),
    ),
    Row(
        "whole_calls_have_an_empty_start",
        [
            begin(),
            {"event": "content-block-start", "index": 0, "content": call(A, F, {})},
            finish(0, A, F, {"n": 1}, extras={"sig": "s"}),
            {"event": "content-block-start", "index": 1, "content": call("b", F, {"n": 2})},
            over(),
        ],
        [sound(A, F, {"n": 1}, extras={"extras": {"sig": "s"}}), sound("b", F, {"n": 2})],
        (),
    ),
    Row(
        "arguments_of_the_start_count_if_no_others_come",
        [
            begin(),
            {"event": "content-block-start", "index": 0, "content": call(A, F, {"n": 1})},
            {"event": "content-block-start", "index": 1, "content": call("b", G, {"n": 1})},
            delta(1, '{"n"'),
            delta(1, ":2}"),
            over(),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        (),
    ),
    Row(
        "an_id_and_a_name_may_come_with_the_finish_only",
        [begin(), start(0, None, None), delta(0, FULL), finish(0, A, F, {"n": 1}), over()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_delta_whose_start_was_never_seen",
        [delta(0, FULL), finish(0, A, F, {"n": 1}), delta(3, OTHER), over()],
        [sound(A, F, {"n": 1}), fault("missing-name", None, None, OTHER)],
    ),
    Row(
        "a_finish_alone_is_enough",
        [begin(), finish(2, A, F, {"n": 1}), over()],
        [sound(A, F, {"n": 1}, index=2)],
        (),
    ),
    Row(
        "a_finish_that_differs_wins",
        [begin(), start(0, A, F), delta(0, FULL), finish(0, A, F, {"n": 2}), over()],
        [sound(A, F, {"n": 2})],
        ("arguments-replaced",),
    ),
    Row(
        "an_empty_finish_erases_nothing",
        [begin(), start(0, A, F), delta(0, FULL), finish(0, "", "", {}), over()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "snapshots_replace",
        [
            begin(),
            start(0, A, F),
            snapshot(0, args='{"n"'),
            snapshot(0, id=A, name=F, args='{"n":1}', extras={"sig": "s"}),
            snapshot(0, args=""),
            finish(0, A, F, {"n": 1}),
            over(),
        ],
        [sound(A, F, {"n": 1}, extras={"extras": {"sig": "s"}})],
        (),
    ),
    Row(
        "a_snapshot_opens_a_call",
        [begin(), snapshot(0, id=A, name=F, args=FULL), over()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "older_events_name_the_block_otherwise_and_append",
        [
            begin(),
            {"event": "content-block-start", "index": 0, "content_block": {"type": "tool_call_chunk", "args": '{"n"'}},
            older(0, id=A, name=F, args=":"),
            older(0, args="1}"),
            older(0, args=""),
            {"event": "content-block-delta", "index": 0, "content_block": {"type": "text", "text": "{"}},
            {"event": "content-block-finish", "index": 0, "content_block": call(A, F, {"n": 1})},
            {"event": "message-finish", "reason": "tool_use"},
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "older_events_say_id_and_name_and_the_rest_one_after_the_other",
        [
            begin(),
            older(0, id=A, args='{"n"'),
            older(0, name=F, args=":1}"),
            older(0, args="", extras={"sig": "s"}),
            over(),
        ],
        [sound(A, F, {"n": 1}, extras={"extras": {"sig": "s"}})],
        (),
    ),
    Row(
        "older_events_that_are_cut",
        [begin(), older(0, id=A, name=F), {"event": "message-finish", "reason": "length"}],
        [fault("truncated", A, F, "")],
    ),
    Row(
        "the_index_of_a_block_where_its_event_has_none",
        [
            begin(),
            older(None, id=A, name=F, args='{"n"', index=3),
            older(None, id="b", name=G, args='{"n"', index=4),
            older(None, args=":1}", index=3),
            older(None, args=":2}", index=4),
            over(),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        (),
    ),
    Row(
        "older_events_without_an_index",
        [
            older(None, id=A, name=F, args='{"n"', index=3),
            older(None, args=":1}", index=3),
            {"event": "content-block-delta", "delta": {"type": "tool-call-delta", "args": " "}},
            {"event": "content-block-finish", "content": call("b", G, {})},
            over(),
        ],
        [sound(A, F, {"n": 1}), sound("b", G, {})],
    ),
    Row(
        "older_calls_without_an_index_and_an_id_come_whole",
        [
            {"event": "content-block-finish", "content": call(None, F, {"n": 1})},
            {"event": "content-block-finish", "content": call(None, F, {"n": 2})},
            older(None, name=G, args=FULL),
            over(),
        ],
        [sound(None, F, {"n": 1}), sound(None, F, {"n": 2}), sound(None, G, {"n": 1})],
        (),
    ),
    Row(
        "a_start_without_an_index_and_an_id_is_left_to_its_finish",
        [start(None, None, F), delta(None, FULL), finish(None, None, F, {"n": 1}), start(None, None, None), over()],
        [sound(None, F, {"n": 1})],
        ("text-dropped",),
    ),
    Row(
        "what_a_start_without_an_index_and_an_id_says_is_counted",
        [start(None, None, F, args='{"m":'), finish(None, None, F, {"n": 1}), over()],
        [sound(None, F, {"n": 1})],
        ("text-dropped",),
    ),
    Row(
        "a_delta_for_nobody",
        [{"event": "content-block-delta", "delta": {"type": "tool-call-delta", "args": "{}"}}],
        [],
        ("text-dropped",),
    ),
    Row(
        "a_start_that_comes_again_begins_the_call_anew",
        [begin(), start(0, A, F), delta(0, '{"n"'), start(0, A, F), delta(0, FULL), finish(0, A, F, {"n": 1}), over()],
        [sound(A, F, {"n": 1})],
        ("call-resent",),
    ),
    Row(
        "a_start_at_a_used_index_with_another_id_is_another_call",
        [begin(), start(0, A, F), delta(0, FULL), start(0, "b", G), delta(0, OTHER), over()],
        [sound(A, F, {"n": 1}), sound("b", G, {"n": 2})],
        ("index-reused",),
    ),
    Row(
        "frames_that_come_again_say_nothing",
        [
            frame(begin(), 1),
            frame(start(0, A, F), 2),
            frame(delta(0, '{"n"'), 3),
            frame(start(0, A, F), 2),
            frame(delta(0, '{"n"'), 3),
            frame(delta(0, ":1}"), 4),
            frame(over(), 5),
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "frames_that_are_their_event",
        [
            {"type": "event", "method": "messages", "seq": number, "params": event}
            for number, event in enumerate([begin(), start(0, A, F), delta(0, FULL), over()])
        ],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "two_messages",
        [
            begin("m1"),
            start(0, A, F),
            finish(0, A, F, {"n": 1}),
            over(),
            begin("t1", "tool"),
            begin("m2"),
            start(0, "b", F),
            over("length"),
        ],
        [sound(A, F, {"n": 1}), fault("truncated", "b", F, "")],
        (),
    ),
    Row(
        "messages_of_each_role_of_the_model",
        [
            *(begin("m1"), start(0, A, F), delta(0, FULL), over()),
            *(begin("m2", "assistant"), start(0, "b", F), delta(0, FULL), over()),
            *({"event": "message-start", "id": "m3"}, start(0, "c", F), delta(0, FULL), over()),
        ],
        [sound(A, F, {"n": 1}), sound("b", F, {"n": 1}), sound("c", F, {"n": 1})],
        (),
    ),
    Row(
        "a_result_between_the_pieces_of_a_call",
        [begin("m1"), start(0, A, F), delta(0, '{"n"'), begin("t1", "tool"), delta(0, ":1}"), over()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "a_message_that_starts_again_goes_on",
        [begin("m1"), start(0, A, F), delta(0, '{"n"'), begin("m1"), delta(0, ":1}"), over()],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "signatures_at_the_end_belong_to_calls_by_id",
        [
            begin(),
            start(0, A, F),
            finish(0, A, F, {"n": 1}),
            over(additional_kwargs={SIGNATURES: {A: "sig", "x": "y"}}),
        ],
        [sound(A, F, {"n": 1}, extras={"additional_kwargs": {SIGNATURES: {A: "sig"}}})],
        (),
    ),
    Row(
        "pairs_of_an_event_and_its_metadata",
        [[begin(), meta()], [start(0, A, F), meta()], ["messages", [delta(0, FULL), meta()]], [over(), meta()]],
        [sound(A, F, {"n": 1})],
        (),
    ),
    Row(
        "broken_events_say_nothing",
        [
            {"event": "content-block-start"},
            {"event": "content-block-start", "index": 0, "content": None},
            {"event": "content-block-delta", "index": 0},
            {"event": "content-block-delta", "index": 0, "delta": {"type": "tool-call-delta"}},
            {"event": "content-block-delta", "index": 0, "delta": {"type": "unheard-of"}},
            {"event": "content-block-finish", "index": 0},
            {"event": "message-finish"},
            {"event": "error", "data": "gone"},
            {"event": "error", "type": "other", "message": "gone"},
            {"type": "event", "params": {"data": start(0, A, F)}},
            {"type": "other", "method": "messages", "params": {"data": start(0, A, F)}},
        ],
        [],
    ),
]
