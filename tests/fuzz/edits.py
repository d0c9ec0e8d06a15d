"""Changes of JSON data as streams break: fragments dropped, repeated, swapped, mixed; leaves replaced by anything."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from toolfold.testing.hostile import JSON
from toolfold.testing.places import places, replaced, without

Fragments = list[Any]

DEEPEST = JSON[-1]

TEXTS = (
    "",
    "{}",
    "{",
    "}",
    '{"a":1}',
    '{"a":',
    '"',
    "\\",
    "null",
    "[]",
    "[DONE]",
    "\ud83d",
    "\ude80",
    "ü",
    "1e999",
    "0",
)
NUMBERS = (0, 1, 2, -1, 7, 2**53, 2**63, 2**64 - 1, 0.5, 1.0, -0.0)
WORDS = ("id", "index", "name", "arguments", "type", "function", "custom", "error", "a", "b", "f", "g", "c1", "stop")
SMALL = tuple(value for value in JSON if value is not DEEPEST and not (isinstance(value, str) and len(value) > 1))
"""Hostile values that leave an input small; the deep and the long ones have tests of their own."""


def edited(fragments: Fragments, others: Fragments, rng: Random) -> Fragments:
    """Return a stream with one to four changes; ``others`` is where foreign fragments are taken from."""
    for _ in range(rng.randint(1, 4)):
        fragments = rng.choice(EDITS)([*fragments], others, rng)
    return fragments


def dropped(fragments: Fragments, _: Fragments, rng: Random) -> Fragments:
    """Lose some fragments."""
    at = rng.randrange(len(fragments) + 1)
    del fragments[at : at + rng.randint(1, 3)]
    return fragments


def repeated(fragments: Fragments, _: Fragments, rng: Random) -> Fragments:
    """Send some fragments once more, now or later."""
    at = rng.randrange(len(fragments) + 1)
    again = fragments[at : at + rng.randint(1, 3)]
    to = rng.choice((at, len(fragments), rng.randrange(len(fragments) + 1)))
    fragments[to:to] = again
    return fragments


def swapped(fragments: Fragments, _: Fragments, rng: Random) -> Fragments:
    """Send two neighbours, or any two, in the other order."""
    if len(fragments) > 1:
        one = rng.randrange(len(fragments) - 1)
        two = rng.choice((one + 1, rng.randrange(len(fragments))))
        fragments[one], fragments[two] = fragments[two], fragments[one]
    return fragments


def cut(fragments: Fragments, _: Fragments, rng: Random) -> Fragments:
    """Lose the connection."""
    return fragments[: rng.randrange(len(fragments) + 1)]


def mixed(fragments: Fragments, others: Fragments, rng: Random) -> Fragments:
    """Put a fragment of another stream in."""
    if others:
        fragments.insert(rng.randrange(len(fragments) + 1), rng.choice(others))
    return fragments


def replaced_leaf(fragments: Fragments, others: Fragments, rng: Random) -> Fragments:
    """Put another value at some place: a hostile one, or one that stands elsewhere in the streams."""
    return _at_some_place(
        fragments, rng, lambda fragment, place: replaced(fragment, place, _value(fragments, others, rng))
    )


def removed(fragments: Fragments, _: Fragments, rng: Random) -> Fragments:
    """Lose a key or an entry."""
    return _at_some_place(fragments, rng, lambda fragment, place: without(fragment, place) if place else fragment)


def retyped(fragments: Fragments, _: Fragments, rng: Random) -> Fragments:
    """Change a text: cut it, cut something out of it, or put something in."""

    def change(fragment: object, place: tuple[str | int, ...]) -> object:
        text = dict(places(fragment))[place]
        if not isinstance(text, str):
            return fragment
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        changed = rng.choice((text[:at], text[:at] + text[to:], text[:at] + rng.choice(TEXTS) + text[at:]))
        return replaced(fragment, place, changed)

    return _at_some_place(fragments, rng, change, leaves=True)


EDITS: tuple[Callable[[Fragments, Fragments, Random], Fragments], ...] = (
    dropped,
    repeated,
    swapped,
    cut,
    mixed,
    mixed,
    replaced_leaf,
    replaced_leaf,
    replaced_leaf,
    removed,
    retyped,
    retyped,
)


def _at_some_place(
    fragments: Fragments,
    rng: Random,
    change: Callable[[object, tuple[str | int, ...]], object],
    *,
    leaves: bool = False,
) -> Fragments:
    if fragments:
        at = rng.randrange(len(fragments))
        found = [place for place, value in places(fragments[at]) if not (leaves and isinstance(value, dict | list))]
        if found:
            fragments[at] = change(fragments[at], rng.choice(found))
    return fragments


def _value(fragments: Fragments, others: Fragments, rng: Random) -> object:
    kind = rng.randrange(5)
    if kind == 0:
        return rng.choice(SMALL)
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice((*TEXTS, *WORDS))
    source = fragments if kind == 3 or not others else others
    return rng.choice([value for _, value in places(rng.choice(source))])


def parsed(data: bytes) -> Any:
    """Return the JSON of an input; what is none is a ``ValueError``."""
    try:
        return json.loads(data)
    except RecursionError as error:
        raise ValueError from error


def written(value: object) -> bytes:
    """Return data as an input."""
    return json.dumps(value, separators=(",", ":")).encode()
