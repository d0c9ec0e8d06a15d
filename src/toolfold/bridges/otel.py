"""OpenTelemetry's conventions for generative AI: calls as message parts and span attributes, as plain data.

Nothing of OpenTelemetry is imported: put what these return on your own spans. Instrumentations that join fragments on
their own lose arguments or record fragments as if they were calls; here a call is recorded as what became of it. The
conventions are in development (https://github.com/open-telemetry/semantic-conventions-genai); their JSON Schemas take
what is made here.

Arguments and results may hold personal data: the conventions record them only where the user asked for it, so
``attributes`` leaves them out unless told otherwise.
"""

import json

from returns.result import Failure, Result

from toolfold.arguments.json_text import dumps, load
from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import NAMELESS

__all__ = ["attributes", "output_message", "part", "result_part"]

Plain = dict[str, object]


def part(said: ToolCall | Fault | Result[ToolCall, Fault], /) -> Plain:
    """Return a call, or what ``outcomes`` says became of it, as a part of the model's message.

    A broken call has its text as it came, since that is what the model wrote, and the kind of its fault as
    ``toolfold.fault``. What the provider runs is a ``server_tool_call``.

    >>> part(ToolCall(id="c1", name="go", value='{"to":"Oslo"}'))
    {'type': 'tool_call', 'id': 'c1', 'name': 'go', 'arguments': {'to': 'Oslo'}}
    """
    one = said if isinstance(said, ToolCall | Fault) else said.failure() if isinstance(said, Failure) else said.unwrap()
    name = one.name or NAMELESS
    fault = {} if isinstance(one, ToolCall) else {"toolfold.fault": one.kind}
    if one.run_by == "provider":
        details = {"type": name, "arguments": _arguments(one)}
        return {"type": "server_tool_call", "id": one.id, "name": name, "server_tool_call": details, **fault}
    return {"type": "tool_call", "id": one.id, "name": name, "arguments": _arguments(one), **fault}


def result_part(call: ToolCall | Fault, content: object, /) -> Plain:
    """Return the answer to a call as a part of the next request; ``content`` is any data.

    >>> result_part(ToolCall(id="c1", name="go"), {"minutes": 25})
    {'type': 'tool_call_response', 'id': 'c1', 'response': {'minutes': 25}}
    """
    return {"type": "tool_call_response", "id": call.id, "response": load(dumps(content))}


def output_message(*said: ToolCall | Fault | Result[ToolCall, Fault], text: str = "") -> Plain:
    """Return the model's message that holds the calls: an entry of ``gen_ai.output.messages``.

    >>> output_message(ToolCall(id="c1", name="go"), text="On my way.")["parts"][0]
    {'type': 'text', 'content': 'On my way.'}
    """
    words = [{"type": "text", "content": text}] if text else []
    return {"role": "assistant", "parts": [*words, *map(part, said)]}


def attributes(call: ToolCall | Fault, /, *, content: bool = False) -> dict[str, str]:
    """Return the attributes of the span ``execute_tool {name}`` in which a call is run; with its arguments on request.

    A fault, which is not run, has its kind as ``error.type``.

    >>> attributes(ToolCall(id="c1", name="go"))["gen_ai.tool.call.id"]
    'c1'
    """
    found = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name or NAMELESS,
        "gen_ai.tool.call.id": call.id,
        "gen_ai.tool.type": "function" if call.run_by == "client" else "extension",
    }
    if not isinstance(call, ToolCall):
        found["error.type"] = call.kind
    if content:
        found["gen_ai.tool.call.arguments"] = json.dumps(_arguments(call))
    return found


def _arguments(one: ToolCall | Fault) -> object:
    return one.text if not isinstance(one, ToolCall) or one.value is None else one.arguments
