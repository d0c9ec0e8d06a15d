"""A piece of a call: continue the call it belongs to, or open a new one."""

from toolfold.arguments.rope import length
from toolfold.core.address import Found, find, slots_of
from toolfold.core.base import NO_CALL, Group
from toolfold.core.call import ARRIVED, INDEXED, TAGGED, Head, PartialCall, Trouble, has_text
from toolfold.core.deltas import Block, Latest, Piece, Routed, Whole
from toolfold.core.ledger import bounded, fits, frozen, noted
from toolfold.core.lookup import group_of, seal_of, slot
from toolfold.core.merge import opening_head, replaced, with_piece
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, call_at, put, with_base

MAX_ALIASES = 64
"""Further ids and indexes remembered for one call: a stream may send a fresh id on every fragment."""


def pieced(state: State, piece: Piece, /) -> State:
    """Return the state after a piece, or the same state if the piece says nothing new."""
    found = find(state, piece, base_of(state).limits.depth)
    if found.opens:
        return _open(state, piece, found)
    if found.key is None:
        return noted(state, "text-dropped", None, len(piece.text)) if piece.text else state
    known = call_at(state, found.key)
    call = found.read if found.read is not None and found.read.key == found.key else known
    after = _aliased_call(_merged(call, piece), found)
    if not piece.text and after == known:
        return state
    call, is_over = frozen(state, call)
    if after.head.restarts == call.head.restarts:
        after = after._replace(reading=call.reading)
    aside = isinstance(piece.at, Block) and not (piece.text or piece.name)
    latest = group_of(state, piece.at.choice).latest if aside else NO_CALL
    state = _late(state, call, piece) if is_over else _continue(state, call, after, piece, found)
    if latest in (NO_CALL, call.key):
        return state
    return put(state, call_at(state, latest))  # what is said about a call does not go on with it


def _merged(call: PartialCall, piece: Piece) -> PartialCall:
    if not _is_anew(piece) or (isinstance(piece.at, Whole) and not piece.text and call.head.patched is None):
        return with_piece(call, piece)
    return with_piece(replaced(call, "") if piece.text or has_text(call) else call, piece)


def _is_anew(piece: Piece) -> bool:
    """Say whether a piece of a known call begins it anew: a whole call that came again, or a part that was replaced."""
    return isinstance(piece.at, Whole) or piece.traits.restarts


def _aliased_call(call: PartialCall, found: Found) -> PartialCall:
    """Return the call with its further names counted and, if it had none, its index."""
    if not found.aliases or call.head.aliases >= MAX_ALIASES:
        return call
    head = call.head._replace(aliases=call.head.aliases + len(found.aliases))
    index = next((name for kind, _, _, name in found.aliases if kind == "index"), None)
    if head.number is None and isinstance(index, int):
        head = head._replace(number=index, rank=INDEXED)
    return call._replace(head=head)


def _continue(state: State, call: PartialCall, after: PartialCall, piece: Piece, found: Found) -> State:
    sealed = seal_of(state, call) >= Seal.SEALED
    if after.head.aliases != call.head.aliases:
        base = base_of(state)
        slots = base.slots.update(dict.fromkeys(found.aliases, call.key))
        state = with_base(state, base._replace(slots=slots))
        state = noted(state, found.note, call.key) if found.note else state
    if after.head.restarts != call.head.restarts and has_text(call):
        state = noted(state, "call-resent", call.key, length(call.rope))
    if sealed and piece.text:
        state = noted(state, "late-delta", call.key)
    return bounded(state, call, after, len(piece.text))


def _late(state: State, call: PartialCall, piece: Piece) -> State:
    """Note what came too late; extras still count, since they change nothing that was handed out."""
    extras = Piece(piece.at, traits=piece.traits._replace(display_text=None, kind="function", run_by="client"))
    after = with_piece(call, extras)
    state = put(state, after if fits(state, call, after) else call)
    news = piece.text or (piece.id and piece.id != call.id) or (piece.name and piece.name != call.name)
    return noted(state, "late-delta", call.key, len(piece.text)) if news else state


def _open(state: State, piece: Piece, found: Found) -> State:
    if found.read is not None:
        state = put(state, found.read)
    limit = base_of(state).limits.calls
    opened = base_of(state).opened
    if opened > limit:
        return noted(state, "call-limit", None, len(piece.text))
    head = opening_head(_placed(state, piece, found), piece.traits)
    if opened == limit:  # one call more, as a fault that says so: the result must not look complete
        head = head._replace(trouble=Trouble("over-limit", f"more than {limit} calls"))
        return noted(_enter(state, PartialCall(head), piece), "call-limit", None, len(piece.text))
    call = PartialCall(head)
    state = _enter(_succeeded(state, piece), call, piece)
    state = bounded(state, call, with_piece(call, piece), len(piece.text))
    for kind in _opening_notes(piece, head, found):
        state = noted(state, kind, head.key)
    return state


def _placed(state: State, piece: Piece, found: Found) -> Head:
    """Return the head of a new call: its numbers and its place in the output order."""
    base, at = base_of(state), piece.at
    group = group_of(state, at.choice)
    named = None if isinstance(at, Latest) else at.number
    index = named if isinstance(named, int) else None
    used = any(slot(state, name) is not None for name in slots_of(state, piece) if name[0] not in ("id", "reach"))
    late = isinstance(at, Block) and at.late
    by_arrival = index is None or used or isinstance(at, Whole)
    rank = ARRIVED if by_arrival else TAGGED if late else INDEXED
    head = Head(base.opened, base.message, base.message_id, at.choice, group.size, rank, index, twin=found.twin)
    if not found.orphan:
        return head
    sole = next(iter(group.bare)) if len(group.bare) == 1 else None
    return head._replace(orphan=True, sole=sole)


def _enter(state: State, call: PartialCall, piece: Piece) -> State:
    """Put a new call into its group and under its names."""
    base, head = base_of(state), call.head
    where = (head.message, head.choice)
    group = base.groups.get(where, Group(well=base.done))
    bare = group.bare if head.sole is None else group.bare.discard(head.sole)
    group = group._replace(last=head.key, size=group.size + 1, bare=bare)
    slots = base.slots.update(dict.fromkeys(slots_of(state, piece), head.key))
    if head.message_id:
        slots = slots.set(("message", 0, 0, head.message_id), head.message)
    begun = max(base.begun, head.message + 1)
    groups = base.groups.set(where, group)
    base = base._replace(opened=base.opened + 1, slots=slots, groups=groups, begun=begun)
    return put(with_base(state, base), call)


def _succeeded(state: State, piece: Piece) -> State:
    """Mark the call before this one on a wire that writes one call after the other."""
    group = group_of(state, piece.at.choice)
    if not piece.traits.sequential or group.last == NO_CALL:
        return state
    before = call_at(state, group.last)
    if before.head.seal >= Seal.SUCCEEDED:
        return state
    return put(state, before._replace(head=before.head._replace(seal=Seal.SUCCEEDED)))


def _opening_notes(piece: Piece, head: Head, found: Found) -> tuple[str, ...]:
    notes = (found.note,) if found.note else ()
    if head.rank != ARRIVED or isinstance(piece.at, Whole):
        return notes
    if head.number is not None:
        return (*notes, "index-reused")
    return (*notes, "index-missing") if isinstance(piece.at, Routed) and piece.at.number is None else notes
