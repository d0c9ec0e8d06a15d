"""What people and programs are shown: tables, remarks below them, records."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolfold import feed_all, finalize, new
from toolfold.core.base import StreamError
from toolfold.core.notes import Note
from toolfold.show import live, outcome
from toolfold.show.calls import oddities, remarks
from toolfold.show.live import CURSOR, marked
from toolfold.show.records import record
from toolfold.show.table import Column, table
from toolfold.show.text import width_of

ANY = st.text(st.characters(exclude_categories=()))


def entry(arguments, /, **head):
    return {"function": {"name": head.pop("name", "go"), "arguments": arguments}, **head}


def chunk(*entries, choice=0, finish=None):
    delta = {"tool_calls": list(entries)} if entries else {}
    return {"choices": [{"index": choice, "delta": delta, "finish_reason": finish}]}


def folded(*fragments):
    return feed_all(new(), fragments)


def outcome_lines(*fragments, width=80, strict=False):
    return list(outcome.lines(outcome.report_on(folded(*fragments), len(fragments), strict=strict), width))


def live_lines(*fragments, width=80):
    return list(live.lines(live.glimpse_of(folded(*fragments), len(fragments)), width))


def test_columns_are_aligned_by_what_is_seen():
    lines = table(
        (Column("n", right=True), Column("name"), Column("seal")), (("1", "京都", "open"), ("12", "x", "-")), 80
    )
    assert lines == [" n  name  seal", " 1  京都  open", "12  x     -"]


def test_the_widest_column_that_may_gives_way():
    columns = (Column("call"), Column("name", shrinks=True), Column("id", shrinks=True))
    _, line = table(columns, [("0000000000", "short_name", "call_" + "0" * 40 + "end")], 50)
    assert line == "0000000000  short_name  call_000000000000…00000end"
    assert width_of(line) <= 50


def test_columns_that_are_equally_wide_give_way_together():
    columns = (Column("name", shrinks=True), Column("id", shrinks=True))
    _, line = table(columns, [("n" * 300, "i" * 300)], 42)
    assert [len(cell) for cell in line.split()] == [20, 20]


def test_a_table_that_cannot_fit_stays_readable():
    _, line = table((Column("name", shrinks=True), Column("seal")), [("n" * 300, "s" * 40)], 20)
    assert line == "nnnnn…nn  " + "s" * 40


@pytest.mark.parametrize(
    ("value", "path", "text"),
    [
        (None, None, CURSOR),
        ({}, (), "{▌}"),
        ({"a": 1}, None, '{"a": 1}'),
        ({"a": 1}, (), '{"a": 1, ▌}'),
        ({"a": "é"}, ("a",), '{"a": "é▌"}'),
        ({"a": 1}, ("b",), '{"a": 1, "b": ▌}'),
        ({"a": [1]}, ("a", 1), '{"a": [1, ▌]}'),
        ({"a": [1, {"b": []}], "c": 2}, ("a", 1, "b"), '{"a": [1, {"b": [▌]}], "c": 2}'),
        ({"a": 12}, ("a",), '{"a": 12▌}'),
        ([1, "x"], (1,), '[1, "x▌"]'),
    ],
)
def test_the_cursor_stands_where_the_text_goes_on(value, path, text):
    assert marked(value, path) == text


def test_a_table_of_outcomes():
    fragments = [chunk(entry('{"to": "Oslo"}', index=0, id="c1"), entry('{"to":"', index=1, name="pay"))]
    id_ = finalize(folded(*fragments)).failure().faults[0].id
    assert outcome_lines(*fragments, chunk(finish="length")) == [
        "call  verdict    name  id                              run by  seal",
        "   0  sound      go    c1                              client  sealed",
        '      {"to": "Oslo"}',
        f"   1  truncated  pay   {id_}*  client  sealed",
        '      {"to":"',
        "",
        "      * made up, since the stream gave no id",
        "",
        "faults",
        "   1  pay cannot be run (truncated): the text ends inside the string at $.to.",
        "      Send the whole call again; nothing was run.",
        "",
        "2 calls: 1 sound, 1 fault; 2 fragments, wire openai-chat",
    ]


def test_notes_and_the_providers_error_come_last():
    lines = outcome_lines(chunk(entry("{}", id="c1")), {"error": {"type": "overloaded", "message": "try\x1blater"}})
    assert lines[2:] == [
        "      {}",
        "",
        "notes",
        "   0  index-missing: the call has no index",
        "   0  no-end: the stream stopped without an end signal, and the arguments are",
        "      one whole object",
        "",
        "the provider's error",
        "      overloaded: try\\x1blater",
        "",
        "1 call: 1 sound, 2 notes, the provider's error; 2 fragments, wire openai-chat",
    ]


def test_a_choice_is_shown_where_there_are_several():
    one, two = chunk(entry("{}", index=0, id="c1")), chunk(entry("{}", index=0, id="c2"), choice=1)
    assert "choice" not in outcome_lines(one)[0]
    title, first, _, second, *_ = outcome_lines(one, two)
    assert title.endswith("choice")
    assert (first[-1], second[-1]) == ("0", "1")


def test_free_text_says_so():
    call = {"index": 0, "id": "c1", "type": "custom", "custom": {"name": "patch", "input": "*** Begin\n"}}
    assert outcome_lines(chunk(call), chunk(finish="tool_calls"))[2] == "      free text: *** Begin\\n"
    assert live_lines(chunk(call))[1:3] == [
        "   0  free text  patch  c1  client  open",
        "      free text: *** Begin\\n▌",
    ]
    assert live_lines(chunk(call), chunk(finish="length"))[2] == "      free text: *** Begin\\n"


def test_a_live_table_marks_what_is_being_written():
    fragments = [chunk(entry('{"to": {"x": "Os', index=0, id="c1"), entry("{}", index=1, id="c2"), entry("", index=2))]
    assert live_lines(*fragments) == [
        "call  arguments  name  id  run by  seal",
        "   0  partial    go    c1  client  open",
        '      {"to": {"x": "Os▌"}}',
        "      writing $.to.x",
        "   1  whole      go    c2  client  open",
        "      {}",
        "   2  none yet   go    -   client  open",
        "      ▌",
        "",
        "3 calls: 1 whole, 1 partial, 1 none yet; after 1 fragment, wire openai-chat",
    ]


def test_notes_that_only_the_end_can_take_are_not_in_a_live_table():
    whole = chunk(entry("{}", index=0, id="c1"))
    assert "notes" in outcome_lines(whole)
    assert "notes" not in live_lines(whole)
    assert "notes" in live_lines(chunk(entry("{}", id="c1")))


@given(st.lists(st.tuples(ANY, ANY, ANY), max_size=3), st.integers(40, 120))
def test_whatever_the_stream_says_the_lines_are_printable(calls, width):
    fragments = [chunk(entry(text, index=at, id=id_, name=name)) for at, (id_, name, text) in enumerate(calls)]
    error = {"error": {"type": "\x1b[0m", "message": calls[0][0] if calls else ""}}
    for lines in (outcome_lines(*fragments, error, width=width), live_lines(*fragments, error, width=width)):
        assert all(line.isprintable() for line in lines)


def test_nothing_found_is_one_line():
    assert outcome_lines({"type": "ping"}) == ["0 calls; 1 fragment, nothing about calls"]


def test_long_remarks_hang_below_their_call():
    assert remarks("notes", [(12, "one two three"), (None, "four")], 16) == [
        "", "notes", "  12  one two", "      three", "   -  four",
    ]  # fmt: skip
    assert remarks("notes", [], 16) == []


def test_oddities_of_nothing_are_nothing():
    assert oddities([], None, 80) == []
    assert oddities([Note("unreadable")], None, 80)[2] == "   -  unreadable: a fragment could not be read"
    assert oddities([], StreamError("x"), 80)[2] == "      x: no message"


def test_records_are_ascii_and_json_whatever_is_in_them():
    line = record({"text": "\ud83d京", "n": [1.5, float("inf"), {"x": float("nan")}], "path": ("a", 0)})
    assert line.isascii()
    assert json.loads(line) == {"text": "\ud83d京", "n": [1.5, None, {"x": None}], "path": ["a", 0]}
