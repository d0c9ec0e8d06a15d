"""What a history costs, counted in bytes and in questions."""

import gc
import tracemalloc

from pyrsistent import pvector

from tests.rows.build import chunk, entry
from toolfold import History
from toolfold.fold import feed, new
from toolfold.history import Origins, steps

STEPS = 10_000


def stream(count):
    yield chunk(entry(0, "c1", "write", '{"text":"'))
    for number in range(count - 1):
        yield chunk(entry(0, text=f"word {number} "))


def grown(make):
    """Bytes that are held for as long as the result is."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    gc.collect()
    after, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    return after - before, most - before


def test_a_step_costs_what_its_state_and_its_text_cost():
    text = sum(len(kept) for kept in History(stream(STEPS))._log) / STEPS
    held, _ = grown(lambda: History(stream(STEPS)))
    assert held / STEPS - text < 440


def test_a_silent_step_costs_its_text_only():
    held, _ = grown(lambda: History({"type": "ping"} for _ in range(STEPS)))
    assert held / STEPS < 100


def test_a_branch_and_a_step_taken_out_share_the_rest():
    log = History(stream(STEPS))
    most = STEPS * (20 if type(pvector()).__module__ == "pvectorc" else 24)  # the pure vector's nodes are lists
    held, _ = grown(lambda: log.branch(STEPS // 2))
    assert held < most
    held, _ = grown(lambda: log.without(STEPS - 10))
    assert held < most


def test_steps_and_origins_of_a_stream_keep_no_state():
    def walk():
        origins = Origins(new())
        for step in steps(feed, new(), stream(STEPS)):
            origins.add(step, step.changes)
        return origins

    held, most = grown(walk)
    assert held < STEPS * 200
    assert most < STEPS * 250
