"""The lane: where a plain piece of text goes, decided once for many.

Nine of ten fragments of a stream say no more than "this text, at that index". The rules always give them to the owner
of the index, as long as nothing else happened since. So a state remembers, for each call being written, that this is
so, and a plain piece is appended without asking the rules again. A law ties the lane to the rules: folding with it
and without it gives equal states.
"""

from toolfold.arguments.rope import BLOCK, Rope, append
from toolfold.core.call import PartialCall, has_text, weight
from toolfold.core.limits import Limits
from toolfold.core.seal import Seal
from toolfold.core.state import Lanes, State, base_of, kept, parts_of, seal_of, slot

_object = object.__new__
_set_parts = State.__dict__["_parts"].__set__


def extended(state: State, wire: str, limits: Limits, piece: tuple[int, int, str], /) -> State | None:
    """Return the state with a piece of text for the owner of an index, or None if the rules must decide.

    The piece (choice, index, text) is known to be text that is not empty, of an entry that says nothing else. What
    ``append``, ``put`` and ``make`` do is written out here, since this runs for almost every fragment.
    """
    base, warm, at, lanes, blocks, tail, flushed = state._parts  # noqa: SLF001
    if lanes is None:
        lanes = lanes_of(state) if base.wire == wire else {}
    choice, index, text = piece
    lane = lanes.get((choice, index) if choice else index)
    if lane is None or base.limits is not limits:
        return None
    place, limit = lane
    if blocks is None or place != at:
        _, warm, _, _ = parts_of(state)
        blocks, tail, flushed = warm[place].rope
    if len(tail) + len(text) <= BLOCK and text.isascii():
        tail += text
    elif flushed + len(tail) + len(text) <= limit:
        blocks, tail, flushed = append(Rope(blocks, tail, flushed), text)
    else:
        return None
    after = _object(State)
    _set_parts(after, (base, warm, place, lanes, blocks, tail, flushed))
    return after


def has_lane(state: State, choice: int, index: int, /) -> bool:
    """Say whether the state was made by a piece for this index, so that the next one only makes its text longer."""
    lanes = state._parts[3]  # noqa: SLF001
    return lanes is not None and ((choice, index) if choice else index) in lanes


def lanes_of(state: State, /) -> Lanes:
    """Return the lane of each call being written that has one, with the text length up to which no limit is near.

    Only calls of one choice have one at a time, since the call touched last is remembered for each choice.
    """
    base, warm, at, _ = parts_of(state)
    if at < 0:
        return {}
    choice = warm[at].head.choice
    fit = [place for place, call in enumerate(warm) if call.head.choice == choice and _is_plain(state, call)]
    limits = base.limits
    room = (limits.stream_characters - kept(state)) // max(1, len(fit))
    return {_key(warm[place]): (place, _limit(warm[place], limits.call_characters, room)) for place in fit}


def _key(call: PartialCall) -> "int | tuple[int, int]":
    number = call.head.number
    assert isinstance(number, int)  # noqa: S101  # _is_plain asked
    return number if call.head.choice == 0 else (call.head.choice, number)


def _limit(call: PartialCall, most: int, room: int) -> int:
    length = weight(call) - call.head.spent
    return min(most - call.head.spent, length + room)


def _is_plain(state: State, call: PartialCall) -> bool:
    """Say whether a plain piece at the call's index only makes its text longer."""
    head, base = call.head, base_of(state)
    if head.message != base.message or head.number is None or head.trouble is not None:
        return False
    if head.chain or head.patched is not None or not has_text(call) or seal_of(state, call) >= Seal.SEALED:
        return False
    return slot(state, ("index", head.message, head.choice, head.number)) == head.key
