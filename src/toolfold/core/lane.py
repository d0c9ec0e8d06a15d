"""Lanes: where plain pieces of text go, decided once for many.

A piece that says no more than "this text, at that index" always belongs to the owner of the index, as long as nothing
else happened since. A state may remember, for each call being written, that this is so; whatever else is said makes
it forget.
"""

from toolfold.arguments.rope import Rope, append, length
from toolfold.core.call import PartialCall, has_text
from toolfold.core.lookup import seal_of, slot
from toolfold.core.seal import Seal
from toolfold.core.state import Lanes, State, base_of, kept, laid_open, make, parts_of


def lengthened(state: State, place: int, text: str, limit: int, /) -> State | None:
    """Return the state with more text for the call at a place, or None if that would pass the limit of its lane."""
    base, warm, at, lanes, blocks, tail, flushed = state._parts  # noqa: SLF001
    if blocks is None or place != at:
        _, warm, _, _ = parts_of(state)
        blocks, tail, flushed = warm[place].rope
    rope = append(Rope(blocks, tail, flushed), text)
    return None if length(rope) > limit else laid_open(base, warm, place, lanes, rope)


def with_lanes(state: State, /) -> State:
    """Return the state with its lanes, for the plain pieces that are likely to follow."""
    base, warm, at, _ = parts_of(state)
    return make(base, warm, at, lanes_of(state))


def lanes_of(state: State, /) -> Lanes:
    """Return the lane of each call of the first choice that has one, with the text length up to which no limit is near.

    Other choices are left to the rules, since the call touched last is remembered for each choice.
    """
    base, warm, at, _ = parts_of(state)
    if at < 0 or warm[at].head.choice != 0:
        return {}
    fit = [place for place, call in enumerate(warm) if _is_plain(state, call)]
    limits = base.limits
    room = (limits.stream_characters - kept(state)) // max(1, len(fit))
    return {
        index: (place, _limit(warm[place], room, limits.call_characters), limits)
        for place in fit
        if isinstance(index := warm[place].head.number, int)
    }


def _limit(call: PartialCall, room: int, most: int) -> int:
    return min(most - call.head.spent, length(call.rope) + room)


def _is_plain(state: State, call: PartialCall) -> bool:
    """Say whether a plain piece at the call's index only makes its text longer."""
    head, base = call.head, base_of(state)
    if (head.message, head.choice) != (base.message, 0) or head.number is None or head.trouble is not None:
        return False
    if head.chain or head.patched is not None or not has_text(call) or seal_of(state, call) >= Seal.SEALED:
        return False
    return slot(state, ("index", head.message, 0, head.number)) == head.key
