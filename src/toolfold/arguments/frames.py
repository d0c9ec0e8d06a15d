"""Containers that are still open, innermost first, and the text that says them again."""

import json
from typing import NamedTuple

from pyrsistent import PVector, pvector

from toolfold.arguments.rope import Rope, joined
from toolfold.arguments.shared import Fields, scalar_text, text_of


class Frame(NamedTuple):
    """A container that is still open, what is in it so far, and the one around it; the outermost holds the root.

    ``key`` is the name that was read last and has no value yet.
    """

    kind: str
    keys: PVector[str]
    values: PVector[object]
    key: str
    depth: int
    below: "Frame | None"


ROOT = Frame("", pvector(), pvector(), "", 0, None)
"""Around everything, and with nothing in it."""


def within(frame: Frame, kind: str, /) -> Frame:
    """Return an empty container, ``{`` or ``[``, inside another one.

    >>> within(ROOT, "[").depth
    1
    """
    return Frame(kind, pvector(), pvector(), "", frame.depth + 1, frame)


def with_child(frame: Frame, child: object, /) -> Frame:
    """Return the container with one more value, under the name that was read last.

    >>> contents(with_child(within(ROOT, "{")._replace(key="a"), 1))
    Fields({"a":1})
    """
    kind, keys, values, key, depth, below = frame
    return Frame(kind, keys.append(key) if kind == "{" else keys, values.append(child), "", depth, below)


def contents(frame: Frame, /) -> object:
    """Return what the container holds so far, as shared data.

    >>> contents(within(ROOT, "["))
    pvector([])
    """
    return Fields(frame.keys, frame.values) if frame.kind == "{" else frame.values


def contents_with(frame: Frame, child: object, /) -> object:
    """Return what the container holds with one more value, under the name that was read last.

    >>> contents_with(within(ROOT, "["), 1)
    pvector([1])
    """
    values = frame.values.append(child)
    return Fields(frame.keys.append(frame.key), values) if frame.kind == "{" else values


def from_root(frame: Frame, /) -> list[Frame]:
    """Return the container and all those around it, outermost first.

    >>> [frame.kind for frame in from_root(within(within(ROOT, "["), "{"))]
    ['', '[', '{']
    """
    frames = [frame]
    while (below := frames[-1].below) is not None:
        frames.append(below)
    return frames[::-1]


def shortest_text(top: Frame, mode: str, begun: Rope, pending: str, /) -> str:
    """Return the shortest text that makes the machine stand where it stands.

    >>> from toolfold.arguments.rope import EMPTY_ROPE
    >>> shortest_text(with_child(within(ROOT, "["), 1), "value", EMPTY_ROPE, "")
    '[1,'
    """
    frames = from_root(top)
    outer = "".join(_so_far(frame) + _due(frame) for frame in frames[:-1])
    return outer + _so_far(top) + _tail(top, mode, begun, pending)


def _so_far(frame: Frame) -> str:
    text = text_of(contents(frame))
    return text[:-1] if frame.kind else text[1:-1]


def _due(frame: Frame) -> str:
    """Return what stands between the values so far and the next one."""
    comma = "," if frame.kind and frame.values else ""
    return f"{comma}{scalar_text(frame.key)}:" if frame.kind == "{" else comma


_TAILS = {"first-item": "", "first-name": "", "after": " ", "next-name": ",", "trailing": " !", "broken": " !"}
"""A space ends a number, and no value starts with an exclamation mark."""


def _tail(top: Frame, mode: str, begun: Rope, pending: str) -> str:
    """Return the text after the values so far."""
    if mode in _TAILS:
        return _TAILS[mode]
    if mode == "colon":
        return _due(top)[:-1]
    if mode == "name":
        return ("," if top.values else "") + _cut_string(begun) + pending
    return _due(top) + (_cut_string(begun) if mode == "string" else joined(begun)) + pending


def _cut_string(begun: Rope) -> str:
    return json.dumps(joined(begun))[:-1]
