"""``toolfold fixture``: a recording made fit to be a test."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from toolfold.commands.source import add_source, source_named
from toolfold.commands.verb import SOUND, Lines, Refused, Verb
from toolfold.fixtures import Fixture, SecretsCount, fixture_of
from toolfold.fold import feed, feeder
from toolfold.show.calls import counted


def add_arguments(parser: ArgumentParser) -> None:
    """Add what ``fixture`` takes."""
    add_source(parser)
    parser.add_argument("--name", help="what the row is called; without it, what the file is called")
    parser.add_argument("-o", "--output", metavar="FILE", help="write it there instead of printing it")


def run(args: Namespace) -> Lines:
    """Yield the fixture as JSON; what was left out of it is told beside it."""
    source = source_named(args.file)
    try:
        found = fixture_of(source.fragments, feed if args.wire is None else feeder(args.wire))
    except SecretsCount as error:
        why = "what becomes of the calls depends on the addresses and keys in it, so that no fakes can stand for them"
        raise Refused(f"{source.name}: {why}") from error
    lines = _lines(args.name or _stem(source.name), found if args.wire is None else found._replace(wire=args.wire.name))
    if args.output is None:
        yield from lines
    else:
        _write(args.output, lines)
    sys.stderr.write(f"{_said(found)}\n")
    return SOUND


def _stem(name: str) -> str:
    """Return what a file is called without its endings."""
    stem = Path(name).name.removesuffix(".gz")
    return stem.rpartition(".")[0] or stem


def _write(output: str, lines: Iterator[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{output}: {(error.strerror or str(error)).lower()}") from error


def _lines(name: str, found: Fixture) -> Iterator[str]:
    """Yield a JSON object of which each event and each outcome has a line, so that a change of one is a line's."""
    yield "{"
    yield f' "name": {json.dumps(name)},'
    yield f' "wire": {json.dumps(found.wire)},'
    yield f' "outcomes": [{_items(found.outcomes)}],'
    yield f' "notes": {json.dumps(found.notes)},'
    yield f' "error": {json.dumps(found.error)},'
    yield f' "events": [{_items(found.events)}]'
    yield "}"


def _items(items: Sequence[object]) -> str:
    lines = (f"\n  {json.dumps(item)}" for item in items)
    return f"{','.join(lines)}\n " if items else ""


def _said(found: Fixture) -> str:
    secrets = f"{counted(found.secrets, 'address or key')} replaced" if found.secrets == 1 else ""
    secrets = secrets or f"{found.secrets or 'no'} addresses and keys replaced"
    dropped = f"{counted(found.dropped, 'fragment')} of long text left out, " if found.dropped else ""
    return f"{counted(len(found.events), 'fragment')} kept, {dropped}{secrets}"


VERB = Verb(
    "fixture",
    "turn a recording into a row for a test table",
    "Ids and names stay; long text is shortened, and e-mail addresses, keys and tokens are replaced by fakes of the "
    "same shape, in such a way that every call comes to the same. The result is a JSON object with the fragments "
    "(events) and what must become of their calls (outcomes, notes, error); it is a recording, too. Read it before "
    "you publish it: what people wrote in plain words is still there.",
    add_arguments,
    run,
)
