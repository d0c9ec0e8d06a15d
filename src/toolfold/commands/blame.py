"""``toolfold blame``: which fragments gave a call what it has."""

from argparse import ArgumentParser, Namespace

from toolfold.commands.choice import call_of
from toolfold.commands.source import add_wire, recording_named
from toolfold.commands.verb import SOUND, UNSOUND, Lines, Verb
from toolfold.fold import feed, feeder, new
from toolfold.history import Origins, steps
from toolfold.show import blame as show
from toolfold.show.text import shortened, terminal_width


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``blame`` takes."""
    parser.add_argument("file", metavar="FILE", help="a recording; - is standard input")
    parser.add_argument("call", metavar="CALL", help="the call's number, its id, or its name if no other has it")
    add_wire(parser)
    parser.add_argument("--json", action="store_true", help="for programs: one line of JSON for each thing given")


def run(args: Namespace) -> Lines:
    """Yield what each fragment gave; status 1 says that the call is a fault."""
    recording = recording_named(args.file, again=False)
    state, origins = new(), Origins(new())
    for step in steps(feed if args.wire is None else feeder(args.wire), state, recording.read()):
        state = step.after
        origins.add(step, step.changes)
    call = state[call_of(state, args.call, recording.name)]
    found = origins.blame(state, call.key)
    gifts = show.gifts(state, found)
    if args.json:
        yield from (show.record(found, gift) for gift in gifts)
    else:
        width = terminal_width()
        yield from (shortened(show.title(state, call, found), width), "", show.TITLE)
        yield from (show.line(gift, width) for gift in gifts)
    return SOUND if found.fault is None else UNSOUND


VERB = Verb(
    "blame",
    "show which fragments gave a call what it has",
    "Each line names a step, which is the number of a fragment, and what it gave: the id, the name, a stretch of text "
    "with its place in the whole, a seal, a note, the fault. The exit status is 1 if the call is a fault.",
    add_arguments,
    run,
)
