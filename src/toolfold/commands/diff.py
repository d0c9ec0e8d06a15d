"""``toolfold diff``: where two recorded runs part, and how their calls differ in the end."""

from argparse import ArgumentParser, Namespace

from toolfold.commands.source import add_wire, source_named
from toolfold.commands.verb import SOUND, UNSOUND, Lines, Refused, Verb
from toolfold.fold import feed, feeder, new
from toolfold.history import compared, steps
from toolfold.show import diff as show
from toolfold.show.text import terminal_width


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``diff`` takes."""
    parser.add_argument("one", metavar="A", help="a recording; - is standard input")
    parser.add_argument("other", metavar="B", help="another recording")
    add_wire(parser)
    parser.add_argument("--ignore-ids", action="store_true", help="two runs give their calls fresh ids; do not mind")
    parser.add_argument("--json", action="store_true", help="for programs: one line of JSON for each pair of calls")


def run(args: Namespace) -> Lines:
    """Yield the comparison; status 1 says that the runs do not end alike."""
    if args.one == args.other == "-":
        raise Refused("standard input can be one of the two recordings, not both")
    chosen, start = feed if args.wire is None else feeder(args.wire), new()
    sources = [source_named(name) for name in (args.one, args.other)]
    one, other = (steps(chosen, start, source.fragments) for source in sources)
    comparison = compared(one, other, start, start, ids=not args.ignore_ids)
    if args.json:
        yield from show.records(comparison)
    else:
        yield from show.lines(comparison, show.Sides(*(source.name for source in sources)), terminal_width())
    return SOUND if comparison.same else UNSOUND


VERB = Verb(
    "diff",
    "compare two recorded runs: where they part, then call by call",
    "Calls are paired by id, else by name and order. The exit status is 0 if both runs end with the same calls, "
    "however these came, and 1 if they do not.",
    add_arguments,
    run,
)
