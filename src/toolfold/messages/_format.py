"""What the formats share: what a format is, and how a call's parts are written in one."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from toolfold.arguments.decode import has_raw_control
from toolfold.arguments.json_text import dumps, load
from toolfold.arguments.strict import SPACE
from toolfold.core.faults import Fault
from toolfold.core.refusals import Refused
from toolfold.core.tool_call import ToolCall

Said = ToolCall | Fault
"""A call as the model wrote it, be it sound or not."""

Message = dict[str, object]

NAMELESS = "unnamed_tool"
"""Stands for the name of a call that came without one: no format takes a call or an answer without a name."""


class Format(NamedTuple):
    """How one wire writes the calls of a response, the result of one call and the error of one."""

    assistant: Callable[[tuple[Said, ...]], Message]
    tool_result: Callable[[Said, object], Message]
    tool_error: Callable[[Fault], Message]


def as_call(said: Said, /) -> ToolCall:
    """Return a sound call as it is, and a fault as a call with empty arguments, which every format takes.

    A call that only the tools refuse can be read, so that it is sent as it came: a model mends what it sees.
    """
    if isinstance(said, ToolCall):
        return said
    if isinstance(said, Refused):
        return said.call
    return ToolCall(
        id=said.id,
        id_made_up=said.id_made_up,
        name=said.name or NAMELESS,
        kind=said.call_kind,
        value=None if said.call_kind == "custom" else "{}",
        run_by=said.run_by,
        choice=said.choice,
        index=said.index,
        extras_text=said.extras_text,
    )


def echoed(call: ToolCall, /) -> Message:
    """Return what a provider must get back of a call: its extras, without the execution status, which is ours."""
    extras = dict(call.extras)
    metadata = extras.pop("metadata", None)
    if isinstance(metadata, Mapping):
        metadata = {key: value for key, value in metadata.items() if key != "execution_status"}
    return extras if metadata in (None, {}) else {**extras, "metadata": metadata}


def beside(own: Message, extras: Mapping[str, object], /) -> Message:
    """Return a format's own keys with extras beside them; extras never replace one.

    >>> beside({"id": "c1"}, {"id": "c2", "caller": "direct"})
    {'id': 'c1', 'caller': 'direct'}
    """
    return {**own, **{key: value for key, value in extras.items() if key not in own}}


def nested(extras: Message, key: str, /) -> Message:
    """Take out of the extras what belongs into an object inside the entry."""
    inner = extras.pop(key, None)
    return dict(inner) if isinstance(inner, Mapping) else {}


def arguments_text(call: ToolCall, /) -> str:
    r"""Return the arguments as JSON text: as received, unless that needed a repair; free text as it is.

    >>> arguments_text(ToolCall(id="c", name="f", text=' {"a": 1}', value='{"a": 1}'))
    ' {"a": 1}'
    >>> arguments_text(ToolCall(id="c", name="f", text='{"a": 1}{"a": 1}', value='{"a": 1}'))
    '{"a": 1}'
    """
    if call.value is None:
        return call.text
    if has_raw_control(call.value):
        return dumps(load(call.value))
    return call.text if call.text.strip(SPACE) == call.value else call.value


def arguments_object(call: ToolCall, /) -> Message:
    """Return the arguments as an object; free text, which such a format does not have, as one with the text."""
    arguments = call.arguments
    return {"input": call.text} if arguments is None else arguments


def fresh(value: object, /) -> object:
    """Return fresh plain JSON data that says what a value says; text if JSON cannot say it."""
    text = dumps(value)
    try:
        return load(text)
    except (ValueError, RecursionError):  # it refers to itself, or is nested beyond all use
        return text


def as_text(content: object, /) -> str:
    """Return a tool's result as text: text as it is, anything else as its JSON.

    >>> as_text("18 degrees"), as_text({"degrees": 18}), as_text(None)
    ('18 degrees', '{"degrees":18}', 'null')
    """
    return content if isinstance(content, str) else dumps(content)


def as_blocks(content: object, is_block: Callable[[Mapping[object, object]], bool], /) -> object:
    """Return a tool's result as the content of an answer: a list of the format's blocks fresh, all else as text."""
    blocks = isinstance(content, list | tuple) and content
    if blocks and all(isinstance(block, Mapping) and is_block(block) for block in blocks):
        return fresh(blocks)
    return as_text(content)
