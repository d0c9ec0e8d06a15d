"""Vercel AI SDK, messages for a language model: parts of an assistant's message, and ``tool`` messages with results.

What a provider said of a call is its metadata in a response and its options in a prompt.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, as_call, beside, echoed, fresh

PARTS = frozenset({"text", "media", "custom"}) | {
    f"{kind}-{form}" for kind in ("file", "image") for form in ("data", "url", "id", "file-id", "reference")
}
"""The types of parts that a result may hold."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls, and what must be approved; its text is yours to add."""
    return {"role": "assistant", "content": [part for said in calls for part in _parts(as_call(said))]}


def _parts(call: ToolCall) -> list[Message]:
    extras = echoed(call)
    options, approval = extras.pop("providerMetadata", None), extras.pop("approvalId", None)
    own: Message = {"type": "tool-call", **_named(call), "input": call.text if call.value is None else call.arguments}
    part = beside(own if options is None else {**own, "providerOptions": options}, extras)
    if approval is None:
        return [part]
    return [part, {"type": "tool-approval-request", "approvalId": approval, "toolCallId": call.id}]


def _named(call: ToolCall) -> Message:
    return {"toolCallId": call.id, "toolName": call.name}


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call: text, a list of parts, or any other data as JSON."""
    if isinstance(content, str):
        return _answer(said, {"type": "text", "value": content})
    parts = isinstance(content, list | tuple) and content and all(_is_part(part) for part in content)
    return _answer(said, {"type": "content" if parts else "json", "value": fresh(content)})


def _is_part(part: object) -> bool:
    kind = part.get("type") if isinstance(part, Mapping) else None
    return isinstance(kind, str) and kind in PARTS


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call."""
    return _answer(fault, {"type": "error-text", "value": fault.message})


def _answer(said: Said, output: Message) -> Message:
    return {"role": "tool", "content": [{"type": "tool-result", **_named(as_call(said)), "output": output}]}


AI_SDK_MODEL = Format(assistant, tool_result, tool_error)
