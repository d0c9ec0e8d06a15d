"""``toolfold replay`` as its users meet it: what it prints, where, and how it exits."""

import io
import json
import sys
import tracemalloc
from pathlib import Path

import pytest

from toolfold import cli
from toolfold.commands.source import Source, folded
from toolfold.show.text import width_of
from toolfold.wires import WIRES


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def toolfold(capsys):
    def run(*argv):
        status = cli.main([str(arg) for arg in argv])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def chunk(finish=None, **call):
    return {"choices": [{"index": 0, "delta": {"tool_calls": [call]} if call else {}, "finish_reason": finish}]}


def call(index=0, arguments="{}", **head):
    return chunk(index=index, **head, function={"name": "go", "arguments": arguments})


SOUND = [call(id="c1", arguments='{"to": "Os'), chunk(index=0, function={"arguments": 'lo"}'}), chunk("tool_calls")]
CUT = [call(id="c1", arguments='{"to": "Oslo"}'), call(1, '{"to":"\ud83d', id="c2"), chunk("length")]
ODD = [call(None, id="c1"), chunk("tool_calls")]
FAILED = [*SOUND[:2], {"error": {"type": "overloaded", "message": "later"}}]


@pytest.fixture
def recorded(tmp_path):
    def write(fragments, name="log.jsonl"):
        path = tmp_path / name
        path.write_text("".join(f"{json.dumps(fragment)}\n" for fragment in fragments), encoding="utf-8")
        return path

    return write


def answers(out):
    assert out.isascii()
    return [json.loads(line) for line in out.splitlines()]


def test_without_a_file_the_sample_is_replayed_and_named(toolfold):
    status, out, err = toolfold("replay")
    lines = out.splitlines()
    assert (status, err) == (1, "")
    assert lines[0] == "No FILE was named, so this is the sample stream that ships with toolfold."
    assert lines[-1] == "3 calls: 2 sound, 1 fault; 27 fragments, wire openai-chat"
    assert any(line.startswith("   2  truncated  draft_itinerary  call_Hd6LsF0eDraft") for line in lines)
    assert all(width_of(line) <= 80 for line in lines)


def test_the_sample_for_programs_is_named_elsewhere(toolfold):
    status, out, err = toolfold("replay", "--json")
    assert [answer["call"] for answer in answers(out)] == [0, 1, 2]
    assert (status, err.count("\n"), "sample" in err) == (1, 1, True)


def test_a_sound_stream(toolfold, recorded):
    status, out, err = toolfold("replay", recorded(SOUND))
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "call  verdict  name  id  run by  seal",
        "   0  sound    go    c1  client  ended",
        '      {"to": "Oslo"}',
        "",
        "1 call: 1 sound; 3 fragments, wire openai-chat",
    ]


