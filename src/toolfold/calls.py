"""The life of one call outside a stream: made from attributes, merged with later parts, completed.

Calls go in and new calls come out; nothing is changed, and nothing is shared with what was given. Arguments mean what
they would mean at the end of a stream. A ``PartialCall`` is incomplete, a ``ToolCall`` complete.

>>> first = new({"index": 0, "call_id": "c1", "name": "get_weat"}).unwrap()
>>> later = new({"index": 0, "name": "her", "arguments": '{"city":"Oslo"}'}).unwrap()
>>> merge(first, later).bind(complete).map(lambda call: (call.name, call.arguments)).value_or(None)
('get_weather', {'city': 'Oslo'})
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from returns.result import Failure, Result, Success

from toolfold.arguments.json_text import dumps, join_surrogates, load
from toolfold.arguments.rope import EMPTY_ROPE
from toolfold.arguments.strict import Sound, interpret
from toolfold.core.base import Group
from toolfold.core.call import Head, PartialCall, has_text
from toolfold.core.deltas import Latest, Merge, Piece, Traits
from toolfold.core.extras import extras_of, extras_text, merged_extras, sendable_text, written
from toolfold.core.faults import Fault
from toolfold.core.merge import with_names, with_text
from toolfold.core.state import State, base_of, with_base
from toolfold.core.tool_call import ToolCall, execution_status_in
from toolfold.core.values import is_empty_value
from toolfold.outcomes import Matched, judged


@dataclass(frozen=True, slots=True)
class CallError:
    """What is wrong where no fault says it: its kind is ``bad-attribute``, ``missing-id`` or ``different-index``."""

    kind: str
    message: str


Call = PartialCall | ToolCall
Problem = Fault | CallError
CallT = TypeVar("CallT", PartialCall, ToolCall)

TEXTS = ("call_id", "display_text", "name", "status", "type")
TYPES: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {**dict.fromkeys(TEXTS, (str,)), "arguments": (str, Mapping), "index": (int,), "metadata": (Mapping,)}
)
WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType({"status": ("incomplete", "complete"), "type": ("function",)})
INDEX_BITS = 64


def new(attrs: Mapping[str, object], /) -> Result[Call, Problem]:
    """Return the call that the attributes say, or why they say none; ``.unwrap()`` is the form that raises.

    The attributes are ``status`` ("incomplete" if not given, or "complete"), ``type`` ("function"), ``call_id``,
    ``name``, ``arguments`` (text, kept as it is, or a map), ``index``, ``display_text`` and ``metadata`` (a map); None
    is as good as absent. With the status "complete" the arguments are read at once.

    >>> new({"name": "now", "status": "complete"}).failure().kind
    'missing-id'
    >>> new({"call_id": "c1", "name": "now", "arguments": {"zone": "UTC"}, "status": "complete"}).unwrap().text
    '{"zone":"UTC"}'
    """
    if wrong := _wrong_attribute(attrs):
        return Failure(CallError("bad-attribute", wrong))
    extras = _metadata_extras(attrs.get("metadata"))
    if extras is None:
        return Failure(CallError("bad-attribute", "metadata cannot be written as JSON; give plain data"))
    arguments, index = attrs.get("arguments"), attrs.get("index")
    number = int(index) if isinstance(index, int) else None
    head = Head(
        number=number,
        position=number or 0,
        id=_text(attrs, "call_id") or None,
        name=_text(attrs, "name") or None,
        display_text=_text(attrs, "display_text") or None,
        extras=extras_of(extras),
        preview=dumps(arguments) if isinstance(arguments, Mapping) else "",
    )
    text = _text(attrs, "arguments")
    call = with_text(PartialCall(head), text) if text else PartialCall(head)
    return complete(call) if attrs.get("status") == "complete" else Success(call)


def _wrong_attribute(attrs: object) -> str:
    """Return what is wrong with the first attribute that is no good, or ``""``."""
    if not isinstance(attrs, Mapping):
        return f"attributes must be a mapping, not {type(attrs).__name__}"
    unknown = [key for key in attrs if key not in TYPES]
    if unknown:
        return f"{unknown[0]!r} is no attribute of a call; these are: {', '.join(sorted(TYPES))}"
    return next(filter(None, (_wrong_value(key, value) for key, value in attrs.items() if value is not None)), "")


def _wrong_value(key: str, value: object) -> str:
    if not isinstance(value, TYPES[key]) or isinstance(value, bool):
        return f"{key} must be {' or '.join(one.__name__ for one in TYPES[key])}, not {type(value).__name__}"
    if isinstance(value, int) and value.bit_length() > INDEX_BITS:
        return f"{key} must be a number of at most {INDEX_BITS} bits"
    return "" if value in WORDS.get(key, (value,)) else f"{key} must be {' or '.join(WORDS[key])}, not {value!r}"


def _text(attrs: Mapping[str, object], key: str) -> str:
    value = attrs.get(key)
    return join_surrogates(str.__str__(value)) if isinstance(value, str) else ""


def _metadata_extras(metadata: object) -> str | None:
    """Return metadata as extras are kept, or None if they are no JSON (they refer to themselves, for example)."""
    if not metadata:
        return ""
    return sendable_text({"metadata": metadata}) or None


def merge(primary: Call | None, part: Call, /) -> Result[Call, Problem]:
    """Return a call with a later part merged in; a part that is equal to the call says nothing new.

    A different name is appended, text is appended, the newer id and display text win, and metadata are merged key by
    key; what a part does not have changes nothing. A map of arguments replaces text (an empty one only where nothing
    came), and text that follows a map is ignored. A complete part completes the call, which then stays complete; its
    arguments are final, unless nothing had come yet.

    >>> first, later = new({"name": "add", "arguments": '{"a"'}).unwrap(), new({"arguments": ":1}"}).unwrap()
    >>> merge(first, later).map(arguments_as_map).value_or(None)
    {'a': 1}
    """
    if primary is None or primary == part:
        return Success(part)
    if primary.index != part.index:
        seen = f"a part of index {part.index} cannot be merged into a call of index {primary.index}"
        return Failure(CallError("different-index", seen))
    head = _merged_head(primary, part)
    if isinstance(primary, PartialCall) and isinstance(part, PartialCall):
        return Success(_with_arguments(primary._replace(head=head), part))
    return _completed(_decisive(primary, part), head)


def _merged_head(primary: Call, part: Call) -> Head:
    before, after = _head(primary), _head(part)
    traits = Traits(kind=after.kind, extras=written(after.extras), display_text=after.display_text, merge=Merge.APPEND)
    head = with_names(before, Piece(Latest(), after.id, after.name, traits=traits))
    return head._replace(spent=before.spent)  # out of a stream, so that equal calls stay equal


def _head(call: Call) -> Head:
    """Return what a call says beside its arguments; a made-up id is none that a part could change."""
    if isinstance(call, PartialCall):
        return call.head
    id_ = None if call.id_made_up else call.id
    head = Head(number=call.index, id=id_, name=call.name, choice=call.choice, kind=call.kind, run_by=call.run_by)
    return head._replace(extras=extras_of(call.extras_text), display_text=call.display_text)


def _with_arguments(call: PartialCall, part: PartialCall) -> PartialCall:
    """Return an incomplete call with the arguments of an incomplete part."""
    if not part.text:
        return call
    if not _is_map(part):
        return call if _is_map(call) else with_text(call, part.text)
    if is_empty_value(part.text) and not is_empty_value(call.text):
        return call
    head = call.head._replace(preview=part.text, patched=None, chain=0, first_empty=False)
    return PartialCall(head, EMPTY_ROPE)


def _is_map(call: PartialCall) -> bool:
    """Say whether arguments came as a value, not as pieces of text."""
    return call.head.patched is not None or (bool(call.head.preview) and not has_text(call))


def _decisive(primary: Call, part: Call) -> Call:
    """Return the one of two calls, of which one is complete, whose arguments count."""
    if isinstance(primary, ToolCall):
        return part if part.text and not primary.text else primary
    return primary if is_empty_value(part.text) and primary.text.strip() else part


def _completed(source: Call, head: Head) -> Result[Call, Problem]:
    """Return the complete call with the arguments of one call and all else from a head."""
    if isinstance(source, PartialCall):
        own = source.head._replace(id=head.id, name=head.name, extras=head.extras, display_text=head.display_text)
        return complete(source._replace(head=own))
    id_, made_up = (head.id, False) if head.id else (source.id, source.id_made_up)
    call = replace(source, id=id_, id_made_up=made_up, name=head.name or source.name, extras_text=written(head.extras))
    return Success(replace(call, run_by=head.run_by, choice=head.choice, display_text=head.display_text))


def complete(call: Call, /) -> Result[ToolCall, Problem]:
    """Return the call as a complete one, or the fault that it is; a complete call is returned as it is.

    To ask for it says that no more text will come, so that blank arguments are ``{}``.

    >>> complete(new({"call_id": "c1", "name": "pay", "arguments": "[10]"}).unwrap()).failure().kind
    'not-an-object'
    """
    if isinstance(call, ToolCall):
        return Success(call)
    head = call.head._replace(endless=True)  # so that blank text is confirmed
    base = base_of(State())
    alone = with_base(State(), base._replace(groups=base.groups.set((head.message, head.choice), Group())))
    outcome, _ = judged(alone, Matched(call._replace(head=head)))
    if isinstance(outcome, Success) and call.id is None:
        return Failure(CallError("missing-id", f"the call of {call.name} has no id; a complete call needs one"))
    return outcome


def arguments_as_map(call: Call | Fault, /) -> dict[str, object]:
    """Return a call's arguments as a fresh map: ``{}`` if there are none, or if the text is no JSON object.

    It never fails, so that it suits what is shown or logged. Whether a call may be run, ``complete`` says.

    >>> arguments_as_map(new({"arguments": '{"a":'}).unwrap())
    {}
    """
    if isinstance(call, ToolCall):
        return call.arguments or {}
    head = call.head if isinstance(call, PartialCall) else Head()
    if head.kind == "custom":
        return {}
    last = head.chain if head.chain < len(call.text) else 0
    reading = interpret(call.text, first_is_empty_object=head.first_empty, last_piece=last)
    value = load(reading.json) if isinstance(reading, Sound) else None
    return value if isinstance(value, dict) else {}


def execution_status(call: Call | Fault, /, default: str = "identified") -> str:
    """Return how far a call's execution is, as its metadata say.

    >>> execution_status(new({"name": "now"}).unwrap())
    'identified'
    """
    return execution_status_in(call.extras, default)


def with_execution_status(call: CallT, status: str, /) -> CallT:
    """Return the call with another execution status: identified, executing, completed or failed.

    >>> execution_status(with_execution_status(new({"name": "now"}).unwrap(), "executing"))
    'executing'
    """
    said = extras_text({"metadata": {"execution_status": status}})
    if isinstance(call, PartialCall):
        extras = merged_extras(call.head.extras, said, last=True)
        return call._replace(head=call.head._replace(extras=extras))
    return replace(call, extras_text=written(merged_extras(extras_of(call.extras_text), said, last=True)))
