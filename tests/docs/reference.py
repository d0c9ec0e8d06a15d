"""Write the wires' page from the tables of their tests, so that it says what is tested and nothing else.

python -m tests.docs.reference
"""

import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

from returns.result import Success

import toolfold
from tests.rows import TABLES
from tests.rows.build import Row
from toolfold.messages import FORMATS

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "wires.md"

HEAD = """# Wires

Every format that `feed` recognises, with what its tests show. This page is made from those tests
(`python -m tests.docs.reference`); a test fails if it is out of date. The first words of each section are those of the
wire's own module.

*Ends*: the events at which a call is sealed. *Extras*: the keys that a call carries beside its arguments, which
`messages.assistant` gives back. *Streams*: one line for each stream that is tested, with its right answer.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_table(), *(line for wire in toolfold.WIRES for line in _section(wire))])


def _table() -> Iterator[str]:
    yield "| wire | what it reads | messages | streams tested |"
    yield "|---|---|---|--:|"
    for wire in toolfold.WIRES:
        about = _about(wire).partition("\n\n")[0].replace("\n", " ")
        messages = "yes" if wire.name in FORMATS else "none"
        yield f"| [{wire.name}](#{wire.name}) | {about} | {messages} | {len(TABLES.get(wire.name, []))} |"
    yield ""


def _about(wire: toolfold.Wire) -> str:
    """What a wire's module says of it."""
    return (sys.modules[wire.decode.__module__].__doc__ or "").strip()


def _section(wire: toolfold.Wire) -> Iterator[str]:
    rows = TABLES.get(wire.name, [])
    yield f"## {wire.name}\n"
    yield f"{_about(wire)}\n"
    feed = toolfold.feeder(wire)
    yield f"*Ends*: {_listed(end for row in rows for end in _ends(feed, row))}\n"
    yield f"*Extras*: {_listed(key for row in rows for key in _extras(feed, row))}\n"
    yield f"*Messages*: {'yes' if wire.name in FORMATS else 'none'}\n"
    yield "<details><summary>Streams</summary>\n"
    yield from (f"- {row.name.replace('_', ' ')}: {_answer(row)}" for row in rows)
    yield "\n</details>\n"


def _listed(found: Iterator[str]) -> str:
    return ", ".join(f"`{one}`" for one in sorted(set(found))) or "none"


def _ends(feed: toolfold.fold.Feed, row: Row) -> Iterator[str]:
    state = toolfold.new()
    for fragment in row.fragments:
        after = feed(state, fragment)
        before = {view.key: view.seal for view in toolfold.peek(state)}
        for view in toolfold.peek(after):
            if view.seal >= toolfold.Seal.SEALED > before.get(view.key, toolfold.Seal.OPEN):
                yield _label(fragment)
        state = after


def _label(fragment: Any) -> str:
    """What a fragment calls itself."""
    if not isinstance(fragment, dict):
        return str(fragment) if isinstance(fragment, str) else "list"
    for key in ("type", "event_type", "event_kind", "event", "object"):
        if isinstance(fragment.get(key), str):
            return str(fragment[key])
    return next((str(key) for key in fragment), "{}")


def _extras(feed: toolfold.fold.Feed, row: Row) -> Iterator[str]:
    for outcome in toolfold.outcomes(reduce(feed, row.fragments, toolfold.new())):
        said = outcome.unwrap() if isinstance(outcome, Success) else outcome.failure()
        yield from said.extras


def _answer(row: Row) -> str:
    said = [f"error `{row.error}`"] if row.error else []
    for want in row.outcomes:
        name = f"`{want['name']}`" if want["name"] else "a call without a name"
        said.append(f"{name} {want['error']}" if "error" in want else name)
    return ", ".join(said) or "nothing"


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
