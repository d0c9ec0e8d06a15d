"""Vercel AI SDK, the parts that language models stream (specifications 2 to 4), and ``fullStream`` made of them.

The whole input in ``tool-call`` counts, whatever the pieces before it said: ``tool-input-end`` ends the pieces only.
It is JSON text in a model's part and the parsed value in ``fullStream``. The format:
https://github.com/vercel/ai/tree/main/packages/provider/src/language-model.
"""

from collections.abc import Callable, Iterable, Iterator

from toolfold.core.deltas import Block, Delta, Discarded, MessageStarted, Piece, Reach, Sealed, StepStarted, Value
from toolfold.wires._ai_sdk import NO_EXTRAS, START, approval, call, ended, is_whole, why
from toolfold.wires._camel import field, identity_of
from toolfold.wires._errors import reported
from toolfold.wires._read import as_items, get, has, identity, json_of, keys, text
from toolfold.wires.wire import Wire


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a part of this format, or a result or message with whole calls."""
    kind = text(fragment, "type")
    if not kind:
        return is_whole(fragment) and any(_is_call(part) for part in as_items(get(fragment, "content")))
    if kind in PIECES:
        return get(fragment, "id") is not None
    return kind in PARTS and (kind != "error" or get(fragment, "error") is not None)


def _is_call(part: object) -> bool:
    return text(part, "type") == "tool-call"


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    return tuple(PARTS.get(text(fragment, "type"), _whole)(fragment))


def _start(fragment: object) -> Iterable[Delta]:
    return (call(Block(identity(fragment, "id") or "", fresh=True), fragment, START),)


def _delta(fragment: object) -> Iterable[Delta]:
    at, piece = Block(identity(fragment, "id") or "", reach=Reach.AWAITED), json_of(get(fragment, "delta"))
    return (Piece(at, str(at.key) or None, text=piece),) if piece else ()


def _call(fragment: object) -> Iterator[Delta]:
    at = Block(identity_of(fragment, "toolCallId") or "", reach=Reach.AWAITED)
    yield call(at, fragment, NO_EXTRAS)
    yield Value(at, json_of(get(fragment, "input")))
    yield Sealed(at, why(get(fragment, "error")) if get(fragment, "invalid") is True else None)


def _whole(fragment: object) -> Iterator[Delta]:
    """Read a result that was not streamed, or a message of a prompt, which calls the metadata options."""
    yield MessageStarted()
    for part in as_items(get(fragment, "content")):
        if _is_call(part):
            yield from _call(_as_streamed(part))
        elif text(part, "type") == "tool-approval-request":
            yield from approval(part)
    if has(fragment, "finishReason") or has(fragment, "finish_reason"):
        yield from ended(fragment)


def _as_streamed(part: object) -> object:
    options = field(part, "providerOptions")
    if options is None:
        return part
    said = {key: get(part, key) for key in keys(part) if key not in ("providerOptions", "provider_options")}
    return {**said, "providerMetadata": options}


PIECES: dict[str, Callable[[object], Iterable[Delta]]] = {
    "tool-input-delta": _delta,
    "tool-input-start": _start,
    "tool-input-end": lambda _: (),
}
PARTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    **PIECES,
    "tool-call": _call,
    "tool-approval-request": approval,
    "tool-result": lambda _: (),
    "tool-error": lambda _: (),
    "stream-start": lambda _: (StepStarted(),),
    "start": lambda _: (StepStarted(),),
    "start-step": lambda _: (StepStarted(),),
    "finish-step": ended,
    "finish": ended,
    "reset-step": lambda _: (Discarded(),),
    "abort": lambda _: (),
    "error": reported,
}

AI_SDK_MODEL = Wire("ai-sdk-model", recognises, decode)
