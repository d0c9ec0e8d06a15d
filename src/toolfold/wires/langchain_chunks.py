"""LangChain messages: chunks as objects, dicts or in constructor form, whole messages, and bare content blocks.

A chunk's ``tool_calls`` are a guess at what its fragments mean and are never read. The format: ``AIMessageChunk`` of
https://reference.langchain.com/python/langchain_core/messages.
"""

from collections.abc import Iterable, Iterator

from toolfold.arguments.reader import START, Stage, is_object, read_on, stage
from toolfold.core.deltas import (
    Block,
    Delta,
    Ended,
    Key,
    MessageStarted,
    Noted,
    Piece,
    Routed,
    RunBy,
    Sealed,
    Traits,
    Value,
    Whole,
)
from toolfold.wires._langchain import (
    CHUNK,
    PIECES,
    RUN_BY,
    SIGNATURES,
    Message,
    beyond,
    calls_in,
    is_cut,
    message_of,
    number_of,
    reason_of,
    signed,
    why_rejected,
)
from toolfold.wires._read import as_items, extras_json, get, has, identity, items, json_of, text
from toolfold.wires.wire import Wire

RUN_IDS = ("run-", "lc_run-")
"""Beginnings of the ids that LangChain makes, one for each response; ids of providers may change in one."""

LEGACY = '{"additional_kwargs":{"function_call":{}}}'


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is a message of the model, a list of such messages, a tool block or a list with one."""
    if isinstance(fragment, list | tuple):
        return any(_is_block(one) or message_of(one) is not None for one in fragment) and all(map(_is_typed, fragment))
    return message_of(fragment) is not None or _is_block(fragment)


def _is_block(fragment: object) -> bool:
    if text(fragment, "type"):
        return text(fragment, "type") in RUN_BY
    untyped = has(fragment, "args") and has(fragment, "index") and (has(fragment, "name") or has(fragment, "id"))
    return untyped and isinstance(get(fragment, "args"), str | None)


def _is_typed(one: object) -> bool:
    return bool(text(one, "type")) or _is_block(one)


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    repeats = isinstance(fragment, list | tuple)
    found = as_items(fragment)
    messages = [message for one in found if (message := message_of(one)) is not None]
    if messages:
        return tuple(delta for message in messages for delta in _message(message, repeats=repeats))
    return tuple(_blocks(found, Traits(endless=True)))


def _message(message: Message, *, repeats: bool) -> Iterator[Delta]:
    """Read a message. One that ``repeats`` is all of it that has come so far, and what it says may still change."""
    fields, id_ = message.fields, text(message.fields, "id")
    run = id_ if id_.startswith(RUN_IDS) else ""
    chunks = items(fields, "tool_call_chunks")
    reason = reason_of(get(fields, "response_metadata"))
    if message.kind == CHUNK or chunks:
        said = list(_snapshot(chunks) if repeats else _chunk(fields, chunks))
    else:
        said = list(_whole(fields, repeats=repeats, settled=bool(reason) or not repeats))
    if said and run:
        yield MessageStarted(run)
    yield from said
    if reason or text(fields, "chunk_position") == "last":
        yield Ended(well=not is_cut(reason), message=run)


def _chunk(fields: object, chunks: tuple[object, ...]) -> Iterator[Delta]:
    """Read the fragments of a chunk. Its content may hold them once more, then only what they lack is read there."""
    blocks = calls_in(fields)
    signatures = get(get(fields, "additional_kwargs"), SIGNATURES)
    if chunks:
        twins = _by_name(_run_by("client", blocks))
        for chunk in chunks:
            twin = twins.get(_name(chunk))
            yield from _piece(chunk, Traits(), {**signed(chunk, signatures), **beyond(twin)})
        blocks = _run_by("provider", blocks)
    yield from _blocks(blocks, Traits(), signatures)
    if not chunks and not blocks:
        yield from _provider_form(get(fields, "additional_kwargs"), Traits())


def _run_by(who: RunBy, blocks: Iterable[object]) -> list[object]:
    return [one for one in blocks if RUN_BY[text(one, "type")] == who]


def _name(call: object) -> Key | None:
    """Return what a call is found by in the content: its id, or its index while it has none."""
    id_ = identity(call, "id")
    return number_of(call) if id_ is None else id_


def _by_name(blocks: Iterable[object]) -> dict[Key | None, object]:
    return {name: block for block in blocks if (name := _name(block)) is not None}


def _provider_form(kwargs: object, traits: Traits) -> Iterator[Delta]:
    """Read the calls that older versions keep as OpenAI's: entries of ``tool_calls``, or one ``function_call``."""
    for entry in items(kwargs, "tool_calls"):
        function = get(entry, "function")
        given = {"name": get(function, "name"), "args": get(function, "arguments")}
        yield from _piece({"id": get(entry, "id"), "index": get(entry, "index"), **given}, traits, {})
    legacy = get(kwargs, "function_call")
    name, arguments = text(legacy, "name"), json_of(get(legacy, "arguments"))
    if name or arguments:
        yield Piece(Block("function_call"), None, name or None, arguments, traits._replace(extras=LEGACY))


