"""Vercel AI SDK, UI messages: the tool parts of an assistant's message.

A call and its answer are one part, which first has the input and then, with another state, the output. So the answer to
a call is its part once more, to stand in the place of the first.
"""

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, as_call, beside, echoed, fresh


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; its id, and the parts for text and steps, are yours to add."""
    return {"role": "assistant", "parts": [_part(as_call(said)) for said in calls]}


def _part(call: ToolCall) -> Message:
    extras = echoed(call)
    approval = {"id": extras.pop("approvalId", None), "signature": extras.pop("signature", None)}
    said = {
        "title": call.display_text,
        "callProviderMetadata": extras.pop("providerMetadata", None),
        "approval": {key: value for key, value in approval.items() if value} if approval["id"] else None,
    }
    kind = {"type": f"tool-{call.name}"}
    if extras.pop("dynamic", False):
        kind = {"type": "dynamic-tool", "toolName": call.name}
    state = "approval-requested" if approval["id"] else "input-available"
    own = {**kind, "toolCallId": call.id, "state": state, "input": call.text if call.value is None else call.arguments}
    return beside({**own, **{key: value for key, value in said.items() if value is not None}}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the part of a call with its output, which may be any data."""
    return {**_part(as_call(said)), "state": "output-available", "output": fresh(content)}


def tool_error(fault: Fault, /) -> Message:
    """Return the part of a broken call with what was wrong."""
    return {**_part(as_call(fault)), "state": "output-error", "errorText": fault.message}


AI_SDK_UI = Format(assistant, tool_result, tool_error)
