"""Streams: a conversation, what happens to it on the way, and what must become of it.

The right answers are found here in the plainest way there is, by joining strings, and by none of the library's means:
they are what the fold is compared with.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from toolfold.testing.rows import Outcome, Row, fault, sound
from toolfold.testing.writers import Call, Writer

Ending = Literal["well", "limit", "lost", "error"]


class Move(NamedTuple):
    """One thing that happens: call ``number`` opens (its id still to come, if ``late``), grows, closes; or noise does.

    A piece that says ``again`` names its call once more, and opens it if nothing did before.
    """

    kind: Literal["open", "piece", "close", "noise"]
    number: int = 0
    text: str = ""
    late: bool = False
    again: bool = False


@dataclass(slots=True)
class _Seen:
    """What has come of a call."""

    id: str
    pieces: list[str] = field(default_factory=list)
    closed: bool = False


def composed(writer: Writer, calls: Sequence[Call], moves: Sequence[Move], ending: Ending = "well", /) -> Row:
    """Return a stream as a row: its fragments, and what must become of each call.

    >>> from toolfold.testing.writers import WRITERS
    >>> [looprig] = [one for one in WRITERS if one.wire == "looprig"]
    >>> row = composed(looprig, [Call("add", '{"a":1}', "c1")], [Move("open"), Move("piece", text='{"a"')])
    >>> row.fragments[1], row.outcomes[0]["error"]
    ({'Index': 0, 'ID': '', 'Name': '', 'InputJSON': '{"a"'}, 'truncated')
    """
    fragments: list[object] = [*writer.begin]
    seen: dict[int, _Seen] = {}
    for move in moves:
        fragments += _said(writer, calls, move)
        if move.kind != "noise":
            _happened(writer, calls[move.number], move, seen)
    written = [calls[number] for number in sorted(seen)]
    fragments += _ended(writer, written, ending)
    cut = ending == "limit" or (ending == "error" and writer.error_cuts)
    answers = [_answer(calls[n], one, _confirmed(writer, seen, n, ending, cut=cut)) for n, one in seen.items()]
    order = sorted(range(len(seen)), key=lambda place: [*seen][place]) if writer.indexed else range(len(seen))
    error = writer.error_type if ending == "error" else None
    return Row(writer.name, _numbered(fragments, writer.numbered), [answers[place] for place in order], error=error)


def _said(writer: Writer, calls: Sequence[Call], move: Move) -> Sequence[object]:
    if move.kind == "noise":
        return [writer.noise[move.number % len(writer.noise)]] if writer.noise else [{"type": "ping"}]
    call = calls[move.number]
    if move.kind == "open":
        return writer.opening(move.number, call._replace(id="") if move.late else call)
    if move.kind == "close":
        return writer.closing(move.number, call)
    write = writer.again if move.again else writer.piece
    return () if write is None else write(move.number, call, move.text)


def _happened(writer: Writer, call: Call, move: Move, seen: dict[int, _Seen]) -> None:
    one = seen.setdefault(move.number, _Seen("" if move.late or writer.ids == "never" else call.id))
    if move.again:
        one.id = call.id
    if move.kind == "piece":
        one.pieces.append(move.text)
    elif move.kind == "open" and writer.piece is None:
        one.pieces.append(call.text or "{}")
        one.closed = writer.at_once
    elif move.kind == "close":
        one.closed = bool(writer.closing(move.number, call))
        if one.closed and writer.ends_with_data and not call.text:
            one.pieces.append("{}")


def _ended(writer: Writer, calls: Sequence[Call], ending: Ending) -> Sequence[object]:
    match ending:
        case "well":
            return writer.end(calls)
        case "limit":
            return () if writer.limit is None else writer.limit(calls)
        case "error":
            return writer.error
        case "lost":
            return ()


def _confirmed(writer: Writer, seen: dict[int, _Seen], number: int, ending: Ending, *, cut: bool) -> bool:
    """Say whether a call without text has no arguments, instead of having lost them."""
    if cut and number == [*seen][-1]:
        return False
    return writer.endless or seen[number].closed or cut or (ending == "well" and bool(writer.end([])))


def _answer(call: Call, one: _Seen, confirmed: bool) -> Outcome:  # noqa: FBT001  # one of two answers
    text = joined(one.pieces)
    if is_object(text):
        return sound(one.id or None, call.name, json.loads(text))
    if confirmed and not text.strip():
        return sound(one.id or None, call.name, {})
    return fault("truncated", one.id or None, call.name, text)


def joined(pieces: Sequence[str], /) -> str:
    r"""Return the pieces as one text, with halves of a character that were cut apart as that character.

    >>> joined(["\ud83d", "\ude80"]) == "\U0001f680"
    True
    """
    return "".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def is_object(text: str, /) -> bool:
    """Say whether a text is a JSON object."""
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _numbered(fragments: Sequence[object], key: str) -> list[object]:
    if not key:
        return [*fragments]
    return [{**one, key: number} if isinstance(one, dict) else one for number, one in enumerate(fragments)]


def canonical(writer: Writer, calls: Sequence[Call], /) -> Row:
    """Return a conversation as an honest server writes it: one call after the other, in some twenty pieces at most.

    >>> from toolfold.testing.writers import WRITERS
    >>> len(canonical(WRITERS[0], [Call("now", "", "c1")]).fragments)
    4
    """
    moves: list[Move] = []
    for number, call in enumerate(calls):
        size = max(7, len(call.text) // 20)
        pieces = [call.text[at : at + size] for at in range(0, len(call.text), size)] if writer.piece else []
        grown = [Move("piece", number, text) for text in pieces]
        moves += [Move("open", number), *grown, Move("close", number)]
    return composed(writer, calls, moves)
