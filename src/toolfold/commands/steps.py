"""``toolfold steps``: what a recorded stream did, one line a change."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from toolfold.commands.choice import call_in
from toolfold.commands.source import SAMPLE_SAID, Recording, add_source, recording_named
from toolfold.commands.verb import SOUND, UNSOUND, Lines, Verb
from toolfold.core.call import CallKey
from toolfold.core.state import State, base_of
from toolfold.fold import Feed, feed, feeder, new
from toolfold.history import steps
from toolfold.show import steps as show
from toolfold.show.calls import counted
from toolfold.show.outcome import report_on
from toolfold.show.text import terminal_width, wrapped


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``steps`` takes."""
    add_source(parser)
    parser.add_argument("--call", metavar="CALL", help="only one call: its number, its id or its name")
    parser.add_argument("--only", choices=show.KINDS, action="append", help="only such changes; may be given again")
    parser.add_argument("--json", action="store_true", help="for programs: one line of JSON for each change")


def run(args: Namespace) -> Lines:
    """Yield the changes as they are read; status 1 says that there are faults or a provider's error."""
    chosen_feed = feed if args.wire is None else feeder(args.wire)
    recording = recording_named(args.file, again=args.call is not None)
    call = None if args.call is None else call_in(recording, chosen_feed, args.call)
    if args.file is None and args.json:
        sys.stderr.write(f"{SAMPLE_SAID}\n")
    elif args.file is None:
        yield from (SAMPLE_SAID, "")
    told = _Told(recording, chosen_feed, call, args.only or show.KINDS)
    if args.json:
        yield from map(show.record, told)
    else:
        yield from _for_people(told, terminal_width())
    return SOUND if report_on(told.state, told.read).sound else UNSOUND


def _for_people(told: "_Told", width: int) -> Iterator[str]:
    """Yield a table of the changes; without any there is no title either, as of what cannot be read."""
    for number, entry in enumerate(told):
        if not number:
            yield show.TITLE
        yield show.line(entry, width)
    if told.shown:
        yield ""
    yield from wrapped(told.summary(), width)


class _Told:
    """The entries of a recording that were asked for, and what can be said when all are told."""

    def __init__(self, recording: Recording, chosen_feed: Feed, call: CallKey | None, kinds: tuple[str, ...]) -> None:
        self._recording, self._feed, self._call, self._kinds = recording, chosen_feed, call, kinds
        self.state: State = new()
        self.read = self.all = self.shown = 0

    def __iter__(self) -> Iterator[show.Entry]:
        for entry in self._entries():
            self.all += 1
            if entry.kind in self._kinds and self._call in (None, entry.call):
                self.shown += 1
                yield entry

    def _entries(self) -> Iterator[show.Entry]:
        teller = show.Teller()
        for step in steps(self._feed, self.state, self._recording.read()):
            self.state, self.read = step.after, step.number
            yield from teller.entries(step)
        yield from teller.ending(self.state)

    def summary(self) -> str:
        """Return the last line."""
        of = "" if self.shown == self.all else f"{self.shown} of "
        wire = base_of(self.state).wire
        changes, calls = counted(self.all, "change"), counted(len(self.state), "call")
        where = f"wire {wire}" if wire else "nothing about calls"
        return f"{of}{changes} in {counted(self.read, 'fragment')}, {calls}, {where}"


VERB = Verb(
    "steps",
    "show what a recorded stream did, one line a change",
    "Each line has the number of the fragment, the number of the call, what was seen, and which rule applied; "
    "fragments that say nothing about calls are left out, and lines after the last fragment say what only the end "
    "shows. The exit status is that of replay.",
    add_arguments,
    run,
)
