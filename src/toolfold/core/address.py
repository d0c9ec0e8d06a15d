"""Which call does a piece belong to? The one rule table.

Fragments name calls by index, id or key, and providers get all three wrong: one index for every call, an id that
changes in mid-call, no index, no id. The rules here decide from what the piece says and what the calls so far hold.
They were derived from recorded streams and bug reports of every provider; each exception has a test that names it.
"""

from typing import NamedTuple, assert_never

from toolfold.arguments.reader import Stage, stage
from toolfold.arguments.rope import length
from toolfold.arguments.strict import same_object
from toolfold.core.base import NO_CALL, Slot
from toolfold.core.call import CallKey, PartialCall, has_text, holds_object, read
from toolfold.core.deltas import Address, Block, Item, Key, Latest, Piece, Reach, Routed, Whole
from toolfold.core.ledger import frozen
from toolfold.core.lookup import group_of, seal_of, short, slot
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, call_at


class Found(NamedTuple):
    """Where a piece goes: to a known call, to a new one (``key`` is None and ``opens``), or nowhere.

    ``aliases`` are names that the known call had not; ``read`` is a call whose text was read on for the decision;
    ``twin`` is the earlier call that a new one may prove to be once more.
    """

    key: CallKey | None = None
    opens: bool = False
    orphan: bool = False
    note: str = ""
    aliases: tuple[Slot, ...] = ()
    read: PartialCall | None = None
    twin: CallKey | None = None


NOWHERE = Found()


def find(state: State, piece: Piece, depth: int, /) -> Found:
    """Return where a piece belongs."""
    match piece.at:
        case Routed():
            return _routed(state, piece, piece.at, depth)
        case Block():
            return _block(state, piece, piece.at)
        case Whole(choice=choice, id=id_):
            known = slot(state, _slot(state, "id", choice, id_)) if id_ else None
            return Found(opens=_says_more_than_extras(piece)) if known is None else Found(known)
        case Item():
            found = _item(state, piece.at)
            return found if _says_more_than_extras(piece) or not found.opens else NOWHERE
        case Latest(choice=choice):
            latest = group_of(state, choice).latest
            return NOWHERE if latest == NO_CALL else Found(latest)
        case other:  # pragma: no cover  # the union is closed
            assert_never(other)


def locate(state: State, at: Address, /) -> CallKey | None:
    """Return the call that an address names now, without the rules that open calls."""
    match at:
        case Routed(choice=choice, number=index, id=id_):
            known = slot(state, _slot(state, "id", choice, id_)) if id_ else None
            return _owner(state, choice, index) if known is None else known
        case Block():
            return _keyed(state, at)
        case Whole(choice=choice, id=id_) if id_:
            return slot(state, _slot(state, "id", choice, id_))
        case Item():
            return _item(state, at).key
        case Whole(choice=choice) | Latest(choice=choice):
            latest = group_of(state, choice).latest
            return None if latest == NO_CALL else latest
        case other:  # pragma: no cover  # the union is closed
            assert_never(other)


def slots_of(state: State, piece: Piece, /) -> tuple[Slot, ...]:
    """Return the names that a piece gives to the call it opens."""
    match piece.at:
        case Routed(choice=choice, number=index, id=id_):
            return _names(state, choice, index, id_)
        case Block(key=key, choice=choice):
            named = (_slot(state, "key", choice, key),)
            if key != piece.id:
                return named
            return (*named, ("reach", 0, choice, short(key)))  # an id reaches beyond its message
        case Whole(choice=choice, id=id_):
            return _names(state, choice, None, id_)
        case Item():
            return _item_names(state, piece.at)
        case Latest():
            return ()
        case other:  # pragma: no cover  # the union is closed
            assert_never(other)


def _slot(state: State, kind: str, choice: int, name: str | int) -> Slot:
    return kind, base_of(state).message, choice, short(name)


