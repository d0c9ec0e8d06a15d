"""What argument text means, decided once, when no more of it can come.

The rules are tried in a fixed order, and each repair is named, so that a caller can refuse them all: a text that is
not plainly one JSON object was not written by a healthy provider.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from toolfold.arguments.decode import (
    Values,
    canonical,
    decoded,
    has_raw_control,
    is_too_deep,
    lone_surrogate,
)
from toolfold.arguments.grammar import LONGEST_NUMBER, PHASES
from toolfold.arguments.paths import short_path, shown
from toolfold.arguments.reader import START, Stage, read_on, stage, unbroken, whereabouts
from toolfold.arguments.rope import join_surrogates

SPACE = " \t\n\r"
"""What JSON calls white space; anything else that looks blank is text."""

REPAIR_FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "null-arguments": "not-an-object",
        "placeholder-arguments": "concatenated-json",
        "arguments-resent": "concatenated-json",
        "arguments-cumulative": "invalid-json",
        "arguments-double-encoded": "not-an-object",
        "raw-control-character": "invalid-json",
    }
)
"""Each repair and the fault that it is where no repair is wanted."""


class Sound(NamedTuple):
    """Arguments that can be used: ``json`` is the text of one strict object, ``repairs`` what was mended to get it."""

    json: str
    repairs: tuple[str, ...]


class Unsound(NamedTuple):
    """Arguments that cannot be used: the kind of fault, and in words what was seen and where."""

    kind: str
    detail: str


def interpret(
    text: str,
    /,
    *,
    first_is_empty_object: bool = False,
    last_piece: int = 0,
    confirmed: bool = True,
    max_depth: int = 256,
) -> Sound | Unsound:
    """Return the arguments that a text holds, or why it holds none; a shorter success is never made of broken text.

    ``first_is_empty_object`` and ``last_piece`` (the last piece's length while each piece started with the one before,
    else 0) are the two things that can be known only while text arrives. ``confirmed`` says that the writer is done.

    >>> interpret('{"city": "Oslo"}')
    Sound(json='{"city": "Oslo"}', repairs=())
    >>> interpret('{}{"city": "Oslo"}', first_is_empty_object=True)
    Sound(json='{"city": "Oslo"}', repairs=('placeholder-arguments',))
    >>> interpret('{"city": "Os')
    Unsound(kind='truncated', detail='the text ends inside the string at $.city')
    """
    text = join_surrogates(text)
    if not text.strip(SPACE):
        return Sound("{}", ()) if confirmed else BLANK
    if text.strip(SPACE) == "null":
        return Sound("{}", ("null-arguments",))
    judged = _judged(text, max_depth)
    if isinstance(judged.verdict, Sound):
        return judged.verdict
    return (
        _after_placeholder(text, max_depth, given=first_is_empty_object)
        or _sent_once(judged)
        or _last_of_chain(text, max_depth, last_piece)
        or _unwrapped(judged, max_depth)
        or judged.verdict
    )


def same_object(one: str, other: str, /, max_depth: int = 256) -> bool:
    """Say whether two texts each hold one strict object and the objects are equal, white space and order aside.

    >>> same_object('{"a": 1, "b": 2}', '{"b":2,"a":1}'), same_object('{"a": 1}', '{"a": 1.0}')
    (True, False)
    """
    first, second = _judged(join_surrogates(one), max_depth), _judged(join_surrogates(other), max_depth)
    if isinstance(first.verdict, Unsound) or isinstance(second.verdict, Unsound):
        return False
    return canonical(first.values.first) == canonical(second.values.first)


class _Judged(NamedTuple):
    """A text judged as it stands: the values in it, and what they come to without any repair."""

    values: Values
    verdict: Sound | Unsound


def _judged(text: str, max_depth: int) -> _Judged:
    try:
        values = Values() if is_too_deep(text, max_depth) else decoded(text)
    except RecursionError:  # a limit above what the decoder can do
        return _Judged(Values(), Unsound("too-deep", "nested deeper than can be decoded"))
    fault = _fault(text, values, max_depth)
    return _Judged(values, Sound(values.text, _control(values.text)) if fault is None else fault)


def _control(text: str) -> tuple[str, ...]:
    return ("raw-control-character",) if has_raw_control(text) else ()


def _fault(text: str, values: Values, max_depth: int) -> Unsound | None:
    """Return why a text is not exactly one strict object, if it is not."""
    if values.stop is not None:
        return _stopped(text, values.stop, values.total, max_depth)
    if not values.total:
        return Unsound("too-deep", f"nested deeper than {max_depth}") if text.strip(SPACE) else BLANK
    own = _own_fault(values)
    if values.total > 1:
        many = Unsound("concatenated-json", f"{values.total} JSON values in one text, {shown(values.text)} first")
        return own or many if values.same else many
    if not isinstance(values.first, dict):
        return Unsound("not-an-object", f"a JSON {_KINDS[type(values.first)]} instead of an object")
    return own


BLANK = Unsound("truncated", "no arguments came, and nothing said that there are none")

_KINDS = {str: "string", int: "number", float: "number", bool: "constant", type(None): "null", list: "array"}


def _own_fault(values: Values) -> Unsound | None:
    """Return what is wrong with the first value in itself."""
    if values.problem is not None:
        return Unsound(*values.problem)
    path = lone_surrogate(values.text, values.first)
    return None if path is None else Unsound("lone-surrogate", f"half a surrogate pair at {short_path(path)}")


def _stopped(text: str, stop: int, count: int, max_depth: int) -> Unsound:
    """Return what text is that goes on with something that is no JSON value, or no whole one."""
    reading = read_on(START, text, max_depth)
    if stage(reading) is Stage.OPEN:
        return Unsound("truncated", f"the text ends {whereabouts(reading)}")
    if count:
        return Unsound("trailing-data", f"a JSON value, then {shown(text[stop:])} at character {stop}")
    reading = unbroken(text, max_depth)
    at, where = reading.position, whereabouts(reading)
    if text[at : at + 1] in PHASES.get(reading.mode, ()):  # the number could go on, were it not for its length
        return Unsound("over-limit", f"a number of more than {LONGEST_NUMBER} characters {where}")
    return Unsound("invalid-json", f"not JSON at character {at}, {where}: seen {shown(text[at:])}")


def _after_placeholder(text: str, max_depth: int, *, given: bool) -> Sound | Unsound | None:
    """Some gateways open a call with an empty object and then send the arguments."""
    if not given or not text.startswith("{}"):
        return None
    return _mended(text[2:], "placeholder-arguments", max_depth)


def _sent_once(judged: _Judged) -> Sound | None:
    """Some gateways send the whole arguments once more at the end."""
    values, verdict = judged
    if verdict[0] != "concatenated-json" or not values.same:
        return None
    return Sound(values.text, ("arguments-resent", *_control(values.text)))


def _last_of_chain(text: str, max_depth: int, last_piece: int) -> Sound | Unsound | None:
    """Some servers send all the text so far in each piece."""
    return _mended(text[-last_piece:], "arguments-cumulative", max_depth) if last_piece > 0 else None


def _mended(text: str, repair: str, max_depth: int) -> Sound | Unsound | None:
    """Return what part of a text comes to; a part that was cut is a fault of its own, other faults are the whole's."""
    verdict = _judged(text, max_depth).verdict
    if isinstance(verdict, Sound):
        return Sound(verdict.json, (repair, *verdict.repairs))
    return verdict if verdict.kind == "truncated" and verdict != BLANK else None


def _unwrapped(judged: _Judged, max_depth: int) -> Sound | None:
    """Some models write the object as a JSON string; one layer is taken off, never more."""
    values = judged.values
    if values.stop is not None or values.total != 1 or not isinstance(values.first, str):
        return None
    inner = _judged(values.first, max_depth).verdict
    if isinstance(inner, Unsound):
        return None
    return Sound(inner.json, ("arguments-double-encoded", *(inner.repairs or _control(values.text))))
