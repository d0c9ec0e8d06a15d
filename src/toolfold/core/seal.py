"""How sure it is that a call will not grow any more."""

from enum import IntEnum


class Seal(IntEnum):
    """Graded evidence that a call is over; text that happens to parse is no evidence, since it can still grow.

    >>> Seal.OPEN < Seal.SUCCEEDED < Seal.SEALED < Seal.ENDED
    True
    """

    OPEN = 0
    """Nothing says that the call is over."""
    SUCCEEDED = 1
    """A later call was opened on a wire that writes one call after the other."""
    SEALED = 2
    """The provider ended the call, or the response it belongs to."""
    ENDED = 3
    """The response ended, and ended well."""