def test_standard_input_in_process(toolfold, monkeypatch, recorded):
    stdin = io.TextIOWrapper(io.BytesIO(recorded(SOUND).read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert toolfold("replay", "-")[0] == 0
    monkeypatch.setattr(sys, "stdin", None)
    assert toolfold("replay", "-") == (2, "", "toolfold: standard input is closed\n")


def test_a_sound_call_as_json(toolfold, recorded):
    status, out, _ = toolfold("replay", recorded(SOUND), "--json")
    [answer] = answers(out)
    assert status == 0
    assert list(answer.items()) == [
        ("call", 0),
        ("id", "c1"),
        ("id_made_up", False),
        ("name", "go"),
        ("arguments", {"to": "Oslo"}),
        ("text", '{"to": "Oslo"}'),
        ("kind", "function"),
        ("run_by", "client"),
        ("choice", 0),
        ("index", 0),
        ("extras", {}),
        ("seal", "ended"),
    ]


def test_a_fault_as_json_even_with_half_a_character(toolfold, recorded):
    status, out, _ = toolfold("replay", recorded(CUT), "--json")
    sound, fault = answers(out)
    assert (status, sound["id"]) == (1, "c1")
    assert "truncated" in fault.pop("message")
    assert list(fault.items()) == [
        ("call", 1),
        ("error", "truncated"),
        ("id", "c2"),
        ("id_made_up", False),
        ("name", "go"),
        ("text", '{"to":"\ud83d'),
        ("choice", 0),
        ("index", 1),
    ]


def test_free_text_as_json(toolfold, recorded):
    custom = chunk(index=0, id="c1", type="custom", custom={"name": "patch", "input": "*** Begin\n"})
    path = recorded([custom, chunk("tool_calls")])
    [answer] = answers(toolfold("replay", path, "--json")[1])
    assert (answer["kind"], answer["input"], "arguments" in answer) == ("custom", "*** Begin\n", False)
    [answer] = answers(toolfold("replay", path, "--json", "--at", 1)[1])
    assert (answer["input"], answer["whole"], "arguments" in answer) == ("*** Begin\n", False, False)


def test_notes_and_the_providers_error_as_json(toolfold, recorded):
    _, note = answers(toolfold("replay", recorded(ODD), "--json")[1])
    said = {"count": 1, "characters": 0, "message": "the call has no index"}
    assert note == {"note": "index-missing", "call": 0, **said}
    status, out, _ = toolfold("replay", recorded(FAILED), "--json")
    assert status == 1
    assert answers(out)[-1] == {"stream_error": {"type": "overloaded", "message": "later"}}


def test_at_shows_the_calls_as_they_stood(toolfold, recorded):
    status, out, _ = toolfold("replay", recorded(SOUND), "--at", 1)
    assert status == 0
    assert out.splitlines() == [
        "call  arguments  name  id  run by  seal",
        "   0  partial    go    c1  client  open",
        '      {"to": "Os▌"}',
        "      writing $.to",
        "",
        "1 call: 1 partial; after 1 fragment, wire openai-chat",
    ]


def test_at_as_json(toolfold, recorded):
    path = recorded(SOUND)
    [answer] = answers(toolfold("replay", path, "--at", 1, "--json")[1])
    assert (answer["arguments"], answer["text"]) == ({"to": "Os"}, '{"to": "Os')
    assert (answer["open_path"], answer["whole"], answer["seal"]) == (["to"], False, "open")
    [answer] = answers(toolfold("replay", path, "--at", 3, "--json")[1])
    assert (answer["open_path"], answer["whole"], answer["seal"]) == (None, True, "ended")


def test_at_after_the_providers_error_is_status_1(toolfold, recorded):
    path = recorded(FAILED)
    assert [toolfold("replay", path, "--at", at)[0] for at in (0, 2, 3)] == [0, 0, 1]


@pytest.mark.parametrize("at", [4, -1, 10**30])
def test_at_beyond_the_stream_says_how_long_it_is(toolfold, recorded, at):
    path = recorded(SOUND)
    said = f"toolfold: --at {at}: there are 3 fragments in {path}, so --at takes 0 to 3\n"
    assert toolfold("replay", path, "--at", at) == (2, "", said)
    assert toolfold("replay", path, "--at", at, "--json") == (2, "", said)


def test_at_reads_no_further_than_it_must(toolfold, recorded):
    path = recorded(SOUND[:2])
    with path.open("a", encoding="utf-8") as log:
        log.write('{"choices": [\n')
    assert toolfold("replay", path, "--at", 2)[0] == 0
    said = "not JSON: expecting value at column 14; --at 2 shows the 2 fragments before that"
    assert toolfold("replay", path) == (2, "", f"toolfold: {path}:3: {said}\n")


def test_wire_is_not_guessed(toolfold, recorded):
    path = recorded(SOUND)
    assert toolfold("replay", path, "--wire", "openai-chat")[1].endswith(
        "1 call: 1 sound; 3 fragments, wire openai-chat\n"
    )
    assert toolfold("replay", path, "--wire", "gemini-generate")[1] == "0 calls; 3 fragments, nothing about calls\n"


def test_an_unknown_wire_lists_those_there_are(toolfold):
    status, out, err = toolfold("replay", "--wire", "x\n")
    assert (status, out, err.count("\n")) == (2, "", 1)
    known = ", ".join(wire.name for wire in WIRES)
    assert f"no wire is named 'x\\n'; known are {known}" in err


def test_strict_makes_faults_of_repairs(toolfold, recorded):
    path = recorded([call(id="c1", arguments='"{}"'), chunk("tool_calls")])
    assert toolfold("replay", path)[0] == 0
    status, out, _ = toolfold("replay", path, "--strict", "--json")
    assert (status, answers(out)[0]["error"]) == (1, "not-an-object")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "log.jsonl: empty, there are no fragments in it"),
        (
            '{"n": 1}\n{"n":\n',
            "log.jsonl:2: not JSON: expecting value at column 6; --at 1 shows the fragment before that",
        ),
        (b"\xff\n", "log.jsonl:1: not UTF-8 text"),
        (None, "log.jsonl: no such file or directory"),
    ],
)
def test_unreadable_input_is_one_line_that_says_where(toolfold, tmp_path, monkeypatch, text, said):
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("log.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert toolfold("replay", "log.jsonl") == (2, "", f"toolfold: {said}\n")


def test_a_missing_file_is_missed_even_if_nothing_of_it_is_wanted(toolfold):
    assert toolfold("replay", "no\nfile", "--at", 0) == (2, "", "toolfold: no\\nfile: no such file or directory\n")


def test_states_are_not_kept():
    piece, count = chunk(index=0, function={"arguments": "x"}), 5_000
    tracemalloc.start()
    try:
        found = folded(Source("here", iter([call(id="c1", arguments='{"a":"'), *[piece] * count])), None)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.fragments == count + 1
    assert peak / count < 100  # bytes; a state alone is more
