"""Mistral conversations: entries, be they calls or results. There is no message that holds calls.

A conversation that the provider stores has the calls already: only the results are sent then.
"""

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_text, as_call, as_text, beside, echoed


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the response that holds the calls; its ``outputs`` are inputs of the next request."""
    return {"object": "conversation.response", "outputs": [_entry(as_call(said)) for said in calls]}


def _entry(call: ToolCall) -> Message:
    of_client = call.run_by == "client"
    own: Message = {
        "object": "entry",
        "type": "function.call" if of_client else "tool.execution",
        "tool_call_id" if of_client else "id": call.id,
        "name": call.name,
        "arguments": arguments_text(call),
    }
    return beside(own, echoed(call))


def tool_result(said: Said, content: object, /) -> Message:
    """Return the entry that answers one call; it holds text, so that other data become JSON."""
    return {"object": "entry", "type": "function.result", "tool_call_id": said.id, "result": as_text(content)}


def tool_error(fault: Fault, /) -> Message:
    """Return the entry that answers a broken call: this format says no more than the text does."""
    return tool_result(fault, fault.message)


MISTRAL_CONVERSATIONS = Format(assistant, tool_result, tool_error)
