"""Streams of Mistral: its chat, which has the shape of OpenAI's, and its conversations."""

from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, chunk, end, entry, fault, sound

Event = dict[str, Any]


def sse(data: Any, event: str | None = None) -> Event:
    return {"data": data} if event is None else {"event": event, "data": data}


CHAT = [
    Row(
        "mistral_whole_calls_without_index_and_type",
        [
            chunk(content="", role="assistant"),
            chunk(
                entry(..., "Ab1Cd2Ef3", "f", '{"n": 1}'),
                entry(..., "Gh4Ij5Kl6", "g", "{}"),
                finish="tool_calls",
                index=0,
            ),
        ],
        [sound("Ab1Cd2Ef3", "f", {"n": 1}, index=None), sound("Gh4Ij5Kl6", "g", {}, index=None)],
    ),
    Row(
        "mistral_calls_in_pieces",
        [
            chunk(entry(0, "Ab1Cd2Ef3", "f", ""), index=0),
            chunk(entry(0, ..., "", '{"n"')),
            chunk(entry(0, ..., "", ":1}")),
            end(),
        ],
        [sound("Ab1Cd2Ef3", "f", {"n": 1}, index=0)],
        (),
    ),
    Row(
        "mistral_ids_of_the_word_null_and_indexes_of_zero",
        [chunk(entry(0, "null", "f", {"n": 1}), entry(0, "null", "g", {}), finish="tool_calls")],
        [sound(None, "f", {"n": 1}), sound(None, "g", {})],
    ),
    Row(
        "mistral_one_tool_twice_without_ids",
        [chunk(entry(0, "null", "f", '{"n":1}'), entry(0, "null", "f", '{"n":2}'), finish="tool_calls")],
        [sound(None, "f", {"n": 1}), sound(None, "f", {"n": 2})],
    ),
    Row(
        "mistral_events_of_its_sdk",
        [
            sse(chunk(entry(0, "Ab1Cd2Ef3", "f", '{"n":'))),
            sse(chunk(entry(0, "null", "", "1}"))),
            sse({**end(), "choices": [], "id": "c", "model": "m"}),
            sse(end()),
            "[DONE]",
        ],
        [sound("Ab1Cd2Ef3", "f", {"n": 1})],
        (),
    ),
    Row(
        "mistral_errors_and_limits",
        [
            chunk(entry(0, "Ab1Cd2Ef3", "f", "{}")),
            chunk(entry(1, "Gh4Ij5Kl6", "g", "")),
            end("error"),
        ],
        [sound("Ab1Cd2Ef3", "f", {}), fault("truncated", "Gh4Ij5Kl6", "g", "")],
    ),
]


def piece(id_: Any, name: Any, text: Any, index: Any = 0, **more: Any) -> Event:
    given = {"id": "fc_" + str(id_), "tool_call_id": id_, "name": name, "arguments": text, "output_index": index}
    return {"type": "function.call.delta", **{key: value for key, value in given.items() if value is not ...}, **more}


def ran(kind: str, id_: str | None = "te_1", **more: Any) -> Event:
    return {"type": f"tool.execution.{kind}", "id": id_, "name": "web_search", "output_index": 0, **more}


STARTED: Event = {"type": "conversation.response.started", "conversation_id": "conv_1", "created_at": "2026-01-01"}
DONE: Event = {"type": "conversation.response.done", "usage": {"prompt_tokens": 1}}


def one_call(*pieces: str) -> list[Event]:
    return [STARTED, *(piece("a", "f", text) for text in (pieces or ("",))), DONE]


def outputs(*entries: Any) -> Event:
    return {"object": "conversation.response", "conversation_id": "conv_1", "outputs": list(entries), "usage": {}}


def output(id_: str, name: str, arguments: Any, **more: Any) -> Event:
    found = {"tool_call_id": id_, "name": name, "arguments": arguments, "id": f"fc_{id_}"}
    return {"object": "entry", "type": "function.call", "created_at": "2026-01-01", **found, **more}


