"""The rule that a step followed, told from the states around it."""

from itertools import accumulate, pairwise

import pytest
from returns.result import Failure

import toolfold
from tests.rows import TABLES
from tests.rows.build import begin, block, chunk, end, entry, over, parts, stop
from tests.rows.build import call as function_call
from toolfold.history import steps
from toolfold.show.rules import opening, sealing
from toolfold.show.steps import KINDS, Teller


def rules(fragments, feed=toolfold.feed):
    states = list(accumulate(fragments, feed, initial=toolfold.new()))
    for before, after in pairwise(states):
        for change in toolfold.changes(before, after):
            if isinstance(change, toolfold.CallOpened):
                yield opening(before, after, after[change.call])


def item(id_, name="f", place=0):
    inside = {"type": "function_call", "id": f"i{id_}", "call_id": id_, "name": name, "arguments": ""}
    return {"type": "response.output_item.added", "output_index": place, "item": inside}


OPENINGS = {
    "free index": ([chunk(entry(0, "a", "f"))], ["a new id on a free index"]),
    "name only": ([chunk(entry(0, None, "f"))], ["a name on a free index"]),
    "used index": (
        [chunk(entry(0, "a", "f", "{}")), chunk(entry(0, "b", "f", "{}"))],
        ["a new id on a free index", "a new id on a used index (call 0 had it)"],
    ),
    "used index in one fragment": (
        [chunk(entry(0, "a", "f", "{}"), entry(0, "b", "f", "{}"))],
        ["a new id on a free index", "a new id on a used index"],
    ),
    "another name": (
        [chunk(entry(0, None, "f", "{}")), chunk(entry(0, None, "g", "{}"))],
        ["a name on a free index", "another name on a used index (call 0 had it)"],
    ),
    "known id": (
        [chunk(entry(0, "a", "f", "{}")), chunk(entry(1, "a", "f", "{}"))],
        ["a new id on a free index", "a known id with a name that begins another call, on a free index"],
    ),
    "orphan": (
        [chunk(entry(0, "a", "f", "")), chunk(entry(1, text="{}"))],
        ["a new id on a free index", "arguments on an index that no call has, with neither id nor name"],
    ),
    "no index": ([chunk(entry(None, "a", "f"))], ["a new id, and no index"]),
    "no index, known id": (
        [chunk(entry(None, "a", "f", "{}")), chunk(entry(None, "a", "g", "{}"))],
        ["a new id, and no index", "a known id with another name, and no index"],
    ),
    "nothing but a name": (
        [chunk(entry(None, None, "f")), chunk(entry(None, None, "g"))],
        ["a name, and neither id nor index"] * 2,
    ),
    "nothing but text": ([chunk(entry(None, text="{}"))], ["arguments that name no call"]),
    "block": ([block(0, "a", "f"), block(1, "b", "g")], ["a block of its own"] * 2),
    "used block": (
        [block(0, "a", "f"), block(0, "b", "g")],
        ["a block of its own", "a block began at a used key (call 0 had it)"],
    ),
    "item": ([item("a"), item("b", place=1)], ["a new id"] * 2),
    "whole call": ([parts(function_call("f", {}), function_call("f", {}, "x"))], ["a call of its own", "a new id"]),
}


@pytest.mark.parametrize(("fragments", "wanted"), OPENINGS.values(), ids=OPENINGS)
def test_why_a_call_was_opened(fragments, wanted):
    assert list(rules(fragments)) == wanted


def test_a_call_too_many():
    feed = toolfold.feeder(limits=toolfold.Limits(calls=1))
    found = list(rules([chunk(entry(0, "a", "f")), chunk(entry(1, "b", "g"))], feed))
    assert found == ["a new id on a free index", "it passes the limits"]


def test_an_id_that_began_again():
    whole = [
        {"type": "TOOL_CALL_START", "toolCallId": "t", "toolCallName": "f"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "t", "delta": "{}"},
        {"type": "TOOL_CALL_END", "toolCallId": "t"},
    ]
    assert list(rules([*whole, whole[0]])) == ["a block of its own", "its id began again after call 0 was over"]


def seals(fragments):
    states = list(accumulate(fragments, toolfold.feed, initial=toolfold.new()))
    for before, after in pairwise(states):
        for change in toolfold.changes(before, after):
            if isinstance(change, toolfold.CallSealed):
                yield change.call, sealing(before.get(change.call), after, after[change.call])


SEALS = {
    "well": ([chunk(entry(0, "a", "f", "{}")), end()], [(0, "its response ended well")]),
    "cut": ([chunk(entry(0, "a", "f", "{}")), end("length")], [(0, "its response was cut short")]),
    "own end": (
        [begin(), block(0, "a", "f"), stop(0), *over()],
        [(0, "its own end came"), (0, "its response ended well")],
    ),
    "next call": (
        [begin(), block(0, "a", "f"), block(1, "b", "g")],
        [(0, "a later call was opened, and this wire writes one after the other")],
    ),
}


@pytest.mark.parametrize(("fragments", "wanted"), SEALS.values(), ids=SEALS)
def test_why_a_call_was_sealed(fragments, wanted):
    assert list(seals(fragments)) == wanted


FEEDS = {wire.name: toolfold.feeder(wire) for wire in toolfold.WIRES}


@pytest.mark.parametrize("wire", TABLES)
def test_every_change_of_every_row_is_told_in_one_line(wire):
    feed = FEEDS[wire] if wire == "nous" else toolfold.feed
    for row in TABLES[wire]:
        teller, state = Teller(), toolfold.new()
        for step in steps(feed, toolfold.new(), row.fragments):
            told = list(teller.entries(step))
            assert len(told) == len(step.changes)
            assert all(entry.step == step.number and entry.said and entry.kind in KINDS for entry in told)
            state = step.after
        ending = list(teller.ending(state))
        assert all(entry.step is None for entry in ending)
        faults = {one.failure().kind for one in toolfold.outcomes(state) if isinstance(one, Failure)}
        assert {entry.fields["error"] for entry in ending if entry.fields["change"] == "faulted"} <= faults
