"""A history as its users meet it: recorded, looked at, cut, branched, kept."""

import copy
import json
import pickle
from functools import reduce
from types import SimpleNamespace

import pytest

import toolfold
from tests.rows.build import chunk, end, entry
from toolfold import History
from toolfold.inputs import UnreadableInput

PING = {"type": "ping"}
STREAM = [
    PING,
    chunk(entry(0, "c1", "search", '{"q":')),
    chunk(entry(0, text='"x"}')),
    chunk(entry(1, "c2", "mail", '{"to":1')),
    PING,
    end("length"),
]


@pytest.fixture
def log():
    return History(STREAM)


def test_every_state_is_there(log):
    states = [toolfold.new()]
    for fragment in STREAM:
        states.append(toolfold.feed(states[-1], fragment))
    assert [log.at(n) for n in range(7)] == states
    assert log.state == states[-1]
    assert len(log) == 6
    assert list(log) == STREAM
    assert [step.after for step in log.steps()] == states[1:]
    assert [step.before for step in log.steps()] == states[:-1]


def test_record_is_made_for_reduce_and_changes_nothing(log):
    short = History(STREAM[:-1])
    assert short.record(STREAM[-1]) == reduce(History.record, STREAM, History()) == log == History().extend(STREAM)
    assert len(short) == 5
    assert short.state != log.state


def test_a_silent_step_keeps_the_very_state(log):
    assert log.at(1) is log.at(0)
    assert log.at(5) is log.at(4)


def test_a_step_has_its_fragment_and_its_changes(log):
    step = log.step(4)
    assert (step.number, step.fragment, step.before, step.after) == (4, STREAM[3], log.at(3), log.at(4))
    assert step.changes == toolfold.changes(log.at(3), log.at(4))
    assert [step.number for step in log.steps()] == [1, 2, 3, 4, 5, 6]
    assert log.step(1).changes == ()


def test_without_a_fragment_only_what_comes_after_is_folded_anew():
    folded = []

    def feed(state, fragment):
        folded.append(fragment)
        return toolfold.feed(state, fragment)

    log = History(STREAM, feed=feed)
    folded.clear()
    cut = log.without(4)
    assert folded == STREAM[4:]
    assert cut == History(STREAM[:3] + STREAM[4:], feed=feed)
    assert [view.name for view in toolfold.peek(cut.state)] == ["search"]
    assert all(cut.at(n) is log.at(n) for n in range(4))
    folded.clear()
    assert log.without(1).state is log.state
    assert folded == []  # what said nothing leaves nothing behind


def test_a_branch_goes_on_in_another_way(log):
    branch = log.branch(3).record(end())
    assert list(branch) == [*STREAM[:3], end()]
    assert toolfold.finalize(branch.state).unwrap()[0].arguments == {"q": "x"}
    assert log.branch(6) == log
    assert log.branch(0) == History()


@pytest.mark.parametrize("n", [-1, 7, 10**9])
def test_what_is_not_there_is_named(log, n):
    for ask, least in ((log.at, 0), (log.branch, 0), (log.step, 1), (log.without, 1)):
        with pytest.raises(
            IndexError, match=rf"no step {n}: the history has 6 steps, so {least} to 6 can be asked for"
        ):
            ask(n)


def test_steps_begin_with_one(log):
    for ask in (log.step, log.without):
        with pytest.raises(IndexError, match="no step 0: the history has 6 steps, so 1 to 6"):
            ask(0)
    with pytest.raises(IndexError, match="no step 1: the history has 0 steps, so nothing can be asked for"):
        History().step(1)


def has_two(state):
    return len(state) == 2


def test_the_first_step_with_a_property(log):
    assert log.first(has_two) == log.first(has_two, monotone=True) == 4
    assert log.first(lambda state: len(state) == 0) == 0
    assert log.first(lambda state: len(state) == 9) is None
    assert log.first(lambda state: len(state) == 9, monotone=True) is None
    assert log.first(lambda state: len(state) == 1) == 2  # true for a while only, so it has to be a scan


