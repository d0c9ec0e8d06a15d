"""The fold: ``feed`` and what makes one."""

from collections.abc import Callable, Iterable

from toolfold.core.deltas import Delta, Done, Noted
from toolfold.core.lane import extended, has_lane
from toolfold.core.ledger import noted
from toolfold.core.limits import DEFAULT_LIMITS, Limits
from toolfold.core.state import State, base_of, with_base
from toolfold.core.step import stepped
from toolfold.wires import WIRES, mix, recognised, said
from toolfold.wires.envelopes import opened
from toolfold.wires.openai_chat import OPENAI_CHAT
from toolfold.wires.plain import plain_piece
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
        if chat and type(fragment) is dict:
            piece = plain_piece(fragment)
            after = None if piece is None else extended(state, CHAT, limits, piece)
            if after is not None:
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
    if not wire or base.wire == wire:
        return after
    after = with_base(after, base._replace(wire=wire))
    return after if not base.wire or mix(base.wire, wire) else noted(after, "wire-switched", None)


def _misuse(state: object) -> str:
    return (
        f"feed takes a State first, not {type(state).__name__}. Start with toolfold.new(). If a checkpointer handed "
        "back plain data instead of a State, allow the type (JsonPlusSerializer(allowed_msgpack_modules=[State])) or "
        "use toolfold.restore(data)"
    )


feed: Feed = feeder()
"""Return the state after one fragment, whatever wire it comes from.

It is pure and never raises whatever the fragment is: the same state object comes back if the fragment says nothing
about calls. Fragments are dicts, lists or SDK objects; of strings only ``"[DONE]"`` means something, since a model's
prose must not become a call.

>>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "now", "arguments": "{}"}}])
>>> state[0].name
'now'
"""


def feed_all(state: State, fragments: Iterable[object], /) -> State:
    """Return the state after all fragments: ``functools.reduce(feed, fragments, state)``.

    Plain pieces of one call are gathered and joined once, which no state can tell from folding them one by one.

    >>> feed_all(new(), ["[DONE]", {"type": "ping"}]) == new()
    True
    """
    choice = index = -1
    gathered: list[str] = []
    for fragment in fragments:
        piece = plain_piece(fragment) if type(fragment) is dict else None
        if piece is not None and piece[1] == index and piece[0] == choice:
            gathered.append(piece[2])
            continue
        state = _with_all(state, choice, index, gathered)
        state, choice, index, gathered = feed(state, fragment), -1, -1, []
        if piece is not None and has_lane(state, piece[0], piece[1]):
            choice, index, _ = piece
    return _with_all(state, choice, index, gathered)


def _with_all(state: State, choice: int, index: int, texts: list[str]) -> State:
    """Return the state with gathered texts: at once, or, if that would pass a limit, one by one up to it."""
    if not texts:
        return state
    after = extended(state, CHAT, DEFAULT_LIMITS, (choice, index, "".join(texts)))
    if after is not None:
        return after
    for text in texts:
        entry = {"index": index, "function": {"arguments": text}}
        state = feed(state, {"choices": [{"index": choice, "delta": {"tool_calls": [entry]}}]})
    return state
