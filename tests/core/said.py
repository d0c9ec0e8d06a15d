"""Deltas said outright, without a wire, to a state with two calls: so that a note of the wrong call is seen."""

from functools import reduce

import toolfold
from toolfold import Limits, State
from toolfold.core.deltas import (
    Block,
    Delta,
    Merge,
    Piece,
    Sealed,
    Traits,
)
from toolfold.core.state import base_of, with_base
from toolfold.core.step import step

A, B = Block("a"), Block("b")
FIRST = Piece(A, "a", "f", "{}")


def fold(*deltas: Delta, limits: Limits | None = None, state: State | None = None) -> State:
    start = toolfold.new() if state is None else state
    start = start if limits is None else with_base(start, base_of(start)._replace(limits=limits))
    return reduce(step, deltas, start)


def noted(*deltas: Delta, limits: Limits | None = None) -> list[tuple[str, int | None, int, int]]:
    kept = base_of(fold(*deltas, limits=limits)).notes.values()
    return sorted(((note.kind, note.call, note.count, note.characters) for note in kept), key=repr)


def texts(state: State) -> list[str]:
    return [call.text for call in state.values()]


WHOLE = (FIRST, Piece(B, "b", "g", '{"n":1}'), Sealed(B))
TWIN = Traits(restarts=True)
LAST = Traits(merge=Merge.LAST)
