"""Strategies: conversations, and their streams on every wire with all that may happen to them on the way."""

import json
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

from toolfold.testing.rows import Row
from toolfold.testing.streams import Ending, Move, composed, is_object
from toolfold.testing.writers import WRITERS, Call, Writer

NAMES = st.from_regex(r"[a-zA-Z][a-zA-Z0-9_.-]{0,30}", fullmatch=True) | st.sampled_from(("günstig", "天気", "🚀"))
IDS = st.from_regex(r"(call|toolu)_[a-zA-Z0-9]{4,12}", fullmatch=True)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
KEYS = st.text(max_size=8) | st.sampled_from(("city", "größe", "🚀", 'a"b', "\\", "{"))


def json_objects() -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for arguments: nested, with any characters in keys and texts.

    >>> json_objects().validate()
    """
    inner: st.SearchStrategy[object] = st.recursive(
        SCALARS, lambda value: st.lists(value, max_size=3) | st.dictionaries(KEYS, value, max_size=3), max_leaves=6
    )
    return st.dictionaries(KEYS, inner, max_size=4)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Return a strategy for argument texts: nothing, or one object written in any way, now and then a long one."""
    if draw(st.sampled_from((False, False, False, True))):
        return ""
    value = draw(json_objects())
    if draw(st.sampled_from((False,) * 7 + (True,))):
        value = {**value, "long": draw(st.text(min_size=1, max_size=9)) * draw(st.integers(50, 300))}
    ascii_only, indent = draw(st.booleans()), draw(st.sampled_from((None, None, 1)))
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=draw(SEPARATORS))
    return draw(st.sampled_from(("", "", " ", "\n"))) + text + draw(st.sampled_from(("", "", "\n ")))


SEPARATORS = st.sampled_from(((",", ":"), (", ", ": ")))


@st.composite
def conversations(draw: st.DrawFn, *, most: int = 4, ids: bool | None = None) -> tuple[Call, ...]:
    """Return a strategy for the calls of one response: with ids, without, or with either.

    >>> conversations().validate()
    """
    found = []
    for id_ in draw(st.lists(IDS, max_size=most, unique=True)):
        named = ids if ids is not None else draw(st.sampled_from((True, True, False)))
        found.append(Call(draw(NAMES), draw(texts()), id_ if named else ""))
    return tuple(found)


@st.composite
def pieces(draw: st.DrawFn, text: str, /) -> list[str]:
    """Return a strategy for a text in pieces: cut anywhere, halves of a character apart too, some pieces empty."""
    units = text if draw(st.booleans()) else halves(text)
    cuts = sorted(draw(st.lists(st.integers(0, len(units)), max_size=8)))
    places = [0, *cuts, len(units)]
    return [units[start:end] for start, end in pairwise(places)] if text else []


def halves(text: str, /) -> str:
    r"""Return a text with every character outside the basic plane as its two halves, as UTF-16 has it.

    >>> len(halves("\U0001f680"))
    2
    """
    coded = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(coded[at : at + 2], "little")) for at in range(0, len(coded), 2))


@st.composite
def moves(draw: st.DrawFn, writer: Writer, number: int, call: Call, /) -> list[Move]:
    """Return a strategy for what happens to one call, in order."""
    if writer.piece is None:
        return [Move("open", number)]
    cut = draw(pieces(call.text))
    repeats, late, at_once = writer.again is not None and draw(st.booleans()), False, False
    if repeats and cut:
        late = writer.ids == "optional" and draw(st.booleans())
        at_once = not late and draw(st.booleans())
    grown = [Move("piece", number, text, again=repeats) for text in cut]
    opening = () if at_once else (Move("open", number, late=late),)
    return [*opening, *grown, Move("close", number)]


@st.composite
def streams(draw: st.DrawFn, writer: Writer | None = None, /, *, honest: bool = False) -> Row:
    """Return a strategy for streams of a writer, or of any: each is a row that knows its right answers.

    Text is cut anywhere, calls are written beside each other where the wire can, with noise between, heads repeated,
    ids late or missing. Some are cut off: by a limit, by a lost connection, by the provider's error. An ``honest``
    stream ends well.

    >>> streams().validate()
    """
    writer = writer or draw(st.sampled_from(WRITERS))
    calls = draw(conversations(ids=None if writer.ids == "optional" else True))
    rows = [draw(moves(writer, number, call)) for number, call in enumerate(calls)]
    mixed = draw(merged(rows)) if writer.interleaves and draw(st.booleans()) else [move for row in rows for move in row]
    for at in draw(st.lists(st.integers(0, len(mixed)), max_size=3)):
        mixed.insert(at, Move("noise", at))
    ending = "well" if honest else draw(st.sampled_from(_endings(writer)))
    kept = len(mixed) if ending == "well" else draw(st.integers(0, len(mixed)))
    while kept < len(mixed) and looks_cumulative(mixed[:kept]):
        kept += 1
    return composed(writer, calls, mixed[:kept], ending)


def _endings(writer: Writer) -> tuple[Ending, ...]:
    found: list[Ending] = ["well", "well", "lost"]
    if writer.limit is not None:
        found.append("limit")
    if writer.error:
        found.append("error")
    return tuple(found)


@st.composite
def merged(draw: st.DrawFn, rows: Sequence[Sequence[Move]], /) -> list[Move]:
    """Return a strategy for one row of all moves, in which those of each call keep their order."""
    turns = draw(st.permutations([number for number, row in enumerate(rows) for _ in row]))
    left = [iter(row) for row in rows]
    return [next(left[number]) for number in turns]


def looks_cumulative(moves: Sequence[Move], /) -> bool:
    """Say whether what came of a call is cut, but each piece starts with the one before and the last is whole.

    Such a text means its last piece, since some servers repeat all text so far: a rule, not a mistake of the fold.
    """
    cut: dict[int, list[str]] = {}
    for move in moves:
        if move.kind == "piece" and move.text:
            cut.setdefault(move.number, []).append(move.text)
    return any(
        is_object(found[-1]) and all(two.startswith(one) for one, two in pairwise(found))
        for found in cut.values()
        if not is_object("".join(found))
    )
