"""Questions to a state: what a name stands for, which group a call belongs to, how sure it is that a call is over."""

from toolfold.core.base import Base, Group, Slot
from toolfold.core.call import CallKey, PartialCall
from toolfold.core.deltas import Key
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, in_order, parts_of

LONGEST_NAME = 256
"""Characters of a name that a slot holds as it is; the names of a stream are kept as long as its state."""


def short(name: Key, /) -> Key:
    """Return a name as a slot holds it: itself, or, if it is long, a digest that stands for it.

    Names come from the network and are no part of a call, so that no limit of a call counts them.

    >>> short("fc_1"), short(7), len(short("a" * 1_000_000))
    ('fc_1', 7, 71)
    """
    return name if isinstance(name, int) else short_text(name)


def short_text(name: str, /) -> str:
    """Return a name that is a text as a slot holds it."""
    if len(name) <= LONGEST_NAME:
        return name
    from hashlib import sha256  # noqa: PLC0415  # no honest stream needs it, and its import is slow

    return f"sha256:{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()}"


def slot(state: State, name: Slot, /) -> CallKey | None:
    """Return the call that a slot names."""
    return base_of(state).slots.get(name)


def message_of(base: Base, id_: str, /) -> int | None:
    """Return the ordinal of the message with an id, if it is being written or has calls."""
    if not id_:
        return None
    return base.message if base.message_id == id_ else base.slots.get(("message", 0, 0, id_))


def group_of(state: State, choice: int, /) -> Group:
    """Return the group of a choice in the current message."""
    base, warm, at, _ = parts_of(state)
    group = base.groups.get((base.message, choice), Group())
    if at >= 0:
        head = warm[at].head
        if head.message == base.message and head.choice == choice:
            return group._replace(latest=head.key)
    return group


def home(state: State, call: PartialCall, /) -> Group:
    """Return the group that a call belongs to."""
    return base_of(state).groups[call.head.message, call.head.choice]


def standing(state: State, /) -> list[PartialCall]:
    """Return the calls in output order, without those that the provider took back to begin anew."""
    return [call for call in in_order(state) if call.head.trouble is None or call.head.trouble.kind != "discarded"]


def seal_of(state: State, call: PartialCall, /) -> Seal:
    """Return how sure it is that a call will not grow: by its own end, or by its response's."""
    group = home(state, call)
    if group.well:
        return Seal.ENDED
    return max(call.head.seal, Seal.SEALED if group.cut else Seal.OPEN)


def is_confirmed(state: State, call: PartialCall, /) -> bool:
    """Say whether the provider ended the call, or whether its wire has no way to say so."""
    return call.head.endless or seal_of(state, call) >= Seal.SEALED
