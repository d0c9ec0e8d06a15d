"""The messages of brainlid LangChain 0.15 (Elixir).

Mirrored are the fields of ``LangChain.Message.ToolCall`` and ``LangChain.Message.ToolResult``; atoms are texts here.
Results belong into the ``tool_results`` of one message of the role ``tool``, so that a result is no message here.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_object, as_blocks, as_call, beside


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; its ``content`` is yours to fill in."""
    calls_ = [_call(as_call(said)) for said in calls]
    return {"role": "assistant", "status": "complete", "content": None, "tool_calls": calls_}


def _call(call: ToolCall) -> Message:
    extras = dict(call.extras)
    own: Message = {
        "status": "complete",
        "type": "function",
        "call_id": call.id,
        "name": call.name,
        "arguments": arguments_object(call),
        "index": call.index,
        "display_text": call.display_text,
        "metadata": extras.pop("metadata", None),
    }
    return beside(own, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the result of one call, with text or a list of content parts; other data become JSON text."""
    return _result(said, content, is_error=False)


def tool_error(fault: Fault, /) -> Message:
    """Return the result of a broken call."""
    return _result(fault, fault.message, is_error=True)


def _result(said: Said, content: object, *, is_error: bool) -> Message:
    call = as_call(said)
    return {
        "type": "function",
        "tool_call_id": call.id,
        "name": call.name,
        "content": as_blocks(content, _is_part),
        "is_error": is_error,
    }


def _is_part(part: Mapping[object, object]) -> bool:
    """Say whether a map is a ``ContentPart``."""
    return isinstance(part.get("type"), str) and "content" in part


BRAINLID = Format(assistant, tool_result, tool_error)
