"""Where a verb's fragments come from: a file, standard input, or the sample that ships with the package."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from toolfold.commands.verb import Refused
from toolfold.core.state import State
from toolfold.fold import feed, feeder, new
from toolfold.inputs import UnreadableInput, read_fragments
from toolfold.wires import WIRES
from toolfold.wires.wire import Wire

SAMPLE_SAID = "No FILE was named, so this is the sample stream that ships with toolfold."


class Source(NamedTuple):
    """A recording: what it is called, and its fragments, which can be read once."""

    name: str
    fragments: Iterator[object]


class Recording(NamedTuple):
    """A recording that can be read more than once: what it is called, and how to begin to read it."""

    name: str
    read: Callable[[], Iterator[object]]


class Folded(NamedTuple):
    """The state after the fragments that were read, and how many these were."""

    state: State
    fragments: int


def add_source(parser: ArgumentParser) -> None:
    """Add the arguments ``FILE`` and ``--wire``."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a recording; - is standard input")
    add_wire(parser)


def add_wire(parser: ArgumentParser) -> None:
    """Add the argument ``--wire``."""
    known = ", ".join(wire.name for wire in WIRES)
    parser.add_argument("--wire", type=wire_named, metavar="NAME", help=f"do not guess the wire: {known}")


def wire_named(name: str) -> Wire:
    """Return a wire by its name."""
    found = next((wire for wire in WIRES if wire.name == name), None)
    if found is None:
        raise ArgumentTypeError(f"no wire is named {name!r}; known are {', '.join(wire.name for wire in WIRES)}")
    return found


def source_named(file: str | None) -> Source:
    """Return the recording that ``FILE`` means."""
    if file is None:
        return Source("the sample stream", _sample())
    if file != "-":
        return Source(file, read_fragments(Path(file), file))
    if sys.stdin is None:
        raise Refused("standard input is closed")
    return Source("standard input", read_fragments(sys.stdin.buffer, "standard input"))


def recording_named(file: str | None, *, again: bool = True) -> Recording:
    """Return the recording that ``FILE`` means; standard input is kept in memory if it is read ``again``."""
    source = source_named(file)
    if file != "-":
        return Recording(source.name, lambda: source_named(file).fragments)
    if not again:
        return Recording(source.name, lambda: source.fragments)
    kept = _Kept(source.fragments)
    return Recording(source.name, lambda: iter(kept))


class _Kept:
    """Fragments that can be read once, kept while they are; a second reader meets the same error at the same place."""

    def __init__(self, fragments: Iterator[object]) -> None:
        self._fragments, self._read, self._error = fragments, list[object](), list[UnreadableInput]()

    def __iter__(self) -> Iterator[object]:
        yield from self._read
        try:
            for fragment in self._fragments:
                self._read.append(fragment)
                yield fragment
        except UnreadableInput as error:
            self._error.append(error)
        if self._error:
            raise self._error[0]


def _sample() -> Iterator[object]:
    with (files("toolfold") / "sample.jsonl").open("rb") as stream:
        yield from read_fragments(cast("BinaryIO", stream), "the sample stream")


def folded(source: Source, wire: Wire | None, at: int | None = None) -> Folded:
    """Fold a recording, or its first fragments only; no state but the last is kept."""
    if at is not None and at < 0:
        raise _out_of_range(at, source.name, sum(1 for _ in source.fragments))
    step, state, count = feed if wire is None else feeder(wire), new(), 0
    try:
        for fragment in _first(source.fragments, at):
            state = step(state, fragment)
            count += 1
    except UnreadableInput as error:
        raise _with_advice(error, count) from error
    if at is not None and count < at:
        raise _out_of_range(at, source.name, count)
    return Folded(state, count)


def _first(fragments: Iterator[object], at: int | None) -> Iterator[object]:
    """Yield the fragments up to a number; none more is read, except that a recording must be there to have none."""
    if at == 0:
        next(fragments, None)
    return islice(fragments, None if at is None else min(at, sys.maxsize))


def _out_of_range(at: int, name: str, count: int) -> Refused:
    there = "is 1 fragment" if count == 1 else f"are {count} fragments"
    return Refused(f"--at {at}: there {there} in {name}, so --at takes 0 to {count}")


def _with_advice(error: UnreadableInput, count: int) -> Refused:
    before = "the fragment" if count == 1 else f"the {count} fragments"
    return Refused(f"{error}; --at {count} shows {before} before that" if count else str(error))
