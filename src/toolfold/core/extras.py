"""What else a provider says of a call, kept member by member: a piece costs what it says, not what was said before."""

import json
from collections.abc import Mapping
from typing import NamedTuple, Union

from pyrsistent import PMap, pmap

from toolfold.arguments.decode import is_too_deep
from toolfold.arguments.json_text import dumps, load


class Extras(NamedTuple):
    """The members of an object: the text of each value, or, for one that is an object itself, its own members.

    ``characters`` is the length of the text of the whole, 0 if it is empty.
    """

    members: "PMap[str, Member]" = pmap()
    characters: int = 0


Member = Union[str, Extras]  # noqa: UP007  # a class that names itself
NO_EXTRAS = Extras()


def merged_extras(before: Extras, said: str, /, *, last: bool = False) -> Extras:
    """Return extras with those of a text, key by key and one level into objects; the same ones if nothing is new.

    The first value of a key stays, unless the ``last`` one wins. Nothing that was said before is read or written anew.

    >>> written(merged_extras(extras_of('{"a":1}'), '{"a":2,"b":3}'))
    '{"a":1,"b":3}'
    """
    return _with(before, plain_extras(said), last=last, deep=True) if said else before


def _with(before: Extras, said: Mapping[str, object], *, last: bool, deep: bool) -> Extras:
    news: dict[str, Member] = {}
    characters = before.characters or 1  # of the braces and commas there is one more than there are members
    for key, value in said.items():
        old = before.members.get(key)
        new = _member(old, value, last=last, deep=deep)
        if new is not old:
            news[key] = new
            characters += _length(new) - (-2 - len(_text(key)) if old is None else _length(old))
    return Extras(before.members.update(news), characters) if news else before


def _member(old: Member | None, value: object, *, last: bool, deep: bool) -> Member:
    """Return what is kept for a key: what there was, if the value says nothing new or comes too late."""
    if not (deep and isinstance(value, dict)):
        return old if old is not None and not last else _same(old, _text(value))
    if old is None or isinstance(old, Extras):
        return _with(old or NO_EXTRAS, value, last=last, deep=False)
    return _with(NO_EXTRAS, value, last=last, deep=False) if last else old


def _same(old: Member | None, new: str) -> Member:
    return new if old is None or old != new else old


def _length(member: Member) -> int:
    return len(member) if isinstance(member, str) else member.characters or len("{}")


def extras_of(said: str, /) -> Extras:
    """Return the extras that a text holds; ``""`` holds none.

    >>> extras_of('{"id":"fc_1"}').characters
    13
    """
    return merged_extras(NO_EXTRAS, said)


def written(extras: Extras, /) -> str:
    """Return extras as one text, sorted, so that equal extras are equal texts; ``""`` if there are none.

    >>> written(extras_of('{"b":{"d":1,"c":[2]},"a":"x"}'))
    '{"a":"x","b":{"c":[2],"d":1}}'
    """
    return _joined(extras) if extras.members else ""


def _joined(extras: Extras) -> str:
    found = sorted(extras.members.items())
    texts = (f"{_text(key)}:{member if isinstance(member, str) else _joined(member)}" for key, member in found)
    return "{" + ",".join(texts) + "}"


def extras_text(extras: Mapping[str, object], /) -> str:
    """Return plain extras as ``written`` does them.

    >>> extras_text({"b": 1, "a": {}}), extras_text({})
    ('{"a":{},"b":1}', '')
    """
    return _text(extras) if extras else ""


def sendable_text(said: Mapping[str, object], /) -> str:
    """Return as extras are kept what anyone says; ``""`` for what is no JSON, or is nested beyond all use.

    What is kept is read again wherever the caller stands, so that it must not be as deep as could just be read here.

    >>> sendable_text({"signature": b"sig"}), sendable_text({"x": float("nan")})
    ('{"signature":"c2ln"}', '{"x":NaN}')
    """
    text = dumps(said)
    try:
        value = None if is_too_deep(text, DEPTH) else load(text)
    except (ValueError, RecursionError):  # cyclic, or asked for at the end of the stack
        return ""
    return extras_text(value) if isinstance(value, dict) else ""


DEPTH = 256
"""Objects and lists inside each other in extras."""

_text = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def plain_extras(text: str, /) -> dict[str, object]:
    """Return extras that are kept as text as fresh plain data.

    >>> plain_extras('{"id":"fc_1"}'), plain_extras("")
    ({'id': 'fc_1'}, {})
    """
    value = load(text) if text else {}
    return value if isinstance(value, dict) else {}
