"""The formats of Gemini: generateContent, Live and Interactions."""

from toolfold.testing.writers.writer import Call, Fragments, Writer, present


def _parts(*parts: object, finish: str = "") -> dict[str, object]:
    content = {"role": "model", "parts": list(parts)}
    return {"candidates": [{"index": 0, "content": content, **present(finishReason=finish)}], "responseId": "r1"}


def _function_call(call: Call) -> dict[str, object]:
    return present(id=call.id, name=call.name, args=call.arguments)


GENERATE = Writer(
    wire="gemini-generate",
    opening=lambda _, call: [_parts({"functionCall": _function_call(call)})],
    end=lambda _: [_parts(finish="STOP")],
    limit=lambda _: [_parts(finish="MAX_TOKENS")],
    error=[{"error": {"status": "UNAVAILABLE", "message": "busy"}}],
    error_type="UNAVAILABLE",
    noise=[_parts({"text": "hm"}), {"usageMetadata": {"totalTokenCount": 1}}],
    ids="optional",
    indexed=False,
)

LIVE = Writer(
    wire="gemini-live",
    opening=lambda _, call: [{"toolCall": {"functionCalls": [_function_call(call)]}}],
    begin=[{"setupComplete": {}}],
    end=lambda _: [{"serverContent": {"turnComplete": True}}],
    error=[{"error": {"code": 503, "message": "busy"}}],
    error_type="503",
    noise=[{"serverContent": {"modelTurn": {"parts": [{"text": "hm"}]}}}, {"usageMetadata": {"totalTokenCount": 1}}],
    indexed=False,
    at_once=True,
)


def _step(kind: str, number: int, **more: object) -> Fragments:
    return [{"event_type": f"step.{kind}", "index": number, **more}]


def _status(status: str) -> Fragments:
    return [{"event_type": "interaction.status_update", "interaction_id": "i1", "status": status}]


INTERACTIONS = Writer(
    wire="gemini-interactions",
    opening=lambda number, call: _step(
        "start", number, step={"type": "function_call", "id": call.id, "name": call.name, "arguments": {}}
    ),
    piece=lambda number, _, text: _step("delta", number, delta={"type": "arguments_delta", "arguments": text}),
    closing=lambda number, _: _step("stop", number),
    begin=[{"event_type": "interaction.created", "interaction": {"id": "i1", "status": "in_progress"}}],
    end=lambda _: [{"event_type": "interaction.completed", "interaction": {"id": "i1", "status": "requires_action"}}],
    limit=lambda _: _status("incomplete"),
    error=[{"event_type": "error", "error": {"code": "unavailable", "message": "busy"}}],
    error_type="unavailable",
    noise=_step("delta", 9, delta={"type": "text", "text": "hm"}),
)

WRITERS = (GENERATE, LIVE, INTERACTIONS)
