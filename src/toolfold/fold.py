"""The fold: ``feed`` and what makes one."""

from collections.abc import Iterable

from toolfold.core.base import Mark
from toolfold.core.deltas import Delta, Done, Noted
from toolfold.core.lane import along, plain, with_lane
from toolfold.core.ledger import noted
from toolfold.core.limits import DEFAULT_LIMITS, Limits
from toolfold.core.state import State, base_of, with_base
from toolfold.core.step import stepped
from toolfold.plain import CHAT, NOTHING, Feed, gathered, index_of, plain_first
from toolfold.wires import WIRES, mix, recognised, said
from toolfold.wires.envelopes import opened
from toolfold.wires.wire import Wire

__all__ = ["Feed", "feed", "feed_all", "feeder", "new"]


def new(seed: str = "") -> State:
    """Return an empty state; the seed salts the ids that are made up for calls without one.

    >>> len(new())
    0
    """
    return State(seed=seed)


def feeder(*wires: Wire, limits: Limits = DEFAULT_LIMITS) -> Feed:
    """Return a ``feed`` of your own: with one wire it is not guessed, with several only they are, or with limits.

    The result is a plain function of two positional parameters, as reducers in agent frameworks must be.

    >>> from toolfold import Limits
    >>> feed_small = feeder(limits=Limits(calls=8))
    >>> feed_small(new(), {"type": "ping"}) == new()
    True
    """
    known = wires or WIRES
    only = wires[0] if len(wires) == 1 else None
    marks: dict[str, Mark] = {name: (name, limits) for name in ("", *(wire.name for wire in known))}

    def by_rules(state: State, fragment: object, /) -> State:
        if not isinstance(state, State):
            raise TypeError(_misuse(state))
        try:
            name, deltas = _decoded(state, fragment, known, only)
        except Exception:  # noqa: BLE001  # an object of the caller's may raise anything; the stream goes on
            name, deltas = "", (Noted("unreadable"),)
        return _folded(state, marks[name], deltas) if deltas else state

    return plain_first(by_rules, known, marks)


def _decoded(
    state: State, fragment: object, wires: tuple[Wire, ...], only: Wire | None
) -> tuple[str, tuple[Delta, ...]]:
    """Return the wire of a fragment and what it says."""
    if isinstance(fragment, str | bytes):
        return "", (Done(),) if fragment in ("[DONE]", b"[DONE]") else ()
    fragment = opened(fragment)
    wire = recognised(fragment, wires, base_of(state).wire if only is None else only.name)
    return ("", ()) if wire is None else (wire.name, said(wire, fragment))


def _folded(state: State, mark: Mark, deltas: tuple[Delta, ...]) -> State:
    """Return the state after the deltas; if they change nothing it is the same state."""
    wire, limits = mark
    base, piece = base_of(state), plain(deltas)
    if piece is not None and (longer := along(state, piece, mark)) is not None:
        return longer
    start = state if base.limits is limits else with_base(state, base._replace(limits=limits))
    after = stepped(start, deltas)
    if after is start:
        return state
    base = base_of(after)
    if not wire or base.wire == wire:
        return after if piece is None else with_lane(state, after, piece, mark, index_of(wire, deltas))
    after = with_base(after, base._replace(wire=wire))
    return after if not base.wire or mix(base.wire, wire) else noted(after, "wire-switched", None)


def _misuse(state: object) -> str:
    return (
        f"feed takes a State first, not {type(state).__name__}. Start with toolfold.new(). If a checkpointer handed "
        "back plain data instead of a State, allow the type (JsonPlusSerializer(allowed_msgpack_modules=[State])) or "
        "use toolfold.restore(data)"
    )


feed: Feed = feeder()
feed.__doc__ = """Return the state after one fragment, whatever wire it comes from.

It is pure and never raises whatever the fragment is: the same state object comes back if the fragment says nothing
about calls. Fragments are dicts, lists or SDK objects; of strings only ``"[DONE]"`` means something, since a model's
prose must not become a call.

>>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "now", "arguments": "{}"}}])
>>> state[0].name
'now'
"""
feed.__module__, feed.__qualname__ = __name__, "feed"  # it pickles by its name, for other processes and checkpoints


CHAT_MARK: Mark = (CHAT, DEFAULT_LIMITS)


def feed_all(state: State, fragments: Iterable[object], /) -> State:
    """Return the state after all fragments: ``functools.reduce(feed, fragments, state)``.

    >>> feed_all(new(), ["[DONE]", {"type": "ping"}]) == new()
    True
    """
    if not isinstance(state, State):
        raise TypeError(_misuse(state))
    rest = iter(fragments)
    for fragment in rest:
        state = feed(state, fragment)
        if type(fragment) is dict and "choices" in fragment:  # the next ones are likely to be plain
            state, left = gathered(state, rest, CHAT_MARK)
            state = state if left is NOTHING else feed(state, left)
    return state
