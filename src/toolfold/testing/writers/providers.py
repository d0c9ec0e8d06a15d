"""The formats of Anthropic, Bedrock, Cohere, Mistral's conversations and Ollama."""

from collections.abc import Sequence

from toolfold.testing.writers.writer import Call, Fragments, Writer, numbered, present

# -- Anthropic: blocks of every kind share one index, so that a text stands before the first call


def _anthropic(kind: str, number: int, **more: object) -> dict[str, object]:
    return {"type": f"content_block_{kind}", "index": number + 1, **more}


def _stopped(reason: str) -> Fragments:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}}, {"type": "message_stop"}]


ANTHROPIC = Writer(
    wire="anthropic-messages",
    opening=lambda number, call: [
        _anthropic(
            "start", number, content_block={"type": "tool_use", **present(id=call.id), "name": call.name, "input": {}}
        )
    ],
    piece=lambda number, _, text: [
        _anthropic("delta", number, delta={"type": "input_json_delta", "partial_json": text})
    ],
    closing=lambda number, _: [_anthropic("stop", number)],
    begin=[
        {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": []}}
    ],
    end=lambda _: _stopped("tool_use"),
    limit=lambda _: _stopped("max_tokens"),
    error=[{"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}],
    error_type="overloaded_error",
    noise=[
        {"type": "ping"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "hm"}},
    ],
)

# -- Bedrock: the same blocks under other names


def _bedrock(kind: str, number: int, **more: object) -> dict[str, object]:
    return {f"contentBlock{kind}": {"contentBlockIndex": number + 1, **more}}


BEDROCK = Writer(
    wire="bedrock-converse",
    opening=lambda number, call: [
        _bedrock("Start", number, start={"toolUse": {**present(toolUseId=call.id), "name": call.name}})
    ],
    piece=lambda number, _, text: [_bedrock("Delta", number, delta={"toolUse": {"input": text}})],
    closing=lambda number, _: [_bedrock("Stop", number)],
    begin=[{"messageStart": {"role": "assistant"}}],
    end=lambda _: [{"messageStop": {"stopReason": "tool_use"}}],
    limit=lambda _: [{"messageStop": {"stopReason": "max_tokens"}}],
    error=[{"throttlingException": {"message": "busy"}}],
    error_type="throttlingException",
    noise=[
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "hm"}}},
        {"metadata": {"usage": {"totalTokens": 1}}},
    ],
)

# -- Cohere


def _cohere(kind: str, number: int, **call: object) -> dict[str, object]:
    return {"type": f"tool-call-{kind}", "index": number, "delta": {"message": {"tool_calls": call}}}


COHERE_V2 = Writer(
    wire="cohere-v2",
    opening=lambda number, call: [
        _cohere("start", number, **present(id=call.id), type="function", function={"name": call.name, "arguments": ""})
    ],
    piece=lambda number, _, text: [_cohere("delta", number, function={"arguments": text})],
    closing=lambda number, _: [{"type": "tool-call-end", "index": number}],
    begin=[{"type": "message-start", "id": "m1", "delta": {"message": {"role": "assistant"}}}],
    end=lambda _: [{"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}],
    limit=lambda _: [{"type": "message-end", "delta": {"finish_reason": "MAX_TOKENS"}}],
    error=[{"type": "message-end", "delta": {"finish_reason": "ERROR", "error": "busy"}}],
    error_type="ERROR",
    error_cuts=True,
    noise=[{"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "hm"}}}],
)


def _v1(number: int, **more: object) -> dict[str, object]:
    return {"event_type": "tool-calls-chunk", "tool_call_delta": {"index": number, **more}}


def _v1_whole(calls: Sequence[Call]) -> list[object]:
    return numbered(calls, lambda _, call: {"name": call.name, "parameters": call.arguments})


COHERE_V1 = Writer(
    wire="cohere-v1",
    opening=lambda number, call: [_v1(number, name=call.name)],
    piece=lambda number, _, text: [_v1(number, parameters=text)],
    begin=[{"event_type": "stream-start", "generation_id": "g1"}],
    end=lambda calls: [
        {"event_type": "tool-calls-generation", "tool_calls": _v1_whole(calls)},
        {"event_type": "stream-end", "finish_reason": "COMPLETE", "response": {"tool_calls": _v1_whole(calls)}},
    ],
    limit=lambda _: [{"event_type": "stream-end", "finish_reason": "MAX_TOKENS", "response": {}}],
    error=[{"event_type": "stream-end", "finish_reason": "ERROR", "response": {}}],
    error_type="ERROR",
    error_cuts=True,
    noise=[{"event_type": "text-generation", "text": "hm"}],
    ends_with_data=True,
    ids="never",
)

# -- Mistral's conversations: every piece says whose it is


def _mistral(number: int, call: Call, text: str) -> Fragments:
    named = {"id": f"fc_{number}", "tool_call_id": call.id, "name": call.name, "output_index": number}
    return [{"type": "function.call.delta", **named, "arguments": text}]


MISTRAL = Writer(
    wire="mistral-conversations",
    opening=lambda number, call: _mistral(number, call, ""),
    piece=_mistral,
    begin=[{"type": "conversation.response.started", "conversation_id": "conv_1"}],
    end=lambda _: [{"type": "conversation.response.done"}],
    error=[{"type": "conversation.response.error", "code": 3000, "message": "busy"}],
    error_type="3000",
    noise=[{"type": "message.output.delta", "id": "msg_1", "content": "hm"}],
)

# -- Ollama: whole calls


def _line(*entries: object, content: str = "", **more: object) -> dict[str, object]:
    calls = {"tool_calls": list(entries)} if entries else {}
    return {"model": "m", "message": {"role": "assistant", "content": content, **calls}, "done": False, **more}


OLLAMA = Writer(
    wire="ollama-chat",
    opening=lambda number, call: [
        _line(present(id=call.id, function={"index": number, "name": call.name, "arguments": call.arguments}))
    ],
    end=lambda _: [_line(done=True, done_reason="stop")],
    limit=lambda _: [_line(done=True, done_reason="length")],
    error=[{"error": "busy"}],
    error_type="error",
    noise=[_line(content="hm")],
    ids="optional",
    indexed=False,
)

WRITERS = (ANTHROPIC, BEDROCK, COHERE_V2, COHERE_V1, MISTRAL, OLLAMA)
