"""The formats of OpenAI: chat completions, Responses, Realtime and Assistants."""

from collections.abc import Sequence

from toolfold.testing.writers.writer import Call, Fragments, Writer, numbered, present

# -- chat completions, of every compatible server


def _entry(number: int, call: Call, text: str, *, head: bool) -> dict[str, object]:
    said = present(id=call.id, type="function") if head else {}
    function = {**(present(name=call.name) if head else {}), "arguments": text}
    return {"index": number, **said, "function": function}


def _chunk(*entries: object, finish: str | None = None, **delta: object) -> dict[str, object]:
    calls = {"tool_calls": list(entries)} if entries else {}
    choice = {"index": 0, "delta": {**calls, **delta}, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


CHAT = Writer(
    wire="openai-chat",
    opening=lambda number, call: [_chunk(_entry(number, call, "", head=True))],
    piece=lambda number, call, text: [_chunk(_entry(number, call, text, head=False))],
    again=lambda number, call, text: [_chunk(_entry(number, call, text, head=True))],
    begin=[_chunk(role="assistant", content=None)],
    end=lambda _: [_chunk(finish="tool_calls"), "[DONE]"],
    limit=lambda _: [_chunk(finish="length"), "[DONE]"],
    error=[{"error": {"type": "overloaded", "message": "busy"}}],
    error_type="overloaded",
    noise=[_chunk(content="hm"), {"object": "chat.completion.chunk", "choices": [], "usage": {"total_tokens": 1}}],
    ids="optional",
)

BARE = Writer(
    wire="openai-chat",
    dialect="lists",
    opening=lambda number, call: [[_entry(number, call, "", head=True)]],
    piece=lambda number, call, text: [[_entry(number, call, text, head=False)]],
    again=lambda number, call, text: [[_entry(number, call, text, head=True)]],
    noise=[[]],
    ids="optional",
    endless=True,
)

# -- Responses and Realtime, whose items are the same


def _item(number: int, call: Call, text: str, status: str) -> dict[str, object]:
    own = {"type": "function_call", "id": f"fc_{number}", "status": status}
    return {**own, "call_id": call.id, "name": call.name, "arguments": text}


def _whole(calls: Sequence[Call]) -> list[object]:
    return numbered(calls, lambda number, call: _item(number, call, call.text, "completed"))


def _event(kind: str, number: int, **more: object) -> dict[str, object]:
    return {"type": f"response.{kind}", "output_index": number, **more}


def _args(kind: str, number: int, **more: object) -> dict[str, object]:
    return _event(f"function_call_arguments.{kind}", number, item_id=f"fc_{number}", **more)


def _closing(number: int, call: Call) -> Fragments:
    done = _args("done", number, name=call.name, arguments=call.text)
    return [done, _event("output_item.done", number, item=_item(number, call, call.text, "completed"))]


def _response(kind: str, calls: Sequence[Call] = (), **more: object) -> dict[str, object]:
    return {"type": f"response.{kind}", "response": {"id": "resp_1", "output": _whole(calls), **more}}


RESPONSES = Writer(
    wire="openai-responses",
    opening=lambda number, call: [_event("output_item.added", number, item=_item(number, call, "", "in_progress"))],
    piece=lambda number, _, text: [_args("delta", number, delta=text)],
    closing=_closing,
    begin=[_response("created", status="in_progress")],
    end=lambda calls: [_response("completed", calls, status="completed")],
    limit=lambda _: [_response("incomplete", status="incomplete")],
    error=[{"type": "error", "code": "server_error", "message": "busy"}],
    error_type="server_error",
    noise=[{"type": "response.output_text.delta", "output_index": 9, "item_id": "msg_1", "delta": "hm"}],
    numbered="sequence_number",
)


def _spoken(event: dict[str, object], call: Call | None = None) -> dict[str, object]:
    named = {} if call is None else {"call_id": call.id}
    return {**event, "event_id": "event_1", "response_id": "resp_1", **named}


REALTIME = Writer(
    wire="openai-realtime",
    opening=lambda number, call: [
        _spoken(_event("output_item.added", number, item=_item(number, call, "", "in_progress")))
    ],
    piece=lambda number, call, text: [_spoken(_args("delta", number, delta=text), call)],
    closing=lambda number, call: [
        _spoken(_args("done", number, name=call.name, arguments=call.text), call),
        _spoken(_event("output_item.done", number, item=_item(number, call, call.text, "completed"))),
    ],
    begin=[_spoken({"type": "response.created", "response": {"id": "resp_1", "output": []}})],
    end=lambda calls: [_spoken(_response("done", calls, status="completed"))],
    error=[{"type": "error", "event_id": "event_2", "error": {"type": "server_error", "message": "busy"}}],
    error_type="server_error",
    noise=[{"type": "rate_limits.updated", "event_id": "event_3"}, {"type": "session.updated", "event_id": "event_4"}],
)

# -- Assistants


def _step(*entries: object) -> dict[str, object]:
    details = {"type": "tool_calls", "tool_calls": list(entries)}
    return {"id": "step_1", "object": "thread.run.step.delta", "delta": {"step_details": details}}


def _run(status: str, **more: object) -> dict[str, object]:
    return {"id": "run_1", "object": "thread.run", "status": status, **more}


def _waiting(calls: Sequence[Call]) -> dict[str, object]:
    function = [{"name": call.name, "arguments": call.text} for call in calls]
    entries = [{"id": call.id, "type": "function", "function": one} for call, one in zip(calls, function, strict=True)]
    return {"type": "submit_tool_outputs", "submit_tool_outputs": {"tool_calls": entries}}


ASSISTANTS = Writer(
    wire="openai-assistants",
    opening=lambda number, call: [_step(_entry(number, call, "", head=True))],
    piece=lambda number, call, text: [_step(_entry(number, call, text, head=False))],
    begin=[_run("in_progress")],
    end=lambda calls: [_run("requires_action", required_action=_waiting(calls))],
    limit=lambda _: [_run("incomplete")],
    error=[_run("failed", last_error={"code": "server_error", "message": "busy"})],
    error_type="server_error",
    error_cuts=True,
    noise=[{"id": "msg_1", "object": "thread.message.delta", "delta": {"content": []}}],
)

WRITERS = (CHAT, BARE, RESPONSES, REALTIME, ASSISTANTS)
