r"""Server-sent events as a pure fold: bytes as the network cut them go in, decoded payloads come out.

    (state, chunk) --step--> (state, the payloads that are whole now)

The WHATWG rules hold: UTF-8 is decoded across chunks, one byte order mark is dropped, lines end by CRLF, LF or CR,
comments and unknown fields are ignored, the data lines of one event are joined by a line feed. Four things differ, each
on purpose:

- Only ``data`` is read. Every payload met in the wild says itself what it is, so ``event`` and ``id`` add nothing.
- ``flush`` delivers a last event that no blank line ends. The rules drop it; a recording often ends there.
- An event without any data is a keep-alive and gives no payload.
- An event is held up to a limit, since what arrives is not ours to trust.

Where an event is lost, because it is larger than the limit or its JSON is broken, a payload in the shape of a
provider's error stands in its place: the pieces around a lost one may well join to JSON, and a fold of them must not be
a success.

>>> list(payloads([b'data: {"n": ', b'1}\r', b'\n\r\n: still here\n\ndata: [DONE]']))
[{'n': 1}, '[DONE]']
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from pyrsistent import PVector, pvector

__all__ = ["LIMIT", "Chunk", "SseState", "flush", "looks_like_json", "payload", "payloads", "split", "step"]

LIMIT = 2**24
"""Characters of one event: room for an image in a payload, and small against the memory of any machine."""

Chunk: TypeAlias = bytes | bytearray | memoryview | str

_LINE_END = re.compile(r"\r\n|\n|\r")
_JSON_BEGINS = re.compile(r'\s*(\{|\[\s*[{\["])')
_SHORT = 64
_NOTHING: PVector[str] = pvector()


class SseState(NamedTuple):
    """What the chunks so far leave open: half a character, half a line, the data lines of half an event.

    ``held`` counts the characters of ``line`` and ``data``, which is what ``limit`` limits. Once it is passed, the
    event is ``oversized``: its text is let go and only its end is looked for.
    """

    limit: int = LIMIT
    undecoded: bytes = b""
    begun: bool = False
    after_cr: bool = False
    line: PVector[str] = _NOTHING
    data: PVector[str] = _NOTHING
    held: int = 0
    oversized: bool = False


def payloads(chunks: Iterable[Chunk], /, *, limit: int = LIMIT) -> Iterator[object]:
    r"""Decode the payload of every event, as soon as it is whole.

    >>> list(payloads(['data: {"choices": []}', '\n\n', 'data: [DONE]\n\n']))
    [{'choices': []}, '[DONE]']
    """
    state = SseState(limit)
    for chunk in chunks:
        state, found = step(state, chunk)
        yield from found
    yield from flush(state)


def step(state: SseState, chunk: Chunk, /) -> tuple[SseState, tuple[object, ...]]:
    r"""Read one chunk, cut anywhere: the state after it and the payloads that it completed.

    >>> state, found = step(SseState(), b"data: [1,")
    >>> found
    ()
    >>> step(state, b"2]\n\n")[1]
    ([1, 2],)
    """
    state, found = split(state, chunk)
    return state, tuple(map(payload, found))


def flush(state: SseState, /) -> tuple[object, ...]:
    r"""Tell which payload the end of the input completes: the one that no blank line has ended yet.

    >>> flush(step(SseState(), 'data: {"last": true}\n')[0])
    ({'last': True},)
    """
    return step(state, "\n\n")[1]


def payload(data: str | None, /) -> object:
    """Decode the data of an event; None is an event that was too large to be held.

    Text that does not look like JSON is passed on as text, which the fold ignores: ``[DONE]``, or a server's own words.
    What looks like JSON and is none is a lost event; so is JSON nested deeper or longer than Python reads.

    >>> payload('{"n": 1}'), payload("[DONE]"), payload("hello")
    ({'n': 1}, '[DONE]', 'hello')
    >>> payload('{"n": ')["error"]["type"], payload(None)["error"]["type"]
    ('unreadable-event', 'oversized-event')
    """
    if data is None:
        return _lost("oversized-event", "An event was larger than the limit and was dropped. Raise `limit` to read it.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        if not looks_like_json(data):
            return data
        return _lost("unreadable-event", f"The JSON of an event cannot be read: {error}.", data=data)


def looks_like_json(data: str, /) -> bool:
    """Tell text that is, or was to be, a JSON object or array from words: a fragment begins like this.

    >>> looks_like_json('{"n'), looks_like_json('[{"n'), looks_like_json("[DONE]"), looks_like_json("{hello")
    (True, True, False, True)
    """
    return _JSON_BEGINS.match(data) is not None


def _lost(kind: str, message: str, **more: str) -> dict[str, object]:
    return {"type": "error", "error": {"type": kind, "message": message, **more}}


def split(state: SseState, chunk: Chunk, /) -> tuple[SseState, tuple[str | None, ...]]:
    r"""Read one chunk without decoding payloads: the data of each event as text, None for one that was too large.

    No character is looked at twice, however small the chunks are.

    >>> split(SseState(limit=20), "data: one\n\ndata: " + "x" * 20 + "\n\n")[1]
    ('one', None)
    """
    text, undecoded = _decoded(state.undecoded, chunk)
    if not text:
        return state._replace(undecoded=undecoded), ()
    if not state.begun:
        text = text.removeprefix("\ufeff")
    *ended, rest = _LINE_END.split(text.removeprefix("\n") if state.after_cr else text)
    found: list[str | None] = []
    for line in ended:
        state, data = _line_ended(_held(state, line))
        found += data
    after_cr = text.endswith("\r")
    return _held(state, rest)._replace(undecoded=undecoded, begun=True, after_cr=after_cr), tuple(found)


def _decoded(undecoded: bytes, chunk: Chunk) -> tuple[str, bytes]:
    """Decode the chunk, and keep the bytes of a character that it ends within.

    Bytes that are no UTF-8 become U+FFFD, as the rules have it; so does half a character before a chunk of text.
    """
    if isinstance(chunk, str):
        return undecoded.decode("utf-8", "replace") + chunk, b""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    text = decoder.decode(undecoded + bytes(chunk))
    return text, decoder.getstate()[0]


def _held(state: SseState, text: str) -> SseState:
    """Add a piece to the line that is being read.

    Short pieces are joined as they come, so that one character at a time costs neither a rescan nor an object each.
    """
    if not text:
        return state
    if state.oversized or state.held + len(text) > state.limit:
        return state._replace(line=pvector(":"), data=_NOTHING, held=0, oversized=True)
    line = state.line
    short = bool(line) and len(line[-1]) < _SHORT
    line = line.set(-1, line[-1] + text) if short else line.append(text)
    return state._replace(line=line, held=state.held + len(text))


def _line_ended(state: SseState) -> tuple[SseState, tuple[str | None, ...]]:
    """End the line: keep what it says if it is data, and the event with it if it is blank."""
    if not state.line:
        return _event_ended(state)
    line = "".join(state.line)
    field, _, value = line.partition(":")
    held = state.held - len(line)
    if field != "data" or state.oversized:
        return state._replace(line=_NOTHING, held=max(held, 0)), ()
    value = value.removeprefix(" ")
    return state._replace(line=_NOTHING, data=state.data.append(value), held=held + len(value) + 1), ()


def _event_ended(state: SseState) -> tuple[SseState, tuple[str | None, ...]]:
    fresh = state._replace(data=_NOTHING, held=0, oversized=False)
    if state.oversized:
        return fresh, (None,)
    data = "\n".join(state.data)
    return fresh, (data,) if data.strip() else ()
