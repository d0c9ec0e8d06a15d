"""Ceilings against hostile streams."""

from typing import NamedTuple

WIDEST = 2**64
"""Numbers are below this: wires read no larger ones, and what is counted stops here, so that it can be read again."""


class Limits(NamedTuple):
    """How much a stream may make the fold keep; passing one is a fault or a counted note, never an exception.

    ``calls`` counts the calls of one state, ``call_characters`` and ``stream_characters`` everything that is kept of
    one call and of all (argument text, ids, names, extras, what is shown), ``name_characters`` one id or name (what an
    error says is cut there), ``depth`` the nesting of arguments, ``notes`` the notes kept apart (further ones are
    counted together). The defaults are far beyond what an honest provider sends.

    >>> Limits(calls=8).depth
    256
    """

    calls: int = 4_096
    call_characters: int = 16_000_000
    stream_characters: int = 64_000_000
    name_characters: int = 65_536
    depth: int = 256
    notes: int = 1_000


DEFAULT_LIMITS = Limits()