CONVERSATIONS = [
    *kinds.rows(one_call),
    Row(
        "one_call",
        one_call('{"n"', ":1}"),
        [sound("a", "f", {"n": 1}, index=0, run_by="client", extras={"id": "fc_a"})],
        (),
    ),
    Row(
        "two_calls_interleaved_with_text_around",
        [
            STARTED,
            {"type": "message.output.delta", "id": "msg_1", "content": '{"n":', "output_index": 0},
            piece("b", "f", '{"n"', 2),
            piece("a", "f", '{"n"', 1),
            {"type": "message.output.delta", "id": "msg_1", "content": {"type": "text", "text": "{"}},
            piece("b", "f", ":2}", 2),
            piece("a", "f", ":1}", 1),
            DONE,
        ],
        [sound("a", "f", {"n": 1}, index=1), sound("b", "f", {"n": 2}, index=2)],
        (),
    ),
    Row(
        "one_index_for_all_calls",
        [STARTED, piece("a", "f", "{}"), piece("b", "f", "{}"), piece("a", "f", ""), DONE],
        [sound("a", "f", {}), sound("b", "f", {})],
        (),
    ),
    Row(
        "no_index",
        [STARTED, piece("a", "f", '{"n":', ...), piece("a", "f", "1}", ...), piece("b", "g", "{}", None), DONE],
        [sound("a", "f", {"n": 1}, index=None), sound("b", "g", {}, index=None)],
        (),
    ),
    Row(
        "arguments_as_an_object_or_null",
        [STARTED, piece("a", "f", {"n": 1}), piece("b", "g", None, 1), piece("c", "h", ..., 2), DONE],
        [sound("a", "f", {"n": 1}), sound("b", "g", {}), sound("c", "h", {})],
        (),
    ),
    Row(
        "without_a_call_id_the_entry_s_id_counts",
        [
            STARTED,
            piece(..., "f", '{"n"', id="e"),
            piece("null", "f", ":1}", id="e"),
            piece("null", "g", "{}", 1, id=None),
            DONE,
        ],
        [sound("e", "f", {"n": 1}, extras={}), sound(None, "g", {})],
        (),
    ),
    Row(
        "the_first_name_stays",
        [STARTED, piece("a", None, '{"n"'), piece("a", "f", ":1"), piece("a", "g", "}"), DONE],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row("no_name", [STARTED, piece("a", "", "{}"), DONE], [fault("missing-name", "a", None, "{}")]),
    Row(
        "a_call_that_waits_for_a_confirmation",
        [STARTED, piece("a", "f", "{}", confirmation_status="pending", agent_id="x", model="m", tag=1), DONE],
        [sound("a", "f", {}, extras={"id": "fc_a", "confirmation_status": "pending", "tag": 1})],
        (),
    ),
    Row(
        "tools_that_the_provider_runs",
        [
            STARTED,
            ran("started", arguments='{"query":'),
            ran("delta", arguments='"x"}'),
            ran("done", info={"results": []}),
            ran("started", "te_2"),
            ran("done", "te_2"),
            {"type": "agent.handoff.started", "id": "h", "previous_agent_id": "x"},
            {"type": "agent.handoff.done", "id": "h", "next_agent_id": "y"},
            piece("a", "f", "{}", 1),
            DONE,
        ],
        [
            sound("te_1", "web_search", {"query": "x"}, run_by="provider", extras={}),
            sound("te_2", "web_search", {}, run_by="provider"),
            sound("a", "f", {}, run_by="client"),
        ],
        (),
    ),
    Row(
        "the_end_of_a_tool_is_enough",
        [STARTED, ran("started"), ran("done"), ran("started", None), ran("done", None)],
        [sound("te_1", "web_search", {}, run_by="provider"), sound(None, "web_search", {}, run_by="provider")],
        (),
    ),
    Row(
        "the_end_of_a_tool_that_never_started",
        [STARTED, ran("done", "te_9"), {"type": "tool.execution.done"}, DONE],
        [],
        (),
    ),
    Row(
        "an_error",
        [STARTED, piece("a", "f", '{"n"'), {"type": "conversation.response.error", "code": 3000, "message": "no"}],
        [fault("truncated", "a", "f", '{"n"')],
        error="3000",
    ),
    Row(
        "an_error_without_a_code",
        [STARTED, piece("a", "f", ""), {"type": "conversation.response.error", "message": "no"}],
        [fault("truncated", "a", "f", "")],
        error="error",
    ),
    Row(
        "an_error_on_its_own",
        [STARTED, piece("a", "f", ""), {"error": {"type": "server", "message": "no"}}],
        [fault("truncated", "a", "f", "")],
        error="server",
    ),
    Row(
        "a_dropped_stream",
        [STARTED, piece("a", "f", '{"n":1}'), piece("b", "g", '{"n"', 1), piece("c", "h", "", 2)],
        [sound("a", "f", {"n": 1}), fault("truncated", "b", "g", '{"n"'), fault("truncated", "c", "h", "")],
        ("no-end",),
    ),
    Row(
        "two_responses_of_one_conversation",
        [*one_call('{"n":1}'), STARTED, piece("b", "f", '{"n"')],
        [sound("a", "f", {"n": 1}), fault("truncated", "b", "f", '{"n"')],
        (),
    ),
    Row(
        "server_sent_events",
        [sse(one, one["type"]) for one in one_call('{"n"', ":1}")],
        [sound("a", "f", {"n": 1})],
        (),
    ),
    Row(
        "what_the_sdk_could_not_read",
        [
            sse({"type": "UNKNOWN", "is_unknown": True, "raw": STARTED}, STARTED["type"]),
            sse({"type": "UNKNOWN", "is_unknown": True, "raw": piece("a", "f", ...)}, "function.call.delta"),
            sse(DONE, DONE["type"]),
        ],
        [sound("a", "f", {})],
        (),
    ),
    Row(
        "a_whole_response",
        [
            outputs(
                {"object": "entry", "type": "message.output", "content": "{", "role": "assistant"},
                output("a", "f", '{"n":1}', confirmation_status="pending"),
                output("b", "g", {"n": 2}),
                {"object": "entry", "type": "tool.execution", "id": "te_1", "name": "web_search", "arguments": "{}"},
                "x",
            )
        ],
        [
            sound("a", "f", {"n": 1}, index=1, extras={"id": "fc_a", "confirmation_status": "pending"}),
            sound("b", "g", {"n": 2}, index=2),
            sound("te_1", "web_search", {}, index=3, run_by="provider"),
        ],
        (),
    ),
    Row("a_bare_entry", [output("a", "f", "")], [sound("a", "f", {}, index=None)], ()),
    Row(
        "broken_events_say_nothing",
        [
            STARTED,
            {"type": "conversation.response.started"},
            {"object": "conversation.response"},
            sse({}),
            sse("x"),
            DONE,
        ],
        [],
        (),
    ),
]