def _names(state: State, choice: int, index: Key | None, id_: str | None) -> tuple[Slot, ...]:
    named = () if id_ is None else (_slot(state, "id", choice, id_),)
    return named if index is None else (*named, _slot(state, "index", choice, index))


def _owner(state: State, choice: int, index: Key | None) -> CallKey | None:
    """Return the call that owns the index, or the one touched last if there is no index."""
    if index is not None:
        return slot(state, _slot(state, "index", choice, index))
    latest = group_of(state, choice).latest
    return None if latest == NO_CALL else latest


def _block(state: State, piece: Piece, at: Block) -> Found:
    """Find a call by its key."""
    known = _keyed(state, at)
    if known is None:
        return NOWHERE if at.reach is Reach.KNOWN else Found(opens=True)
    if at.fresh and piece.traits.restarts:
        return _begun_again(state, piece, call_at(state, known))
    return Found(opens=True) if at.fresh or _succeeds(state, known, piece) else Found(known)


def _begun_again(state: State, piece: Piece, call: PartialCall) -> Found:
    """Tell a call that begins anew from another one with the same id, and from one that was over and comes again."""
    if piece.name and call.name and piece.name != call.name:
        return Found(opens=True, note="id-duplicate")
    read_on, is_over = frozen(state, call)
    if not is_over:
        return Found(call.key, read=read_on)
    once_more = call.head.trouble is not None and call.head.trouble.kind == "discarded"
    return Found(opens=True, read=read_on, twin=call.head.twin if once_more else call.key)


def _keyed(state: State, at: Block) -> CallKey | None:
    """Return the call with a key: of the message being written, or the newest earlier one within reach."""
    known = slot(state, _slot(state, "key", at.choice, at.key))
    if known is not None or at.fresh or at.reach is Reach.MESSAGE:
        return known
    earlier = slot(state, ("reach", 0, at.choice, short(at.key)))
    if earlier is None or (at.reach is Reach.AWAITED and call_at(state, earlier).head.seal >= Seal.SEALED):
        return None
    return earlier


def _says_more_than_extras(piece: Piece) -> bool:
    """Say whether a piece can open a call; extras alone belong to a call that is known by its id."""
    return bool(piece.id or piece.name or piece.text)


def _succeeds(state: State, known: CallKey, piece: Piece) -> bool:
    """Say whether a piece that begins its call anew comes under another id after the call was over: another call."""
    call = call_at(state, known)
    return piece.traits.restarts and piece.id not in (None, call.id) and seal_of(state, call) >= Seal.SEALED


def _item(state: State, at: Item) -> Found:
    """Find an item by its id, then by its place, then by its item id; its further names are its own from then on.

    Another id at a used place is another call, unless the item id is the same: then the first id was wrong. An item
    id alone proves nothing (some servers give one to all), so that a snapshot's item needs an id that fits too.
    """
    names = _item_names(state, at)
    found = {kind: slot(state, name) for kind, name in zip(_kinds(at), names, strict=True)}
    fresh = tuple(name for name in names if slot(state, name) is None)
    if found.get("id") is not None:
        return Found(found["id"], aliases=fresh)
    key = found.get("item") if at.settled or found.get("place") is None else found["place"]
    if key is None:
        return Found(opens=True)
    other = at.id is not None and call_at(state, key).id not in (None, at.id)
    if other and (at.settled or found.get("item") != key):
        return Found(opens=True)
    return Found(key, aliases=fresh)


def _kinds(at: Item) -> tuple[str, ...]:
    given = (("id", at.id), ("place", at.place), ("item", at.item))
    return tuple(kind for kind, name in given if name is not None)


def _item_names(state: State, at: Item) -> tuple[Slot, ...]:
    slots = {"id": "id", "place": "key", "item": "item"}
    return tuple(_slot(state, slots[kind], at.choice, getattr(at, kind)) for kind in _kinds(at))


