"""``toolfold blame`` as its users meet it."""

import json

from tests.commands.streams import CUT
from tests.rows.build import chunk, end, entry


def test_a_call_that_was_cut(toolfold, recorded):
    status, out, err = toolfold("blame", recorded(CUT), "mail")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "call 1: mail, id c2, truncated",
        "",
        "  step  gave           at",
        "     3  id                 c2",
        "     3  name               mail",
        '     3  text            0  {"to":"an',
        "     5  seal               sealed",
        "     5  fault              truncated, the text ends inside the string at $.to",
    ]


def test_a_sound_call_in_pieces(toolfold, recorded, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    fragments = [
        chunk(entry(0, None, "ed", "")),
        chunk(entry(0, None, "edit", '{"n"')),
        chunk(entry(0, None, None, ":1}")),
        end(),
        chunk(entry(0, None, None, "}")),
    ]
    status, out, err = toolfold("blame", recorded(fragments), "0")
    assert (status, err) == (0, "")
    title, _, _, *lines = out.splitlines()
    assert title.startswith("call 0: edit, id call_")
    assert title.endswith(" (made up, since the stream gave no id), sound")
    assert lines == [
        "     1  name               part 1 of edit",
        "     2  name               part 2 of edit",
        '     2  text            0  {"n"',
        "     3  text            4  :1}",
        "     4  seal               ended",
        "     5  note               late-delta: something came for a call that had already ended (1 character)",
    ]


def test_the_fragment_with_the_mistake(toolfold, recorded):
    fragments = [chunk(entry(0, "c1", "f", '{"n":')), chunk(entry(0, text="1 2}")), end()]
    status, out, _ = toolfold("blame", recorded(fragments), "c1")
    assert status == 1
    assert "     2  mistake         7  no JSON from here on: 2}" in out.splitlines()


def test_a_fault_that_only_the_end_shows(toolfold, recorded):
    status, out, _ = toolfold("blame", recorded([chunk(entry(0, "c1", "f", '{"n":'))]), "c1")
    assert status == 1
    assert out.splitlines()[-1].startswith("   end  fault              truncated, the text ends ")


def test_text_that_was_thrown_away(toolfold, recorded):
    item = {"type": "function_call", "id": "i", "call_id": "c", "name": "f", "arguments": ""}
    place = {"item_id": "i", "output_index": 0}
    fragments = [
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.function_call_arguments.delta", **place, "delta": '{"a":1}'},
        {"type": "response.function_call_arguments.done", **place, "arguments": '{"a":2}'},
    ]
    status, out, _ = toolfold("blame", recorded(fragments), "f")
    assert status == 0
    assert out.splitlines()[5:9] == [
        '     2  text            0  {"a":',
        "     3  replaced           text that had come was thrown away",
        "     3  text            5  2}",
        "     3  note               arguments-replaced: a final value differed from the …",
    ]


def test_for_programs(toolfold, recorded):
    status, out, err = toolfold("blame", recorded(CUT), "1", "--json")
    assert (status, err) == (1, "")
    first, _, text, _, fault = map(json.loads, out.splitlines())
    assert first == {"step": 3, "call": 1, "gave": "id", "said": "c2"}
    assert text == {"step": 3, "call": 1, "gave": "text", "at": 0, "said": '{"to":"an'}
    assert (fault["step"], fault["error"]) == (5, "truncated")
