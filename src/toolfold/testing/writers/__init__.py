"""Writers: how a conversation is written on each wire, so that the same one can be read on all.

A writer knows what an honest server sends. What servers get wrong is the business of the rows in a test table, and of
the strategies, which cut, mix and break what a writer wrote.
"""

from toolfold.testing.writers import frameworks, google, openai, providers, seeds
from toolfold.testing.writers.writer import Call, Writer

WRITERS: tuple[Writer, ...] = (
    *openai.WRITERS,
    *providers.WRITERS,
    *google.WRITERS,
    *frameworks.WRITERS,
    *seeds.WRITERS,
)
"""Every writer: at least one for each of the library's wires."""

__all__ = ["WRITERS", "Call", "Writer"]
