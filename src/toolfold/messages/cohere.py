"""Cohere chat: version 2, where one ``tool`` message answers one call, and version 1, where calls have no ids.

The results of version 1 belong into the ``tool_results`` of one request, so that a result is no message there.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import (
    Format,
    Message,
    Said,
    arguments_object,
    arguments_text,
    as_blocks,
    as_call,
    beside,
    echoed,
    fresh,
    nested,
)

BLOCKS = frozenset({"text", "document"})
"""The types of block that a result may hold."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; the ``tool_plan`` that came before them is yours to add."""
    return {"role": "assistant", "tool_calls": [_entry(as_call(said)) for said in calls]}


def _entry(call: ToolCall) -> Message:
    extras = echoed(call)
    function = beside({"name": call.name, "arguments": arguments_text(call)}, nested(extras, "function"))
    return beside({"id": call.id, "type": "function", "function": function}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call, with text or a list of blocks; other data become JSON text."""
    return {"role": "tool", "tool_call_id": said.id, "content": as_blocks(content, _is_block)}


def _is_block(block: Mapping[object, object]) -> bool:
    kind = block.get("type")
    return isinstance(kind, str) and kind in BLOCKS


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call: this format says no more than the text does."""
    return tool_result(fault, fault.message)


def assistant_v1(calls: tuple[Said, ...], /) -> Message:
    """Return the message of the chat history that holds the calls; its ``message`` is yours to fill in."""
    return {"role": "CHATBOT", "message": "", "tool_calls": [_call(as_call(said)) for said in calls]}


def _call(call: ToolCall) -> Message:
    return beside({"name": call.name, "parameters": arguments_object(call)}, echoed(call))


def tool_result_v1(said: Said, content: object, /) -> Message:
    """Return the result of one call, which is told by the call itself: a map is its output, or a list of maps."""
    found = fresh(content)
    if isinstance(found, dict):
        return _result(said, [found])
    if isinstance(found, list) and found and all(isinstance(one, dict) for one in found):
        return _result(said, found)
    return _result(said, [{"result": found}])


def tool_error_v1(fault: Fault, /) -> Message:
    """Return the result of a broken call."""
    return _result(fault, [{"error": fault.message}])


def _result(said: Said, outputs: object) -> Message:
    return {"call": _call(as_call(said)), "outputs": outputs}


COHERE_V2 = Format(assistant, tool_result, tool_error)
COHERE_V1 = Format(assistant_v1, tool_result_v1, tool_error_v1)
