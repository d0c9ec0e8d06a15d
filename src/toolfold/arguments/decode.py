"""Strict decoding of JSON values that follow one another in a text."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from toolfold.arguments.paths import Path, shown
from toolfold.arguments.rope import is_utf8

LONGEST_INTEGER = 4300
"""Digits that Python turns into an integer without being told otherwise; more would cost quadratic time."""

_SPACE = re.compile(r"[ \t\n\r]*+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_CONTROL = re.compile(r"[\x00-\x1f]")
_NO_RAW_CONTROL = re.compile(r'(?:[^"]++|"(?:[^"\\\x00-\x1f]++|\\.)*+")*+')
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|(?P<opening>[\[{])|(?P<closing>[\]}])', re.DOTALL)


class Problem(NamedTuple):
    """What is wrong with text that is JSON: the kind of fault, and in words what was seen."""

    kind: str
    detail: str


class Values(NamedTuple):
    """The values of a text: the first one and its text, how many there are, and what is wrong.

    ``same`` says that all of them are equal objects, ``problem`` is the first that any of them has, and ``stop`` is
    where a value should start and something else does.
    """

    first: object = None
    text: str = ""
    total: int = 0
    same: bool = True
    problem: Problem | None = None
    stop: int | None = None


class _Hooks:
    """What the decoder calls: it goes on after a problem, since text that is cut later is cut whatever else it is."""

    def __init__(self) -> None:
        self.problem: Problem | None = None
        self.decoder = json.JSONDecoder(
            object_pairs_hook=self._members,
            parse_int=self._integer,
            parse_float=self._float,
            parse_constant=self._constant,
            strict=False,
        )

    def _note(self, kind: str, detail: str) -> None:
        self.problem = self.problem or Problem(kind, detail)

    def _members(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        members = dict(pairs)
        if len(members) < len(pairs):
            names = Counter(key for key, _ in pairs)
            twice = next(key for key in names if names[key] > 1)
            self._note("duplicate-key", f"key {shown(twice)} occurs twice in one object")
        return members

    def _integer(self, text: str) -> int:
        try:
            if len(text.lstrip("-")) <= LONGEST_INTEGER:
                return int(text)
        except ValueError:  # this interpreter was told to take fewer digits
            pass
        self._note("over-limit", f"an integer of {len(text.lstrip('-'))} digits")
        return 0

    def _float(self, text: str) -> float:
        number = float(text)
        if number in (float("inf"), float("-inf")):
            self._note("non-finite-number", f"the number {shown(text)} is too large for a float")
        return number

    def _constant(self, name: str) -> float:
        raise ValueError(name)  # Python's decoder takes NaN and Infinity, JSON has neither


def decoded(text: str, /) -> Values:
    """Return what the JSON values in a text are, reading each character once however many values there are.

    >>> found = decoded('{"a":1} {"a":1}')
    >>> found.first, found.total, found.same
    ({'a': 1}, 2, True)
    >>> decoded('{"a":1} x').stop
    8
    """
    hooks = _Hooks()
    first, source, count, same = None, "", 0, True
    stop: int | None = None
    for found in _each(text, hooks.decoder):
        if isinstance(found, int):
            stop = found
        elif count:
            count, same = count + 1, same and (found[1] == source or canonical(found[0]) == canonical(first))
        else:
            (first, source), count, same = found, 1, isinstance(found[0], dict)
    return Values(first, source, count, same, hooks.problem, stop)


def _each(text: str, decoder: json.JSONDecoder) -> Iterator[tuple[object, str] | int]:
    """Yield each value with its text, and where they stop if something else comes."""
    at = _space_end(text, 0)
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            yield at
            return
        yield value, text[at:end]
        at = _space_end(text, end)


def _space_end(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def canonical(value: object, /) -> str:
    """Return text that is the same for equal values only: ``1``, ``1.0`` and ``true`` are equal to Python, not here.

    >>> canonical({"b": 1, "a": 1.0})
    '{"a": 1.0, "b": 1}'
    """
    return json.dumps(value, sort_keys=True)


def is_too_deep(text: str, max_depth: int, /) -> bool:
    """Say whether brackets outside strings nest deeper than allowed, without recursion and whatever the text is.

    >>> is_too_deep('[[1], "[[["]', 2), is_too_deep("[[[", 2)
    (False, True)
    """
    if text.count("{") + text.count("[") <= max_depth:
        return False
    depth = 0
    for found in _BRACKET.finditer(text):
        if found["opening"]:
            depth += 1
            if depth > max_depth:
                return True
        elif found["closing"]:
            depth = max(0, depth - 1)
    return False


def has_raw_control(text: str, /) -> bool:
    r"""Say whether JSON text has a control character inside a string; between values, some are white space.

    >>> has_raw_control('{"a":"\n"}'), has_raw_control('{\n"a":"\\n"}')
    (True, False)
    """
    if text.isprintable():  # so are most texts, and this says it twenty times as fast
        return False
    return _CONTROL.search(text) is not None and _NO_RAW_CONTROL.fullmatch(text) is None


def lone_surrogate(text: str, value: object, /) -> Path | None:
    r"""Return where decoded text has half of a surrogate pair: it cannot be sent anywhere, so nobody can use it.

    >>> lone_surrogate('["\\ud83d"]', ["\ud83d"])
    (0,)
    """
    if is_utf8(text) and not ("\\u" in text and _ESCAPED_SURROGATE.search(text)):
        return None
    todo: list[tuple[Path, object]] = [((), value)]
    while todo:
        path, node = todo.pop()
        if isinstance(node, str) and _SURROGATE.search(node):
            return path
        if isinstance(node, dict):
            todo.extend(((*path, key), item) for key, item in node.items())
            todo.extend(((*path, key), key) for key in node)
        elif isinstance(node, list):
            todo.extend(((*path, place), item) for place, item in enumerate(node))
    return None
