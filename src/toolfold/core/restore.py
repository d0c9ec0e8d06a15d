"""A state from plain data: every part of it is checked, since a snapshot comes from a disk or a network."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pyrsistent import PMap, pmap
from returns.result import Failure, Result, Success

from toolfold.arguments.decode import is_too_deep
from toolfold.arguments.json_text import load
from toolfold.arguments.patch import Patched, from_plain
from toolfold.arguments.rope import EMPTY_ROPE, append
from toolfold.core.base import Base, Group, GroupKey, Slot, StreamError
from toolfold.core.call import ARRIVED, CallKey, Head, PartialCall, Trouble, weight
from toolfold.core.extras import DEPTH, Extras, extras_of
from toolfold.core.limits import WIDEST, Limits
from toolfold.core.lookup import short, short_text
from toolfold.core.migrate import MIGRATIONS, migrated
from toolfold.core.notes import Note
from toolfold.core.pieces import MAX_ALIASES
from toolfold.core.place import BadPlaceError, Place
from toolfold.core.seal import Seal
from toolfold.core.state import State, make


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

    Snapshots of older releases are read too; one of a newer release is none.

    >>> from toolfold import restore
    >>> str(restore({"version": 9}).failure())
    'version: this release reads version 1, not 9; a newer release wrote this snapshot'
    """
    try:
        return Success(_state(migrated(Place("the snapshot", saved), MIGRATIONS)))
    except BadPlaceError as bad:
        return Failure(BadSnapshot(bad.where, bad.why))
    except Exception as error:  # noqa: BLE001  # an object of the caller's may raise anything when it is asked
        return Failure(BadSnapshot("the snapshot", f"something in it cannot be read ({type(error).__name__})"))


def revive(saved: object, /) -> State:
    """Return the state that was saved; a value that is none is a ``ValueError``, as constructors have it."""
    found = restore(saved)
    if isinstance(found, Failure):
        raise ValueError(str(found.failure()))  # noqa: TRY004  # what was saved is wrong, not its type
    return found.unwrap()


def _state(saved: Place) -> State:
    calls = [_call(place, number) for number, place in enumerate(saved.at("calls").each())]
    keys = range(len(calls))
    begun = max((call.head.message + 1 for call in calls), default=0)
    groups = dict(_group(place, calls) for place in saved.at("groups").each())
    homeless = next((call for call in calls if (call.head.message, call.head.choice) not in groups), None)
    if homeless is not None:
        raise BadPlaceError("groups", f"call {homeless.key} belongs to none of them")
    base = Base(
        calls=pmap(dict(zip(keys, calls, strict=True))),
        opened=len(calls),
        slots=pmap(dict(_slot(place, len(calls), begun) for place in saved.at("slots").each())),
        groups=pmap(groups),
        message=saved.at("message").number(0, begun + 1),
        message_id=short_text(saved.at("message_id").text()),
        done=saved.at("done").flag(),
        wire=saved.at("wire").text(),
        error=saved.at("error").maybe(_error),
        notes=pmap({(note.kind, note.call): note for note in map(_note, saved.at("notes").each())}),
        seed=saved.at("seed").text(),
        limits=_limits(saved.at("limits")),
        seen=tuple(map(_range, saved.at("seen").each())),
        characters=sum(map(weight, calls)),
        begun=begun,
    )
    return make(base)


def _error(saved: Place) -> StreamError:
    kind, message = saved.row(2)
    return StreamError(kind.text(), message.text())


def _limits(saved: Place) -> Limits:
    return Limits(*(saved.at(name).number() for name in Limits._fields))


def _range(saved: Place) -> tuple[int, int]:
    first, last = saved.row(2)
    return first.number(), last.number(first.number())


def _note(saved: Place) -> Note:
    kind, call, count, characters = saved.row(4)
    return Note(kind.text(), call.maybe(Place.number), count.number(1), characters.number())


def _slot(saved: Place, opened: int, begun: int) -> tuple[Slot, CallKey]:
    kind, message, choice, name, key = saved.row(5)
    called = name.number(-WIDEST, WIDEST) if isinstance(name.value, int) else name.text()
    named = kind.one_of("id", "index", "key", "item", "reach", "message")
    below = begun if named == "message" else opened
    return (named, message.number(), choice.number(), short(called)), key.number(0, below)


