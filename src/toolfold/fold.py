"""The fold: ``feed`` and what makes one."""

from collections.abc import Callable, Iterable

from toolfold.core.deltas import Delta, Done, Noted, Piece
from toolfold.core.lane import with_lanes
from toolfold.core.ledger import noted
from toolfold.core.limits import DEFAULT_LIMITS, Limits
from toolfold.core.state import State, base_of, with_base
from toolfold.core.step import stepped
from toolfold.plain import continued
from toolfold.wires import WIRES, mix, recognised, said
from toolfold.wires.envelopes import opened
from toolfold.wires.openai_chat import OPENAI_CHAT
from toolfold.wires.wire import Wire

CHAT = OPENAI_CHAT.name

Feed = Callable[[State, object], State]


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
    chat = OPENAI_CHAT in known

    def feed(state: State, fragment: object, /) -> State:
        if not isinstance(state, State):
            raise TypeError(_misuse(state))
        if chat and (after := continued(state, fragment, limits)) is not None:
            return after
        try:
            name, deltas = _decoded(state, fragment, known, only)
        except Exception:  # noqa: BLE001  # an object of the caller's may raise anything; the stream goes on
            name, deltas = "", (Noted("unreadable"),)
        return _folded(state, name, deltas, limits) if deltas else state

    return feed


def _decoded(
    state: State, fragment: object, wires: tuple[Wire, ...], only: Wire | None
) -> tuple[str, tuple[Delta, ...]]:
    """Return the wire of a fragment and what it says."""
    if isinstance(fragment, str | bytes):
        return "", (Done(),) if fragment in ("[DONE]", b"[DONE]") else ()
    fragment = opened(fragment)
    wire = recognised(fragment, wires, base_of(state).wire if only is None else only.name)
    return ("", ()) if wire is None else (wire.name, said(wire, fragment))


def _folded(state: State, wire: str, deltas: tuple[Delta, ...], limits: Limits) -> State:
    """Return the state after the deltas; if they change nothing it is the same state."""
    base = base_of(state)
    start = state if base.limits is limits else with_base(state, base._replace(limits=limits))
    after = stepped(start, deltas)
    if after is start:
        return state
    base = base_of(after)
    if base.wire == wire == CHAT and _is_plain(deltas):
        return with_lanes(after)
    if not wire or base.wire == wire:
        return after
    after = with_base(after, base._replace(wire=wire))
    return after if not base.wire or mix(base.wire, wire) else noted(after, "wire-switched", None)


def _is_plain(deltas: tuple[Delta, ...]) -> bool:
    """Say whether a fragment said no more than a piece of text, so that the next ones are likely to say no more."""
    match deltas:
        case (Piece(id=None, name=None),):
            return True
        case _:
            return False


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
feed.__qualname__ = "feed"  # so that it pickles by its name, as functions of other processes and checkpoints must


def feed_all(state: State, fragments: Iterable[object], /) -> State:
    """Return the state after all fragments: ``functools.reduce(feed, fragments, state)``.

    >>> feed_all(new(), ["[DONE]", {"type": "ping"}]) == new()
    True
    """
    if not isinstance(state, State):
        raise TypeError(_misuse(state))
    for fragment in fragments:
        after = continued(state, fragment, DEFAULT_LIMITS)
        state = feed(state, fragment) if after is None else after
    return state
