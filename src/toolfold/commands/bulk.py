"""``toolfold bulk``: the calls of very many streams, one row each."""

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from toolfold.commands.source import add_wire
from toolfold.commands.verb import SOUND, UNSOUND, UNUSABLE, Lines, Refused, Verb
from toolfold.show.calls import counted
from toolfold.show.records import record
from toolfold.show.table import Column, table
from toolfold.show.text import escaped, terminal_width, wrapped

SUFFIXES = (".parquet", ".jsonl", ".ndjson")
ENGINES = ("duckdb", "pyarrow", "rich")
_SIZE = re.compile(r"([0-9]+) *([KMG])i?B?", re.IGNORECASE)
_SIZES = {"K": 2**10, "M": 2**20, "G": 2**30}


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``bulk`` takes."""
    parser.add_argument("logs", nargs="+", metavar="LOG", help="a log, a folder of logs, or a pattern with *")
    parser.add_argument("--by", required=True, metavar="FIELD", help="the field that holds the stream's id")
    parser.add_argument("--order", metavar="FIELD", help="the field that orders a stream; without it, the files do")
    parser.add_argument("--fragment", metavar="FIELD", help="the field that holds the fragment; without it, all is it")
    parser.add_argument("-o", "--output", required=True, type=_output, metavar="FILE", help="a .parquet or .jsonl file")
    add_wire(parser)
    parser.add_argument("--strict", action="store_true", help="count every repair as a fault")
    parser.add_argument("--once", action="store_true", help="take equal fragments with the same order as one")
    parser.add_argument(
        "--keep", action="store_true", help="without --fragment: leave the fields of --by and --order in"
    )
    parser.add_argument("--processes", type=_positive, metavar="N", help="without it, as many as there are cores")
    parser.add_argument("--memory", type=_size, default="1GB", metavar="SIZE", help="for all that is sorted: 1GB")
    parser.add_argument("--max-line", type=_size, default="16MB", metavar="SIZE", help="longer lines are broken: 16MB")
    parser.add_argument("--restart", action="store_true", help="forget what a stopped run has done")
    parser.add_argument("--json", action="store_true", help="for programs: the counts as one line of JSON")


def _output(text: str) -> Path:
    path = Path(text)
    if path.suffix not in SUFFIXES:
        raise ArgumentTypeError(f"{text!r} ends in none of {', '.join(SUFFIXES)}")
    return path


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is no number of processes")
    return int(text)


def _size(text: str) -> int:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise ArgumentTypeError(f"{text!r} is no size like 512MB or 2GB")
    return int(found[1]) * _SIZES[found[2].upper()]


def run(args: Namespace) -> Lines:
    """Write the rows and yield a summary; status 2 says that a log could not be read to its end."""
    if lacking := [name for name in ENGINES if find_spec(name) is None]:
        raise Refused(f"bulk needs {', '.join(lacking)}: pip install 'toolfold[bulk]'")
    from toolfold.bulk import Effort, Options, Unusable, bulk  # noqa: PLC0415  # its engines take long to load

    wire = None if args.wire is None else args.wire.name
    options = Options(args.by, args.order, args.fragment, wire, args.strict, args.once, args.keep, args.max_line)
    effort = Effort(args.processes or _cores(), args.memory, args.restart, sys.stderr)
    try:
        answer = bulk(args.logs, args.output, options, _version(), effort)
    except Unusable as error:
        raise Refused(str(error)) from error
    except KeyboardInterrupt:
        sys.stderr.write("toolfold: stopped; the same command goes on from here\n")
        raise
    tally = answer.tally
    broken = None if answer.broken is None else str(answer.broken)
    if args.json:
        yield record({"output": str(args.output), "broken_lines": broken, **dict(sorted(tally.items()))})
    else:
        yield from _summary(tally, str(args.output), broken, terminal_width())
    if tally["unreadable"]:
        return UNUSABLE
    return SOUND if tally["sound"] == tally["calls"] and not tally["errors"] + tally["broken"] else UNSOUND


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _version() -> str:
    try:
        return version("toolfold")
    except PackageNotFoundError:
        return "(not installed)"


def _summary(tally: dict[str, int], output: str, broken: str | None, width: int) -> Iterator[str]:
    """Yield the faults by kind, then what was read and written, then what to look at."""
    kinds = {name.partition(":")[2]: count for name, count in tally.items() if name.startswith("fault:")}
    if kinds:
        columns = (Column("fault"), Column("calls", right=True))
        most = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
        yield from (*table(columns, [(kind, str(count)) for kind, count in most], width), "")
    calls, faults = tally["calls"], tally["calls"] - tally["sound"]
    said = [f"{tally['sound']} sound", *([f"{faults} with faults"] if faults else [])] if calls else []
    said = [": ", ", ".join(said)] if said else []
    read = f"{counted(tally['fragments'], 'fragment')} of {counted(tally['streams'], 'stream')}"
    yield from wrapped(f"{escaped(output)}: {counted(calls, 'call')}{''.join(said)}; {read}", width)
    yield from (line for text in _remarks(tally, broken) for line in wrapped(text, width))


def _remarks(tally: dict[str, int], broken: str | None) -> Iterator[str]:
    if tally["errors"]:
        yield f"the provider reported an error in {counted(tally['errors'], 'stream')}"
    if broken is not None:
        yield f"{escaped(broken)}: {counted(tally['broken'], 'line')} that could not be used"
    if tally["repeated"]:
        again = "1 fragment has" if tally["repeated"] == 1 else f"{tally['repeated']} fragments have"
        yield f"{again} the same order as the one before; where that is the same fragment again, use --once"


VERB = Verb(
    "bulk",
    "fold the streams of many logs into one row for each call",
    "LOG is a file of JSON lines, plain, gzipped or packed with zstd, or of Parquet; the fragments of many streams may "
    "be mixed in any order. Lines that cannot be used are written beside the output. A run that is stopped, however "
    "that happens, goes on when the same command is given again. The exit status is 0 if all is sound, 1 if there is "
    "a fault, a provider's error or a line that could not be used, and 2 if a log cannot be read to its end.",
    add_arguments,
    run,
)
