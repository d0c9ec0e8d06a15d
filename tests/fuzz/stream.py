"""Streams nobody wrote: nothing raises, and every law that speaks of any stream holds."""

import json
import zlib
from functools import cache, reduce
from itertools import pairwise
from random import Random
from typing import Any

import toolfold
from tests.fuzz.edits import edited, parsed, written
from tests.rows import TABLES
from toolfold import Limits, State, messages
from toolfold.core.deltas import Cancelled, Discarded
from toolfold.fold import Feed
from toolfold.testing import Row, Trial, trial_of
from toolfold.testing.accounting import nothing_lost
from toolfold.testing.folding import NOISE, batching, printed, purity, read, replay, resume
from toolfold.testing.growing import early_soundness, honesty, monotony, order
from toolfold.testing.places import as_object, reads
from toolfold.testing.trial import must, overheard, same
from toolfold.testing.writers.writer import wire_named

MOST = 16
"""Fragments of an input that are fed: the laws read a stream many times over."""

LIMITS = Limits(calls=3, call_characters=40, stream_characters=90, name_characters=8, depth=4, notes=4)


def seeds() -> list[bytes]:
    """Return every row as an input, for all wires at once and for its own alone, and now and then with small limits."""
    found = []
    for wire, rows in TABLES.items():
        for number, row in enumerate(rows):
            fragments = [fragment for fragment in row.fragments if _is_json(fragment)]
            by = wire if wire == "nous" or number % 3 == 0 else ""
            found.append(written({"by": by, "small": number % 5 == 0, "fragments": fragments}))
    return found


def _is_json(fragment: object) -> bool:
    try:
        return len(written(fragment)) < 10_000
    except (TypeError, ValueError, RecursionError):
        return False


@cache
def others() -> list[Any]:
    """Return the fragments that are mixed in."""
    return [fragment for rows in TABLES.values() for row in rows for fragment in row.fragments if _is_json(fragment)]


def mutated(data: bytes, rng: Random) -> bytes:
    """Return another input: the stream broken in some way, or read in another one."""
    given = _given(data)
    if given is None:
        return rng.choice(seeds())
    given["fragments"] = edited(given["fragments"][:MOST], others(), rng)
    if rng.randrange(20) == 0:
        given["by"] = rng.choice(("", *TABLES))
    if rng.randrange(20) == 0:
        given["small"] = not given["small"]
    return written(given)


def crossed(one: bytes, other: bytes, rng: Random) -> bytes:
    """Return an input with the fragments of two, one after the other or between one another."""
    first, second = _given(one), _given(other)
    if first is None or second is None:
        return one
    fragments = [*first["fragments"]]
    for fragment in second["fragments"]:
        fragments.insert(rng.randrange(len(fragments) + 1), fragment)
    return written({**first, "fragments": fragments[:MOST]})


def _given(data: bytes) -> dict[str, Any] | None:
    """Return what an input says: who reads, under which limits, and the fragments."""
    try:
        value = parsed(data)
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("fragments"), list):
        return None
    by = value.get("by")
    return {
        "by": by if isinstance(by, str) and by in TABLES else "",
        "small": value.get("small") is True,
        "fragments": value["fragments"][:MOST],
    }


def check(data: bytes) -> bool:
    """Check one input; it is false if it is none."""
    given = _given(data)
    if given is None:
        return False
    wire = wire_named(given["by"] or "openai-chat")
    wires = (wire,) if given["by"] else ()
    feed = (
        toolfold.feeder(*wires, limits=LIMITS) if given["small"] else toolfold.feeder(wire) if wires else toolfold.feed
    )
    trial = trial_of(wire, Row("input", given["fragments"], [], taken_back=takes_back(given["fragments"])), feed)
    readers(trial)
    bounded(trial)
    left_out = (order, nothing_lost) if given["small"] else (order,) if is_mixed(trial) else ()
    laws = [law for law in LAWS if law not in left_out]
    laws[zlib.crc32(data) % len(laws)](trial)  # one of them for each input, or there would be few inputs
    fold_objects(feed, given["fragments"])
    return True


def takes_back(fragments: list[Any]) -> bool:
    """Say whether a provider may take back what was ready: it begins the step anew, or cancels a call."""
    return any(
        isinstance(one, Cancelled | Discarded)
        for fragment in fragments
        for wire in toolfold.WIRES
        for one in reads(wire, fragment)
    )


LAWS = (purity, batching, resume, replay, monotony, honesty, early_soundness, order, nothing_lost)
"""The laws that speak of any stream; silence of noise is checked always.

Two of them fold the stream once more, delta by delta, and that without the small limits.
"""


def is_mixed(trial: Trial) -> bool:
    """Say whether several wires spoke: what each calls first has no order among all."""
    return len({name for name, deltas in overheard(trial)[0] if deltas}) > 1


def readers(trial: Trial) -> None:
    """Ask everything of every state: it is an answer, and the live one is the same as the one from the start."""
    views: tuple[toolfold.PartialView, ...] = ()
    for before, after in pairwise(trial.states):
        if after is before:
            continue
        toolfold.changes(before, after)
        views = toolfold.peek(after, views)
        same(views, toolfold.peek(after), "read on, the views are others")
    last = trial.last
    read(last)
    must(all(trial.feed(last, noise) is last for noise in NOISE), "noise gave another state")
    must(toolfold.restore(toolfold.snapshot(last)).unwrap() == last, "saved and restored, the state is another")
    read(toolfold.abandon(last, "lost"))
    answer(last, trial.wire.name)


def answer(state: State, wire: str) -> None:
    """Write what must be sent back, as the wire has it."""
    for name in {wire, toolfold.snapshot(state)["wire"] or wire} & {*messages.FORMATS}:
        written(messages.assistant(toolfold.outcomes(state), name))
        for one in toolfold.outcomes(state):
            for call in (one.value_or(None),):
                if call is None:
                    written(messages.tool_error(one.failure(), name))
                else:
                    written(messages.tool_result(call, "x", name))


def bounded(trial: Trial) -> None:
    """Compare what is kept with the limits."""
    saved: Any = toolfold.snapshot(trial.last)
    limits = saved["limits"]
    must(len(trial.last) <= limits["calls"] + 1, "more calls than allowed")
    must(len(saved["notes"]) <= limits["notes"] + 1, "more notes than allowed")
    for call in saved["calls"]:
        must(len(call["text"]) <= limits["call_characters"], "a call is longer than allowed")
        must(len(call.get("name") or "") <= limits["name_characters"], "a name is longer than allowed")
    counted = limits["stream_characters"] + 2 * limits["name_characters"]
    parts = sum(len(saved[part]) for part in ("calls", "slots", "groups", "notes", "seen"))
    most = ESCAPED * counted + LONGEST * (parts + 1)
    must(len(json.dumps(saved, ensure_ascii=False)) <= most, "more is kept than is counted")


ESCAPED, LONGEST = 12, 2_000
"""Characters of JSON for one character, and of one part of a state that no limit counts, names of slots included."""


def fold_objects(feed: Feed, fragments: list[Any]) -> None:
    """Feed the stream as objects that are read by attribute: nothing raises."""
    state = reduce(feed, [as_object(fragment) for fragment in fragments], toolfold.new())
    printed(state)
    toolfold.finalize(state)
