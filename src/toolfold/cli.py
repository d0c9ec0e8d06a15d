"""The command line: it picks a verb and prints its lines. What a verb does is its own module in ``commands``."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import NoReturn

from toolfold.commands import blame, bulk, check, diff, fixture, html, replay, steps
from toolfold.commands.verb import SOUND, UNUSABLE, Lines, Refused, Verb
from toolfold.inputs import UnreadableInput
from toolfold.show.text import escaped

VERBS: tuple[Verb, ...] = (
    replay.VERB,
    steps.VERB,
    blame.VERB,
    diff.VERB,
    check.VERB,
    fixture.VERB,
    html.VERB,
    bulk.VERB,
)
"""Every verb, in the order of the help."""

INTERRUPTED, READER_GONE = 130, 141
"""Exit statuses as shells report them for a program that SIGINT or SIGPIPE ended."""


class _Parser(ArgumentParser):
    """Arguments whose misuse is one line, and the status of everything that is no answer."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look."""
        self.exit(UNUSABLE, f"toolfold: {escaped(message)} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 says that all calls are sound, 1 that there are faults or an error of the provider's, 2 that there is no answer:
    one line on standard error then says why.
    """
    _lenient(sys.stdout)
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_stdout()
        return READER_GONE
    except OSError as error:  # those of the input are UnreadableInput
        _leave_stdout()
        return _refusal(f"the output cannot be written: {(error.strerror or str(error)).lower()}")
    return status


def _lenient(stream: object) -> None:
    """Let a stream show what its encoding lacks as escapes, instead of raising."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit as end:  # a help page, or a misuse that is already told
        return end.code if isinstance(end.code, int) else SOUND
    if args.version:
        print(f"toolfold {_version()}")
    elif args.verb is None:
        print(parser.format_help(), end="")
    else:
        try:
            return _printed(args.verb.run(args))
        except (Refused, UnreadableInput) as error:
            return _refusal(str(error))
    return SOUND


def _parser() -> ArgumentParser:
    about = "Fold the fragments of streamed LLM tool calls into complete calls."
    parser = _Parser("toolfold", description=about, allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(verb=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    for verb in VERBS:
        details = f"{verb.summary[0].upper()}{verb.summary[1:]}. {verb.details}".rstrip()
        its = verbs.add_parser(verb.name, help=verb.summary, description=details, allow_abbrev=False)
        verb.add_arguments(its)
        its.set_defaults(verb=verb)
    return parser


def _version() -> str:
    try:
        return version("toolfold")
    except PackageNotFoundError:
        return "(not installed)"


def _printed(lines: Lines) -> int:
    """Print the lines of a verb as they come and return its status."""
    while True:
        try:
            line = next(lines)
        except StopIteration as end:
            return int(end.value)
        print(line)


def _refusal(why: str) -> int:
    print(f"toolfold: {escaped(why)}", file=sys.stderr)
    return UNUSABLE


def _leave_stdout() -> None:
    """Let what is left to be written go nowhere, so that the interpreter does not fail over it once more."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
