"""What a state is made of: all but the calls being written, and how these are held beside it."""

from collections.abc import Hashable
from typing import Any, Final, NamedTuple

from pyrsistent import PMap, pmap

from toolfold.core.call import CallKey, PartialCall
from toolfold.core.limits import DEFAULT_LIMITS, Limits
from toolfold.core.notes import Note

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
    """All of a state but the calls being written. ``characters`` counts what the other calls keep.

    ``message`` is the ordinal of the message being written, ``begun`` the first one that has no call yet.
    """

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
    begun: int = 0


Mark = tuple[str, Limits]
"""The wire and the limits that a feed goes by; a lane is for the like of them only."""

Lanes = dict[Hashable, tuple[object, int, Mark]]
"""Where plain pieces go (see ``lane``), by their kind or, on some wires, by the index of their call.

An entry is that name once more (an index of another type would be equal), the place of the call, and the mark.
"""

Pending = tuple[Any, ...]
"""Places and texts in turns, flat since that is cheapest: text that is not yet in the ropes of its calls."""

Parts = tuple[Base, tuple[PartialCall, ...], int, Lanes | None]
"""The base, the warm calls, the place of the one touched last (or -1), and the lanes if there are any."""

Held = tuple[Base, tuple[PartialCall, ...], int, Lanes | None, Pending, str]
"""The same, then text that came since: of other calls, and, as the last part, of the call touched last.

One plain tuple in one slot, with the text that grows on top, since a state is made for every fragment. That the lanes
are a dict is safe: none is ever changed, and no caller gets hold of one.
"""
