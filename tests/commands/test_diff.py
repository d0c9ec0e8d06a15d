"""``toolfold diff`` as its users meet it."""

import json

from tests.commands.streams import CUT, FAILED, PING, SOUND
from tests.rows.build import chunk, end, entry


def test_the_same_run_cut_otherwise(toolfold, recorded):
    one, other = recorded(SOUND, "one"), recorded([chunk(entry(0, "c1", "search", '{"q":"Oslo"}')), end()], "other")
    status, out, err = toolfold("diff", one, other)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "a  one",
        "b  other",
        "",
        "The fragments differ from number 1 on, and what they do from step 1 on.",
        "",
        "step 1",
        "a     0  opened search (c1) at index 0: a new id on a free index",
        'a     0  search writes $.q: {"q":',
        "b     0  opened search (c1) at index 0: a new id on a free index",
        'b     0  search is whole: {"q":"Oslo"}',
        "",
        "   a     b  call",
        "   0     0  search: the same",
        "",
        "Both end alike, with 1 call.",
    ]


def test_the_very_same_file(toolfold, recorded):
    recorded(CUT)
    status, out, err = toolfold("diff", "log.jsonl", "log.jsonl")
    assert (status, err) == (0, "")
    assert "The fragments are the same." in out.splitlines()
    assert out.splitlines()[-1] == "Both end alike, with 2 calls."


def test_calls_that_differ(toolfold, recorded):
    one = recorded([PING, chunk(entry(0, "c1", "f", '{"to":"Oslo","days":[1,2]}')), end()], "one")
    other = recorded(
        [PING, chunk(entry(0, "d1", "f", '{"to":"Bergen","days":[1]}')), chunk(entry(1, "d2", "g"))], "other"
    )
    status, out, err = toolfold("diff", one, other)
    assert (status, err) == (1, "")
    assert out.splitlines()[11:] == [
        "   a     b  call",
        "   0     0  f: another id, arguments, text",
        '      id: "c1" | "d1"',
        '      $.to: "Oslo" | "Bergen"',
        "      $.days[1]: 2 | nothing",
        '      text from character 7 on (step 2 | step 2): Oslo","days":[1… | Bergen","d…',
        "   -     1  g: only in b",
        "",
        "0 of 2 calls the same.",
    ]


def test_many_different_places_are_counted(toolfold, recorded):
    one, other = (
        recorded([[entry(0, "c", "f", json.dumps({f"k{n}": step for n in range(10)}))]], f"run{step}")
        for step in (1, 2)
    )
    _, out, _ = toolfold("diff", one, other)
    assert "      $.k7: 1 | 2" in out.splitlines()
    assert "      and 2 places more" in out.splitlines()


def test_a_run_that_was_over_and_an_error(toolfold, recorded):
    one, other = recorded(SOUND[:3], "one"), recorded(FAILED, "other")
    status, out, _ = toolfold("diff", one, other)
    assert status == 1
    lines = out.splitlines()
    assert "a  was over" in lines
    assert "b     -  the provider reported overloaded: later" in lines
    assert lines[-5:] == ["the provider's error", "a  none", "b  overloaded: later", "", "1 of 1 call the same."]


def test_fragments_that_differ_in_nothing_that_counts(toolfold, recorded):
    one, other = recorded(SOUND, "one"), recorded([*SOUND, PING], "other")
    status, out, _ = toolfold("diff", one, other)
    assert status == 0
    assert "The fragments differ from number 5 on, but not what they do, ids aside." in out.splitlines()


def test_one_that_does_nothing_at_the_step(toolfold, recorded):
    one, other = recorded([PING, *SOUND], "one"), recorded(SOUND, "other")
    status, out, _ = toolfold("diff", one, other)
    assert status == 0
    assert "a     -  nothing about calls" in out.splitlines()


def test_fresh_ids_hide_nothing_and_may_be_ignored(toolfold, recorded):
    other = json.loads(json.dumps(CUT).replace('"c1"', '"d1"').replace('"c2"', '"d2"').replace('"an', '"bo'))
    one, other = recorded(CUT, "one"), recorded(other, "other")
    status, out, _ = toolfold("diff", one, other)
    assert status == 1
    assert "step 3" in out.splitlines()
    assert "   0     0  search: another id" in out.splitlines()
    status, out, _ = toolfold("diff", one, other, "--ignore-ids")
    assert status == 1
    assert "   0     0  search: the same" in out.splitlines()
    assert "   1     1  mail: another text" in out.splitlines()
    assert out.splitlines()[-1] == "1 of 2 calls the same."


def test_for_programs(toolfold, recorded):
    one, other = recorded(SOUND, "one"), recorded(CUT, "other")
    status, out, err = toolfold("diff", one, other, "--json")
    assert (status, err) == (1, "")
    first, pair, alone = map(json.loads, out.splitlines())
    assert first == {"same": False, "fragment": 1, "step": 1, "stream_errors": [None, None]}
    assert (pair["a"], pair["b"], pair["differences"]["arguments"]) == (0, 0, [{"q": "Oslo"}, {"q": "x"}])
    assert alone == {"a": None, "b": 1, "differences": {}}