def _routed(state: State, piece: Piece, at: Routed, depth: int) -> Found:
    owner = _owner(state, at.choice, at.number)
    base = None if owner is None else call_at(state, owner)
    if at.id is None:
        return _without_id(piece, at, base, depth)
    if base is not None and base.id == at.id:
        return _known_id(piece, at, base, base, depth)
    known = slot(state, _slot(state, "id", at.choice, at.id))
    if known is not None:
        call = call_at(state, known)
        found = _known_id(piece, at, call, base, depth)
        unbound = at.number is not None and base is None and not found.opens
        return found._replace(aliases=_names(state, at.choice, at.number, None)) if unbound else found
    found = _unknown_id(piece, base, depth)
    return found if found.opens else found._replace(aliases=_names(state, at.choice, None, at.id))


def _known_id(piece: Piece, at: Routed, call: PartialCall, owner: PartialCall | None, depth: int) -> Found:
    """Rule 1: a known id is its call, unless the piece can only be the head of another one."""
    if not piece.name:
        return Found(call.key)
    if at.number is not None and owner is None and has_text(call):
        return Found(opens=True, note="id-duplicate")
    if call.name and piece.name != call.name:
        call = read(call, depth)
        return Found(opens=True, note="id-duplicate", read=call) if holds_object(call) else Found(call.key, read=call)
    return Found(call.key)


def _unknown_id(piece: Piece, base: PartialCall | None, depth: int) -> Found:
    """Rule 2: an unknown id is adopted by a call without one, or opens a call, or continues a nameless tail."""
    if base is None:
        return Found(opens=True)
    if base.id is None:
        return _adopts(piece, base, depth)
    if piece.name and (piece.name != base.name or starts_object(piece.text)):
        return Found(opens=True)
    if not piece.name and not starts_object(piece.text):
        return Found(base.key, note="id-changed")
    base = read(base, depth)
    # a fresh id and the same name on every fragment: the call goes on while its root is open
    goes_on = stage(base.reading) is Stage.OPEN if piece.name else not _is_another(piece, base)
    return Found(base.key, note="id-changed", read=base) if goes_on else Found(opens=True, read=base)


def _adopts(piece: Piece, base: PartialCall, depth: int) -> Found:
    if not piece.name or not base.name:
        return Found(base.key)
    if piece.name != base.name:
        return Found(opens=True)
    base = read(base, depth)
    return Found(opens=True, read=base) if holds_object(base) else Found(base.key, read=base)


def _without_id(piece: Piece, at: Routed, base: PartialCall | None, depth: int) -> Found:
    """Rule 3: without an id the piece continues, unless its name or its text can only begin another call."""
    if base is None:
        return _stray(piece, at)
    if piece.name and base.name and piece.name != base.name:
        if at.number is None or at.twin:
            return Found(opens=True)
        base = read(base, depth)
        return Found(opens=True, read=base) if holds_object(base) else Found(base.key, read=base)
    if piece.name and base.name and starts_object(piece.text):
        base = read(base, depth)
        return Found(opens=True, read=base) if _is_another(piece, base) else Found(base.key, read=base)
    return Found(base.key)


def _stray(piece: Piece, at: Routed) -> Found:
    """Place a piece that has no id and no call to continue."""
    if piece.name:
        return Found(opens=True)
    if piece.text:
        return Found(opens=True, orphan=at.number is not None)
    return NOWHERE


def starts_object(text: str, /) -> bool:
    """Say whether the text begins a new JSON object."""
    return text.lstrip(" \t\n\r").startswith("{")


def _is_another(piece: Piece, base: PartialCall) -> bool:
    """Say whether the base holds a whole object and the piece begins another, unequal one."""
    return holds_object(base) and not is_resend(piece.text, base)


def is_resend(text: str, base: PartialCall, /) -> bool:
    """Say whether the text is the base's whole object once more; a much shorter text cannot be, and is not compared."""
    return length(base.rope) <= FACTOR * len(text) + SLACK and same_object(text, base.text)


FACTOR, SLACK = 12, 64
"""A resend may differ in white space and escapes only (an escaped character takes up to twelve characters for one).

The bound keeps a tiny text from making a huge one be read again.
"""
