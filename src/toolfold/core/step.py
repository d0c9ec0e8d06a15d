"""One step of the fold: what a delta does to a state."""

from typing import assert_never

from toolfold.core.deltas import (
    Delta,
    Done,
    Ended,
    Failed,
    MessageNamed,
    MessageStarted,
    Noted,
    Patch,
    Piece,
    Sealed,
    Value,
)
from toolfold.core.ends import done, ended, failed, message_named, message_started, sealed
from toolfold.core.ledger import noted
from toolfold.core.pieces import pieced
from toolfold.core.state import State
from toolfold.core.values import patched, valued


def step(state: State, delta: Delta, /) -> State:  # noqa: C901  # one line for each delta
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
        case Ended():
            return ended(state, delta)
        case Done():
            return done(state)
        case MessageStarted(id=id_):
            return message_started(state, id_)
        case MessageNamed(id=id_):
            return message_named(state, id_)
        case Failed():
            return failed(state, delta)
        case Noted(kind=kind, characters=characters):
            return noted(state, kind, None, characters)
        case other:  # pragma: no cover  # the union is closed
            assert_never(other)
