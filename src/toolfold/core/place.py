"""A value of a snapshot and the path to it: reading what was expected there, or saying where it is not."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from toolfold.core.limits import WIDEST

T = TypeVar("T")


class BadPlaceError(Exception):
    """A value is not what was expected; it never leaves ``restore``."""

    def __init__(self, where: str, why: str) -> None:
        self.where, self.why = where, why


class Place(NamedTuple):
    """A value of the snapshot and the path to it."""

    where: str
    value: object

    def bad(self, why: str) -> BadPlaceError:
        """Return the error that names this place."""
        return BadPlaceError(self.where, why)

    def at(self, key: str) -> "Place":
        """Return a member, which must be there."""
        found = self.members()
        if key not in found:
            raise self.bad(f"{key!r} is missing")
        return Place(key if self.where == "the snapshot" else f"{self.where}.{key}", found[key])

    def members(self) -> dict[str, object]:
        """Return the members of an object."""
        if isinstance(self.value, dict):
            return self.value
        raise self.bad(f"expected an object, not {type(self.value).__name__}")

    def each(self) -> "list[Place]":
        """Return the entries of a list."""
        if not isinstance(self.value, list | tuple):
            raise self.bad(f"expected a list, not {type(self.value).__name__}")
        return [Place(f"{self.where}[{number}]", value) for number, value in enumerate(self.value)]

    def row(self, size: int) -> "list[Place]":
        """Return the entries of a list of a known size."""
        found = self.each()
        if len(found) != size:
            raise self.bad(f"expected {size} entries, not {len(found)}")
        return found

    def text(self) -> str:
        """Return a text, which is a list of its parts if it has lone surrogates."""
        if isinstance(self.value, list | tuple):
            return "".join(part.value if isinstance(part.value, str) else part.surrogate() for part in self.each())
        if type(self.value) is not str:
            raise self.bad(f"expected text, not {type(self.value).__name__}")
        return self.value

    def surrogate(self) -> str:
        """Return half of a surrogate pair from its number."""
        return chr(self.number(0xD800, 0xE000))

    def flag(self) -> bool:
        """Return true or false."""
        if type(self.value) is not bool:
            raise self.bad(f"expected true or false, not {type(self.value).__name__}")
        return self.value

    def number(self, least: int = 0, below: int = WIDEST) -> int:
        """Return a whole number in a range: the one in which the wires read numbers, if nothing is said."""
        if type(self.value) is not int or not least <= self.value < below:
            raise self.bad(f"expected a whole number from {least} to {below - 1}")
        return self.value

    def one_of(self, *words: str) -> str:
        """Return one of a few words."""
        found = self.text()
        if found not in words:
            raise self.bad(f"expected one of {', '.join(words)}")
        return found

    def maybe(self, read: "Callable[[Place], T]") -> "T | None":
        """Return null, or what else is read."""
        return None if self.value is None else read(self)