def _blocks(blocks: Iterable[object], traits: Traits, signatures: object = None) -> Iterator[Delta]:
    for block in blocks:
        kind = text(block, "type") or "tool_call_chunk"
        if kind in PIECES:
            yield from _piece(block, traits._replace(run_by=RUN_BY[kind]), signed(block, signatures))
        elif kind in RUN_BY:
            yield from _call(block, kind, signed(block, signatures))


def _piece(chunk: object, traits: Traits, more: dict[str, object]) -> Iterator[Delta]:
    id_, name, arguments = identity(chunk, "id"), text(chunk, "name"), get(chunk, "args")
    written, number = json_of(arguments), number_of(chunk)
    traits = traits._replace(extras=extras_json({**more, **beyond(chunk)}))
    alone = number is None and id_ is None and name and _holds_object(written)
    if id_ or name or written or traits.extras:
        yield Piece(Whole() if alone else Routed(0, number, id_), id_, name or None, written, traits)
        if arguments is not None and not isinstance(arguments, str):
            yield Noted("arguments-not-text")


def _holds_object(written: str) -> bool:
    """Say whether a fragment is whole: one with neither index nor id is then a call of its own."""
    reading = read_on(START, written)
    return stage(reading) is Stage.WHOLE and is_object(reading)


def _whole(fields: object, *, repeats: bool, settled: bool) -> Iterator[Delta]:
    """Read a whole message: the calls that were valid, those that were not, and those that the provider ran.

    Its arguments were parsed leniently if it was put together from chunks, so that they never beat what chunks said.
    """
    calls, invalid = items(fields, "tool_calls"), items(fields, "invalid_tool_calls")
    kwargs, blocks = get(fields, "additional_kwargs"), calls_in(fields)
    twins, ids = _by_name(blocks), set[str | None]()
    for position, call in enumerate((*calls, *invalid)):
        kind = "tool_call" if position < len(calls) else "invalid_tool_call" if settled else "tool_call"
        more = {**signed(call, get(kwargs, SIGNATURES)), **beyond(twins.get(_name(call)))}
        again = identity(call, "id") in ids
        ids.add(identity(call, "id"))
        yield from _call(call, kind, more, position if repeats else None, again=again)
    if calls or invalid:
        blocks = _run_by("provider", blocks)
    for block in blocks:
        yield from _call(block, text(block, "type"), signed(block, get(kwargs, SIGNATURES)))
    if not calls and not invalid and not blocks:
        yield from _provider_form(kwargs, Traits(endless=True))


def _call(
    call: object, kind: str, more: dict[str, object], place: int | None = None, *, again: bool = False
) -> Iterator[Delta]:
    """Read a whole call, be its id there ``again``; one with a ``place`` is in a list that is repeated as it grows."""
    id_ = identity(call, "id")
    at = Routed(0, place) if place is not None and (again or id_ is None) else Whole(0, None if again else id_)
    yield Piece(
        at,
        id_,
        text(call, "name") or None,
        "",
        Traits(run_by=RUN_BY[kind], extras=extras_json({**more, **beyond(call)})),
    )
    if given := get(call, "args"):  # an empty object is also what LangChain makes of a call that was cut
        yield Value(at, json_of(given), final=place is not None)
    if kind == "invalid_tool_call":
        yield Sealed(at, why_rejected(call))
    elif place is None:
        yield Sealed(at)


def _snapshot(chunks: tuple[object, ...]) -> Iterator[Delta]:
    """Read the fragments of a chunk that holds all that has come so far."""
    for chunk in chunks:
        at = Routed(0, number_of(chunk), identity(chunk, "id"))
        yield Piece(at, at.id, text(chunk, "name") or None, "", Traits(extras=extras_json(beyond(chunk))))
        yield Value(at, json_of(get(chunk, "args")))


LANGCHAIN_CHUNKS = Wire("langchain-chunks", recognises, decode)
