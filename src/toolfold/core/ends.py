"""What ends a call, a response, a message or a stream."""

from pyrsistent import pmap

from toolfold.arguments.rope import length
from toolfold.core.address import locate
from toolfold.core.base import NO_CALL, StreamError
from toolfold.core.call import PartialCall, Trouble
from toolfold.core.deltas import Cancelled, Ended, Failed, Interrupted, Sealed
from toolfold.core.ledger import frozen, noted
from toolfold.core.lookup import group_of, message_of, seal_of, short_text
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, call_at, put, with_base


def sealed(state: State, delta: Sealed, /) -> State:
    """Seal one call; the end of a call that nobody opened means nothing."""
    key = locate(state, delta.at)
    if key is None:
        return state
    call = call_at(state, key)
    head = call.head._replace(seal=Seal.SEALED, patch_closed=call.head.patched is not None)
    if delta.rejected is not None and head.run_by == "client":
        call, is_over = frozen(state, call)
        if is_over:
            return noted(put(state, call), "late-delta", key)
        head = head._replace(trouble=Trouble("rejected", _words(state, delta.rejected)))
    if head == call.head:
        return state
    call = call._replace(head=head)
    return _once_more(state, call) if _is_once_more(state, call) else put(state, call)


def _is_once_more(state: State, call: PartialCall) -> bool:
    """Say whether a call that began under the id of an earlier one has proved to be that one, sent again."""
    before = None if call.head.twin is None else call_at(state, call.head.twin)
    if before is None or call.head.trouble != before.head.trouble:
        return False
    return call.name == before.name and call.text == before.text


def _once_more(state: State, call: PartialCall) -> State:
    """Drop a call that came before, counted in a note of that one."""
    head = call.head._replace(trouble=Trouble("discarded", "the same call came again under the same id"))
    return noted(put(state, call._replace(head=head)), "call-resent", call.head.twin, length(call.rope))


def cancelled(state: State, delta: Cancelled, /) -> State:
    """Give up one call at the provider's word, be it sealed or not: what was taken back must not be run."""
    key = locate(state, delta.at)
    call = None if key is None else call_at(state, key)
    if call is None or call.head.trouble is not None:
        return state
    return put(state, call._replace(head=call.head._replace(trouble=Trouble("abandoned", delta.why))))


def interrupted(state: State, delta: Interrupted, /) -> State:
    """Seal the call being written, if it has no end signal of its own."""
    key = group_of(state, delta.choice).latest
    call = None if key == NO_CALL else call_at(state, key)
    if call is None or not call.head.implicit or call.head.seal >= Seal.SEALED:
        return state
    if delta.by is not None and locate(state, delta.by) == key:
        return state
    return put(state, call._replace(head=call.head._replace(seal=Seal.SEALED)))


def discarded(state: State, /) -> State:
    """Take back the calls of the message being written; they are counted in a note, and no outcome shows them."""
    base = base_of(state)
    if base.message == base.begun:
        return state
    taken = [call for call in state.calls.values() if call.head.message == base.message]
    for call in sorted(taken, key=lambda call: call.head.key):
        trouble = Trouble("discarded", "the provider began the step anew")
        state = put(state, call._replace(head=call.head._replace(trouble=trouble)))
        state = noted(state, "discarded", call.key, length(call.rope))
    base = base_of(state)
    return with_base(state, base._replace(message=base.begun, done=False))


def ended(state: State, delta: Ended, /) -> State:
    """End the response of a choice; without calls there is nothing to end."""
    base = base_of(state)
    message = message_of(base, delta.message) if delta.message else base.message
    if message is None:
        return state
    where = (message, delta.choice)
    group = base.groups.get(where)
    if group is None or (group.well if delta.well else group.cut):
        return state
    group = group._replace(well=True) if delta.well else group._replace(cut=True)
    return with_base(state, base._replace(groups=base.groups.set(where, group)))


def done(state: State, /) -> State:
    """End every response of the message that was not cut."""
    base = base_of(state)
    if base.done or not base.opened:
        return state
    groups = {
        where: group if group.cut or where[0] != base.message else group._replace(well=True)
        for where, group in base.groups.items()
    }
    return with_base(state, base._replace(done=True, groups=pmap(groups)))


def message_started(state: State, id_: str, /) -> State:
    """Begin a message, or go back to one, since some servers write several at once.

    Before the first call there is nothing to keep apart, nor between two messages without ids and calls.
    """
    base, id_ = base_of(state), short_text(id_)
    if base.message_id == id_ and (id_ or base.message == base.begun):
        return state
    known = message_of(base, id_)
    message = base.begun if known is None else known
    return with_base(state, base._replace(message=message, message_id=id_, done=False, seen=()))


def step_started(state: State, /) -> State:
    """Begin a step; calls of a step that has not ended may go on, as they do where a stream is sent again."""
    base = base_of(state)
    group = base.groups.get((base.message, 0))
    if not base.done and (group is None or not (group.well or group.cut)):
        return state
    return with_base(state, base._replace(message=base.begun, done=False, seen=()))


def message_named(state: State, id_: str, /) -> State:
    """Remember the id of the message being written, once."""
    base = base_of(state)
    return state if base.message_id or not id_ else with_base(state, base._replace(message_id=short_text(id_)))


def failed(state: State, delta: Failed, /) -> State:
    """Remember the provider's error; the first one is the cause."""
    base = base_of(state)
    if base.error:
        return state
    return with_base(state, base._replace(error=StreamError(_words(state, delta.type), _words(state, delta.message))))


def _words(state: State, said: str) -> str:
    """Return words of the provider's as far as they are kept: no call has them, so that no other limit counts them."""
    limit = base_of(state).limits.name_characters
    return said if len(said) <= limit else said[:limit] + "…"


def abandon(state: State, why: str, /) -> State:
    """Give up every call that is still open: the user cancelled, or the connection was lost.

    A sealed call stays as it is. ``why`` is told in the fault of each open call.

    >>> from toolfold import abandon, new
    >>> abandon(new(), "cancelled by the user") == new()
    True
    """
    for call in state.values():
        if seal_of(state, call) < Seal.SEALED and call.head.trouble is None:
            state = put(state, call._replace(head=call.head._replace(trouble=Trouble("abandoned", why))))
    return state
