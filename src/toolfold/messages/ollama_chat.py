"""Ollama's own chat format: one ``tool`` message answers one call, under its name and, if it has one, its id.

Older servers have no ids, so a made-up one is left out, in the call and in its answer.
"""

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import (
    Format,
    Message,
    Said,
    arguments_object,
    as_call,
    as_text,
    beside,
    echoed,
    nested,
)


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; its ``content`` and ``thinking`` are yours to fill in."""
    return {"role": "assistant", "content": "", "tool_calls": [_entry(as_call(said)) for said in calls]}


def _entry(call: ToolCall) -> Message:
    extras = echoed(call)
    place = {} if call.index is None else {"index": call.index}
    own: Message = {**place, "name": call.name, "arguments": arguments_object(call)}
    return beside({**_id("id", call), "function": beside(own, nested(extras, "function"))}, extras)


def _id(key: str, call: ToolCall) -> Message:
    return {} if call.id_made_up else {key: call.id}


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call; it holds text, so that other data become JSON."""
    call = as_call(said)
    return {"role": "tool", "content": as_text(content), "tool_name": call.name, **_id("tool_call_id", call)}


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call: this format says no more than the text does."""
    return tool_result(fault, fault.message)


OLLAMA_CHAT = Format(assistant, tool_result, tool_error)