def test_a_monotone_property_is_looked_for_by_halves():
    log = History([PING] * 1000 + [chunk(entry(0, "c1", "now"))] + [PING] * 1000)
    asked = []

    def is_there(state):
        asked.append(state)
        return len(state)

    assert log.first(is_there, monotone=True) == 1001
    assert len(asked) <= 11
    asked.clear()
    assert log.first(is_there) == 1001
    assert len(asked) == 1002


def test_what_the_caller_does_to_a_fragment_later_changes_nothing():
    fragment = chunk(entry(0, "c1", "search", '{"q":1}'))
    log = History([fragment])
    kept = copy.deepcopy(fragment)
    fragment["choices"][0]["delta"]["tool_calls"][0]["function"]["name"] = "other"
    assert list(log) == [kept]
    next(iter(log))["choices"].clear()
    assert list(log) == [kept]
    assert log.without(1).record(kept) == log


def test_a_feed_and_a_start_of_ones_own():
    small = toolfold.feeder(limits=toolfold.Limits(calls=1))
    start = toolfold.new("run 7")
    log = History(STREAM, start=start, feed=small)
    assert log.at(0) is start
    assert log.state == reduce(small, STREAM, start)
    assert log.without(2).state == reduce(small, STREAM[:1] + STREAM[2:], start)
    assert log != History(STREAM)
    assert log != History(STREAM, feed=small)
    assert log == History(STREAM, start=toolfold.new("run 7"), feed=small)


def test_it_can_start_in_the_middle(log):
    later = History(STREAM[3:], start=log.at(3))
    assert later.state == log.state
    assert later.blame("c1").opened == 0
    assert [stretch.step for stretch in later.blame("c1").text] == [0]
    assert later.blame("c2").opened == 1


def test_equality_hash_and_copies(log):
    again = History(copy.deepcopy(STREAM))
    assert again == log
    assert hash(again) == hash(log)
    assert log != log.without(1)
    assert log != STREAM
    assert copy.copy(log) is copy.deepcopy(log) is log
    assert {log: 1}[again] == 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(log, protocol):
    for one in (log, History(), History(STREAM, start=toolfold.new("s"))):
        again = pickle.loads(pickle.dumps(one, protocol))
        assert again == one
        assert [again.at(n) for n in range(len(one) + 1)] == [one.at(n) for n in range(len(one) + 1)]


def test_it_is_a_value_that_says_what_it_is(log):
    assert repr(log) == "History(6 fragments, 2 calls, wire openai-chat)"
    assert repr(History([PING])) == "History(1 fragment, 0 calls)"
    with pytest.raises(AttributeError, match="a History never changes; state cannot be set, record returns a new"):
        log.state = 1
    with pytest.raises(AttributeError, match="never changes"):
        del log.state
    with pytest.raises(AttributeError, match="never changes"):
        log._log = 1


def test_a_notebook_shows_the_page(log):
    shown = log._repr_html_()
    assert shown.startswith("<iframe ")
    assert "History(6 fragments, 2 calls, wire openai-chat)" in shown


class Slotted:
    """What no copy sees: it has no members that could be listed."""

    __slots__ = ()

    @property
    def choices(self):
        return [{"index": 0, "delta": {"tool_calls": [entry(0, "c1", "now", "{}")]}, "finish_reason": "stop"}]

    def __eq__(self, other):
        return isinstance(other, Slotted)

    def __hash__(self):
        return 1


def test_an_sdk_object_is_kept_as_the_data_it_holds():
    call = SimpleNamespace(index=0, id="c1", function=SimpleNamespace(name="now", arguments="{}"))
    delta = SimpleNamespace(tool_calls=[call])
    fragment = SimpleNamespace(choices=[SimpleNamespace(index=0, delta=delta, finish_reason="stop")])
    log = History([fragment])
    plain = {"choices": [{"index": 0, "delta": {"tool_calls": [entry(0, "c1", "now", "{}")]}, "finish_reason": "stop"}]}
    assert list(log) == [plain]
    assert log == History([plain])
    call.id = "other"
    assert list(log) == [plain]


def test_an_object_whose_copy_says_something_else_is_kept_itself(tmp_path):
    log = History([PING, Slotted()])
    assert len(log.state) == 1
    assert list(log) == [PING, Slotted()]
    assert log.without(1).state == log.state
    assert log.branch(2) == log == pickle.loads(pickle.dumps(log))
    assert hash(log) == hash(History([PING, Slotted()]))
    log.save(tmp_path / "log.jsonl")  # as a person sees it; there is no more in it


