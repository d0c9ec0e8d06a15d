"""What every change of a state obeys: notes are counted, limits are kept, a finished call is left alone."""

from dataclasses import replace

from toolfold.core.call import CallKey, Head, PartialCall, Trouble, holds_object, is_bare, read, weight
from toolfold.core.limits import WIDEST
from toolfold.core.lookup import seal_of
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, kept, put, with_base


def noted(state: State, kind: str, call: CallKey | None, characters: int = 0, /) -> State:
    """Return the state with a note, or with the like note counted once more."""
    base = base_of(state)
    known = base.notes.get((kind, call))
    if known is None and len(base.notes) >= base.limits.notes:
        kind, call = "notes-limit", None
        known = base.notes.get((kind, call))
    note = (
        Note(kind, call, 1, characters)
        if known is None
        else replace(known, count=_sum(known.count, 1), characters=_sum(known.characters, characters))
    )
    return with_base(state, base._replace(notes=base.notes.set((kind, call), note)))


def _sum(count: int, more: int) -> int:
    """Add to what is counted, as far as it is counted."""
    return min(count + more, WIDEST - 1)


def bounded(state: State, before: PartialCall, after: PartialCall, characters: int, /) -> State:
    """Put the changed call, or, if that would pass a limit, the call as it was with a fault.

    ``characters`` is the number of argument characters that are lost if so; they are counted in a note.
    """
    if fits(state, before, after):
        return put(_bared(state, before, after), after)
    limits = base_of(state).limits
    why = (
        f"more than {limits.call_characters} characters in a call, {limits.stream_characters} in all, "
        f"or {limits.name_characters} in an id or a name"
    )
    small = after.head.spent - before.head.spent <= limits.name_characters
    head = after.head if small and _named(after, limits.name_characters) else before.head
    head = _with_text_of(before.head, head)._replace(trouble=before.head.trouble or Trouble("over-limit", why))
    return noted(put(state, before._replace(head=head)), "over-limit", before.key, characters)


def _with_text_of(before: Head, head: Head) -> Head:
    """Return the head with what it says of the arguments as it was, since they stay as they were."""
    return head._replace(
        preview=before.preview,
        patched=before.patched,
        patch_closed=before.patch_closed,
        first_empty=before.first_empty,
        chain=before.chain,
        restarts=before.restarts,
        spent=_sum(head.spent, 0),
    )


def fits(state: State, before: PartialCall, after: PartialCall, /) -> bool:
    """Say whether the changed call is within the limits."""
    limits = base_of(state).limits
    total = kept(state) + weight(after) - weight(before)
    within = weight(after) <= limits.call_characters and total <= limits.stream_characters
    return within and _named(after, limits.name_characters)


def _named(call: PartialCall, limit: int) -> bool:
    return len(call.name or "") <= limit and len(call.id or "") <= limit


def _bared(state: State, before: PartialCall, after: PartialCall) -> State:
    """Keep the list of named calls without text, which orphans are matched with."""
    was, now = is_bare(before), is_bare(after)
    if was == now:
        return state
    base = base_of(state)
    where = (after.head.message, after.head.choice)
    group = base.groups[where]
    bare = group.bare.set(after.key, None) if now else group.bare.discard(after.key)
    return with_base(state, base._replace(groups=base.groups.set(where, group._replace(bare=bare))))


def frozen(state: State, call: PartialCall, /) -> tuple[PartialCall, bool]:
    """Say whether the call is over: sealed, named and whole, or in trouble. The call comes back read to its end."""
    if call.head.trouble is not None:
        return call, True
    if not call.name or seal_of(state, call) < Seal.SEALED:
        return call, False
    if call.head.kind == "custom":
        return call, call.head.seal >= Seal.SEALED
    call = read(call, base_of(state).limits.depth)
    return call, holds_object(call)
