"""One call while it is being written."""

from typing import NamedTuple

from toolfold.arguments.patch import Patched, render
from toolfold.arguments.reader import START, Reading, Stage, is_object, read_on, stage
from toolfold.arguments.rope import EMPTY_ROPE, Rope, joined, length, since
from toolfold.core.deltas import Kind, RunBy
from toolfold.core.extras import NO_EXTRAS, Extras, plain_extras, written
from toolfold.core.seal import Seal

CallKey = int
"""A call's number by arrival in its state; it never changes."""

INDEXED, TAGGED, ARRIVED = 0, 1, 2
"""Ranks in the output order: by index, by index of the second shape of a mixed wire, by arrival."""


class Trouble(NamedTuple):
    """Why a call cannot be used whatever its text says: ``abandoned``, ``rejected``, ``over-limit``, ``discarded``."""

    kind: str
    why: str


class Head(NamedTuple):
    """All that changes rarely while a call is written.

    ``number`` is the provider's index. ``chain`` is the length of the last piece while each piece started with the
    one before, else 0; ``first_empty`` says that the first piece was exactly ``{}``. Both are facts that joining the
    text would lose. ``sole`` is the one call that an orphan's text can belong to, ``twin`` the earlier call that this
    one may prove to be once more. ``spent`` counts the kept characters that are not argument pieces, ``restarts`` how
    often the arguments began anew.
    """

    key: CallKey = 0
    message: int = 0
    message_id: str = ""
    choice: int = 0
    position: int = 0
    rank: int = INDEXED
    number: int | None = None
    id: str | None = None
    name: str | None = None
    kind: Kind = "function"
    run_by: RunBy = "client"
    extras: Extras = NO_EXTRAS
    display_text: str | None = None
    seal: Seal = Seal.OPEN
    endless: bool = False
    implicit: bool = False
    first_empty: bool = False
    chain: int = 0
    preview: str = ""
    patched: Patched | None = None
    patch_closed: bool = False
    orphan: bool = False
    sole: CallKey | None = None
    twin: CallKey | None = None
    trouble: Trouble | None = None
    aliases: int = 0
    spent: int = 0
    restarts: int = 0


class PartialCall(NamedTuple):
    """A call so far: frozen, and equal to any other with the same content, wherever its text was cut.

    >>> PartialCall(Head(name="search")).name
    'search'
    """

    head: Head = Head()
    rope: Rope = EMPTY_ROPE
    reading: Reading = START
    """How far the text was read, kept so that no rule reads anything twice. It follows from the text."""

    def __eq__(self, other: object) -> bool:
        """Compare what the calls say."""
        if not isinstance(other, PartialCall):
            return NotImplemented
        return self is other or (self.head == other.head and self.rope == other.rope)

    def __ne__(self, other: object) -> bool:
        """Negate ``__eq__``; a tuple would otherwise compare its parts."""
        return not self == other

    def __hash__(self) -> int:
        """Hash what the call says."""
        return hash((self.head, self.rope))

    def __repr__(self) -> str:
        """Show what a person asks for first."""
        shown = self.text if length(self.rope) <= SHOWN else self.text[:SHOWN] + "…"
        return f"PartialCall({self.name or '(no name yet)'}, id={self.id!r}, text={shown!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what the call says; the reading follows from it."""
        return PartialCall, (self.head, self.rope)

    @property
    def key(self) -> CallKey:
        """Its number by arrival."""
        return self.head.key

    @property
    def id(self) -> str | None:
        """The provider's id, if one came."""
        return self.head.id

    @property
    def name(self) -> str | None:
        """The tool's name so far."""
        return self.head.name

    @property
    def text(self) -> str:
        """The argument text so far, as received; for arguments sent by path, the JSON of what has arrived."""
        if self.head.patched is not None:
            return render(self.head.patched)
        return joined(self.rope) or self.head.preview

    @property
    def status(self) -> str:
        """``incomplete``: nothing in here was judged."""
        return "incomplete"

    @property
    def index(self) -> int | None:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """The provider's index, if it gave one."""
        return self.head.number

    @property
    def choice(self) -> int:
        """The choice (candidate) of the response that the call belongs to."""
        return self.head.choice

    @property
    def kind(self) -> Kind:
        """``function`` if the text is JSON, ``custom`` if it is free text."""
        return self.head.kind

    @property
    def run_by(self) -> RunBy:
        """Who runs the call."""
        return self.head.run_by

    @property
    def display_text(self) -> str | None:
        """A text to show to people, on wires that have one."""
        return self.head.display_text

    @property
    def extras(self) -> dict[str, object]:
        """What else the provider said of the call, as fresh plain data."""
        return plain_extras(written(self.head.extras))


SHOWN = 60
"""Characters of argument text in a ``repr``."""


def is_blank(call: PartialCall, /) -> bool:
    """Say whether no argument has come, white space aside."""
    head = call.head
    if head.patched is not None or (head.preview and not has_text(call)):
        return False
    return not any(part.strip(" \t\n\r") for part in since(call.rope, 0))


def has_text(call: PartialCall, /) -> bool:
    """Say whether any piece of arguments has come."""
    return bool(call.rope.flushed or call.rope.tail or call.head.patched is not None)


def is_bare(call: PartialCall, /) -> bool:
    """Say whether the call has a name and no arguments of any form, so that an orphan's text may be its own."""
    return bool(call.name) and not has_text(call) and not call.head.preview


def weight(call: PartialCall, /) -> int:
    """Return the number of characters that the call makes the state keep."""
    return length(call.rope) + call.head.spent


def read(call: PartialCall, depth: int, /) -> PartialCall:
    """Return the call with its text read to the end, from where the last reading stopped."""
    reading, position = call.reading, call.reading.position
    if position == length(call.rope):
        return call
    for text in since(call.rope, position):
        reading = read_on(reading, text, depth)
    return call._replace(reading=reading)


def holds_object(call: PartialCall, /) -> bool:
    """Say whether the call, read to its end, holds exactly one whole object (which a repair-free result needs)."""
    if call.head.kind == "custom":
        return False
    if call.head.patched is not None:
        return call.head.patch_closed
    if not has_text(call):
        return bool(call.head.preview)
    return stage(call.reading) is Stage.WHOLE and is_object(call.reading)