def test_tuples_and_numbers_as_names_are_kept_as_what_they_say():
    named = (entry(0, "c1", "now", "{}"),)
    assert History([named]).state == History([list(named)]).state
    assert list(History([{"choices": (), "model": "m"}])) == [{"choices": [], "model": "m"}]
    assert list(History([{1: "x"}])) == [{"1": "x"}]  # it says nothing either way


@pytest.mark.parametrize("done", ["[DONE]", b"[DONE]"])
def test_the_end_marker_is_one_fragment_in_either_form(done):
    log = History([[entry(0, "c1", "now", "{}")], done])
    assert log == History([[entry(0, "c1", "now", "{}")], "[DONE]"])
    assert list(log)[1] == "[DONE]"
    assert log.without(1).record([entry(0, "c1", "now", "{}")]).state == toolfold.feed(
        toolfold.new(), [entry(0, "c1", "now", "{}")]
    )


class Hostile:
    def __getattr__(self, name):
        raise RuntimeError(name)

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "fragment",
    [
        *(None, True, 7, float("nan"), "text", b"\xff", object(), lambda: None, json, {1: 2}, {"a": {1, 2}}),
        *(Hostile(), {"choices": Hostile()}, [Hostile()], deep(10_000), {"x": "\ud800"}, {"n": 10**5000}),
    ],
    ids=lambda fragment: type(fragment).__name__,
)
def test_anything_can_be_recorded(fragment):
    log = History([*STREAM, fragment])
    assert len(log) == 7
    assert log.at(6) == History(STREAM).state
    assert log.at(7) == toolfold.feed(log.at(6), fragment)
    assert log.without(2).at(6) == toolfold.feed(log.without(2).at(5), fragment)


LOGS = {
    "none": [],
    "one": STREAM[1:2],
    "one-list": [[entry(0, "c1", "now", "{}")]],
    "one-with-events": [{"events": [PING]}],
    "text": ["[DONE]", "data: x"],
    "many": STREAM,
    "odd": [*STREAM, None, 7, "text", [], {"x": "京\u2028\x1b"}, {"half": "\ud800"}],
    "not-finite": [PING, {"logprob": float("-inf")}],
}


@pytest.mark.parametrize("fragments", LOGS.values(), ids=LOGS)
def test_saved_and_loaded(fragments, tmp_path):
    path = tmp_path / "log.jsonl"
    log = History(fragments)
    log.save(path)
    again = History.load(path)
    assert list(again) == list(log)
    assert again == log
    assert again.state == log.state


def test_what_is_saved_is_json_lines_in_utf_8(tmp_path):
    path = tmp_path / "log.jsonl"
    History([*STREAM, {"x": "京\n"}]).save(str(path))
    lines = path.read_bytes().decode().split("\n")
    assert [json.loads(line) for line in lines[:-1]] == [*STREAM, {"x": "京\n"}]
    assert lines[-1] == ""
    assert lines[-2] == '{"x":"京\\n"}'


def test_what_has_no_json_is_refused_before_anything_is_written(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^step 2 has no JSON to be written as: "):
        History([PING, Hostile()]).save(path)
    assert path.read_text(encoding="utf-8") == "before"


def test_any_recording_can_be_loaded(tmp_path):
    path = tmp_path / "capture.sse"
    path.write_text("".join(f"data: {json.dumps(fragment)}\n\n" for fragment in STREAM), encoding="utf-8")
    assert History.load(path) == History(STREAM)
    seeded = History.load(path, start=toolfold.new("s"))
    assert seeded == History(STREAM, start=toolfold.new("s"))
    path.write_text('{"n": 1}\n{"n":', encoding="utf-8")
    with pytest.raises(UnreadableInput, match="2: not JSON"):
        History.load(path)


def test_a_subclass_stays_one():
    class Mine(History):
        __slots__ = ()

    log = Mine(STREAM)
    for one in (log.record(PING), log.branch(1), log.without(4), log.without(1), log.extend([PING])):
        assert type(one) is Mine
