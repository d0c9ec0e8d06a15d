"""Gemini Interactions: the steps of an interaction, and ``function_result`` steps of the next one's input.

An interaction that goes on from a stored one needs the results only; one that stores nothing needs all steps.
"""

from collections.abc import Mapping

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Message, Said, arguments_object, as_call, beside, echoed, fresh

PARTS = frozenset({"text", "image"})
"""The types of content that a result may hold."""


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the interaction that holds the calls as its steps; thoughts, text and results are yours to add.

    Signatures stand in the steps that they came with.
    """
    return {"object": "interaction", "steps": [_step(as_call(said)) for said in calls]}


def _step(call: ToolCall) -> Message:
    extras = echoed(call)
    kind = extras.pop("type", "function_call")
    own: Message = {"type": kind, "id": call.id, "arguments": arguments_object(call)}
    return beside(own if kind == f"{call.name}_call" else {**own, "name": call.name}, extras)


def tool_result(said: Said, content: object, /) -> Message:
    """Return the step that answers one call: text, a map, or a list of content; a list of other data is text."""
    sent = fresh(content)
    if isinstance(sent, list):
        parts = sent and all(isinstance(part, Mapping) and part.get("type") in PARTS for part in sent)
        return _answer(said, sent if parts else {"result": sent})
    return _answer(said, sent if isinstance(sent, str | dict) else {"result": sent})


def tool_error(fault: Fault, /) -> Message:
    """Return the step that answers a broken call."""
    return {**_answer(fault, fault.message), "is_error": True}


def _answer(said: Said, result: object) -> Message:
    call = as_call(said)
    return {"type": "function_result", "name": call.name, "call_id": call.id, "result": result}


GEMINI_INTERACTIONS = Format(assistant, tool_result, tool_error)
