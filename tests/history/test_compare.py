"""Two runs side by side."""

import toolfold
from tests.rows.build import chunk, end, entry
from toolfold import History

PING = {"type": "ping"}
RUN = [PING, chunk(entry(0, "c1", "search", '{"q":')), chunk(entry(0, text='"x"}')), end()]


def test_a_run_is_like_itself_however_it_is_cut():
    log = History(RUN)
    found = log.compare(History(RUN))
    assert (found.fragment, found.divergence, found.same, found.errors) == (None, None, True, (None, None))
    [pair] = found.pairs
    assert pair.one == pair.other
    assert (pair.differences, pair.parts_at) == ((), None)
    other = History([chunk(entry(0, "c1", "search", '{"q":"x"}')), end()])
    found = log.compare(other)
    assert found.same
    assert (found.fragment, found.divergence.number) == (1, 1)
    assert found.divergence.one.changes == ()
    assert [type(one).__name__ for one in found.divergence.other.changes] == ["CallOpened", "ArgumentsGrew"]


def test_other_fragments_that_do_the_same():
    found = History(RUN).compare(History([{"type": "pong"}, *RUN[1:]]))
    assert (found.fragment, found.divergence, found.same) == (1, None, True)


def test_a_run_that_was_over():
    found = History(RUN).compare(History(RUN[:3]))
    assert (found.fragment, found.divergence.number, found.divergence.other) == (4, 4, None)
    assert found.divergence.one == History(RUN).step(4)
    assert found.same  # the text is whole, and nothing else is said of it


def test_what_differs_call_by_call():
    other = History([PING, chunk(entry(0, "d1", "search", '{"q":')), chunk(entry(0, text='"y', type="x"))])
    found = History(RUN).compare(other)
    assert not found.same
    [pair] = found.pairs
    assert [(one.field, one.one, one.other) for one in pair.differences] == [
        ("verdict", "sound", "truncated"),
        ("id", "c1", "d1"),
        ("arguments", {"q": "x"}, None),
        ("text", '{"q":"x"}', '{"q":"y'),
    ]
    assert pair.parts_at == 6
    assert pair.one.blame.step_of(6) == pair.other.blame.step_of(6) == 3


def calls(*heads):
    return History([chunk(*(entry(index, id_, name, "{}") for index, (id_, name) in enumerate(heads))), end()])


def paired(one, other):
    return [(pair.one and pair.one.found.id, pair.other and pair.other.found.id) for pair in one.compare(other).pairs]


def test_calls_are_paired_by_id_then_by_name_and_order():
    one = calls(("a1", "f"), ("a2", "g"), ("a3", "f"), ("a4", "h"))
    assert paired(one, one) == [("a1", "a1"), ("a2", "a2"), ("a3", "a3"), ("a4", "a4")]
    other = calls(("b1", "g"), ("b2", "f"), ("b3", "f"), ("b4", "k"))
    assert paired(one, other) == [("a1", "b2"), ("a2", "b1"), ("a3", "b3"), ("a4", None), (None, "b4")]
    assert paired(one, calls(("a3", "f"), ("b2", "f"))) == [("a1", "b2"), ("a2", None), ("a3", "a3"), ("a4", None)]
    assert paired(History(), other) == [(None, "b1"), (None, "b2"), (None, "b3"), (None, "b4")]


def test_one_id_for_two_calls_pairs_each_once():
    twice = calls(("a", "f"), ("a", "g"))
    assert len(twice.state) == 2
    found = twice.compare(twice)
    assert found.same
    assert [(pair.one.call, pair.other.call) for pair in found.pairs] == [(0, 0), (1, 1)]


def test_fresh_ids_are_no_parting_and_may_be_ignored():
    fresh = History([PING, chunk(entry(0, "d1", "search", '{"q":')), *RUN[2:]])
    found = History(RUN).compare(fresh)
    assert (found.fragment, found.divergence, found.same) == (2, None, False)
    assert [difference.field for difference in found.pairs[0].differences] == ["id"]
    assert History(RUN).compare(fresh, ids=False).same


def test_values_that_python_takes_for_equal_are_told_apart():
    one, other = (History([[entry(0, "a", "f", text)]]) for text in ('{"n":1}', '{"n":1.0}'))
    [pair] = one.compare(other).pairs
    assert [difference.field for difference in pair.differences] == ["arguments", "text"]


def test_an_error_of_one_provider():
    failed = History([*RUN, {"error": {"type": "overloaded", "message": "later"}}])
    found = History(RUN).compare(failed)
    assert [pair.differences for pair in found.pairs] == [()]
    assert not found.same
    assert found.errors == (None, toolfold.StreamError("overloaded", "later"))


def test_it_starts_where_the_histories_start():
    log = History(RUN)
    later = History(RUN[2:], start=log.at(2))
    assert later.compare(later).same
    assert log.compare(later).same
