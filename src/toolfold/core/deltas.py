"""What a fragment says, in the few words that the core understands.

A wire turns a fragment into a tuple of these records and keeps nothing. An address says what the fragment calls a
call (an index, an id, a block key); which call that is, the rule table in ``address`` decides. All texts in here are
plain ``str``: nothing of the fragment itself is kept.
"""

from enum import Enum
from typing import Literal, NamedTuple

Kind = Literal["function", "custom"]
RunBy = Literal["client", "provider"]
Key = str | int


class Routed(NamedTuple):
    """A call on a wire whose indexes and ids cannot be trusted: the routing rules decide.

    ``number`` is the provider's index (a tuple has a method of that name); a text is an identity that orders nothing.
    ``twin`` says that an earlier entry of the same fragment had this index and another name.
    """

    choice: int = 0
    number: Key | None = None
    id: str | None = None
    twin: bool = False


class Reach(Enum):
    """How far back a key is looked for, if no call of the message being written has it."""

    MESSAGE = "message"
    """No further."""
    AWAITED = "awaited"
    """As far as a call that still waits for its own end."""
    ANY = "any"
    """In every message."""
    KNOWN = "known"
    """In every message, and no call is opened if none has it."""


class Block(NamedTuple):
    """A call on a wire with a key of its own for every call; ``fresh`` opens a new call also at a used key.

    A fresh piece that ``restarts`` comes under a call's own id: it begins an open call anew, and is a new call after
    one that was over, unless that proves to be the same call once more.

    ``number`` is the index to show. ``late`` puts the call behind those of routed lists, as a wire that mixes both
    shapes wants.
    """

    key: Key
    choice: int = 0
    number: int | None = None
    fresh: bool = False
    late: bool = False
    reach: Reach = Reach.MESSAGE


class Whole(NamedTuple):
    """A call that comes whole: each one is new, but the same id again replaces what it named before.

    ``number`` is the index to show; it orders nothing.
    """

    choice: int = 0
    id: str | None = None
    number: int | None = None


class Item(NamedTuple):
    """A call that goes by several names at once: its id, its place among the outputs, and an item id.

    ``place`` and ``item`` are keys of one response. ``settled`` marks an item of a final snapshot, whose place says
    nothing. ``number`` is the index to show.
    """

    id: str | None = None
    place: Key | None = None
    item: Key | None = None
    number: int | None = None
    settled: bool = False
    choice: int = 0


class Latest(NamedTuple):
    """The call of this choice that was touched last."""

    choice: int = 0


Address = Routed | Block | Whole | Item | Latest


class Merge(Enum):
    """How a later id, name or extra of a known call counts."""

    GROW = "grow"
    """An equal name is ignored, a longer one that starts with the name so far replaces it, another is appended."""
    FIRST = "first"
    """The first id, name and extra stay."""
    LAST = "last"
    """The last id, name and extra win."""
    APPEND = "append"
    """A name is appended unless it is equal; the last id and extra win."""


class Traits(NamedTuple):
    """What is rarely said of a call. That the provider runs it may be said late, as long as the call is not over.

    ``extras`` is the JSON text of an object, in the wire's own keys and nesting, or ``""``. ``endless`` marks a wire
    that has no end signal, so that reading the result is the confirmation. ``sequential`` marks a wire that writes
    one call after the other, ``implicit`` a call that ends with the first event that is not about it. ``restarts``
    begins the arguments anew.
    """

    kind: Kind = "function"
    run_by: RunBy = "client"
    extras: str = ""
    display_text: str | None = None
    merge: Merge = Merge.GROW
    endless: bool = False
    sequential: bool = False
    implicit: bool = False
    restarts: bool = False


PLAIN = Traits()


class Piece(NamedTuple):
    """A part of a call: any of its id, its name and a piece of its argument text."""

    at: Address
    id: str | None = None
    name: str | None = None
    text: str = ""
    traits: Traits = PLAIN


class Value(NamedTuple):
    """Whole arguments, as JSON text.

    A ``final`` value beats the pieces unless it is empty; a preview counts only if no piece ever comes. One that
    ``joins`` adds its members to those of the object so far.
    """

    at: Address
    text: str
    final: bool = True
    joins: bool = False


PathEdit = tuple[str, str | int | float | bool | None, bool]
"""One edit of arguments: the path, the value, and whether more text of that path follows."""


class Patch(NamedTuple):
    """Arguments by JSON path. ``closed`` says that no more edits follow."""

    at: Address
    edits: tuple[PathEdit, ...] = ()
    closed: bool = False


class Sealed(NamedTuple):
    """The provider ended this one call; ``rejected`` if it said why the arguments are invalid.

    What the provider runs it also refuses itself, so that this counts for the client's calls only.
    """

    at: Address
    rejected: str | None = None


class Cancelled(NamedTuple):
    """The provider took one call back; this counts even for a call that was over."""

    at: Address
    why: str


class Interrupted(NamedTuple):
    """Something came that is not about the call being written, which ends it if it has no end of its own.

    If it is about a call, ``by`` is that one's address: a call is not ended by what is about itself.
    """

    choice: int = 0
    by: Address | None = None


class Discarded(NamedTuple):
    """The provider took back all calls of the message being written, and begins it anew."""


class Numbered(NamedTuple):
    """The number of this event in its message: an event that was seen already says nothing more."""

    number: int


class Ended(NamedTuple):
    """The response of this choice ended: well, or cut short by a limit, a filter or an error.

    ``message`` is the id of the message that ended, on a wire that writes several at once.
    """

    choice: int = 0
    well: bool = True
    message: str = ""


class Done(NamedTuple):
    """The stream said that it is over."""


class MessageStarted(NamedTuple):
    """A message begins: keys, indexes and event numbers start anew, unless it is one that was there before."""

    id: str = ""


class StepStarted(NamedTuple):
    """A step of the message begins: keys start anew if the step before has ended, and go on if it has not."""


class MessageNamed(NamedTuple):
    """The id of the message that is being written."""

    id: str


class Failed(NamedTuple):
    """The provider reported an error in the stream."""

    type: str
    message: str = ""


class Noted(NamedTuple):
    """Something odd that is no fault, with the number of argument characters that it concerns."""

    kind: str
    characters: int = 0


Delta = (
    Piece
    | Value
    | Patch
    | Sealed
    | Cancelled
    | Interrupted
    | Discarded
    | Numbered
    | Ended
    | Done
    | MessageStarted
    | StepStarted
    | MessageNamed
    | Failed
    | Noted
)
