"""Why a step did what it did, in half a sentence, read from the states before and after it.

The fold decides and keeps no reasons. Which names a call goes by since then, which call had them before, and what was
noted, say which of its rules applied.
"""

from typing import NamedTuple

from toolfold.core.call import ARRIVED, CallKey, PartialCall
from toolfold.core.faults import ADVICE, Fault
from toolfold.core.lookup import home, slot
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of


class Names(NamedTuple):
    """What a call can be found by in its message and choice, before a step and after it."""

    before: State
    after: State
    call: PartialCall

    def means(self, kind: str, name: str | int | None) -> CallKey | None:
        """Return the call that a name means now."""
        return None if name is None else slot(self.after, (kind, *self._place, name))

    def has(self, kind: str, name: str | int | None) -> bool:
        """Say whether a name means the call itself now."""
        return self.means(kind, name) == self.call.key

    def had(self, kind: str, name: str | int | None) -> CallKey | None:
        """Return the call that a name meant before."""
        return None if name is None else slot(self.before, (kind, *self._place, name))

    def noted(self, kind: str) -> bool:
        """Say whether something was noted of the call, which is new, so that it was noted in this step."""
        return (kind, self.call.key) in base_of(self.after).notes

    @property
    def _place(self) -> tuple[int, int]:
        return self.call.head.message, self.call.head.choice


def opening(before: State, after: State, call: PartialCall, /) -> str:
    """Return why a step opened a call instead of going on with one that was there.

    >>> from toolfold import feed, new
    >>> first = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "search", "arguments": "{}"}}])
    >>> second = feed(first, [{"index": 0, "id": "c2", "function": {"name": "search"}}])
    >>> opening(new(), first, first[0]), opening(first, second, second[1])
    ('a new id on a free index', 'a new id on a used index (call 0 had it)')
    """
    head = call.head
    if head.trouble is not None and head.trouble.kind == "over-limit":
        return "it passes the limits"
    if head.twin is not None:
        return f"its id began again after call {head.twin} was over"
    names = Names(before, after, call)
    if names.means("index", head.number) is not None:  # it may mean a call that came after this one in the fragment
        return _on_index(names)
    if names.noted("index-missing"):
        return _without_index(names)
    key = next((key for key in (head.id, head.number) if names.has("key", key)), None)
    if key is not None:
        owner = names.had("key", key)
        return "a block of its own" if owner is None else f"a block began at a used key (call {owner} had it)"
    return "a new id" if names.has("id", head.id) else "a call of its own"


def _on_index(names: Names) -> str:
    head = names.call.head
    owner = names.had("index", head.number)
    if head.orphan:
        return "arguments on an index that no call has, with neither id nor name"
    used = owner is not None or head.rank == ARRIVED  # the owner may have come in the same fragment
    where = f"on a {'used' if used else 'free'} index{'' if owner is None else f' (call {owner} had it)'}"
    if names.noted("id-duplicate"):
        return f"a known id with a name that begins another call, {where}"
    if head.id is not None:
        return f"a new id {where}"
    return f"another name {where}" if used else f"a name {where}"


def _without_index(names: Names) -> str:
    if names.noted("id-duplicate"):
        return "a known id with another name, and no index"
    if names.call.id is not None:
        return "a new id, and no index"
    return "a name, and neither id nor index" if names.call.name else "arguments that name no call"


def failing(fault: Fault, /) -> str:
    """Return why a call cannot be run: the kind and what was seen, without what its message says besides.

    >>> from toolfold import feed, finalize, new
    >>> cut = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "pay", "arguments": '{"amount":10'}}])
    >>> failing(finalize(cut).failure().faults[0])
    'truncated, the text ends inside the number at $.amount'
    """
    _, _, seen = fault.message.partition(f" ({fault.kind}): ")
    return f"{fault.kind}, {seen.removesuffix(f'. {ADVICE[fault.kind]}')}"


def sealing(before: PartialCall | None, after: State, call: PartialCall, /) -> str:
    """Return what made it surer that a call is over."""
    own = call.head.seal
    group = home(after, call)
    if own >= Seal.SEALED and (before is None or before.head.seal < Seal.SEALED):
        return "its own end came"
    if group.well:
        return "its response ended well"
    if group.cut:
        return "its response was cut short"
    return "a later call was opened, and this wire writes one after the other"
