"""Reading a fragment: a mapping or an SDK's object, alike and without trust.

Every function here is total: a missing key, a null, a wrong type and an attribute that raises all read as absent.
Attributes are read one by one; dumping an SDK model costs more than ten times as much, and drops fields.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any

from toolfold.arguments.json_text import dumps
from toolfold.arguments.rope import join_surrogates
from toolfold.core.extras import sendable_text

MAX_INDEX_BITS = 64
SCALARS = (str, bytes, int, float, bool, type(None))


def get(source: Any, key: str, /) -> object:  # noqa: ANN401  # any object there is
    """Return a key of a mapping, or an attribute of an object; None if there is none.

    >>> get({"id": "c1"}, "id"), get(3, "real"), get({"id": "c1"}, "name")
    ('c1', None, None)
    """
    if type(source) is dict:
        return source.get(key)
    if source is None or isinstance(source, SCALARS):
        return None
    try:
        names = _names(type(source))  # type: ignore[arg-type]  # a type is hashable
        if names is not None and key not in names:
            return source.__dict__[key] if key in source.__dict__ else (source.__pydantic_extra__ or {}).get(key)
        if names is None and isinstance(source, Mapping) and not _is_record_of_fields(source):
            return source.get(key)
        return getattr(source, key, None)
    except Exception:  # noqa: BLE001  # a hostile object may raise anything; it then has no such key
        return None


def lacks(source: Any, names: frozenset[str], /) -> bool:  # noqa: ANN401
    """Say whether it is plain at a glance that a fragment has none of the keys; False says nothing.

    >>> lacks({"id": "c1"}, frozenset({"data"})), lacks({"data": 1}, frozenset({"data"}))
    (True, False)
    """
    if type(source) is dict:
        return source.keys().isdisjoint(names)
    try:
        own = _names(type(source))  # type: ignore[arg-type]
        if own is None or source.__pydantic_extra__:
            return False
        return own.isdisjoint(names) and source.__dict__.keys().isdisjoint(names)
    except Exception:  # noqa: BLE001
        return False


@lru_cache(maxsize=4096)
def _names(kind: type) -> frozenset[str] | None:
    """Return what a class of pydantic itself knows by name; every other name is found where its models keep fields.

    To ask a model for an absent attribute takes it microseconds, and a wire asks for a dozen that others have. None
    for any other class, and for one that looks attributes up in a way of its own.
    """
    if not hasattr(kind, "__pydantic_fields__"):
        return None
    own = [one for one in kind.__mro__ if "__getattr__" in vars(one) and one.__module__ != "pydantic.main"]
    return None if own else frozenset(name for one in kind.__mro__ for name in vars(one))


def _is_record_of_fields(source: object) -> bool:
    """Say whether a mapping is a dataclass too; as a mapping such an object lacks what its type does not know."""
    return hasattr(source, "__dataclass_fields__")


def text(source: object, key: str, /) -> str:
    """Return a key's text, or ``""``; a member of a text enumeration is its value."""
    return as_text(get(source, key))


def as_text(value: object, /) -> str:
    """Return a value if it is text, else ``""``."""
    if type(value) is str:
        return value if value.isascii() else join_surrogates(value)
    if isinstance(value, Enum):
        return as_text(value.value)
    return join_surrogates(str.__str__(value)) if isinstance(value, str) else ""


def identity(source: object, key: str, /) -> str | None:
    """Return a key's id: text as it is, a number as its decimal text, empty or anything else as absent."""
    value = get(source, key)
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= MAX_INDEX_BITS:
        return str(int(value))
    return as_text(value) or None


def whole(value: object, /) -> int | None:
    """Return a whole number: an integer, a whole float or digits; a boolean or anything else is absent.

    >>> whole(2), whole("2"), whole(2.0), whole(True), whole(2.5)
    (2, 2, 2, None, None)
    """
    if type(value) is int:
        return value if value.bit_length() <= MAX_INDEX_BITS else None
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else None
    if isinstance(value, str):
        digits = value.removeprefix("-")
        return int(value) if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS else None
    return whole(int(value)) if isinstance(value, int) else None


MAX_DIGITS = 18


def index(source: object, key: str = "index", /) -> int | None:
    """Return a key's index: a whole number that is not negative."""
    number = whole(get(source, key))
    return number if number is not None and number >= 0 else None


def items(source: object, key: str, /) -> tuple[object, ...]:
    """Return a key's list; one mapping where a list is expected is a list of one."""
    return as_items(get(source, key))


def as_items(value: object, /) -> tuple[object, ...]:
    """Return a value as the entries of a list."""
    if value is None or isinstance(value, SCALARS):
        return ()
    if isinstance(value, list | tuple):
        return tuple(value)
    return (value,)


def has(source: object, key: str, /) -> bool:
    """Say whether a key was given, be it as null; an SDK model says so in ``model_fields_set``."""
    if isinstance(source, Mapping):
        return key in source
    given = get(source, "model_fields_set")
    return key in given if isinstance(given, set | frozenset) else get(source, key) is not None


def is_record(value: object, /) -> bool:
    """Say whether a value is a mapping or an SDK's object, not a scalar or a list."""
    return not isinstance(value, (*SCALARS, list, tuple, set, frozenset, Enum, type))


def keys(source: object, /) -> Iterator[str]:
    """Yield the keys that were given, those unknown to an SDK's type included."""
    if isinstance(source, Mapping):
        yield from (key for key in source if isinstance(key, str))
        return
    given, held = get(source, "model_fields_set"), get(source, "__dict__")
    for found in (held, get(source, "model_extra")):
        if isinstance(found, Mapping):
            asked = given if found is held and isinstance(given, set | frozenset) else found
            yield from (key for key in found if isinstance(key, str) and not key.startswith("_") and key in asked)


def json_of(value: object, /) -> str:
    """Return arguments as JSON text: text as it is, any other value as its JSON, null as nothing."""
    if value is None:
        return ""
    found = as_text(value)
    return found or ("" if isinstance(value, str) else dumps(value))


def extras(source: object, known: frozenset[str], /) -> dict[str, object]:
    """Return what an entry says beyond the keys that the wire reads, nulls and empty objects left out."""
    if type(source) is dict and source.keys() <= known:
        return {}
    found = {key: get(source, key) for key in keys(source) if key not in known}
    return {key: value for key, value in found.items() if value is not None and value != {}}


def extras_json(found: dict[str, object], /) -> str:
    """Return extras as the text they are kept as; nothing of the fragment is kept. What is no JSON is left out.

    >>> extras_json({"thoughtSignature": b"sig"})
    '{"thoughtSignature":"c2ln"}'
    """
    return sendable_text(found) if found else ""
