"""Streams of Gemini Live and of Gemini Interactions."""

from types import SimpleNamespace
from typing import Any

from tests.rows import kinds
from tests.rows.build import Row, fault, sound

# -- Live


def calls(*given: dict[str, Any]) -> dict[str, Any]:
    return {"toolCall": {"functionCalls": list(given)}}


def one(id_: Any = "f1", name: Any = "go", args: Any = ..., **more: Any) -> dict[str, Any]:
    return {"id": id_, "name": name, **({} if args is ... else {"args": args}), **more}


def content(**said: Any) -> dict[str, Any]:
    return {"serverContent": said}


def cancel(*ids: Any) -> dict[str, Any]:
    return {"toolCallCancellation": {"ids": list(ids)}}


OVER = [content(generationComplete=True), {"serverContent": {"turnComplete": True}, "usageMetadata": {}}]

LIVE = [
    Row(
        "one_call",
        [{"setupComplete": {}}, calls(one(args={"a": 1})), content(modelTurn={"parts": [{"text": "x"}]}), *OVER],
        [sound("f1", "go", {"a": 1}, index=None)],
        (),
    ),
    Row(
        "two_calls",
        [calls(one(args={"a": 1}), one("f2", "come", {"b": 2})), calls(one("f3")), *OVER],
        [sound("f1", "go", {"a": 1}), sound("f2", "come", {"b": 2}), sound("f3", "go", {})],
        (),
    ),
    Row(
        "no_arguments",
        [calls(one(args={}), one("f2"), one("f3", args=None))],
        [sound(f"f{n}", "go", {}) for n in (1, 2, 3)],
    ),
    Row(
        "a_cut_turn_changes_no_call",
        [
            calls(one(args={"a": 1}), one("f2")),
            content(interrupted=True),
            content(turnComplete=True, turnCompleteReason="RESPONSE_REJECTED"),
        ],
        [sound("f1", "go", {"a": 1}), sound("f2", "go", {})],
        (),
    ),
    Row(
        "a_call_taken_back",
        [
            calls(one(args={"a": 1}), one("f2", args={"a": 2})),
            cancel("f1", "f9", None),
            content(interrupted=True),
            *OVER,
        ],
        [fault("abandoned", "f1", "go", '{"a":1}'), sound("f2", "go", {"a": 2})],
        (),
        taken_back=True,
    ),
    Row(
        "a_call_of_an_earlier_turn_taken_back",
        [calls(one(args={"a": 1})), *OVER, calls(one("f2", args={})), cancel("f1"), cancel("f1")],
        [fault("abandoned", "f1", "go", '{"a":1}'), sound("f2", "go", {})],
        (),
        taken_back=True,
    ),
    Row(
        "the_same_call_again",
        [calls(one(args={"a": 1})), calls(one(args={"a": 1})), calls(one(args={"a": 2})), *OVER],
        [sound("f1", "go", {"a": 1})],
        ("late-delta",),
    ),
    Row(
        "a_broken_call_again_is_replaced_but_for_its_name",
        [calls(one(args=[1])), calls(one(name="come", args={"a": 1})), *OVER],
        [sound("f1", "go", {"a": 1})],
        ("call-resent", "late-delta"),
    ),
    Row("without_ids", [calls(one(None, args={}), one("", args={}))], [sound(None, "go", {}), sound(None, "go", {})]),
    Row("without_a_name", [calls(one(name=None, args={"a": 1}))], [fault("missing-name", "f1", None, '{"a":1}')]),
    Row(
        "snake_case",
        [
            {"tool_call": {"function_calls": [one(args={"a": 1}), one("f2", args={})]}},
            {"tool_call_cancellation": {"ids": ["f2"]}},
            {"server_content": {"turn_complete": True}},
        ],
        [sound("f1", "go", {"a": 1}), fault("abandoned", "f2", "go", "{}")],
        taken_back=True,
    ),
    Row(
        "extras",
        [calls(one(args={}, thought_signature=b"sig", future=1))],
        [sound("f1", "go", {}, extras={"functionCall": {"thoughtSignature": "c2ln", "future": 1}})],
    ),
    Row(
        "code_that_the_provider_runs",
        [
            content(
                modelTurn={
                    "parts": [
                        {"executableCode": {"language": "PYTHON", "code": "1+1"}},
                        {"codeExecutionResult": {"output": "2"}},
                    ]
                }
            ),
            calls(one(args={"a": 1})),
        ],
        [
            sound(None, "code_execution", {"code": "1+1", "language": "PYTHON"}, run_by="provider"),
            sound("f1", "go", {"a": 1}),
        ],
        (),
    ),
    Row(
        "an_error",
        [calls(one(args={"a": 1})), {"error": {"code": 1011, "status": "INTERNAL", "message": "x"}}],
        [sound("f1", "go", {"a": 1})],
        error="1011",
    ),
    Row(
        "other_messages_are_nothing",
        [
            {"goAway": {"timeLeft": "1s"}},
            {"sessionResumptionUpdate": {"newHandle": "h"}},
            {"usageMetadata": {}},
            {"toolCall": {"functionCalls": []}},
            {"toolCall": {"functionCalls": [None, 7]}},
            {"toolCallCancellation": {"ids": None}},
            content(inputTranscription={"text": "go"}),
            *OVER,
        ],
        [],
    ),
]

