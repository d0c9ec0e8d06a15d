"""AG-UI: messages of a run's input; one ``tool`` message answers one call.

Every message needs an id. That of the assistant's is the one that the calls named as their parent; where they named
none, and for answers, it is made of the call's.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_text, as_blocks, as_call, beside, echoed

PARTS = frozenset({"text", "image", "audio", "video", "document"})
"""The types of parts that a result may hold."""

OF_MESSAGE = ("parentMessageId", "subagentRunId")
"""Extras that belong to the message, not to the call."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; its text is yours to add."""
    found = [as_call(said) for said in calls]
    said = {key: value for key in OF_MESSAGE for value in [_first(found, key)] if value is not None}
    made = f"assistant_{found[0].id}" if found else "assistant"
    message: Message = {"id": said.pop("parentMessageId", made), "role": "assistant", **said}
    return {**message, "toolCalls": [_entry(call) for call in found]} if found else message


def _first(calls: list[ToolCall], key: str) -> object:
    return next((call.extras[key] for call in calls if key in call.extras), None)


def _entry(call: ToolCall) -> Message:
    extras = {key: value for key, value in echoed(call).items() if key not in OF_MESSAGE}
    function = {"name": call.name, "arguments": arguments_text(call) or "{}"}
    return beside({"id": call.id, "type": "function", "function": function}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call, with text or a list of parts; other data become JSON text."""
    sent = as_blocks(content, _is_part)
    return {"id": f"tool_{said.id}", "role": "tool", "toolCallId": said.id, "content": sent}


def _is_part(part: Mapping[object, object]) -> bool:
    kind = part.get("type")
    return isinstance(kind, str) and kind in PARTS


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call."""
    return {**tool_result(fault, fault.message), "error": fault.message}


AG_UI = Format(assistant, tool_result, tool_error)
