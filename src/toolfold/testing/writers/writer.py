"""What a writer is: how a wire says each thing that can happen to a call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from toolfold.arguments.json_text import load
from toolfold.wires import WIRES
from toolfold.wires.wire import Wire


class Call(NamedTuple):
    """A call as a model means it: ``text`` is one JSON object, or nothing; an id of ``""`` means that none is sent.

    >>> Call("now").arguments, Call("add", '{"a": 1}').arguments
    ({}, {'a': 1})
    """

    name: str
    text: str = ""
    id: str = ""

    @property
    def arguments(self) -> object:
        """The arguments as data, for wires that send them so."""
        return load(self.text or "{}")


Fragments = Sequence[object]
"""What a wire sends for one thing that happens."""


def nothing(*_: object) -> Fragments:
    """Return no fragments, for what a wire does not say."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """How a wire is written: one small function for each thing that can happen.

    ``opening`` begins call number n, ``piece`` adds text to it (None on a wire whose calls come whole, which
    ``opening`` then writes), ``again`` adds text and says id and name once more (None where no server does that),
    ``closing`` is the call's own end. ``end``, ``limit`` and ``error`` end the response: well, cut short, or with the
    error that ``error_type`` names; each is given the calls so far. ``noise`` says nothing about calls.

    ``numbered`` names the key under which events are counted. The rest says what the wire can do: whether ids are
    there, whether calls come out by their number, may be written beside each other, need no end to be confirmed, are
    over as soon as they are written, or end with their arguments as data, and whether an error ends the response too.
    """

    wire: str
    opening: Callable[[int, Call], Fragments]
    piece: Callable[[int, Call, str], Fragments] | None = None
    again: Callable[[int, Call, str], Fragments] | None = None
    closing: Callable[[int, Call], Fragments] = nothing
    begin: Fragments = ()
    end: Callable[[Sequence[Call]], Fragments] = nothing
    limit: Callable[[Sequence[Call]], Fragments] | None = None
    error: Fragments = ()
    error_type: str = ""
    noise: Fragments = ()
    dialect: str = ""
    numbered: str = ""
    ids: Literal["always", "optional", "never"] = "always"
    indexed: bool = True
    interleaves: bool = True
    endless: bool = False
    at_once: bool = False
    ends_with_data: bool = False
    error_cuts: bool = False

    @property
    def name(self) -> str:
        """The wire's name, with the dialect's if the wire is written in several."""
        return f"{self.wire}-{self.dialect}" if self.dialect else self.wire


def wire_named(name: str, /) -> Wire:
    """Return one of the library's wires.

    >>> wire_named("nous").name
    'nous'
    """
    return next(wire for wire in WIRES if wire.name == name)


def numbered(calls: Sequence[Call], write: Callable[[int, Call], object], /) -> list[object]:
    """Return what a wire says of each call, for a list of all of them."""
    return [write(number, call) for number, call in enumerate(calls)]


def present(**members: object) -> dict[str, object]:
    """Return the members that are there: an id or a name that is empty is not.

    >>> present(id="", name="add", index=0)
    {'name': 'add', 'index': 0}
    """
    return {key: value for key, value in members.items() if value not in ("", None)}