# -- Interactions


def created(id_: str = "i1") -> dict[str, Any]:
    return {"event_type": "interaction.created", "interaction": {"id": id_, "status": "in_progress"}}


def begin(index: Any, id_: Any = "k1", name: Any = "go", given: Any = ..., **more: Any) -> dict[str, Any]:
    step = {"type": "function_call", "id": id_, "name": name, "arguments": {} if given is ... else given, **more}
    return {"event_type": "step.start", "index": index, "step": step}


def other(index: Any, kind: str, **step: Any) -> dict[str, Any]:
    return {"event_type": "step.start", "index": index, "step": {"type": kind, **step}}


def delta(index: Any, text: Any) -> dict[str, Any]:
    return {"event_type": "step.delta", "index": index, "delta": {"type": "arguments_delta", "arguments": text}}


def grown(index: Any, kind: str, **said: Any) -> dict[str, Any]:
    return {"event_type": "step.delta", "index": index, "delta": {"type": kind, **said}}


def stop(index: Any) -> dict[str, Any]:
    return {"event_type": "step.stop", "index": index}


def over(status: Any = "requires_action", **more: Any) -> dict[str, Any]:
    return {"event_type": "interaction.completed", "interaction": {"id": "i1", "status": status, **more}}


def whole(*steps: Any, status: str = "requires_action", **more: Any) -> dict[str, Any]:
    return {"id": "i1", "object": "interaction", "status": status, "steps": list(steps), **more}


def step(given: Any = None, id_: Any = "k1", name: Any = "go", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "id": id_, "name": name, "arguments": given, **more}


THOUGHT = [
    other(0, "thought"),
    grown(0, "thought_signature", signature="c2ln"),
    stop(0),
]


def in_pieces(*texts: str) -> list[dict[str, Any]]:
    return [created(), begin(0), *(delta(0, text) for text in texts), stop(0), over()]


