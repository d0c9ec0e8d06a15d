"""OpenAI Assistants: the calls that a run waits for, and the outputs to submit."""

from toolfold.core.faults import Fault
from toolfold.messages._format import Format, Message, Said, arguments_text, as_call, as_text, beside, echoed, nested


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the calls as the run lists them; the thread itself keeps them, so that nothing is sent back."""
    waiting = [_entry(said) for said in calls]
    return {
        "object": "thread.run",
        "status": "requires_action",
        "required_action": {"type": "submit_tool_outputs", "submit_tool_outputs": {"tool_calls": waiting}},
    }


def _entry(said: Said) -> Message:
    call = as_call(said)
    extras = echoed(call)
    kind = str(extras.pop("type", "function"))
    inside: Message = {"name": call.name, "arguments": arguments_text(call)}
    inside = {"input": call.text} if call.kind == "custom" else inside if kind == "function" else {}
    return beside({"id": call.id, "type": kind, kind: beside(inside, nested(extras, kind))}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return one entry of ``tool_outputs``."""
    return {"tool_call_id": said.id, "output": as_text(content)}


def tool_error(fault: Fault, /) -> Message:
    """Return the entry that answers a broken call."""
    return tool_result(fault, fault.message)


OPENAI_ASSISTANTS = Format(assistant, tool_result, tool_error)
