"""What holds of every history, whatever the stream."""

import json
import pickle
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

import toolfold
from tests.rows import TABLES
from toolfold import History

ROWS = [row.fragments for wire, rows in TABLES.items() if wire != "nous" for row in rows]
NOISE = [{"type": "ping"}, None, "text", {}, [], {"choices": [], "usage": {"n": 1}}, "[DONE]"]


@st.composite
def streams(draw):
    """Rows of one table or of several, one after the other, with pieces lost, doubled, swapped, and noise."""
    parts = draw(st.lists(st.sampled_from(ROWS), min_size=1, max_size=2))
    fragments = [fragment for part in parts for fragment in part]
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(fragments)))
        match draw(st.sampled_from(["noise", "drop", "double", "swap"])):
            case "noise":
                fragments.insert(place, draw(st.sampled_from(NOISE)))
            case "drop":
                del fragments[place : place + 1]
            case "double":
                fragments[place:place] = fragments[place : place + 1]
            case _:
                fragments[place : place + 2] = reversed(fragments[place : place + 2])
    return fragments


logs = streams().map(History)


def places(log, least=0):
    return st.integers(least, len(log))


@given(streams(), st.data())
def test_at_is_the_fold_of_the_first_fragments(fragments, data):
    log = reduce(History.record, fragments, History())
    n = data.draw(places(log))
    assert (
        log.at(n)
        == reduce(toolfold.feed, fragments[:n], toolfold.new())
        == toolfold.feed_all(toolfold.new(), fragments[:n])
    )
    assert log == History(fragments) == History(fragments[:n]).extend(fragments[n:])


@given(logs, st.data())
def test_a_branch_and_the_rest_are_the_whole(log, data):
    n = data.draw(places(log))
    branch = log.branch(n)
    assert list(branch) == list(log)[:n]
    assert branch.extend(list(log)[n:]) == log
    assert branch.state == log.at(n)


@given(logs, st.data())
def test_without_is_the_history_of_the_others(log, data):
    if len(log):
        n = data.draw(places(log, 1))
        others = [fragment for number, fragment in enumerate(log, start=1) if number != n]
        cut = log.without(n)
        assert cut == History(others)
        assert [cut.at(k) for k in range(len(cut) + 1)] == [History(others).at(k) for k in range(len(cut) + 1)]
        assert all(cut.at(k) is log.at(k) for k in range(n))


@given(logs, st.data())
def test_bisection_finds_what_a_scan_finds(log, data):
    size = data.draw(st.integers(0, len(log.state) + 1))

    def opened(state):
        return len(state) >= size  # calls never go away

    found = log.first(opened)
    assert found == log.first(opened, monotone=True)
    assert found == next((n for n in range(len(log) + 1) if opened(log.at(n))), None)


@given(logs, logs)
def test_comparing_is_the_same_from_both_sides(one, other):
    here, there = one.compare(other), other.compare(one)
    assert here.same == there.same
    assert here.fragment == there.fragment
    assert one.compare(one).same
    if here.divergence is None:
        assert there.divergence is None
        assert one.compare(other, ids=False).same
    else:
        n = here.divergence.number
        assert n == there.divergence.number
        cut = one.branch(min(n - 1, len(one))).compare(other.branch(min(n - 1, len(other))))
        assert cut.divergence is None
    texts = (
        [pair.one.found.text for pair in here.pairs if pair.one],
        [p.other.found.text for p in there.pairs if p.other],
    )
    assert sorted(texts[0]) == sorted(texts[1])


@given(logs)
def test_blame_accounts_for_every_character(log):
    for key, call in log.state.items():
        found = log.blame(key)
        text = "".join(stretch.text for stretch in found.text)
        assert text == (found.fault.text if found.fault else text)
        assert text in (call.text, *(other.text for other in log.state.values()))
        assert [stretch.start for stretch in found.text] == [
            sum(len(before.text) for before in found.text[:n]) for n in range(len(found.text))
        ]
        assert all(log.step(n).changes for n in found.steps)
        for stretch in found.text:
            assert stretch.text
            assert found.step_of(stretch.start) == stretch.step
        for given_seal in found.seals:
            assert log.step(given_seal.step).after is not log.step(given_seal.step).before


@given(logs)
def test_what_changed_depends_on_what_the_states_say_only(log):
    for step in log.steps():
        before, after = pickle.loads(pickle.dumps((step.before, step.after)))
        assert toolfold.changes(before, after) == step.changes


def is_json(fragments):
    try:
        return json.loads(json.dumps(fragments)) == fragments
    except (TypeError, ValueError):
        return False


JSON_ROWS = [fragments for fragments in ROWS if is_json(fragments)]


@given(st.sampled_from(JSON_ROWS))
def test_fragments_come_out_as_they_went_in(fragments):
    assert list(History(fragments)) == fragments
