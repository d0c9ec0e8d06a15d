"""The accumulator as a value.

Every use of pyrsistent's maps for calls is in here. The call being written is held beside the map and written back
when another one is touched, since a map write costs more than all the rest of a fold step.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, Self, cast

from pyrsistent import PMap, pmap

from toolfold.core.call import ARRIVED, CallKey, PartialCall, weight
from toolfold.core.limits import DEFAULT_LIMITS, Limits
from toolfold.core.notes import Note
from toolfold.core.seal import Seal

Slot = tuple[str, int, int, str | int]
"""What a fragment calls a call: the kind of name (id, index, block key), message, choice, and the name itself."""

GroupKey = tuple[int, int]
"""Message ordinal and choice."""

NO_CALL: Final = -1


class Group(NamedTuple):
    """The calls of one choice of one message.

    ``latest`` is the call touched last, ``last`` the one opened last; ``bare`` are the named calls without text.
    ``well`` and ``cut`` say how the response ended, if it did; the worse word is remembered beside the better one.
    """

    latest: CallKey = NO_CALL
    last: CallKey = NO_CALL
    size: int = 0
    bare: PMap[CallKey, None] = pmap()
    well: bool = False
    cut: bool = False


class StreamError(NamedTuple):
    """An error that the provider reported inside the stream."""

    type: str
    message: str = ""


class Base(NamedTuple):
    """All of a state but the call being written. ``characters`` counts what the calls in the map keep."""

    calls: PMap[CallKey, PartialCall] = pmap()
    opened: int = 0
    slots: PMap[Slot, CallKey] = pmap()
    groups: PMap[GroupKey, Group] = pmap()
    message: int = 0
    message_id: str = ""
    done: bool = False
    wire: str = ""
    error: StreamError | None = None
    notes: PMap[tuple[str, CallKey | None], Note] = pmap()
    seed: str = ""
    limits: Limits = DEFAULT_LIMITS
    characters: int = 0
    seen: tuple[tuple[int, int], ...] = ()


class State(Mapping[CallKey, PartialCall]):
    """All that a stream has said about tool calls: an immutable map from a call's number to the call so far.

    Iterating gives the calls in output order. Two states are equal if they say the same and go on alike, however
    they were made. ``seed`` salts the ids that are made up for calls without one.

    >>> State() == State(), len(State()), State(seed="run 7") == State()
    (True, 0, False)
    """

    __slots__ = ("_base", "_hot")

    _base: Base
    _hot: PartialCall | None

    def __new__(cls, seed: str = "", /, **saved: object) -> Self:
        """Make an empty state, or the state that ``_asdict`` saved."""
        if "version" in saved:
            from toolfold.core.restore import revive  # noqa: PLC0415  # the saved form knows the state, not the reverse

            return cast("Self", revive(saved))
        named = saved.pop("seed", seed)
        if saved or not isinstance(named, str):
            msg = f"State takes a text seed and nothing else, not {sorted(saved) or type(named).__name__}"
            raise TypeError(msg)
        return cast("Self", make(Base(seed=named), None))

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a state never changes."""
        msg = f"a State never changes; {name} cannot be set, feed returns a new State"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> None:
        """Refuse: a state never changes."""
        self.__setattr__(name, None)

    @property
    def calls(self) -> PMap[CallKey, PartialCall]:
        """Every call by its number, in pyrsistent's map (whose iteration order means nothing)."""
        hot = self._hot
        return self._base.calls if hot is None else self._base.calls.set(hot.head.key, hot)

    def __getitem__(self, key: CallKey, /) -> PartialCall:
        """Return one call."""
        return call_at(self, key)

    def __iter__(self) -> Iterator[CallKey]:
        """Iterate over the calls' numbers in output order."""
        return (call.head.key for call in in_order(self))

    def __len__(self) -> int:
        """Count the calls."""
        return self._base.opened

    def __eq__(self, other: object) -> bool:
        """Compare what the states say, not how they hold it."""
        if not isinstance(other, State):
            return NotImplemented
        return self is other or settled(self) == settled(other)

    def __hash__(self) -> int:
        """Hash what the state says."""
        return hash(settled(self))

    def __repr__(self) -> str:
        """Show the calls in output order, one after the other."""
        shown = [f"{call.head.key}: {call!r}" for call in in_order(self)[:SHOWN]]
        rest = [f"… {len(self) - SHOWN} more"] if len(self) > SHOWN else []
        return f"State({', '.join(shown + rest)})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the parts."""
        return make, (self._base, self._hot)

    def __copy__(self) -> Self:
        """Return itself: there is nothing to protect a copy from."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: there is nothing to protect a copy from."""
        return self

    def _asdict(self) -> dict[str, object]:
        """Return the state as plain data that the constructor takes back (serialisers of agent frameworks ask)."""
        from toolfold.core.snapshot import snapshot  # noqa: PLC0415  # the saved form knows the state, not the reverse

        return snapshot(self)


