"""OpenAI chat completions and the servers that copy them; Mistral differs in the ids that it takes.

One ``tool`` message answers one call. The older ``function_call`` has no id: its answer is a ``function`` message.
"""

from collections.abc import Callable, Mapping
from functools import partial

from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import (
    Format,
    Message,
    Said,
    arguments_text,
    as_blocks,
    as_call,
    as_text,
    beside,
    echoed,
    nested,
)

LEGACY = "function_call"
MISTRAL_ID_LENGTH = 9
IdOf = Callable[[ToolCall], str]


def own_id(call: ToolCall, /) -> str:
    """Return the id of a call, which must be there, so that a made-up one is sent as well."""
    return call.id


def mistral_id(call: ToolCall, /) -> str:
    """Return the id of a call; Mistral refuses one that is not nine letters and digits, so a made-up one is cut.

    >>> mistral_id(ToolCall(id="call_1d9f7dcbd9b35d0d7ba57d9c", name="now", id_made_up=True))
    'd7ba57d9c'
    """
    return call.id[-MISTRAL_ID_LENGTH:] if call.id_made_up else call.id


def assistant(id_of: IdOf, calls: tuple[Said, ...], /) -> Message:
    """Return the message that holds the calls; its text, ``content``, is yours to fill in.

    An empty ``tool_calls`` is refused by servers, so there is none without calls. A message has room for one
    ``function_call``; should there be more, the others are ordinary calls.
    """
    legacy = next((position for position, said in enumerate(calls) if LEGACY in said.extras), None)
    entries = [_entry(as_call(said), id_of) for position, said in enumerate(calls) if position != legacy]
    message: Message = {"role": "assistant", "content": None}
    if entries:
        message["tool_calls"] = entries
    if legacy is not None:
        call = as_call(calls[legacy])
        message[LEGACY] = {"name": call.name, "arguments": arguments_text(call)}
    return message


def _entry(call: ToolCall, id_of: IdOf) -> Message:
    extras = {key: value for key, value in echoed(call).items() if key != LEGACY}
    kind, text = call.kind, arguments_text(call)
    own: Message = {"name": call.name, "input" if kind == "custom" else "arguments": text}
    inner = beside(own, nested(extras, kind))
    return beside({"id": id_of(call), "type": kind, kind: inner}, extras)


def tool_result(id_of: IdOf, said: Said, content: object, /) -> Message:
    """Return the message that answers one call, with text or a list of content parts; other data become JSON text."""
    call = as_call(said)
    if LEGACY in call.extras:
        return {"role": "function", "name": call.name, "content": as_text(content)}
    return {"role": "tool", "tool_call_id": id_of(call), "content": as_blocks(content, _is_part)}


def _is_part(part: Mapping[object, object]) -> bool:
    """Say whether a map is a content part: it holds a key that is named after its type."""
    kind = part.get("type")
    return isinstance(kind, str) and kind in part


def tool_error(id_of: IdOf, fault: Fault, /) -> Message:
    """Return the message that answers a broken call: this format says no more than the text does."""
    return tool_result(id_of, fault, fault.message)


OPENAI_CHAT = Format(partial(assistant, own_id), partial(tool_result, own_id), partial(tool_error, own_id))
MISTRAL_CHAT = Format(partial(assistant, mistral_id), partial(tool_result, mistral_id), partial(tool_error, mistral_id))
