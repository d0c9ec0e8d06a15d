"""AWS Bedrock ConverseStream events, whole Converse responses, and single content blocks.

Blocks of every kind share one index, and text blocks often come without a start. Models behind other SDKs send no
index: their blocks come one after the other. The format:
https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Failed,
    Item,
    Merge,
    MessageStarted,
    Noted,
    Piece,
    RunBy,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._errors import reported
from toolfold.wires._read import (
    as_items,
    extras,
    extras_json,
    get,
    identity,
    index,
    is_record,
    json_of,
    keys,
    text,
)
from toolfold.wires.wire import Wire

CUT = frozenset(
    {
        "max_tokens",
        "model_context_window_exceeded",
        "guardrail_intervened",
        "content_filtered",
        "malformed_model_output",
        "malformed_tool_use",
        "cancelled",
    }
)
FAILURE = "Exception"
"""How the names of the events end that report an error."""

PADDING = "p"
"""The key of the filler that hides an event's length."""

CURRENT = ""
"""The key of the block being written, where blocks have no index."""

TOOL = frozenset({"toolUseId", "name", "input"})
RUN_BY: dict[str, RunBy] = {"server_tool_use": "provider"}
PIECE = Traits(merge=Merge.FIRST, sequential=True)


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event, a whole response, a block with a call, or a list of blocks."""
    if isinstance(fragment, list | tuple):
        return any(_is_block(one) for one in fragment) and all(is_record(one) for one in fragment)
    return _is_event(fragment) or _is_block(fragment) or _is_response(fragment) or _is_refusal(fragment)


def _is_event(fragment: object) -> bool:
    """Say whether a fragment holds an event and nothing else, its padding aside."""
    found = False
    for key in keys(fragment):
        event = get(fragment, key)
        if key == PADDING or event is None:
            continue
        if not is_record(event) or not (key in EVENTS or _is_failure(key)):
            return False
        found = found or key != "metadata" or get(event, "usage") is not None
    return found


def _is_failure(key: str) -> bool:
    return key.endswith(FAILURE)


def _is_block(fragment: object) -> bool:
    return identity(get(fragment, "toolUse"), "toolUseId") is not None and not text(fragment, "type")


def _is_response(fragment: object) -> bool:
    output = get(fragment, "output")
    return is_record(output) and isinstance(get(get(output, "message"), "content"), list | tuple)


def _is_refusal(fragment: object) -> bool:
    """Say whether a fragment is what botocore makes of an error: it raises it, with this as its ``response``."""
    return bool(text(get(fragment, "Error"), "Code"))


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    if isinstance(fragment, list | tuple):
        return tuple(delta for block in fragment for delta in _block(block))
    return tuple(delta for key in keys(fragment) for delta in _said(key, fragment))


def _said(key: str, fragment: object) -> Iterable[Delta]:
    event = get(fragment, key)
    if event is None:
        return ()
    if read := EVENTS.get(key):
        return read(event)
    if read := OTHERS.get(key):
        return read(fragment)
    return _failed(key, event) if _is_failure(key) else ()


def _delta(event: object) -> Iterator[Delta]:
    """Read a piece of a block; some models say only here whose it is."""
    tool = get(get(event, "delta"), "toolUse")
    if tool is None:
        return
    given, id_, number = get(tool, "input"), identity(tool, "toolUseId"), index(event, "contentBlockIndex")
    name, written = text(tool, "name") or None, json_of(given)
    if id_ or name or written:
        place = CURRENT if number is None else number
        opens = id_ is not None and (name is not None or number is None)  # an id alone changes no block that has a key
        at = Item(id_, place, number=number) if opens else Block(place, number=number)
        yield Piece(at, id_, name, written, _traits(tool))
    if given is not None and not isinstance(given, str):
        yield Noted("arguments-not-text")


def _start(event: object) -> Iterator[Delta]:
    tool = get(get(event, "start"), "toolUse")
    if is_record(tool):
        number = index(event, "contentBlockIndex")
        at = Block(CURRENT if number is None else number, number=number, fresh=True)
        yield from _begun(tool, at)


def _begun(tool: object, at: Block) -> Iterator[Delta]:
    """Open a call; an empty input says nothing, so that a call that was cut right there is not run without one."""
    yield Piece(at, identity(tool, "toolUseId"), text(tool, "name") or None, "", _traits(tool))
    if given := get(tool, "input"):
        yield Value(at, json_of(given), final=False)


def _traits(tool: object) -> Traits:
    kind = text(tool, "type")
    known = TOOL | {"type"} if kind == "tool_use" else TOOL
    found = extras(tool, known)
    return PIECE._replace(run_by=RUN_BY.get(kind, "client"), extras=extras_json(found)) if found else PIECE


def _stop(event: object) -> Iterable[Delta]:
    number = index(event, "contentBlockIndex")
    return (Sealed(Block(CURRENT if number is None else number)),)


def _ended(source: object) -> Iterable[Delta]:
    return (Ended(well=text(source, "stopReason") not in CUT),)


def _failed(name: str, event: object) -> Iterable[Delta]:
    return (Failed(name, text(event, "message") or text(event, "originalMessage")),)


def _refused(fragment: object) -> Iterable[Delta]:
    error = get(fragment, "Error")
    return (Failed(text(error, "Code"), text(error, "Message")),) if _is_refusal(fragment) else ()


def _response(fragment: object) -> Iterator[Delta]:
    yield MessageStarted()
    for number, block in enumerate(as_items(get(get(get(fragment, "output"), "message"), "content"))):
        yield from _whole(block, Block(number, number=number))
    yield from _ended(fragment)


def _whole(block: object, at: Block) -> Iterator[Delta]:
    tool = get(block, "toolUse")
    if is_record(tool):
        yield from _begun(tool, at)
        yield Sealed(at)


def _block(block: object) -> Iterator[Delta]:
    """Read a block on its own: it is whole if its input is an object."""
    tool = get(block, "toolUse")
    if is_record(tool):
        at = Block(CURRENT, fresh=True)
        yield from _begun(tool, at)
        if is_record(get(tool, "input")):
            yield Sealed(at)


Reader = Callable[[object], Iterable[Delta]]

EVENTS: dict[str, Reader] = {
    "contentBlockDelta": _delta,
    "contentBlockStart": _start,
    "contentBlockStop": _stop,
    "messageStart": lambda _: (MessageStarted(),),
    "messageStop": _ended,
    "metadata": lambda _: (),
    "redactContent": lambda _: (),
}
"""What reads each event."""

OTHERS: dict[str, Reader] = {"toolUse": _block, "output": _response, "Error": _refused, "error": reported}
"""What reads the other shapes, by the key that gives them away."""

BEDROCK_CONVERSE = Wire("bedrock-converse", recognises, decode)
