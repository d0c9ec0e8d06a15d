"""Vercel AI SDK, the stream of UI messages: calls keyed by id, whose input comes in pieces, whole, or both.

The end of a call is its whole input. The objects that Python servers make of the events are snake_case. The format:
https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.arguments.json_text import dumps
from toolfold.core.deltas import (
    Block,
    Delta,
    Discarded,
    Failed,
    MessageStarted,
    Piece,
    Reach,
    Sealed,
    StepStarted,
    Traits,
    Value,
)
from toolfold.wires._ai_sdk import NO_EXTRAS, START, approval, call, ended, is_whole, why
from toolfold.wires._camel import extras_of, field, identity_of, text_of
from toolfold.wires._read import as_items, get, json_of, text
from toolfold.wires.wire import Wire

DYNAMIC = "dynamic-tool"
PART = frozenset({"type", "toolCallId", "toolName", "title", "state", "input", "rawInput", "output", "errorText"}) | {
    "callProviderMetadata",
    "resultProviderMetadata",
    "approval",
    "preliminary",
}


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event of this format, or a whole message with tool parts."""
    kind = text(fragment, "type")
    if not kind:
        return is_whole(fragment) and any(_is_tool(part) for part in as_items(get(fragment, "parts")))
    if kind not in EVENTS:
        return False
    if kind in KEYED:
        return field(fragment, "toolCallId") is not None or (kind != APPROVAL and get(fragment, "id") is None)
    if kind == "error":
        return field(fragment, "errorText") is not None
    return field(fragment, "usage") is None and field(fragment, "totalUsage") is None


def _is_tool(part: object) -> bool:
    kind = text(part, "type")
    return (kind == DYNAMIC or kind.startswith("tool-")) and field(part, "toolCallId") is not None


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    return tuple(EVENTS.get(text(fragment, "type"), _message)(fragment))


def _at(fragment: object, *, fresh: bool = False, reach: Reach = Reach.MESSAGE) -> Block:
    return Block(identity_of(fragment, "toolCallId") or "", fresh=fresh, reach=reach)


def _start(fragment: object) -> Iterable[Delta]:
    return (call(_at(fragment, fresh=True), fragment, START),)


def _delta(fragment: object) -> Iterable[Delta]:
    at, piece = _at(fragment, reach=Reach.AWAITED), json_of(field(fragment, "inputTextDelta"))
    return (Piece(at, str(at.key) or None, text=piece),) if piece else ()


def _available(fragment: object) -> Iterator[Delta]:
    """Read the whole input: any value, so that a text is a text, not JSON."""
    at = _at(fragment, reach=Reach.AWAITED)
    given = get(fragment, "input")
    yield call(at, fragment, NO_EXTRAS)
    yield Value(at, "" if given is None else dumps(given))
    yield Sealed(at)


def _invalid(fragment: object) -> Iterator[Delta]:
    """Read an input that the sender could not use; if it was no JSON, it is the text as the model wrote it."""
    at = _at(fragment, reach=Reach.AWAITED)
    yield call(at, fragment, NO_EXTRAS)
    yield Value(at, json_of(get(fragment, "input")))
    yield Sealed(at, why(field(fragment, "errorText")))


def _message_start(fragment: object) -> Iterator[Delta]:
    if id_ := identity_of(fragment, "messageId"):
        yield MessageStarted(id_)
    yield StepStarted()


def _message(message: object) -> Iterator[Delta]:
    """Read a whole message; its tool parts say how far each call got."""
    yield MessageStarted(text(message, "id"))
    for part in as_items(get(message, "parts")):
        if _is_tool(part):
            yield from _part(part)


def _part(part: object) -> Iterator[Delta]:
    at, state, given = _at(part, fresh=True), text(part, "state"), get(part, "input")
    refused = state == "output-error" and given is None
    yield call(at, _head(part), START if refused else _answered(state))
    if state == "input-streaming":  # its input is a guess from a part of the text
        return
    if refused:
        yield Value(at, json_of(field(part, "rawInput")))
        yield Sealed(at, why(field(part, "errorText")))
    else:
        yield Value(at, "" if given is None else dumps(given))
        yield Sealed(at)


def _head(part: object) -> dict[str, object]:
    """Return what a part says of its call, spelt as the events spell it."""
    kind, approval = text(part, "type"), get(part, "approval")
    return {
        **extras_of(part, PART),
        "toolName": text_of(part, "toolName") or kind.removeprefix("tool-"),
        "title": get(part, "title"),
        "dynamic": kind == DYNAMIC,
        "providerMetadata": field(part, "callProviderMetadata"),
        "approvalId": get(approval, "id"),
        "signature": get(approval, "signature"),
    }


def _answered(state: str) -> Traits:
    """Return the traits of a call; one that has its answer is for nobody to run again."""
    return START._replace(run_by="provider") if state.startswith("output-") else START


APPROVAL = "tool-approval-request"
KEYED: dict[str, Callable[[object], Iterable[Delta]]] = {
    "tool-input-delta": _delta,
    "tool-input-start": _start,
    "tool-input-available": _available,
    "tool-input-error": _invalid,
    APPROVAL: approval,
    "tool-output-available": lambda _: (),
    "tool-output-error": lambda _: (),
    "tool-output-denied": lambda _: (),
}
EVENTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    **KEYED,
    "start": _message_start,
    "start-step": lambda _: (StepStarted(),),
    "finish-step": ended,
    "finish": ended,
    "reset-step": lambda _: (Discarded(),),
    "abort": lambda _: (),
    "error": lambda fragment: (Failed("error", text_of(fragment, "errorText")),),
}

AI_SDK_UI = Wire("ai-sdk-ui", recognises, decode)
