"""LangChain: the message of the model, and ``ToolMessage``s, as the dicts that ``convert_to_messages`` takes.

A message has room for what belongs to a call only in its content, in the form that LangChain calls version 1.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_object, as_blocks, as_call, beside, echoed

BLOCKS = frozenset({"text", "text-plain", "image", "audio", "video", "file", "image_url", "document", "search_result"})
"""The types of block that a result may hold."""

KWARGS = "additional_kwargs"
LEGACY = "function_call"


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; text and reasoning are yours to add, and the results of server tools.

    What LangChain keeps beside the calls of a message (Gemini's signatures) is joined again.
    """
    made = [as_call(said) for said in calls]
    extras = [echoed(call) for call in made]
    blocks = [_block(call, found) for call, found in zip(made, extras, strict=True)]
    client = [_call(call) for call in made if call.run_by == "client"]
    message: Message = {"type": "ai", "content": "", "tool_calls": client}
    if blocks != client:
        message |= {"content": blocks, "response_metadata": {"output_version": "v1"}}
    beside_calls: Message = {}
    for found in extras:
        beside_calls = _joined(beside_calls, found.get(KWARGS))
    return {**message, KWARGS: beside_calls} if beside_calls else message


def _call(call: ToolCall) -> Message:
    kind = "tool_call" if call.run_by == "client" else "server_tool_call"
    return {"type": kind, "id": call.id, "name": call.name, "args": arguments_object(call)}


def _block(call: ToolCall, extras: Message) -> Message:
    return beside(_call(call), {key: value for key, value in extras.items() if key != KWARGS})


def _joined(before: Message, kwargs: object) -> Message:
    """Return the fields beside the calls with those of one more call; the older form of a call is none of them."""
    after = {key: value for key, value in kwargs.items() if key != LEGACY} if isinstance(kwargs, Mapping) else {}
    return {**before, **{key: _both(before.get(key), value) for key, value in after.items()}}


def _both(before: object, value: object) -> object:
    return {**before, **value} if isinstance(before, Mapping) and isinstance(value, Mapping) else value


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call, with text or a list of blocks; other data become JSON text."""
    return _answer(said, content, "success")


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call."""
    return _answer(fault, fault.message, "error")


def _answer(said: Said, content: object, status: str) -> Message:
    call = as_call(said)
    found = as_blocks(content, _is_block)
    return {"type": "tool", "tool_call_id": call.id, "name": call.name, "content": found, "status": status}


def _is_block(block: Mapping[object, object]) -> bool:
    kind = block.get("type")
    return isinstance(kind, str) and kind in BLOCKS


LANGCHAIN_CHUNKS = Format(assistant, tool_result, tool_error)