def _group(saved: Place, calls: list[PartialCall]) -> tuple[GroupKey, Group]:
    message, choice, group = saved.row(3)
    where = message.number(), choice.number()
    members = {call.key for call in calls if (call.head.message, call.head.choice) == where}

    def member(place: Place) -> CallKey:
        if place.number() not in members:
            raise place.bad("is no call of this group")
        return place.number()

    bare: PMap[CallKey, None] = pmap(dict.fromkeys(map(member, group.at("bare").each())))
    found = Group(
        latest=member(group.at("latest")),
        last=member(group.at("last")),
        size=group.at("size").number(len(members), len(members) + 1),
        bare=bare,
        well=group.at("well").flag(),
        cut=group.at("cut").flag(),
    )
    return where, found


def _call(saved: Place, number: int) -> PartialCall:
    text = saved.at("text").text()
    found: dict[str, Any] = {name: read(saved.at(name)) for name, read in FIELDS.items() if name in _names(saved)}
    head = Head(**found)
    if head.key != number:
        raise saved.bad(f"expected call {number} here, not {head.key}")
    if head.message > number:
        raise BadPlaceError(f"{saved.where}.message", "a message begins only after one with a call")
    if head.chain > len(text) or (head.first_empty and not text.startswith("{}")):
        raise saved.bad("its text does not fit what is said of its pieces")
    if head.sole is not None and head.sole >= number:
        raise BadPlaceError(f"{saved.where}.sole", "an orphan can only belong to an earlier call")
    if head.twin is not None and head.twin >= number:
        raise BadPlaceError(f"{saved.where}.twin", "only an earlier call can come once more")
    return PartialCall(head, append(EMPTY_ROPE, text))


def _names(saved: Place) -> dict[str, object]:
    found = saved.members()
    unknown = next((name for name in found if name not in FIELDS and name != "text"), None)
    if unknown is not None:
        said = repr(unknown[:40]) if type(unknown) is str else f"a key of type {type(unknown).__name__}"
        raise saved.bad(f"{said} means nothing here")
    return found


def _extras(saved: Place) -> Extras:
    if is_too_deep(saved.text(), DEPTH):
        raise saved.bad(f"nested deeper than {DEPTH}")
    if not _object(saved):
        raise saved.bad("expected the text of a JSON object that is not empty")
    return extras_of(saved.text())


def _object(saved: Place) -> dict[str, object]:
    try:
        value = load(saved.text())
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise saved.bad("expected the text of a JSON object")
    return value


def _patched(saved: Place) -> Patched:
    text, paths = saved.row(2)
    value = _object(text)
    opened = tuple(tuple(map(_segment, path.each())) for path in paths.each())
    if not all(isinstance(_inside(value, path), str) for path in opened):
        raise paths.bad("expected paths to strings of the arguments")
    return from_plain(value, opened)


def _inside(value: object, path: tuple[str | int, ...]) -> object:
    for segment in path:
        try:
            value = value[segment] if isinstance(value, dict | list) else None  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _segment(saved: Place) -> str | int:
    return saved.number() if isinstance(saved.value, int) else saved.text()


def _trouble(saved: Place) -> Trouble:
    kind, why = saved.row(2)
    return Trouble(kind.one_of("abandoned", "rejected", "over-limit", "discarded"), why.text())


FIELDS: Mapping[str, Callable[[Place], object]] = {
    "key": Place.number,
    "message": Place.number,
    "message_id": lambda saved: short_text(saved.text()),
    "choice": Place.number,
    "position": Place.number,
    "rank": lambda saved: saved.number(0, ARRIVED + 1),
    "number": lambda saved: saved.number(-WIDEST, WIDEST),
    "id": Place.text,
    "name": Place.text,
    "kind": lambda saved: saved.one_of("function", "custom"),
    "run_by": lambda saved: saved.one_of("client", "provider"),
    "extras": _extras,
    "display_text": Place.text,
    "seal": lambda saved: Seal(saved.number(0, Seal.ENDED)),
    "endless": Place.flag,
    "implicit": Place.flag,
    "first_empty": Place.flag,
    "chain": Place.number,
    "preview": Place.text,
    "patched": _patched,
    "patch_closed": Place.flag,
    "orphan": Place.flag,
    "sole": Place.number,
    "twin": Place.number,
    "trouble": _trouble,
    "aliases": lambda saved: saved.number(0, 2 * MAX_ALIASES),
    "spent": Place.number,
    "restarts": Place.number,
}
"""How each part of a call that may be left out is read."""
