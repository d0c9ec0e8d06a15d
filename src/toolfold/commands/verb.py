"""What a verb is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator
from typing import NamedTuple

SOUND, UNSOUND, UNUSABLE = 0, 1, 2
"""Exit statuses: all is well, something is wrong with the calls, there is no answer."""

Lines = Generator[str, None, int]
"""The lines of an answer as they become known, then the exit status."""


class Verb(NamedTuple):
    """A verb: its name, what it does in half a sentence and at more length, its arguments, and how it runs."""

    name: str
    summary: str
    details: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], Lines]


class Refused(Exception):  # noqa: N818 - the question is at fault, and its name should say so
    """A question that has no answer, and why in one line."""
