"""The formats of frameworks: Vercel's AI SDK, AG-UI, LangChain and pydantic-ai."""

from toolfold.testing.writers.writer import Call, Fragments, Writer, present

# -- Vercel's AI SDK: the whole input comes again at the end


def _ui(kind: str, call: Call, **more: object) -> Fragments:
    return [{"type": f"tool-input-{kind}", "toolCallId": call.id, **more}]


AI_SDK_UI = Writer(
    wire="ai-sdk-ui",
    opening=lambda _, call: _ui("start", call, toolName=call.name),
    piece=lambda _, call, text: _ui("delta", call, inputTextDelta=text),
    closing=lambda _, call: _ui("available", call, toolName=call.name, input=call.arguments),
    ends_with_data=True,
    begin=[{"type": "start", "messageId": "msg_1"}, {"type": "start-step"}],
    end=lambda _: [{"type": "finish-step"}, {"type": "finish", "finishReason": "tool-calls"}],
    limit=lambda _: [{"type": "finish", "finishReason": "length"}],
    error=[{"type": "error", "errorText": "busy"}],
    error_type="error",
    noise=[{"type": "text-delta", "id": "t", "delta": "hm"}, {"type": "tool-output-available", "toolCallId": "x"}],
    indexed=False,
)


def _part(kind: str, call: Call, **more: object) -> dict[str, object]:
    return {"type": f"tool-input-{kind}", "id": call.id, **more}


AI_SDK_MODEL = Writer(
    wire="ai-sdk-model",
    opening=lambda _, call: [_part("start", call, toolName=call.name)],
    piece=lambda _, call, text: [_part("delta", call, delta=text)],
    closing=lambda _, call: [
        _part("end", call),
        {"type": "tool-call", "toolCallId": call.id, "toolName": call.name, "input": call.text},
    ],
    begin=[{"type": "stream-start", "warnings": []}],
    end=lambda _: [{"type": "finish", "finishReason": "tool-calls", "usage": {}}],
    limit=lambda _: [{"type": "finish", "finishReason": "length", "usage": {}}],
    error=[{"type": "error", "error": "busy"}],
    error_type="error",
    noise=[{"type": "text-delta", "id": "t", "delta": "hm"}, {"type": "response-metadata", "id": "r"}],
    indexed=False,
)

# -- AG-UI: with a start and an end, or in chunks that end with the next event


def _agui(kind: str, call: Call | None = None, **more: object) -> Fragments:
    named = {} if call is None else {"toolCallId": call.id}
    return [{"type": kind, **named, **more}]


AG_UI = Writer(
    wire="ag-ui",
    opening=lambda _, call: _agui("TOOL_CALL_START", call, toolCallName=call.name),
    piece=lambda _, call, text: _agui("TOOL_CALL_ARGS", call, delta=text),
    closing=lambda _, call: _agui("TOOL_CALL_END", call),
    begin=_agui("RUN_STARTED", runId="run_1", threadId="thread_1"),
    end=lambda _: _agui("RUN_FINISHED", runId="run_1", threadId="thread_1"),
    error=_agui("RUN_ERROR", code="busy", message="busy"),
    error_type="busy",
    noise=_agui("TEXT_MESSAGE_CONTENT", messageId="m", delta="hm"),
    indexed=False,
)

AG_UI_CHUNKS = Writer(
    wire="ag-ui",
    dialect="chunks",
    opening=lambda _, call: _agui("TOOL_CALL_CHUNK", call, toolCallName=call.name),
    piece=lambda _, __, text: _agui("TOOL_CALL_CHUNK", delta=text),
    again=lambda _, call, text: _agui("TOOL_CALL_CHUNK", call, toolCallName=call.name, delta=text),
    closing=lambda _, __: _agui("TEXT_MESSAGE_START", messageId="m"),
    begin=_agui("RUN_STARTED", runId="run_1", threadId="thread_1"),
    end=lambda _: _agui("RUN_FINISHED", runId="run_1", threadId="thread_1"),
    error=_agui("RUN_ERROR", code="busy", message="busy"),
    error_type="busy",
    noise=_agui("RAW", event={}),
    indexed=False,
    interleaves=False,
)

# -- LangChain: chunks of messages, and its event protocol


def _lc_chunk(number: int, call: Call, text: str, *, head: bool) -> dict[str, object]:
    name, id_ = (call.name, call.id or None) if head else (None, None)
    return {"type": "tool_call_chunk", "name": name, "args": text, "id": id_, "index": number}


def _message(*chunks: object, **more: object) -> dict[str, object]:
    return {"type": "AIMessageChunk", "id": "lc_run--1", "content": "", "tool_call_chunks": list(chunks), **more}


LANGCHAIN_CHUNKS = Writer(
    wire="langchain-chunks",
    opening=lambda number, call: [_message(_lc_chunk(number, call, "", head=True))],
    piece=lambda number, call, text: [_message(_lc_chunk(number, call, text, head=False))],
    again=lambda number, call, text: [_message(_lc_chunk(number, call, text, head=True))],
    end=lambda _: [_message(response_metadata={"finish_reason": "tool_calls"}, chunk_position="last")],
    limit=lambda _: [_message(response_metadata={"finish_reason": "length"}, chunk_position="last")],
    noise=[_message(content="hm")],
    ids="optional",
)


def _block(kind: str, number: int, **more: object) -> Fragments:
    return [{"event": f"content-block-{kind}", "index": number, **more}]


LANGCHAIN_PROTOCOL = Writer(
    wire="langchain-protocol",
    opening=lambda number, call: _block(
        "start", number, content={"type": "tool_call_chunk", "id": call.id, "name": call.name, "args": ""}
    ),
    piece=lambda number, _, text: _block("delta", number, delta={"type": "tool-call-delta", "args": text}),
    closing=lambda number, call: _block(
        "finish", number, content={"type": "tool_call", "id": call.id, "name": call.name, "args": call.arguments}
    ),
    begin=[{"event": "message-start", "id": "m1", "role": "ai"}],
    end=lambda _: [{"event": "message-finish", "metadata": {"finish_reason": "tool_calls"}}],
    limit=lambda _: [{"event": "message-finish", "metadata": {"finish_reason": "length"}}],
    error=[{"event": "error", "code": "busy", "message": "busy"}],
    error_type="busy",
    noise=_block("delta", 9, delta={"type": "text-delta", "text": "hm"}),
)

# -- pydantic-ai: a part ends when the next one starts


def _pydantic(number: int, call: Call, text: object) -> dict[str, object]:
    part = {"part_kind": "tool-call", "tool_name": call.name, "args": text, "tool_call_id": call.id}
    return {"index": number, "part": part}


PYDANTIC_AI = Writer(
    wire="pydantic-ai",
    opening=lambda number, call: [{"event_kind": "part_start", **_pydantic(number, call, "")}],
    piece=lambda number, _, text: [
        {
            "event_kind": "part_delta",
            "index": number,
            "delta": {"part_delta_kind": "tool_call", "args_delta": text},
        }
    ],
    closing=lambda number, call: [{"event_kind": "part_end", **_pydantic(number, call, call.text)}],
    noise=[{"event_kind": "final_result", **present(tool_name="x")}],
    interleaves=False,
)

WRITERS = (AI_SDK_UI, AI_SDK_MODEL, AG_UI, AG_UI_CHUNKS, LANGCHAIN_CHUNKS, LANGCHAIN_PROTOCOL, PYDANTIC_AI)
