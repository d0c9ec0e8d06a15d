"""pydantic-ai: a ``ModelResponse``, and parts of the ``ModelRequest`` after it, as ``ModelMessagesTypeAdapter`` reads.

All results of one response belong into one request, so that a result is a part here, not a message.
"""

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_object, as_call, beside, echoed, fresh

KINDS = {"client": "tool-call", "provider": "builtin-tool-call"}


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the response that holds the calls; text, thinking and the returns of builtin tools are yours to add."""
    return {"kind": "response", "parts": [_part(as_call(said)) for said in calls]}


def _part(call: ToolCall) -> Message:
    own: Message = {
        "part_kind": KINDS[call.run_by],
        "tool_name": call.name,
        "args": arguments_object(call),
        "tool_call_id": call.id,
    }
    return beside(own, echoed(call))


def tool_result(said: Said, content: object, /) -> Message:
    """Return the part that answers one call, with any JSON data as they are."""
    call = as_call(said)
    return {"part_kind": "tool-return", "tool_name": call.name, "content": fresh(content), "tool_call_id": call.id}


def tool_error(fault: Fault, /) -> Message:
    """Return the part that asks for a broken call again; newer versions read it as a return to be retried."""
    call = as_call(fault)
    return {"part_kind": "retry-prompt", "tool_name": call.name, "content": fault.message, "tool_call_id": call.id}


PYDANTIC_AI = Format(assistant, tool_result, tool_error)
