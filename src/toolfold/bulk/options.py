"""What is asked of a run: how logs are read and how their streams are folded."""

from typing import NamedTuple

MEBIBYTE = 2**20


class Options(NamedTuple):
    """All that changes the answer, so that a run that goes on after a stop can tell whether it is the same run.

    ``by``, ``order`` and ``fragment`` name fields: a dot leads into an object, unless a field has that very name.
    Without ``order`` the order is that of the files. Without ``fragment`` the line is the fragment, without the fields
    of ``by`` and ``order``: a wire may be told by which fields there are, and what it does not know may end up in a
    call's extras. ``keep`` leaves them in, for a provider's own. ``once`` says that ``order`` is a true sequence, so
    that an equal fragment with the same number is the same one delivered again.

    >>> Options("stream_id", order="seq").fragment is None
    True
    """

    by: str
    order: str | None = None
    fragment: str | None = None
    wire: str | None = None
    strict: bool = False
    once: bool = False
    keep: bool = False
    longest_line: int = 16 * MEBIBYTE
