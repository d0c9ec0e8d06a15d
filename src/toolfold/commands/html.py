"""``toolfold html``: a recorded stream as one page to step through in a browser."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath

from toolfold.commands.source import SAMPLE_SAID, add_source, source_named
from toolfold.commands.verb import SOUND, Lines, Refused, Verb
from toolfold.fold import feed, feeder
from toolfold.inputs import UnreadableInput
from toolfold.show.calls import counted
from toolfold.show.html import render_page
from toolfold.show.text import escaped


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``html`` takes."""
    add_source(parser)
    parser.add_argument("-o", "--output", required=True, metavar="PAGE", help="the page to write; - is standard output")
    parser.add_argument("--at", type=int, metavar="N", help="show only the first N fragments")
    parser.add_argument("--title", metavar="TEXT", help="the page's title instead of the recording's name")


def run(args: Namespace) -> Lines:
    """Write the page and say so in one line; the page itself is the answer if it goes to standard output."""
    source = source_named(args.file)
    read = _Read(source.fragments, source.name, args.at)
    title = args.title or (source.name if args.file in (None, "-") else PurePath(source.name).name)
    page = render_page(read, feed=feed if args.wire is None else feeder(args.wire), title=title)
    read.check()
    if args.output == "-":
        yield page.removesuffix("\n")
        return SOUND
    size = _written(Path(args.output), page)
    if args.file is None:
        yield SAMPLE_SAID
    yield f"{escaped(args.output)}: {counted(read.count, 'fragment')}, {size / 1000:.0f} kB; open it in a browser"
    return SOUND


class _Read:
    """The fragments of a recording up to a number, counted as they are read."""

    def __init__(self, fragments: Iterator[object], name: str, at: int | None) -> None:
        self._fragments, self._name, self._at = fragments, name, at
        self.count = 0

    def __iter__(self) -> Iterator[object]:
        """Read on; a recording must be there even if none of it is wanted."""
        if self._at == 0:
            next(self._fragments, None)
        elif self._at is not None and self._at < 0:
            self.count = sum(1 for _ in self._fragments)
        most = None if self._at is None else min(max(self._at, 0), sys.maxsize)
        try:
            for fragment in islice(self._fragments, most):
                self.count += 1
                yield fragment
        except UnreadableInput as error:
            advice = f"; --at {self.count} shows what came before that" if self.count else ""
            raise Refused(f"{error}{advice}") from error

    def check(self) -> None:
        """Refuse if there are not as many fragments as were asked for."""
        if self._at and self._at != self.count:
            there = f"there {'is' if self.count == 1 else 'are'} {counted(self.count, 'fragment')} in {self._name}"
            raise Refused(f"--at {self._at}: {there}, so --at takes 0 to {self.count}")


def _written(path: Path, page: str) -> int:
    """Write the page and return its size in bytes."""
    try:
        return path.write_bytes(page.encode())
    except OSError as error:
        raise Refused(f"{path}: the page cannot be written: {(error.strerror or str(error)).lower()}") from error


VERB = Verb(
    "html",
    "make a page of a recorded stream, to step through",
    "FILE is read as replay reads it. PAGE is one file that needs no network and no other file: every step with its "
    "fragment, what it did and the calls as they stood, searchable, with the faults marked. The exit status is 0 once "
    "the page is written, whatever it shows, and 2 if it cannot be made.",
    add_arguments,
    run,
)
