"""What a wire is."""

from collections.abc import Callable
from typing import NamedTuple

from toolfold.core.deltas import Delta


class Wire(NamedTuple):
    """A provider's format: its name, which fragments are its own, and what a fragment says.

    ``recognises`` looks at the shape only and claims nothing that another wire would claim, except shapes that
    several wires share; those are settled by the wire that the stream was recognised as before. ``decode`` is total
    for every fragment that ``recognises`` claims, keeps nothing, and returns ``()`` for a fragment that says nothing
    about calls.
    """

    name: str
    recognises: Callable[[object], bool]
    decode: Callable[[object], tuple[Delta, ...]]
