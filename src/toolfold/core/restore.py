"""A state from plain data: every part of it is checked, since a snapshot comes from a disk or a network."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pyrsistent import PMap, pmap
from returns.result import Failure, Result, Success

from toolfold.arguments.json_text import load
from toolfold.arguments.patch import Patched, from_plain
from toolfold.arguments.rope import EMPTY_ROPE, append
from toolfold.core.call import ARRIVED, CallKey, Head, PartialCall, Trouble, weight
from toolfold.core.limits import Limits
from toolfold.core.merge import extras_text
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.snapshot import VERSION
from toolfold.core.state import NO_CALL, Base, Group, GroupKey, Slot, State, StreamError, make


@dataclass(frozen=True, slots=True)
class BadSnapshot:
    """Why a value is no saved state: the place in it, and what was expected there."""

    where: str
    why: str

    def __str__(self) -> str:
        """Say both."""
        return f"{self.where}: {self.why}"


def restore(saved: object, /) -> Result[State, BadSnapshot]:
    """Return the state that was saved, or where and why the value is no saved state; it never raises.

    >>> from toolfold import restore
    >>> str(restore({"version": 9}).failure())
    'version: this release reads version 1, not 9'
    """
    try:
        return Success(_state(_Place("the snapshot", saved)))
    except _Bad as bad:
        return Failure(BadSnapshot(bad.where, bad.why))


def revive(saved: object, /) -> State:
    """Return the state that was saved; a value that is none is a ``ValueError``, as constructors have it."""
    found = restore(saved)
    if isinstance(found, Failure):
        raise ValueError(str(found.failure()))
    return found.unwrap()


T = TypeVar("T")


class _Bad(Exception):  # noqa: N818  # never leaves this module
    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, why)
        self.where, self.why = where, why


class _Place(NamedTuple):
    """A value of the snapshot and the path to it."""

    where: str
    value: object

    def bad(self, why: str) -> _Bad:
        return _Bad(self.where, why)

    def at(self, key: str) -> "_Place":
        if not isinstance(self.value, Mapping):
            raise self.bad(f"expected an object, not {type(self.value).__name__}")
        if key not in self.value:
            raise self.bad(f"{key!r} is missing")
        return _Place(key if self.where == "the snapshot" else f"{self.where}.{key}", self.value[key])

    def each(self) -> "list[_Place]":
        if not isinstance(self.value, list | tuple):
            raise self.bad(f"expected a list, not {type(self.value).__name__}")
        return [_Place(f"{self.where}[{number}]", value) for number, value in enumerate(self.value)]

    def row(self, size: int) -> "list[_Place]":
        found = self.each()
        if len(found) != size:
            raise self.bad(f"expected {size} entries, not {len(found)}")
        return found

    def text(self) -> str:
        if type(self.value) is not str:
            raise self.bad(f"expected text, not {type(self.value).__name__}")
        return self.value

    def flag(self) -> bool:
        if type(self.value) is not bool:
            raise self.bad(f"expected true or false, not {type(self.value).__name__}")
        return self.value

    def number(self, least: int = 0, below: int = 2**63) -> int:
        if type(self.value) is not int or not least <= self.value < below:
            raise self.bad(f"expected a whole number from {least} to {below - 1}")
        return self.value

    def one_of(self, *words: str) -> str:
        found = self.text()
        if found not in words:
            raise self.bad(f"expected one of {', '.join(words)}")
        return found

    def maybe(self, read: "Callable[[_Place], T]") -> "T | None":
        return None if self.value is None else read(self)


def _state(saved: _Place) -> State:
    version = saved.at("version")
    if version.value != VERSION or type(version.value) is not int:
        raise _Bad("version", f"this release reads version {VERSION}, not {str(version.value)[:20]}")
    calls = [_call(place, number) for number, place in enumerate(saved.at("calls").each())]
    keys = range(len(calls))
    groups = dict(_group(place, calls) for place in saved.at("groups").each())
    homeless = next((call for call in calls if (call.head.message, call.head.choice) not in groups), None)
    if homeless is not None:
        raise _Bad("groups", f"call {homeless.key} belongs to none of them")
    base = Base(
        calls=pmap(dict(zip(keys, calls, strict=True))),
        opened=len(calls),
        slots=pmap(dict(_slot(place, len(calls)) for place in saved.at("slots").each())),
        groups=pmap(groups),
        message=saved.at("message").number(),
        message_id=saved.at("message_id").text(),
        done=saved.at("done").flag(),
        wire=saved.at("wire").text(),
        error=saved.at("error").maybe(_error),
        notes=pmap({(note.kind, note.call): note for note in map(_note, saved.at("notes").each())}),
        seed=saved.at("seed").text(),
        limits=_limits(saved.at("limits")),
        characters=sum(map(weight, calls)),
    )
    return make(base, None)


def _error(saved: _Place) -> StreamError:
    kind, message = saved.row(2)
    return StreamError(kind.text(), message.text())


def _limits(saved: _Place) -> Limits:
    return Limits(*(saved.at(name).number() for name in Limits._fields))


def _note(saved: _Place) -> Note:
    kind, call, count, characters = saved.row(4)
    return Note(kind.text(), call.maybe(_Place.number), count.number(1), characters.number())


def _slot(saved: _Place, opened: int) -> tuple[Slot, CallKey]:
    kind, message, choice, name, key = saved.row(5)
    called = name.text() if isinstance(name.value, str) else name.number(-WIDEST, WIDEST)
    return (kind.one_of("id", "index", "key"), message.number(), choice.number(), called), key.number(0, opened)


WIDEST = 2**64
"""Indexes are kept up to this size."""


def _group(saved: _Place, calls: list[PartialCall]) -> tuple[GroupKey, Group]:
    message, choice, group = saved.row(3)
    where = message.number(), choice.number()
    members = [call.key for call in calls if (call.head.message, call.head.choice) == where]

    def member(place: _Place) -> CallKey:
        if place.value != NO_CALL and place.value not in members:
            raise place.bad("is no call of this group")
        return place.number(NO_CALL)

    bare: PMap[CallKey, bool] = pmap(dict.fromkeys(map(member, group.at("bare").each()), True))
    found = Group(
        latest=member(group.at("latest")),
        last=member(group.at("last")),
        size=group.at("size").number(len(members)),
        bare=bare,
        well=group.at("well").flag(),
        cut=group.at("cut").flag(),
    )
    return where, found


def _call(saved: _Place, number: int) -> PartialCall:
    text = saved.at("text").text()
    found: dict[str, Any] = {name: read(saved.at(name)) for name, read in FIELDS.items() if name in _names(saved)}
    head = Head(**found)
    if head.key != number:
        raise saved.bad(f"expected call {number} here, not {head.key}")
    if head.sole is not None and head.sole >= number:
        raise _Bad(f"{saved.where}.sole", "an orphan can only belong to an earlier call")
    return PartialCall(head, append(EMPTY_ROPE, text))


def _names(saved: _Place) -> Mapping[str, object]:
    if not isinstance(saved.value, Mapping):
        raise saved.bad(f"expected an object, not {type(saved.value).__name__}")
    unknown = next((name for name in saved.value if name not in FIELDS and name != "text"), None)
    if unknown is not None:
        raise saved.bad(f"{str(unknown)[:40]!r} means nothing here")
    return saved.value


def _extras(saved: _Place) -> str:
    try:
        value = load(saved.text())
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not value:
        raise saved.bad("expected the text of a JSON object that is not empty")
    return extras_text(value)


def _patched(saved: _Place) -> Patched:
    value, paths = saved.row(2)
    if not isinstance(value.value, dict):
        raise value.bad("expected an object")
    try:
        return from_plain(value.value, tuple(tuple(map(_segment, path.each())) for path in paths.each()))
    except (TypeError, ValueError, RecursionError) as error:
        raise saved.bad(f"cannot be arguments by path: {error}") from None


def _segment(saved: _Place) -> str | int:
    return saved.text() if isinstance(saved.value, str) else saved.number()


def _trouble(saved: _Place) -> Trouble:
    kind, why = saved.row(2)
    return Trouble(kind.one_of("abandoned", "rejected", "over-limit"), why.text())


FIELDS: Mapping[str, Callable[[_Place], object]] = {
    "key": _Place.number,
    "message": _Place.number,
    "message_id": _Place.text,
    "choice": _Place.number,
    "position": _Place.number,
    "rank": lambda saved: saved.number(0, ARRIVED + 1),
    "number": lambda saved: saved.number(-WIDEST, WIDEST),
    "id": _Place.text,
    "name": _Place.text,
    "kind": lambda saved: saved.one_of("function", "custom"),
    "run_by": lambda saved: saved.one_of("client", "provider"),
    "extras": _extras,
    "display_text": _Place.text,
    "seal": lambda saved: Seal(saved.number(0, Seal.ENDED)),
    "endless": _Place.flag,
    "first_empty": _Place.flag,
    "chain": _Place.number,
    "preview": _Place.text,
    "patched": _patched,
    "patch_closed": _Place.flag,
    "orphan": _Place.flag,
    "sole": _Place.number,
    "trouble": _trouble,
    "aliases": _Place.number,
    "spent": _Place.number,
    "restarts": _Place.number,
}
"""How each part of a call that may be left out is read."""
