"""Write the snapshots of this version, with what must become of them: `python -m tests.core.snapshots.make`.

It is run once, when a version is new. The file of a version that was released is never written again: it stands for
all snapshots that lie on disks by then, and the readers of every later release have to read it.
"""

import json
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import toolfold
from tests.rows import TABLES
from toolfold.core.snapshot import VERSION
from toolfold.testing import Row
from toolfold.testing.writers.writer import wire_named

FOLDER = Path(__file__).parent
PLAIN = 2
"""Rows of every wire that are taken without a reason."""


def frozen() -> list[dict[str, Any]]:
    """Return states of every wire, half-way and ended, so many that every part that a snapshot can have is there."""
    found, parts = [], set()
    for wire, rows in TABLES.items():
        for number, row in enumerate(one for one in rows if is_json(one) and one.outcomes):
            both = [*saved(wire, row)]
            new = {part for one in both for part in parts_of(one["snapshot"])} - parts
            if number < PLAIN or new:
                found += both
                parts |= new
    return found


def saved(wire: str, row: Row) -> Iterator[dict[str, Any]]:
    feed = toolfold.feeder(wire_named(wire)) if wire == "nous" else toolfold.feed
    for cut in dict.fromkeys((len(row.fragments) // 2, len(row.fragments))):
        state = reduce(feed, row.fragments[:cut], toolfold.new("salt"))
        yield {
            "name": f"{wire}, {row.name}, after {cut} of {len(row.fragments)} fragments",
            "wire": wire,
            "snapshot": toolfold.snapshot(state),
            "rest": list(row.fragments[cut:]),
            "outcomes": list(row.outcomes),
            "error": row.error,
        }


def parts_of(snapshot: dict[str, Any]) -> Iterator[str]:
    """Say what there is in a snapshot: the members of calls, the kinds of slots, what is not empty."""
    yield from (key for key, value in snapshot.items() if value)
    yield from (f"call {key}" for call in snapshot["calls"] for key in call)
    yield from (
        f"call {key} in parts" for call in snapshot["calls"] for key in ("text", "id") if type(call.get(key)) is list
    )
    yield from (f"slot {slot[0]}" for slot in snapshot["slots"])
    yield from (f"group {key}" for _, _, group in snapshot["groups"] for key, value in group.items() if value)


def is_json(row: Row) -> bool:
    try:
        return json.loads(json.dumps(row.fragments)) == list(row.fragments)
    except (TypeError, ValueError):
        return False


if __name__ == "__main__":
    text = ",\n".join(json.dumps(one) for one in frozen())
    (FOLDER / f"v{VERSION}.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")
