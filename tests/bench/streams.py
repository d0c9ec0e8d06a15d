"""The streams that are folded: the same in every run, each with its right answer."""

import random
from typing import NamedTuple

WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "omicron")
LONGEST_LINE = 80
FRAGMENT = 4
"""Characters of a fragment, about one token."""


class Piece(NamedTuple):
    """What one fragment says, before any provider's format is put around it."""

    index: int
    id: str | None
    name: str | None
    text: str


class Call(NamedTuple):
    """A call that has to come out, with the text of its arguments."""

    id: str
    name: str
    text: str


class Stream(NamedTuple):
    pieces: list[Piece]
    calls: list[Call]


def document(size: int, seed: int) -> str:
    """The text of an object of exactly so many characters: a path, and lines of about sixty characters."""
    pick = random.Random(seed)
    head, tail = f'{{"path":"src/mod_{seed:03}.py","lines":[', "]}"
    room, lines = size - len(head) - len(tail), []
    while room > 2 * LONGEST_LINE:
        lines.append(f'"{" ".join(pick.choices(WORDS, k=9))}"')
        room -= len(lines[-1]) + 1
    return head + ",".join([*lines, f'"{"x" * (room - 2)}"']) + tail


def one_call(fragments: int, size: int = FRAGMENT) -> Stream:
    """One call that comes in so many fragments."""
    call = Call("call_0", "write_file", document(fragments * size, 1))
    head = Piece(0, call.id, call.name, "")
    return Stream([head, *(Piece(0, None, None, text) for text in cut(call.text, size))], [call])


def interleaved(fragments: int, calls: int = 8) -> Stream:
    """Calls that come at once: a fragment of each in turn, so many fragments of all together."""
    each = fragments // calls
    found = [Call(f"call_{at}", f"tool_{at}", document(each * FRAGMENT, 11 + at)) for at in range(calls)]
    heads = [Piece(at, call.id, call.name, "") for at, call in enumerate(found)]
    turns = zip(*(cut(call.text, FRAGMENT) for call in found), strict=True)
    return Stream([*heads, *(Piece(at, None, None, text) for turn in turns for at, text in enumerate(turn))], found)


def cut(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]
