"""AWS Bedrock Converse: blocks of an assistant message, and ``toolResult`` blocks of the user message after it.

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
    fresh,
)

BLOCKS = frozenset({"text", "json", "image", "document", "video", "searchResult"})
"""The keys of the blocks that a result may hold, one in each block."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; text, reasoning and the results of server tools are yours to add."""
    return {"role": "assistant", "content": [{"toolUse": _tool_use(as_call(said))} for said in calls]}


def _tool_use(call: ToolCall) -> Message:
    extras = echoed(call)
    if call.run_by == "provider":
        extras.setdefault("type", "server_tool_use")
    return beside({"toolUseId": call.id, "name": call.name, "input": arguments_object(call)}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the block that answers one call, with text, a map as JSON, or a list of blocks; other data become text.

    An empty text is no block at all: this API refuses blank ones.
    """
    return {"toolResult": {"toolUseId": said.id, "content": _content(content)}}


def _content(content: object) -> object:
    if isinstance(content, Mapping) and isinstance(data := fresh(content), dict):
        return [{"json": data}]
    found = as_blocks(content, _is_block)
    if isinstance(found, str):
        return [{"text": found}] if found.strip() else []
    return found


def _is_block(block: Mapping[object, object]) -> bool:
    return len(block) == 1 and not block.keys().isdisjoint(BLOCKS)


def tool_error(fault: Fault, /) -> Message:
    """Return the block that answers a broken call."""
    return {"toolResult": {"toolUseId": fault.id, "content": _content(fault.message), "status": "error"}}


BEDROCK_CONVERSE = Format(assistant, tool_result, tool_error)
