"""Saved states nobody saved: a failure that says where and why, or a state that works and saves itself as it was."""

import json
from functools import cache, reduce
from random import Random
from typing import Any

from returns.result import Failure

import toolfold
from tests.fuzz.edits import edited, parsed, written
from tests.rows import TABLES
from toolfold.testing.folding import read
from toolfold.testing.trial import must

GOING_ON = [*TABLES["openai-chat"][0].fragments, *TABLES["anthropic-messages"][0].fragments, "[DONE]"]


def seeds() -> list[bytes]:
    """Return the states of every row, half-way and at its end, as inputs."""
    found = []
    for rows in TABLES.values():
        for row in rows:
            half = reduce(toolfold.feed, row.fragments[: len(row.fragments) // 2], toolfold.new("s"))
            last = reduce(toolfold.feed, row.fragments, toolfold.new())
            found += [written(toolfold.snapshot(state)) for state in (half, last) if len(state)]
    return [data for data in dict.fromkeys(found) if len(data) < 10_000]


@cache
def others() -> list[Any]:
    """Return the saved states that parts are taken from."""
    return [json.loads(data) for data in seeds()]


def mutated(data: bytes, rng: Random) -> bytes:
    """Return another input: the saved state with other values in it, or with parts of another one."""
    try:
        saved = parsed(data)
    except ValueError:
        return written(rng.choice(others()))
    if isinstance(saved, dict) and rng.randrange(4) == 0:
        key, other = rng.choice([*saved]) if saved else "version", rng.choice(others())
        return written({**saved, key: other.get(key, other)})
    return written((edited([saved], others(), rng) or [None])[0])


def crossed(one: bytes, other: bytes, rng: Random) -> bytes:
    """Return an input with parts of two."""
    try:
        first, second = parsed(one), parsed(other)
    except ValueError:
        return one
    if not isinstance(first, dict) or not isinstance(second, dict):
        return one
    return written({**first, **{key: value for key, value in second.items() if rng.random() < 0.3}})


def check(data: bytes) -> bool:
    """Check one input; it is false if it is none, or no saved state."""
    try:
        saved: Any = parsed(data)
    except ValueError:
        return False
    result = toolfold.restore(saved)
    if isinstance(result, Failure):
        bad = result.failure()
        must(bool(bad.where and bad.why and str(bad)), "a bad snapshot does not say where and why")
        return False
    state = result.unwrap()
    again(state)
    for fragment in GOING_ON:
        state = toolfold.feed(state, fragment)
    again(state)
    again(toolfold.abandon(state, "lost"))
    return True


def again(state: toolfold.State) -> None:
    """Read a state, save it and restore it: it is the same."""
    read(state)
    plain = json.dumps(toolfold.snapshot(state), sort_keys=True)
    back = toolfold.restore(json.loads(plain)).unwrap()
    must(back == state, "saved and restored, the state is another")
    must(json.dumps(toolfold.snapshot(back), sort_keys=True) == plain, "restored and saved, the snapshot is another")
