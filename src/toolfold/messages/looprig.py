"""The messages of looprig (Go), as the JSON of its package ``content``.

Mirrored are the codecs of ``AIMessage`` with ``ToolUseBlock`` (Go's names as keys, a tag ``type`` beside them) and of
``ToolResultMessage`` (keys of its own). A provider's state travels with the label of its format.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_object, as_blocks, as_call, beside, echoed

BLOCKS = frozenset({"text", "image", "audio", "document"})
"""The types of block that a result may hold."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; text and thinking blocks are yours to add."""
    return {"role": "assistant", "blocks": [_block(as_call(said)) for said in calls]}


def _block(call: ToolCall) -> Message:
    own: Message = {"type": "tool_use", "ID": call.id, "Name": call.name, "Input": arguments_object(call)}
    return beside(own, echoed(call))


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call, with text or a list of blocks; other data become JSON text."""
    found = as_blocks(content, _is_block)
    blocks = [{"type": "text", "Text": found}] if isinstance(found, str) else found
    return {"role": "tool", "blocks": blocks, "tool_use_id": said.id}


def _is_block(block: Mapping[object, object]) -> bool:
    kind = block.get("type")
    return isinstance(kind, str) and kind in BLOCKS


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call."""
    return {**tool_result(fault, fault.message), "is_error": True}


LOOPRIG = Format(assistant, tool_result, tool_error)
