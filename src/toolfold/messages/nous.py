"""The messages of nous 0.17 (Elixir): ``Nous.Message``, whatever provider is behind it.

Mirrored are the calls of ``StreamNormalizer.ToolCallAccumulator.finalize`` (``id``, ``name``, decoded ``arguments``,
the raw text of undecodable ones under ``_invalid_arguments``) and ``Message.tool``; atoms are texts here.
"""

from toolfold.core.faults import Fault
from toolfold.core.refusals import Refused
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_object, as_call, as_text, beside


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; its ``content`` is yours to fill in."""
    return {"role": "assistant", "content": None, "tool_calls": [_call(said) for said in calls]}


def _call(said: Said) -> Message:
    call = as_call(said)
    raw = {} if isinstance(said, ToolCall | Refused) else {"_invalid_arguments": said.text}
    return beside({"id": call.id, "name": call.name, "arguments": arguments_object(call), **raw}, call.extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call; anything but text becomes JSON text."""
    call = as_call(said)
    return {"role": "tool", "content": as_text(content), "tool_call_id": call.id, "name": call.name}


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call."""
    return tool_result(fault, fault.message)


NOUS = Format(assistant, tool_result, tool_error)
