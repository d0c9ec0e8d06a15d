"""The accumulator as a value.

Every write to pyrsistent's map of calls is in here. The calls being written are held beside the map (they are "warm")
and written back when too many others were touched, since a map write costs more than all the rest of a fold step.
"""

from collections.abc import Iterator, Mapping
from typing import Self, cast

from pyrsistent import PMap

from toolfold.arguments.rope import append
from toolfold.core.base import Base, Held, Lanes, Parts, Pending
from toolfold.core.call import ARRIVED, CallKey, PartialCall, weight


class State(Mapping[CallKey, PartialCall]):
    """All that a stream has said about tool calls: an immutable map from a call's number to the call so far.

    Iterating gives the calls in output order. Two states are equal if they say the same and go on alike, however
    they were made. ``seed`` salts the ids that are made up for calls without one.

    >>> State() == State(), len(State()), State(seed="run 7") == State()
    (True, 0, False)
    """

    __slots__ = ("_parts",)

    _parts: "Held"

    def __new__(cls, seed: str = "", /, **saved: object) -> Self:
        """Make an empty state, or the state that ``_asdict`` saved."""
        if "version" in saved:
            from toolfold.core.restore import revive  # noqa: PLC0415  # the saved form knows the state, not the reverse

            return cast("Self", revive(saved))
        named = saved.pop("seed", seed)
        if saved or not isinstance(named, str):
            msg = f"State takes a text seed and nothing else, not {sorted(saved) or type(named).__name__}"
            raise TypeError(msg)
        return cast("Self", make(Base(seed=named)))

    @property
    def calls(self) -> PMap[CallKey, PartialCall]:
        """Every call by its number, in pyrsistent's map (whose iteration order means nothing)."""
        base, warm, _, _ = parts_of(self)
        return cast("PMap[CallKey, PartialCall]", base.calls.update({call.head.key: call for call in warm}))

    def __getitem__(self, key: CallKey, /) -> PartialCall:
        """Return one call."""
        return call_at(self, key)

    def __iter__(self) -> Iterator[CallKey]:
        """Iterate over the calls' numbers in output order."""
        return (call.head.key for call in in_order(self))

    def __len__(self) -> int:
        """Count the calls."""
        return self._parts[0].opened

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
        """Pickle the content."""
        return make, (settled(self),)

    def __copy__(self) -> Self:
        """Return itself: there is nothing to protect a copy from."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: there is nothing to protect a copy from."""
        return self

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object, /) -> object:
        """Let a state be a field of a pydantic model, whose JSON then holds the snapshot."""
        from toolfold.core.schema import state_schema  # noqa: PLC0415  # asked for by pydantic only

        return state_schema()

    def _asdict(self) -> dict[str, object]:
        """Return the state as plain data that the constructor takes back (serialisers of agent frameworks ask)."""
        from toolfold.core.snapshot import snapshot  # noqa: PLC0415  # the saved form knows the state, not the reverse

        return snapshot(self)


State.__module__ = "toolfold"  # checkpoints name a type by its module, and outlive the one that it happens to be in

SHOWN = 8
"""Calls in a ``repr``."""

WARM = 16
"""Calls held beside the map. Providers interleave a handful at most."""


def make(base: Base, warm: tuple[PartialCall, ...] = (), at: int = -1, lanes: Lanes | None = None, /) -> State:
    """Put a state together."""
    return held((base, warm, at, lanes, (), ""))


def held(parts: Held, /) -> State:
    """Put a state together that has text which is not yet in the ropes of its calls."""
    state = object.__new__(State)
    state._parts = parts  # the one slot, written where a state is made and nowhere else
    return state


def parts_of(state: State, /) -> Parts:
    """Return what a state is made of, with all text in the ropes."""
    base, warm, at, lanes, pending, fresh = state._parts  # noqa: SLF001
    return base, with_texts(warm, (*pending, at, fresh)) if fresh or pending else warm, at, lanes


def with_texts(warm: tuple[PartialCall, ...], pending: Pending, /) -> tuple[PartialCall, ...]:
    """Return the warm calls with further text for some of them."""
    texts: dict[int, str] = {}
    turns = iter(pending)
    for place, text in zip(turns, turns, strict=True):
        texts[place] = texts.get(place, "") + text
    calls = list(warm)
    for place, text in texts.items():
        head, rope, reading = calls[place]
        calls[place] = PartialCall(head, append(rope, text), reading)
    return tuple(calls)


def base_of(state: State, /) -> Base:
    """Return all of a state but the calls being written."""
    return state._parts[0]  # noqa: SLF001


def settled(state: State, /) -> Base:
    """Return the state's content with every call in the map, where its place says nothing."""
    base = _left(state)
    for call in parts_of(state)[1]:
        base = _written_back(base, call)
    return base


def _left(state: State) -> Base:
    """Return the base with the call touched last remembered in its group."""
    base, warm, at, _ = parts_of(state)
    if at < 0:
        return base
    head = warm[at].head
    where = (head.message, head.choice)
    group = base.groups[where]
    if group.latest == head.key:
        return base
    return base._replace(groups=base.groups.set(where, group._replace(latest=head.key)))


def _written_back(base: Base, call: PartialCall) -> Base:
    return base._replace(calls=base.calls.set(call.head.key, call), characters=base.characters + weight(call))


def call_at(state: State, key: CallKey, /) -> PartialCall:
    """Return one call; an unknown number is a ``KeyError``."""
    base, warm, _, _ = parts_of(state)
    return next((call for call in warm if call.head.key == key), None) or base.calls[key]


def put(state: State, call: PartialCall, /) -> State:
    """Return the state with a call, new or changed, which is then the one touched last."""
    base, warm, at, _ = parts_of(state)
    head = call.head
    if at >= 0 and (warm[at].head.message, warm[at].head.choice) != (head.message, head.choice):
        base = _left(state)
    for place, one in enumerate(warm):
        if one.head.key == head.key:
            return make(base, (*warm[:place], call, *warm[place + 1 :]), place)
    before = base.calls.get(head.key)
    if before is not None:
        base = base._replace(characters=base.characters - weight(before))
    if len(warm) == WARM:
        base, warm = _written_back(base, warm[0]), warm[1:]
    return make(base, (*warm, call), len(warm))


def with_base(state: State, base: Base, /) -> State:
    """Return the state with another base; the calls being written stay."""
    _, warm, at, _ = parts_of(state)
    return make(base, warm, at)


def kept(state: State, /) -> int:
    """Return the number of characters that all calls keep."""
    base, warm, _, _ = parts_of(state)
    return base.characters + sum(map(weight, warm))


def in_order(state: State, /) -> list[PartialCall]:
    """Return the calls in output order: by message, choice, rank, index and arrival."""
    base, warm, _, _ = parts_of(state)
    calls = warm if len(warm) == base.opened else state.calls.values()
    return sorted(calls, key=place_of)


def place_of(call: PartialCall, /) -> tuple[int, ...]:
    """Return a call's place in the output order, as a sort key."""
    head = call.head
    return head.message, head.choice, head.rank, (head.number or 0) if head.rank != ARRIVED else 0, head.key
