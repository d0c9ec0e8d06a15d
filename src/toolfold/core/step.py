"""One step of the fold: what a delta does to a state, and what the deltas of one fragment do together."""

from typing import assert_never

from toolfold.core.deltas import (
    Cancelled,
    Delta,
    Discarded,
    Done,
    Ended,
    Failed,
    Interrupted,
    MessageNamed,
    MessageStarted,
    Noted,
    Numbered,
    Patch,
    Piece,
    Sealed,
    StepStarted,
    Value,
)
from toolfold.core.ends import (
    cancelled,
    discarded,
    done,
    ended,
    failed,
    interrupted,
    message_named,
    message_started,
    sealed,
    step_started,
)
from toolfold.core.ledger import noted
from toolfold.core.pieces import pieced
from toolfold.core.seen import is_seen, with_seen
from toolfold.core.state import State, base_of, with_base
from toolfold.core.values import patched, valued


def step(state: State, delta: Delta, /) -> State:  # noqa: C901, PLR0912  # one line for each delta
    """Return the state after one delta, or the same state if the delta changes nothing."""
    match delta:
        case Piece():
            return pieced(state, delta)
        case Value():
            return valued(state, delta)
        case Patch():
            return patched(state, delta)
        case Sealed():
            return sealed(state, delta)
        case Cancelled():
            return cancelled(state, delta)
        case Interrupted():
            return interrupted(state, delta)
        case Discarded():
            return discarded(state)
        case Numbered():
            return state
        case Ended():
            return ended(state, delta)
        case Done():
            return done(state)
        case MessageStarted(id=id_):
            return message_started(state, id_)
        case StepStarted():
            return step_started(state)
        case MessageNamed(id=id_):
            return message_named(state, id_)
        case Failed():
            return failed(state, delta)
        case Noted(kind=kind, characters=characters):
            return noted(state, kind, None, characters)
        case other:  # pragma: no cover  # the union is closed
            assert_never(other)


def stepped(state: State, deltas: tuple[Delta, ...], /) -> State:
    """Return the state after the deltas of one fragment.

    A numbered fragment that was seen before says nothing; only the numbers of those that changed something are kept.
    """
    number = next((delta.number for delta in deltas if isinstance(delta, Numbered)), None)
    if number is not None and is_seen(base_of(state).seen, number):
        return state
    after = state
    for delta in deltas:
        after = step(after, delta)
    if number is None or after is state:
        return after
    base = base_of(after)
    return with_base(after, base._replace(seen=with_seen(base.seen, number)))
