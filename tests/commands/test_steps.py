"""``toolfold steps`` as its users meet it."""

import json

import pytest

from tests.commands.streams import CUT, FAILED, NOTHING, REUSED, SOUND
from tests.rows.build import chunk, end, entry
from toolfold.show.text import width_of

TITLE = "  step  call  change"


def test_a_stream_that_was_cut(toolfold, recorded):
    status, out, err = toolfold("steps", recorded(CUT))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        TITLE,
        "     2     0  opened search (c1) at index 0: a new id on a free index",
        '     2     0  search writes $.q: {"q":',
        "     3     1  opened mail (c2) at index 1: a new id on a free index",
        '     3     1  mail writes $.to: {"to":"an',
        '     4     0  search is whole: "x"}',
        "     5     0  search is sealed: its response was cut short",
        "     5     1  mail is sealed: its response was cut short",
        "     5     1  mail: truncated, the text ends inside the string at $.to",
        "     5     -  the response was cut short",
        "",
        "9 changes in 5 fragments, 2 calls, wire openai-chat",
    ]


def test_a_sound_stream_and_one_that_says_nothing(toolfold, recorded):
    status, out, err = toolfold("steps", recorded(SOUND))
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "5 changes in 4 fragments, 1 call, wire openai-chat"
    status, out, err = toolfold("steps", recorded(NOTHING))
    assert (status, out, err) == (0, "0 changes in 2 fragments, 0 calls, nothing about calls\n", "")


def test_the_rule_that_applied(toolfold, recorded, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    _, out, _ = toolfold("steps", recorded(REUSED))
    lines = out.splitlines()
    assert "     2     1  opened search (c2) at index 0: a new id on a used index (call 0 had it)" in lines
    assert "     2     1  noted index-reused: a new call came at a used index" in lines


def test_only_one_call_by_number_id_or_name(toolfold, recorded):
    recorded(CUT)
    by_number = toolfold("steps", "log.jsonl", "--call", "1")
    assert (
        by_number == toolfold("steps", "log.jsonl", "--call", "c2") == toolfold("steps", "log.jsonl", "--call", "mail")
    )
    assert [line[:12] for line in by_number[1].splitlines()[1:-2]] == ["     3     1"] * 2 + ["     5     1"] * 2
    assert by_number[1].splitlines()[-1] == "4 of 9 changes in 5 fragments, 2 calls, wire openai-chat"


def test_a_name_that_two_calls_have_is_asked_for_again(toolfold, recorded):
    status, out, err = toolfold("steps", recorded(REUSED), "--call", "search")
    assert (status, out) == (2, "")
    assert err == "toolfold: 2 calls of log.jsonl are named 'search': say 0, 1 for the one you mean\n"


def test_an_id_that_was_made_up_finds_its_call_as_it_is_shown(toolfold, recorded):
    recorded([chunk(entry(0, None, "now", "{}")), end()])
    made_up = next(word for word in toolfold("replay", "log.jsonl")[1].split() if word.startswith("call_"))
    assert made_up.endswith("*")
    assert toolfold("steps", "log.jsonl", "--call", made_up) == toolfold("steps", "log.jsonl", "--call", "0")
    assert toolfold("steps", "log.jsonl", "--call", made_up[:-1])[0] == 0


def test_an_id_of_digits_wins_over_a_number(toolfold, recorded):
    recorded([chunk(entry(0, "1", "f", "{}"), entry(1, "x", "g", "{}")), end()])
    _, out, _ = toolfold("steps", "log.jsonl", "--call", "1")
    assert "opened f" in out
    assert "opened g" not in out


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (["faults"], ["faulted"]),
        (["ends"], ["ended"]),
        (["calls"], ["opened", "opened", "sealed", "sealed"]),
        (["arguments"], ["grew", "grew", "grew"]),
        (["notes"], []),
        (["faults", "ends"], ["faulted", "ended"]),
    ],
)
def test_only_some_kinds(toolfold, recorded, only, kinds):
    options = [word for kind in only for word in ("--only", kind)]
    status, out, _ = toolfold("steps", recorded(CUT), "--json", *options)
    assert status == 1
    assert [json.loads(line)["change"] for line in out.splitlines()] == kinds


def test_the_providers_error_is_a_fault(toolfold, recorded):
    status, out, _ = toolfold("steps", recorded(FAILED), "--only", "faults")
    assert status == 1
    assert "     4     -  the provider reported overloaded: later" in out.splitlines()


def test_what_only_the_end_shows_comes_last(toolfold, recorded):
    _, out, _ = toolfold(
        "steps", recorded([chunk(entry(None, "c1", "f", "{}")), chunk(entry(None, "c2", "g", '{"n"'))])
    )
    assert out.splitlines()[-4:-2] == [
        "   end     1  g: truncated, the text ends inside the object at $",
        "   end     0  noted no-end: the stream stopped without an end signal, and the a…",
    ]


def test_a_fault_that_later_text_mended(toolfold, recorded):
    fragments = [chunk(entry(0, "c1", "f", '{"n"')), end(), chunk(entry(0, text=":1}"))]
    status, out, _ = toolfold("steps", recorded(fragments), "--only", "faults")
    assert status == 0
    assert out.splitlines()[1:3] == [
        "     2     0  f: truncated, the text ends inside the object at $",
        "   end     0  f is sound after all",
    ]


def test_every_kind_of_change_has_its_words(toolfold, recorded):
    fragments = [
        chunk(entry(0, None, "ed", "")),
        chunk(entry(0, "c1")),
        chunk(entry(0, None, "edit", "x")),
        chunk(entry(1, "c2", "free", "{}")),
        end(choice=0),
    ]
    _, out, _ = toolfold("steps", recorded(fragments))
    lines = out.splitlines()
    assert "     1     0  opened ed at index 0: a name on a free index" in lines
    assert "     2     0  ed: its id is c1" in lines
    assert "     3     0  ed: its name grew from ed to edit" in lines
    assert "     3     0  edit gets text that is no JSON: x" in lines
    assert "     5     0  edit is ended: its response ended well" in lines


def test_for_programs(toolfold, recorded):
    status, out, err = toolfold("steps", recorded(CUT), "--json")
    assert (status, err) == (1, "")
    assert out.isascii()
    first, second, *_, fault, last = map(json.loads, out.splitlines())
    assert first == {
        "step": 2,
        "call": 0,
        "change": "opened",
        "id": "c1",
        "name": "search",
        "index": 0,
        "choice": 0,
        "rule": "a new id on a free index",
        "said": "opened search (c1) at index 0: a new id on a free index",
    }
    assert (second["text"], second["rule"]) == ('{"q":', "writes $.q")
    assert (fault["step"], fault["call"], fault["error"], fault["text"]) == (5, 1, "truncated", '{"to":"an')
    assert last == {
        "step": 5,
        "call": None,
        "change": "ended",
        "choice": 0,
        "well": False,
        "said": "the response was cut short",
    }


def test_the_sample_is_named(toolfold):
    status, out, err = toolfold("steps")
    assert (status, err) == (1, "")
    assert out.splitlines()[:3] == [
        "No FILE was named, so this is the sample stream that ships with toolfold.",
        "",
        TITLE,
    ]
    assert all(width_of(line) <= 80 for line in out.splitlines())
    status, out, err = toolfold("steps", "--json", "--call", "draft_itinerary")
    assert (status, err.count("\n"), "sample" in err) == (1, 1, True)
    assert {json.loads(line)["call"] for line in out.splitlines()} == {2}
