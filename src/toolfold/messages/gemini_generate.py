"""Gemini generateContent: parts of a model's content, and ``functionResponse`` parts of the user's content after it.

There must be as many responses in that one content as there were calls, so that a result is a part here, not a
message. Ids are optional, so a made-up one is left out, in the call and in its response.
"""

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import (
    Format,
    Message,
    Said,
    arguments_object,
    as_call,
    beside,
    echoed,
    fresh,
    nested,
)

CODE = "code_execution"


def assistant(calls: tuple[Said, ...], /) -> Message:
    """Return the content that holds the calls; text, thoughts and the results of server tools are yours to add.

    Thought signatures stand beside the calls that they came with: without them newer models refuse the request.
    """
    return {"role": "model", "parts": [_part(as_call(said)) for said in calls]}


def _part(call: ToolCall) -> Message:
    extras, arguments = echoed(call), arguments_object(call)
    if call.run_by == "client":
        own: Message = {**_id(call), "name": call.name, "args": arguments}
        return beside({"functionCall": beside(own, nested(extras, "functionCall"))}, extras)
    if call.name == CODE:
        return beside({"executableCode": {**_id(call), **arguments}}, extras)
    return beside({"toolCall": {**_id(call), "toolType": call.name, "args": arguments}}, extras)


def _id(call: ToolCall) -> Message:
    return {} if call.id_made_up else {"id": call.id}


def tool_result(said: Said, content: object, /) -> Message:
    """Return the part that answers one call: a map is the response, anything else is its ``result``."""
    response = fresh(content)
    return _response(said, response if isinstance(response, dict) else {"result": response})


def tool_error(fault: Fault, /) -> Message:
    """Return the part that answers a broken call: ``error`` is the key that the documentation names for it."""
    return _response(fault, {"error": fault.message})


def _response(said: Said, response: object) -> Message:
    call = as_call(said)
    return {"functionResponse": {**_id(call), "name": call.name, "response": response}}


GEMINI_GENERATE = Format(assistant, tool_result, tool_error)
