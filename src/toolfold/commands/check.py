"""``toolfold check``: what is wrong in many recordings, and how much of it there is."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from toolfold.commands.progress import Progress
from toolfold.commands.recordings import recordings
from toolfold.commands.source import add_wire, source_named
from toolfold.commands.verb import SOUND, UNSOUND, UNUSABLE, Lines, Verb
from toolfold.fold import Feed, feed, feeder, new
from toolfold.inputs import UnreadableInput
from toolfold.show import checks
from toolfold.show.calls import counted
from toolfold.show.outcome import report_on
from toolfold.show.text import escaped, terminal_width

EVERY = 1000
"""Fragments between two looks at the clock."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``check`` takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a recording or a folder of recordings")
    add_wire(parser)
    parser.add_argument("--strict", action="store_true", help="count every repair as a fault")
    parser.add_argument("--json", action="store_true", help="for programs: one line of JSON for each recording")


def run(args: Namespace) -> Lines:
    """Yield what is wrong; status 1 says that something is, 2 that a recording could not be read to its end."""
    files = recordings(args.files)
    progress, tally = Progress(len(files), sys.stderr), checks.Tally()
    width, unreadable, shown = terminal_width(), 0, False
    try:
        for done, file in enumerate(files):
            try:
                check = _checked(file, args, progress, done)
            except UnreadableInput as error:
                unreadable += 1
                progress.clear()
                sys.stderr.write(f"toolfold: {escaped(str(error))}\n")
                continue
            tally.add(check)
            for line in (checks.record(check),) if args.json else checks.lines(check):
                progress.clear()
                shown = True
                yield line
    finally:
        progress.clear()
    if not args.json:
        yield from ("",) if shown else ()
        yield from tally.lines(unreadable, width)
    return UNUSABLE if unreadable else UNSOUND if tally.sound < tally.files else SOUND


def _checked(file: str, args: Namespace, progress: Progress, done: int) -> checks.Check:
    chosen: Feed = feed if args.wire is None else feeder(args.wire)
    source, state, count = source_named(file), new(), 0
    for fragment in _watched(source.fragments, file, progress, done):
        state = chosen(state, fragment)
        count += 1
    return checks.check_of(source.name, report_on(state, count, strict=args.strict))


def _watched(fragments: Iterator[object], file: str, progress: Progress, done: int) -> Iterator[object]:
    """Yield the fragments, and show now and then how far they have come."""
    for number, fragment in enumerate(fragments):
        if number % EVERY == 0:
            progress.show(done, f"{file}  {counted(number, 'fragment')}")
        yield fragment


VERB = Verb(
    "check",
    "look for faults in many recordings",
    "Every fault has a line of its own; the summary counts them by wire and by kind. In a folder, files that end in "
    ".json, .jsonl, .ndjson or .sse are recordings, gzipped or not. The exit status is 0 if all is sound, 1 if there "
    "is a fault or a provider's error, and 2 if a recording cannot be read to its end.",
    add_arguments,
    run,
)
