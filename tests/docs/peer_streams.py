"""Streams on which folds differ, each with its right answer."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.rows.build import begin, block, chunk, delta, end, entry, over, stop

Call = tuple[str, dict[str, Any]]
Piece = tuple[int | None, str | None, str | None, str | None]
"""Index, id, name and text; None is absent."""


class Case(NamedTuple):
    """``calls`` are those to run, ``fault`` is the kind of the one that must not be.

    ``in_blocks`` says that the stream can be written in Anthropic's events too.
    """

    name: str
    story: str
    pieces: tuple[Piece, ...]
    calls: tuple[Call, ...] = ()
    fault: str = ""
    finish: str | None = "tool_calls"
    in_blocks: bool = False


A, B = "call_a", "call_b"
WEATHER, CLOCK = ("weather", {"city": "Oslo"}), ("clock", {"zone": "CET"})
OSLO, CET = '{"city": "Oslo"}', '{"zone": "CET"}'
OLD = '{"path": "/srv/reports", "older_than_days": 36'
"""Cut where the text went on with ``50}``: ten years."""

DELETE = ((0, A, "delete_files", ""), (0, None, None, OLD))

CASES = (
    Case(
        "two calls in turn",
        "As OpenAI sends them: a head, then pieces, by index.",
        (
            (0, A, "weather", ""),
            (0, None, None, OSLO[:7]),
            (0, None, None, OSLO[7:]),
            (1, B, "clock", ""),
            (1, None, None, CET),
        ),
        (WEATHER, CLOCK),
        in_blocks=True,
    ),
    Case(
        "two calls interleaved",
        "Both heads, then pieces in turns, by index.",
        (
            (0, A, "weather", ""),
            (1, B, "clock", ""),
            (0, None, None, OSLO[:7]),
            (1, None, None, CET[:7]),
            (0, None, None, OSLO[7:]),
            (1, None, None, CET[7:]),
        ),
        (WEATHER, CLOCK),
        in_blocks=True,
    ),
    Case(
        "no arguments",
        "A tool without parameters; its text is empty, and the response ends well.",
        ((0, A, "now", ""),),
        (("now", {}),),
        in_blocks=True,
    ),
    Case(
        "cut by the limit",
        "The token limit falls into the number 3650. The finish reason says so: `length`.",
        DELETE,
        fault="truncated",
        finish="length",
        in_blocks=True,
    ),
    Case(
        "cut, and called complete",
        "The same text, but the finish reason is that of a complete call.",
        DELETE,
        fault="truncated",
        in_blocks=True,
    ),
    Case(
        "cut by the connection",
        "The same text, and then nothing more at all.",
        DELETE,
        fault="truncated",
        finish=None,
        in_blocks=True,
    ),
    Case(
        "cut behind the name",
        "The token limit strikes before the first argument.",
        ((0, A, "delete_files", ""),),
        fault="truncated",
        finish="length",
        in_blocks=True,
    ),
    Case(
        "no index, whole calls",
        "Each chunk holds one whole call with an id and no index.",
        ((None, A, "weather", OSLO), (None, B, "clock", CET)),
        (WEATHER, CLOCK),
    ),
    Case(
        "no index, id once",
        "No index anywhere; the id stands on the first piece of each call only.",
        (
            (None, A, "weather", OSLO[:7]),
            (None, None, None, OSLO[7:]),
            (None, B, "clock", CET[:7]),
            (None, None, None, CET[7:]),
        ),
        (WEATHER, CLOCK),
    ),
    Case(
        "no index, interleaved",
        "No index anywhere; every piece has its call's id, and the calls take turns.",
        (
            (None, A, "weather", OSLO[:7]),
            (None, B, "clock", CET[:7]),
            (None, A, None, OSLO[7:]),
            (None, B, None, CET[7:]),
        ),
        (WEATHER, CLOCK),
    ),
    Case(
        "index 0 for all",
        "Every call has index 0; only the ids tell them apart.",
        ((0, A, "weather", OSLO), (0, B, "clock", CET)),
        (WEATHER, CLOCK),
    ),
    Case(
        "index starts at 1",
        "The first call has index 1, since something else came first.",
        ((1, A, "weather", ""), (1, None, None, OSLO), (2, B, "clock", ""), (2, None, None, CET)),
        (WEATHER, CLOCK),
    ),
    Case(
        "head on every piece",
        "Index, id and name are repeated with every piece.",
        ((0, A, "weather", OSLO[:7]), (0, A, "weather", OSLO[7:12]), (0, A, "weather", OSLO[12:])),
        (WEATHER,),
    ),
    Case(
        "fresh id on every piece",
        "The server makes a new id for every chunk.",
        ((0, "x1", "weather", OSLO[:7]), (0, "x2", None, OSLO[7:12]), (0, "x3", None, OSLO[12:])),
        (WEATHER,),
    ),
    Case(
        "id and name come late",
        "The arguments begin before the head arrives.",
        ((0, None, None, OSLO[:7]), (0, A, "weather", OSLO[7:])),
        (WEATHER,),
    ),
    Case(
        "arguments at another index",
        "The head has index 0, its arguments index 1.",
        ((0, A, "weather", ""), (1, None, None, OSLO)),
        (WEATHER,),
    ),
    Case(
        "empty object first",
        "A placeholder `{}` comes with the head, the arguments after it.",
        ((0, A, "weather", "{}"), (0, None, None, OSLO[:7]), (0, None, None, OSLO[7:])),
        (WEATHER,),
        in_blocks=True,
    ),
    Case(
        "cumulative text",
        "Each piece repeats all text so far.",
        ((0, A, "weather", ""), (0, None, None, OSLO[:7]), (0, None, None, OSLO[:12]), (0, None, None, OSLO)),
        (WEATHER,),
        in_blocks=True,
    ),
    Case(
        "sent twice",
        "The pieces, and at the end the whole arguments once more.",
        ((0, A, "weather", ""), (0, None, None, OSLO[:7]), (0, None, None, OSLO[7:]), (0, A, None, OSLO)),
        (WEATHER,),
        in_blocks=True,
    ),
    Case(
        "two objects in one call",
        "Two different requests run together under one head; nobody knows which one is meant.",
        ((0, A, "weather", OSLO), (0, None, None, '{"city": "Rome"}')),
        fault="concatenated-json",
        in_blocks=True,
    ),
    Case(
        "a broken one beside a sound one",
        "The first call is whole, the second was cut.",
        ((0, A, "weather", OSLO), (1, B, "delete_files", OLD)),
        (WEATHER,),
        fault="truncated",
        in_blocks=True,
    ),
)


def chat_chunks(case: Case) -> list[dict[str, Any]]:
    """The stream as chunks of the OpenAI chat API; no two of them share a part."""
    made = [*(chunk(_entry(piece)) for piece in case.pieces), *([end(case.finish)] if case.finish else [])]
    head = {"id": "chatcmpl-1", "created": 1, "model": "gpt-4o-mini"}
    return [json.loads(json.dumps({**one, **head})) for one in made]


def _entry(piece: Piece) -> dict[str, Any]:
    index, id_, name, text = piece
    head = {"index": index} if index is not None else {}
    kind = {"type": "function"} if id_ or name else {}
    return head | kind | entry(id_=id_ or ..., name=name or ..., text=... if text is None else text)


def anthropic_events(case: Case) -> list[dict[str, Any]]:
    """The stream as events of Anthropic's API."""
    return [json.loads(json.dumps(event)) for event in _events(case)]


def _events(case: Case) -> Iterator[dict[str, Any]]:
    message = begin()
    usage = {"input_tokens": 1, "output_tokens": 1}
    yield {**message, "message": {**message["message"], "model": "m", "usage": usage}}
    opened = []
    for index, id_, name, text in case.pieces:
        if index not in opened:
            opened.append(index)
            yield block(index or 0, id_ or "", name or "", {})
        if text:
            yield delta(index or 0, text)
    if case.finish:
        yield from (stop(index or 0) for index in opened)
        last, ended = over("max_tokens" if case.finish == "length" else "tool_use")
        yield {**last, "usage": {"output_tokens": 2}}
        yield ended
