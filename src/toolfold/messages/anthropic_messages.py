"""Anthropic Messages: blocks of an assistant message, and ``tool_result`` blocks of the user message after it.

All results of one response belong into one user message, so that a result is a block here, not a message.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import (
    Format,
    Message,
    Said,
    arguments_object,
    as_blocks,
    as_call,
    beside,
    echoed,
)

BLOCKS = frozenset({"text", "image", "document", "search_result", "tool_reference"})
"""The types of block that a result may hold."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; text, thinking and the results of server tools are yours to add."""
    return {"role": "assistant", "content": [_block(as_call(said)) for said in calls]}


def _block(call: ToolCall) -> Message:
    extras = echoed(call)
    kind = extras.pop("type", "tool_use" if call.run_by == "client" else "server_tool_use")
    return beside({"type": kind, "id": call.id, "name": call.name, "input": arguments_object(call)}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the block that answers one call, with text or a list of blocks; other data become JSON text."""
    return {"type": "tool_result", "tool_use_id": said.id, "content": as_blocks(content, _is_block)}


def _is_block(block: Mapping[object, object]) -> bool:
    kind = block.get("type")
    return isinstance(kind, str) and kind in BLOCKS


def tool_error(fault: Fault, /) -> Message:
    """Return the block that answers a broken call."""
    return {**tool_result(fault, fault.message), "is_error": True}


ANTHROPIC_MESSAGES = Format(assistant, tool_result, tool_error)
