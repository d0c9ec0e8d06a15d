"""States as values that anyone may hold: other threads, other processes, copies, and interpreters of another kind."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import reduce
from itertools import accumulate
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from toolfold import State
from toolfold.testing import WRITERS, Call, canonical
from toolfold.testing.folding import printed

ROOT = Path(__file__).parents[1]
CALLS = tuple(Call(f"tool_{n}", '{"text":"' + "ü🚀x" * 120 + '","n":' + str(n) + "}", f"call_{n}") for n in range(3))
STREAMS = {writer.name: list(canonical(writer, CALLS).fragments) for writer in WRITERS if writer.wire != "nous"}
THREADS, TURNS = 8, 6


def states_of(fragments: list[Any]) -> list[State]:
    return list(accumulate(fragments, toolfold.feed, initial=toolfold.new()))


def answers(state: State) -> tuple[Any, ...]:
    views = [(view.arguments, view.open_path, view.whole) for view in toolfold.peek(state)]
    return toolfold.outcomes(state), toolfold.notes(state), toolfold.ready(state), printed(state), hash(state), views


# ------------------------------------------------------------------------------------------------------ threads


@pytest.mark.parametrize("name", STREAMS)
def test_readers_and_folders_of_one_state_in_many_threads(name: str) -> None:
    """Every thread reads the same states and folds on from them; all of them see what one thread sees."""
    fragments = STREAMS[name]
    wanted = [answers(state) for state in states_of(fragments)]
    shared = states_of(fragments)  # fresh ones, which nobody has read: what reading keeps is made in the race
    ready = Barrier(THREADS)

    def hammer(number: int) -> list[str]:
        wrong = []
        ready.wait()
        for turn in range(TURNS):
            at = (number * 7 + turn * 3) % len(shared)
            if answers(shared[at]) != wanted[at]:
                wrong.append(f"read at {at}")
            if reduce(toolfold.feed, fragments[at:], shared[at]) != shared[-1]:
                wrong.append(f"folded from {at}")
            if toolfold.feed_all(shared[at], fragments[at:]) != shared[-1]:
                wrong.append(f"folded at once from {at}")
        return wrong

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            assert [found for found in pool.map(hammer, range(THREADS)) if found] == []
    finally:
        sys.setswitchinterval(before)


def test_threads_that_fold_their_own_streams_do_not_meet() -> None:
    def fold(name: str) -> str:
        return printed(states_of(STREAMS[name])[-1])

    alone = {name: fold(name) for name in STREAMS}
    with ThreadPoolExecutor(THREADS) as pool:
        together = dict(zip(STREAMS, pool.map(fold, STREAMS), strict=True))
    assert together == alone


# ------------------------------------------------------------------------------------------------------- copies


@pytest.mark.parametrize("name", STREAMS)
def test_copies_and_pickles_of_every_protocol(name: str) -> None:
    fragments = STREAMS[name]
    for at, state in enumerate(states_of(fragments)[:: max(1, len(fragments) // 6)]):
        protocols = range(pickle.HIGHEST_PROTOCOL + 1)
        pickles = [pickle.loads(pickle.dumps(state, protocol)) for protocol in protocols]
        for other in (copy.copy(state), copy.deepcopy(state), *pickles, pickle.loads(pickle.dumps([state]))[0]):
            assert other == state, at
            assert hash(other) == hash(state)
            assert printed(other) == printed(state)
            assert toolfold.outcomes(other) == toolfold.outcomes(state)


def test_what_comes_out_of_a_state_can_be_copied_and_pickled() -> None:
    for fragments in STREAMS.values():
        states = states_of(fragments)
        found = [*toolfold.outcomes(states[-1]), *toolfold.notes(states[-1]), *states[-1].values()]
        found += toolfold.changes(states[0], states[-1])
        for one in found:
            assert copy.deepcopy(one) == one
            assert pickle.loads(pickle.dumps(one)) == one


# ---------------------------------------------------------------------------------------------------- processes


@pytest.fixture(scope="module")
def pool() -> Any:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as found:
        yield found


def test_states_cross_to_another_process_and_back(pool: ProcessPoolExecutor) -> None:
    halves = {name: (states_of(fragments), len(fragments) // 2) for name, fragments in STREAMS.items()}
    sent = {name: (states[half], STREAMS[name][half:]) for name, (states, half) in halves.items()}
    back = pool.map(toolfold.feed_all, *zip(*sent.values(), strict=True))
    for (name, (states, _)), state in zip(halves.items(), back, strict=True):
        assert state == states[-1], name
        assert printed(state) == printed(states[-1])


def test_readers_run_in_another_process(pool: ProcessPoolExecutor) -> None:
    last = [states_of(fragments)[-1] for fragments in STREAMS.values()]
    assert list(pool.map(toolfold.snapshot, last)) == [toolfold.snapshot(state) for state in last]
    assert list(pool.map(toolfold.outcomes, last)) == [toolfold.outcomes(state) for state in last]


def test_feed_itself_crosses_by_its_name(pool: ProcessPoolExecutor) -> None:
    assert pickle.loads(pickle.dumps(toolfold.feed)) is toolfold.feed
    fragments = STREAMS["openai-chat"]
    states = states_of(fragments)
    assert list(pool.map(toolfold.feed, states, fragments)) == states[1:]


# ------------------------------------------------------------------------------------------------- interpreters

PROGRAM = """
import hashlib, json, sys
from tests.rows import TABLES
from toolfold.testing import WRITERS, Call, canonical
from toolfold.testing.writers.writer import wire_named
import pyrsistent, toolfold

