r"""Server-sent events as a pure fold: bytes as the network cut them go in, decoded payloads come out.

    (state, chunk) --step--> (state, the payloads that are whole now)

The WHATWG rules hold: UTF-8 is decoded across chunks, one byte order mark is dropped, lines end by CRLF, LF or CR,
comments and unknown fields are ignored, the data lines of one event are joined by a line feed. Four things differ, each
on purpose:

- Only ``data`` is read. Every payload met in the wild says itself what it is, so ``event`` and ``id`` add nothing.
- ``flush`` delivers a last event that no blank line ends. The rules drop it; a recording often ends there.
- An event without any data is a keep-alive and gives no payload.
- An event is held up to a limit, since what arrives is not ours to trust. A larger one is dropped, and in its place
  comes a payload in the shape of a provider's error: a fold that lost a piece must not end in a success.

>>> list(payloads([b'data: {"n": ', b'1}\r', b'\n\r\n: still here\n\ndata: [DONE]']))
[{'n': 1}, '[DONE]']
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from pyrsistent import PVector, pvector

__all__ = ["LIMIT", "Chunk", "SseState", "Undecoded", "flush", "payloads", "step"]

LIMIT = 2**24
"""Characters of one event: room for an image in a payload, and small against the memory of any machine."""

Chunk: TypeAlias = bytes | bytearray | memoryview | str

_LINE_END = re.compile(r"\r\n|\n|\r")
_SHORT = 64
_NOTHING: PVector[str] = pvector()


class Undecoded(str):
    """The data of an event that is no JSON, as it came: an event that a lost connection cut, or a server's own words.

    It is a ``str`` of its own so that it can be told from the text that a payload of JSON may be.
    """

    __slots__ = ()


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

    A payload is the decoded JSON of the event's data. Data that is no JSON comes as the text it is: ``[DONE]``, which
    ends many streams, as a plain ``str``, anything else as ``Undecoded``. The fold ignores text, since prose must never
    become a call, so who has to know that a piece was lost looks for an ``Undecoded`` here.

    >>> cut = ['data: {"choices": []}', '\n\n', 'data: {"choi']
    >>> list(payloads(cut))
    [{'choices': []}, '{"choi']
    >>> [payload["error"]["type"] for payload in payloads(["data: ", "1" * 50], limit=20)]
    ['oversized-event']
    """
    state = SseState(limit)
    for chunk in chunks:
        state, found = step(state, chunk)
        yield from found
    yield from flush(state)


def step(state: SseState, chunk: Chunk, /) -> tuple[SseState, tuple[object, ...]]:
    r"""Read one chunk, cut anywhere: the state after it and the payloads that it completed.

    No character is looked at twice, however small the chunks are.

    >>> state, found = step(SseState(), b"data: [1,")
    >>> found
    ()
    >>> step(state, b"2]\n\n")[1]
    ([1, 2],)
    """
    text, undecoded = _decoded(state.undecoded, chunk)
    if not text:
        return state._replace(undecoded=undecoded), ()
    if not state.begun:
        text = text.removeprefix("\ufeff")
    *ended, rest = _LINE_END.split(text.removeprefix("\n") if state.after_cr else text)
    found: list[object] = []
    for line in ended:
        state, payload = _line_ended(_held(state, line))
        found += payload
    after_cr = text.endswith("\r")
    return _held(state, rest)._replace(undecoded=undecoded, begun=True, after_cr=after_cr), tuple(found)


def flush(state: SseState, /) -> tuple[object, ...]:
    r"""Tell which payload the end of the input completes: the one that no blank line has ended yet.

    >>> flush(step(SseState(), 'data: {"last": true}\n')[0])
    ({'last': True},)
    """
    return step(state, "\n\n")[1]


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


def _line_ended(state: SseState) -> tuple[SseState, tuple[object, ...]]:
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


def _event_ended(state: SseState) -> tuple[SseState, tuple[object, ...]]:
    fresh = state._replace(data=_NOTHING, held=0, oversized=False)
    if state.oversized:
        return fresh, (_oversized(state.limit),)
    data = "\n".join(state.data)
    return fresh, (_payload(data),) if data.strip() else ()


def _payload(data: str) -> object:
    """Decode JSON if it is; hostile JSON (nested or long beyond what Python reads) is text like any other."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return data if data == "[DONE]" else Undecoded(data)


def _oversized(limit: int) -> dict[str, dict[str, str]]:
    message = f"an event of the stream is larger than {limit} characters and was dropped; raise `limit` to read it"
    return {"error": {"type": "oversized-event", "message": message}}
