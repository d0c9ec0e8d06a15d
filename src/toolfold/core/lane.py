"""Lanes: where plain pieces of text go, decided once for many.

A piece that differs in nothing but its text from one that made a call's text longer, and changed nothing else, does
the same. So a state remembers, for such a piece, the call that the rules gave it to; whatever else is said makes it
forget all of them.
"""

from collections.abc import Hashable
from typing import NamedTuple

from toolfold.arguments.rope import BLOCK, join_surrogates
from toolfold.core.address import starts_object
from toolfold.core.base import Lanes, Mark
from toolfold.core.call import PartialCall, weight
from toolfold.core.deltas import Address, Block, Delta, Item, MessageStarted, Numbered, Piece, Routed, Traits
from toolfold.core.lookup import seal_of
from toolfold.core.seal import Seal
from toolfold.core.seen import is_seen, with_seen
from toolfold.core.state import State, base_of, held, kept, make, parts_of, with_texts

SLACK = 1 << 16
"""Characters below every limit, from which on a lane is not used: pieces in it are not measured one by one."""

WAITING = 128
"""Places and texts that wait to be put into their ropes; each text is at most ``BLOCK`` characters long."""


LANES, LONGEST_KIND = 256, 4_096
"""Lanes of one state, and characters of what one of them remembers."""

Kind = tuple[Address, str | None, str | None, Traits, str | None]
"""What a lane remembers of its pieces: their address, id, name and traits, and the message that they name."""


class Plain(NamedTuple):
    """A fragment that is a piece of text and no more: what it has in common with the next, its text and its number."""

    kind: Kind
    text: str
    number: int | None


def plain(deltas: tuple[Delta, ...], /) -> Plain | None:
    """Return the piece of text if a fragment said no more than that, so that the next ones are likely to be alike.

    Its event may be numbered, and may name its message, as long as that goes on.
    """
    piece = deltas[-1]
    if type(piece) is not Piece or not piece.text or piece.traits.restarts or not _is_steady(piece.at):
        return None
    if (piece.id or piece.name) and starts_object(piece.text):  # it may begin another call
        return None
    number: int | None = None
    message: str | None = None
    for delta in deltas[:-1]:
        match delta:
            case Numbered(number=number):
                pass
            case MessageStarted(id=message):
                pass
            case _:
                return None
    return Plain((piece.at, piece.id, piece.name, piece.traits, message), piece.text, number)


def _is_steady(at: Address) -> bool:
    """Say whether an address means one call whatever came before."""
    match at:
        case Routed(number=number, id=id_):
            return not at.twin and (number is not None or id_ is not None)
        case Block(fresh=fresh):
            return not fresh
        case _:
            return type(at) is Item


def with_lane(before: State, after: State, piece: Plain, mark: Mark, index: Hashable, /) -> State:
    """Return the state after a plain piece, with a lane for the like of it (if nothing but the text changed).

    Other lanes still hold if they are for calls of the same choice: the call touched last is remembered for each.
    ``index`` is a further name of the lane, if it has one.
    """
    base, warm, at, _ = parts_of(after)
    was, earlier, place, lanes = parts_of(before)
    if at < 0:  # the piece is in no call, and none was touched since the state was restored
        return after
    call = warm[at]
    if len(earlier) != len(warm) or earlier[at].head is not call.head or was._replace(seen=base.seen) != base:
        return after
    if seal_of(after, call) >= Seal.SEALED or not _has_room(after, call):
        return after
    if not _is_short(piece.kind):
        return after
    beside = lanes if lanes and len(lanes) < LANES and _choice(warm[place]) == _choice(call) else {}
    named: Lanes = {} if index is None else {index: (index, at, mark)}
    return make(base, warm, at, {**beside, **named, piece.kind: (piece.kind, at, mark)})


def _is_short(kind: Kind) -> bool:
    """Say whether what a lane remembers of its pieces is short: it is not counted as what a call keeps is."""
    at, id_, name, traits, message = kind
    texts = (*at, id_, name, message, traits.extras, traits.display_text)
    return sum(len(text) for text in texts if isinstance(text, str)) <= LONGEST_KIND


def along(state: State, piece: Plain, mark: Mark, /) -> State | None:
    """Return the state after a plain piece if there is a lane for it, else None."""
    base, _, _, lanes, _, _ = state._parts  # noqa: SLF001
    lane = lanes.get(piece.kind) if lanes else None
    if lane is None or lane[2] != mark:
        return None
    if piece.number is None:
        return lengthened(state, lane[1], piece.text)
    if is_seen(base.seen, piece.number):
        return state
    after = lengthened(state, lane[1], piece.text)
    return None if after is None else _numbered(after, piece.number)


def _numbered(state: State, number: int) -> State:
    """Return the state with one more number of an event that was seen; no lane depends on those."""
    base, warm, at, lanes, pending, fresh = state._parts  # noqa: SLF001
    return held((base._replace(seen=with_seen(base.seen, number)), warm, at, lanes, pending, fresh))


def lengthened(state: State, place: int, text: str, /) -> State | None:
    """Return the state with more text for the call at a place, or None if that might pass a limit."""
    base, warm, at, lanes, pending, fresh = state._parts  # noqa: SLF001
    if place != at and fresh:
        pending, fresh = (*pending, at, fresh), ""
    grown = fresh + text
    if not grown.isascii():
        grown = join_surrogates(grown)
    if len(grown) <= BLOCK and len(pending) < WAITING:
        return held((base, warm, place, lanes, pending, grown))
    after = make(base, with_texts(warm, (*pending, place, grown)), place, lanes)
    return after if _has_room(after, parts_of(after)[1][place]) else None


def lengthened_by(state: State, texts: dict[int, list[str]], place: int, /) -> State:
    """Return the state with the texts at some places, the one at a certain place last; together within ``SLACK``."""
    base, warm, at, lanes, pending, fresh = state._parts  # noqa: SLF001
    more = tuple(part for to, found in texts.items() for part in (to, "".join(found)))
    after = make(base, with_texts(warm, (*pending, at, fresh, *more)), place, lanes)
    return after if all(_has_room(after, call) for call in parts_of(after)[1]) else make(*parts_of(after)[:3])


def _has_room(state: State, call: PartialCall) -> bool:
    limits = base_of(state).limits
    return weight(call) + SLACK <= limits.call_characters and kept(state) + SLACK <= limits.stream_characters


def _choice(call: PartialCall) -> tuple[int, int]:
    return call.head.message, call.head.choice