calls = (Call("now", "", "c1"), Call("write", '{"t":"' + "x" * 600 + '"}', "c2"))
streams = [(wire, row.fragments) for wire, rows in TABLES.items() for row in rows]
streams += [(writer.wire, canonical(writer, calls).fragments) for writer in WRITERS]
digest = hashlib.sha256()
for wire, fragments in streams:
    feed = toolfold.feeder(wire_named(wire)) if wire == "nous" else toolfold.feed
    state = toolfold.new("seed")
    for fragment in fragments:
        state = feed(state, fragment)
    digest.update(json.dumps(toolfold.snapshot(state)).encode())
    digest.update(repr((list(state), toolfold.outcomes(state), toolfold.notes(state), toolfold.ready(state))).encode())
print(len(streams), type(pyrsistent.pvector()).__module__, digest.hexdigest())
"""


def run(**environment: str) -> tuple[str, str, str]:
    kept = {
        key: value for key, value in os.environ.items() if key not in ("PYTHONHASHSEED", "PYRSISTENT_NO_C_EXTENSION")
    }
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    count, implementation, digest = found.stdout.split()
    return count, implementation, digest


def test_the_same_bytes_under_any_hash_seed_and_without_the_c_extension() -> None:
    """Snapshots are byte for byte the same, and so is every answer, with its order."""
    with ThreadPoolExecutor(2) as pool:
        seeds = [pool.submit(run, PYTHONHASHSEED=seed) for seed in ("0", "1", "4242")]
        pure = pool.submit(run, PYTHONHASHSEED="7", PYRSISTENT_NO_C_EXTENSION="1")
        (count, _, digest), *others = [one.result() for one in seeds]
        assert int(count) == sum(map(len, TABLES.values())) + len(WRITERS)
        assert [found[2] for found in others] == [digest] * 2
        assert pure.result() == (count, "pyrsistent._pvector", digest)


def test_a_state_crosses_between_the_two_kinds_of_vectors() -> None:
    """A pickle and a snapshot made with the C extension are read without it, and the stream goes on."""
    fragments = STREAMS["openai-chat"]
    half = len(fragments) // 2
    state = states_of(fragments)[half]
    program = (
        "import json, pickle, sys, toolfold; sent = pickle.load(sys.stdin.buffer);"
        "states = [sent['state'], toolfold.restore(sent['saved']).unwrap()];"
        "ended = [toolfold.feed_all(one, sent['rest']) for one in states];"
        "print(ended[0] == ended[1], json.dumps(toolfold.snapshot(ended[0]), sort_keys=True))"
    )
    sent = {"state": state, "saved": toolfold.snapshot(state), "rest": fragments[half:]}
    found = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(sent),
        env={**os.environ, "PYRSISTENT_NO_C_EXTENSION": "1"},
        capture_output=True,
        check=True,
    )
    equal, _, saved = found.stdout.decode().partition(" ")
    assert equal == "True"
    assert saved.strip() == printed(states_of(fragments)[-1])