SHOWN = 8
"""Calls in a ``repr``."""

_set_base = State.__dict__["_base"].__set__
_set_hot = State.__dict__["_hot"].__set__


def make(base: Base, hot: PartialCall | None, /) -> State:
    """Put a state together; the slots are written past ``__setattr__``, which refuses everyone else."""
    state = object.__new__(State)
    _set_base(state, base)
    _set_hot(state, hot)
    return state


def base_of(state: State, /) -> Base:
    """Return all of a state but the call being written."""
    return state._base  # noqa: SLF001


def settled(state: State, /) -> Base:
    """Return the state's content with the call being written in the map, where its place says nothing."""
    return write_back(state._base, state._hot)  # noqa: SLF001


def write_back(base: Base, hot: PartialCall | None, /) -> Base:
    """Return the base with the call being written back in the map."""
    if hot is None:
        return base
    head = hot.head
    where = (head.message, head.choice)
    group = base.groups[where]
    groups = base.groups if group.latest == head.key else base.groups.set(where, group._replace(latest=head.key))
    return base._replace(calls=base.calls.set(head.key, hot), groups=groups, characters=base.characters + weight(hot))


def call_at(state: State, key: CallKey, /) -> PartialCall:
    """Return one call; an unknown number is a ``KeyError``."""
    hot = state._hot  # noqa: SLF001
    return hot if hot is not None and hot.head.key == key else state._base.calls[key]  # noqa: SLF001


def put(state: State, call: PartialCall, /) -> State:
    """Return the state with a call, new or changed, which is then the one being written."""
    base, hot = state._base, state._hot  # noqa: SLF001
    if hot is not None and hot.head.key == call.head.key:
        return make(base, call)
    base = write_back(base, hot)
    before = base.calls.get(call.head.key)
    if before is not None:
        base = base._replace(characters=base.characters - weight(before))
    return make(base, call)


def with_base(state: State, base: Base, /) -> State:
    """Return the state with another base; the call being written stays."""
    return make(base, state._hot)  # noqa: SLF001


def kept(state: State, /) -> int:
    """Return the number of characters that all calls keep."""
    hot = state._hot  # noqa: SLF001
    return state._base.characters + (0 if hot is None else weight(hot))  # noqa: SLF001


def slot(state: State, name: Slot, /) -> CallKey | None:
    """Return the call that a slot names."""
    return state._base.slots.get(name)  # noqa: SLF001


def group_of(state: State, choice: int, /) -> Group:
    """Return the group of a choice in the current message."""
    base, hot = state._base, state._hot  # noqa: SLF001
    group = base.groups.get((base.message, choice), Group())
    if hot is not None and hot.head.message == base.message and hot.head.choice == choice:
        return group._replace(latest=hot.head.key)
    return group


def home(state: State, call: PartialCall, /) -> Group:
    """Return the group that a call belongs to."""
    return state._base.groups[call.head.message, call.head.choice]  # noqa: SLF001


def standing(state: State, /) -> list[PartialCall]:
    """Return the calls in output order, without those that the provider took back to begin anew."""
    return [call for call in in_order(state) if call.head.trouble is None or call.head.trouble.kind != "discarded"]


def in_order(state: State, /) -> list[PartialCall]:
    """Return the calls in output order: by message, choice, rank, index and arrival."""
    return sorted(state.calls.values(), key=_place)


def _place(call: PartialCall) -> tuple[int, ...]:
    head = call.head
    return head.message, head.choice, head.rank, (head.number or 0) if head.rank != ARRIVED else 0, head.key


def seal_of(state: State, call: PartialCall, /) -> Seal:
    """Return how sure it is that a call will not grow: by its own end, or by its response's."""
    group = home(state, call)
    if group.well:
        return Seal.ENDED
    return max(call.head.seal, Seal.SEALED if group.cut else Seal.OPEN)


def is_confirmed(state: State, call: PartialCall, /) -> bool:
    """Say whether the provider ended the call, or whether its wire has no way to say so."""
    return call.head.endless or seal_of(state, call) >= Seal.SEALED
