"""OpenAI Responses: output items to send back as input, and the items that answer them.

There is no assistant message on this wire: the calls are items of the response's ``output``, and a result is an item
too. Realtime has the same items, answered by an event each.
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
    as_text,
    beside,
    echoed,
)

OBJECTS = {
    "local_shell_call": "action",
    "shell_call": "action",
    "computer_call": "action",
    "web_search_call": "action",
    "apply_patch_call": "operation",
    "tool_search_call": "arguments",
}
"""The key that holds the arguments of items that hold them as an object."""

CODE = frozenset({"code_interpreter_call", "program"})
UNNAMED = frozenset({*OBJECTS, *CODE, "file_search_call", "image_generation_call"})


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the response that holds the calls; its ``output`` is the input of the next request."""
    return {"object": "response", "output": [_item(as_call(said)) for said in calls]}


def _item(call: ToolCall) -> Message:
    extras = echoed(call)
    kind = _type(call)
    own: Message = {"type": kind}
    if call.id != extras.get("id"):
        own["call_id"] = call.id
    if kind not in UNNAMED:
        own["name"] = call.name
    return beside({**own, **_arguments(kind, call)}, extras)


def _type(call: Said) -> str:
    kind = call.extras.get("type")
    if isinstance(kind, str):
        return kind
    free = call.kind == "custom" if isinstance(call, ToolCall) else call.call_kind == "custom"
    return "custom_tool_call" if free else "function_call"


def _arguments(kind: str, call: ToolCall) -> Message:
    if kind in CODE:
        return {"code": call.text}
    if kind == "custom_tool_call":
        return {"input": call.text}
    if kind in OBJECTS and OBJECTS[kind] in call.extras:  # a server that sends the arguments as text beside it
        return {"arguments": arguments_text(call)}
    if kind in OBJECTS:
        return {OBJECTS[kind]: arguments_object(call)}
    return {} if kind in UNNAMED else {"arguments": arguments_text(call)}


def tool_result(said: Said, content: object, /) -> Message:
    """Return the item that answers one call: text, or a list of content items; an approval is true or false."""
    kind = _type(said)
    match kind:
        case "mcp_approval_request":
            return {"type": "mcp_approval_response", "approval_request_id": said.id, "approve": content is True}
        case "local_shell_call":
            return {"type": "local_shell_call_output", "id": said.id, "output": as_text(content)}
        case "apply_patch_call":
            return {"type": f"{kind}_output", "call_id": said.id, "status": "completed", "output": as_text(content)}
        case "shell_call" | "computer_call" if isinstance(content, list | Mapping):
            return {"type": f"{kind}_output", "call_id": said.id, "output": content}
        case _:
            return {"type": f"{kind}_output", "call_id": said.id, "output": as_blocks(content, _is_block)}


def _is_block(block: Mapping[object, object]) -> bool:
    return str(block.get("type")).startswith("input_")


def tool_error(fault: Fault, /) -> Message:
    """Return the item that answers a broken call; a patch is answered as failed, an approval as refused."""
    answer = tool_result(fault, fault.message)
    return {**answer, "status": "failed"} if "status" in answer else answer


def live_result(said: Said, content: object, /) -> Message:
    """Return the event that answers one call of a Realtime session."""
    return {"type": "conversation.item.create", "item": tool_result(said, as_text(content))}


def live_error(fault: Fault, /) -> Message:
    """Return the event that answers a broken call of a Realtime session."""
    return {"type": "conversation.item.create", "item": tool_error(fault)}


OPENAI_RESPONSES = Format(assistant, tool_result, tool_error)
OPENAI_REALTIME = Format(assistant, live_result, live_error)