INTERACTIONS = [
    *kinds.rows(in_pieces, "k1", "go"),
    Row(
        "one_call",
        [
            created(),
            {"event_type": "interaction.status_update", "interaction_id": "i1", "status": "in_progress"},
            *THOUGHT,
            begin(1, signature=""),
            delta(1, '{"a"'),
            delta(1, ":1}"),
            stop(1),
            over(),
        ],
        [sound("k1", "go", {"a": 1}, text='{"a":1}', index=1, extras={})],
        (),
    ),
    Row(
        "two_interleaved",
        [
            created(),
            begin(0),
            begin(1, "k2", "come"),
            delta(0, '{"a":'),
            delta(1, '{"b":'),
            delta(0, "1}"),
            stop(0),
            delta(1, "2}"),
            stop(1),
            over(),
        ],
        [sound("k1", "go", {"a": 1}), sound("k2", "come", {"b": 2})],
        (),
    ),
    Row(
        "no_arguments",
        [begin(0), stop(0), begin(1, "k2", given=None), stop(1), over()],
        [sound("k1", "go", {}), sound("k2", "go", {})],
        (),
    ),
    Row(
        "arguments_in_the_step",
        [begin(0, given={"a": 1}), stop(0), begin(1, "k2", given={"a": 1}), delta(1, '{"a":2}'), stop(1), over()],
        [sound("k1", "go", {"a": 1}), sound("k2", "go", {"a": 2})],
        (),
    ),
    Row(
        "an_object_in_a_delta",
        [begin(0), delta(0, {"a": 1}), stop(0), over()],
        [sound("k1", "go", {"a": 1})],
        (),
    ),
    Row(
        "an_sdk_s_object_with_nulls_for_what_did_not_come",
        [
            other(0, "google_search_call", id="s1", arguments=SimpleNamespace(queries=None)),
            grown(0, "google_search_call", arguments=SimpleNamespace(queries=["x"], more=None)),
            stop(0),
            other(1, "url_context_call", id="s2", arguments=SimpleNamespace(urls=None)),
            stop(1),
            over("completed"),
        ],
        [
            sound("s1", "google_search", {"queries": ["x"]}, run_by="provider"),
            sound("s2", "url_context", {}, text="", run_by="provider"),
        ],
        (),
    ),
    Row(
        "text_is_no_arguments",
        [
            created(),
            other(0, "model_output"),
            grown(0, "text", text='{"a"', arguments="no"),
            begin(1),
            grown(0, "text", text=":1}"),
            delta(1, "{}"),
            stop(0),
            stop(1),
            over(),
        ],
        [sound("k1", "go", {})],
        (),
    ),
    Row(
        "what_the_provider_runs",
        [
            created(),
            other(0, "google_search_call", id="s1", signature="", search_type="web"),
            grown(0, "google_search_call", arguments={"queries": ["x"]}, signature="c2ln"),
            stop(0),
            other(1, "google_search_result", call_id="s1"),
            grown(1, "google_search_result", result=[{"title": "x"}]),
            stop(1),
            other(2, "mcp_server_tool_call", id="s2", name="echo", server_name="srv", arguments={}),
            grown(2, "mcp_server_tool_call", name="echo", server_name="srv", arguments={"t": 1}),
            stop(2),
            other(3, "code_execution_call", id="s3", arguments={"code": "1+1", "language": "python"}),
            stop(3),
            other(4, "file_search_call", id="s4"),
            stop(4),
            grown(5, "url_context_call", arguments={"urls": ["u"]}),
            over("completed"),
        ],
        [
            sound(
                "s1",
                "google_search",
                {"queries": ["x"]},
                index=0,
                run_by="provider",
                extras={"type": "google_search_call", "search_type": "web", "signature": "c2ln"},
            ),
            sound(
                "s2",
                "echo",
                {"t": 1},
                index=2,
                run_by="provider",
                extras={"type": "mcp_server_tool_call", "server_name": "srv"},
            ),
            sound("s3", "code_execution", {"code": "1+1", "language": "python"}, index=3, run_by="provider"),
            sound("s4", "file_search", {}, index=4, run_by="provider"),
            sound(None, "url_context", {"urls": ["u"]}, index=5, run_by="provider"),
        ],
        (),
    ),
    Row(
        "a_signature_of_the_call",
        [begin(0, signature="c2ln"), delta(0, "{}"), stop(0), over()],
        [sound("k1", "go", {}, extras={"signature": "c2ln"})],
        (),
    ),
    Row(
        "the_last_event_repeats_the_steps",
        [
            created(),
            begin(3),
            delta(3, '{"a":1}'),
            stop(3),
            over(steps=[{"type": "thought"}, step({"a": 1}), step({"b": 2}, "k2", "come")]),
        ],
        [sound("k2", "come", {"b": 2}), sound("k1", "go", {"a": 1}, index=3)],
        (),
    ),
    Row(
        "a_step_that_only_the_last_event_has_is_not_known_by_its_place",
        [created(), begin(0), delta(0, '{"a":1}'), stop(0), over(steps=[step({"b": 2}, None, "come"), step({"a": 1})])],
        [sound("k1", "go", {"a": 1}), sound(None, "come", {"b": 2})],
        ("index-reused",),
    ),
    Row(
        "the_first_name_stays",
        [created(), begin(0), grown(0, "function_call", name="come", arguments={"a": 1}), stop(0), over()],
        [sound("k1", "go", {"a": 1})],
        (),
    ),
    Row(
        "each_status",
        [
            event
            for number, status in enumerate(
                ("completed", "incomplete", "cancelled", "budget_exceeded", "requires_continuation")
            )
            for event in (created(f"i{number}"), begin(0, f"k{number}"), over(status))
        ],
        [sound("k0", "go", {}), *(fault("truncated", f"k{number}", "go", "") for number in (1, 2, 3, 4))],
        (),
    ),
    Row(
        "a_status_of_its_own",
        [
            begin(0),
            delta(0, "{}"),
            {"event_type": "interaction.status_update", "interaction_id": "i1", "status": "requires_action"},
        ],
        [sound("k1", "go", {})],
        (),
    ),
    Row(
        "a_status_in_between_ends_nothing",
        [
            begin(0),
            {"event_type": "interaction.status_update", "interaction_id": "i1", "status": "in_progress"},
            {"event_type": "interaction.status_update", "interaction_id": "i1", "status": "unheard_of"},
            over(),
        ],
        [sound("k1", "go", {})],
        (),
    ),
    Row("an_end_that_says_no_status", [begin(0), over(None)], [sound("k1", "go", {})], ()),
    Row("a_status_that_is_new", [begin(0), over("something_new")], [sound("k1", "go", {})], ()),
    Row("an_end_that_is_none", [begin(0), over("in_progress")], [fault("truncated", "k1", "go", "")]),
    Row(
        "a_dropped_stream",
        [created(), begin(0), stop(0), begin(1, "k2"), begin(2, "k3"), delta(2, '{"a"')],
        [sound("k1", "go", {}), fault("truncated", "k2", "go", ""), fault("truncated", "k3", "go", '{"a"')],
        (),
    ),
    Row(
        "an_error",
        [
            begin(0),
            delta(0, '{"a'),
            {"event_type": "error", "error": {"code": "overloaded", "message": "busy"}},
            over("failed"),
        ],
        [fault("truncated", "k1", "go", '{"a')],
        error="overloaded",
    ),
    Row(
        "a_failed_interaction_says_why",
        [begin(0), over("failed", errors=[{"code": "quota", "message": "no more"}])],
        [fault("truncated", "k1", "go", "")],
        error="quota",
    ),
    Row(
        "a_failed_interaction_says_nothing",
        [begin(0), over("failed")],
        [fault("truncated", "k1", "go", "")],
        error="failed",
    ),
    Row(
        "a_piece_of_a_call_that_nobody_started",
        [begin(0), delta(0, "{}"), delta(4, '{"a":1}'), delta(5, ""), delta(6, None), stop(7), over()],
        [sound("k1", "go", {}), fault("missing-name", None, None, '{"a":1}', index=4)],
        (),
    ),
    Row(
        "a_step_sent_again",
        [
            begin(0),
            delta(0, '{"a"'),
            begin(0),
            delta(0, '{"a":1}'),
            stop(0),
            begin(0),
            delta(0, '{"a":1}'),
            stop(0),
            over(),
        ],
        [sound("k1", "go", {"a": 1})],
        ("call-resent", "late-delta"),
    ),
    Row(
        "another_call_at_the_same_index",
        [begin(0), delta(0, "{}"), stop(0), begin(0, "k2"), delta(0, '{"b":1}'), stop(0), over()],
        [sound("k1", "go", {}), sound("k2", "go", {"b": 1})],
        ("index-reused",),
    ),
    Row(
        "the_events_of_the_first_preview",
        [
            {"event_type": "interaction.start", "interaction": {"id": "i1", "status": "in_progress"}},
            {"event_type": "content.start", "index": 0, "content": {"type": "function_call"}},
            {"event_type": "content.delta", "index": 0, "delta": step({"a": 1})},
            {"event_type": "content.stop", "index": 0},
            {"event_type": "content.start", "index": 1, "content": {"type": "function_call", "id": "k2", "name": "go"}},
            {"event_type": "content.stop", "index": 1},
            {"event_type": "interaction.complete", "interaction": {"id": "i1", "status": "requires_action"}},
        ],
        [sound("k1", "go", {"a": 1}), sound("k2", "go", {})],
        (),
    ),
    Row(
        "what_the_sdk_does_not_know",
        [
            {"event_type": "UNKNOWN", "is_unknown": True, "raw": begin(0)},
            {
                "event_type": "step.start",
                "index": 1,
                "step": {
                    "type": "UNKNOWN",
                    "is_unknown": True,
                    "raw": {"type": "computer_call", "id": "k2", "arguments": {"x": 1}},
                },
            },
            {
                "event_type": "step.delta",
                "index": 0,
                "delta": {"type": "UNKNOWN", "is_unknown": True, "raw": {"type": "arguments_delta", "arguments": "{}"}},
            },
            stop(0),
            stop(1),
            over(),
        ],
        [sound("k1", "go", {}), sound("k2", "computer", {"x": 1}, run_by="provider")],
        (),
    ),
    Row(
        "whole_interaction",
        [
            whole(
                {"type": "thought", "signature": "s"},
                step({"a": 1}, signature="c2ln"),
                step({}, "k2"),
                step({"a": 3}, "k3"),
                {"type": "function_result", "call_id": "k3", "result": "x"},
            )
        ],
        [
            sound("k1", "go", {"a": 1}, index=1, extras={"signature": "c2ln"}),
            sound("k2", "go", {}, index=2),
            sound("k3", "go", {"a": 3}, index=3, run_by="provider"),
        ],
        (),
    ),
    Row(
        "whole_interaction_that_is_asked_for_again",
        [
            whole(step({"a": 1}), step({"a": 2}, None), status="in_progress"),
            whole(step({"a": 1}), step({"a": 2}, None)),
        ],
        [sound("k1", "go", {"a": 1}), sound(None, "go", {"a": 2})],
        (),
    ),
    Row(
        "whole_interaction_that_was_cut",
        [whole(step('{"a":1}'), step(None, "k2"), status="incomplete")],
        [sound("k1", "go", {"a": 1}), fault("truncated", "k2", "go", "")],
        (),
    ),
    Row(
        "whole_interaction_of_the_first_preview",
        [{"id": "i1", "object": "interaction", "status": "requires_action", "outputs": [step({"a": 1})]}],
        [sound("k1", "go", {"a": 1}, index=0)],
        (),
    ),
    Row(
        "broken_events_say_nothing",
        [
            created(),
            {"event_type": "step.start"},
            {"event_type": "step.start", "index": 0, "step": None},
            {"event_type": "step.start", "index": None, "step": step()},
            {"event_type": "step.delta", "index": 0, "delta": None},
            {"event_type": "step.delta", "index": None, "delta": {"type": "arguments_delta", "arguments": "{}"}},
            {"event_type": "step.stop"},
            {"event_type": "interaction.completed"},
            {"event_type": "interaction.status_update"},
            {"status": "completed", "steps": [None, 7]},
        ],
        [],
    ),
]
