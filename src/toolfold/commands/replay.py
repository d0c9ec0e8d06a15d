"""``toolfold replay``: what became of the calls of a recorded stream, or how they stood after some of it."""

import sys
from argparse import ArgumentParser, Namespace

from toolfold.commands.source import SAMPLE_SAID, Folded, add_source, folded, source_named
from toolfold.commands.verb import SOUND, UNSOUND, Lines, Verb
from toolfold.show import live, outcome
from toolfold.show.text import terminal_width


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``replay`` takes."""
    add_source(parser)
    parser.add_argument("--at", type=int, metavar="N", help="show how the calls stood after the first N fragments")
    parser.add_argument("--strict", action="store_true", help="count every repair as a fault")
    parser.add_argument("--json", action="store_true", help="for programs: one line of JSON for each call and note")


def run(args: Namespace) -> Lines:
    """Yield the answer for people or for programs; status 1 says that there are faults or a provider's error."""
    found = folded(source_named(args.file), args.wire, args.at)
    if args.file is None and args.json:
        sys.stderr.write(f"{SAMPLE_SAID}\n")
    elif args.file is None:
        yield from (SAMPLE_SAID, "")
    if args.at is None:
        return (yield from _of_outcomes(found, args))
    return (yield from _of_live(found, args))


def _of_outcomes(found: Folded, args: Namespace) -> Lines:
    report = outcome.report_on(found.state, found.fragments, strict=args.strict)
    yield from outcome.records(report) if args.json else outcome.lines(report, terminal_width())
    return SOUND if report.sound else UNSOUND


def _of_live(found: Folded, args: Namespace) -> Lines:
    glimpse = live.glimpse_of(found.state, found.fragments)
    yield from live.records(glimpse) if args.json else live.lines(glimpse, terminal_width())
    return SOUND if glimpse.error is None else UNSOUND


VERB = Verb(
    "replay",
    "show what became of the calls of a recorded stream",
    "FILE holds JSON lines, server-sent events, or a JSON array of fragments, gzipped or not; without one, a sample is "
    "replayed. The exit status is 0 if every call is sound, 1 if there is a fault or the provider reported an error, "
    "and 2 if the input cannot be read.",
    add_arguments,
    run,
)
