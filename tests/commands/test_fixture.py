"""``toolfold fixture`` as its users meet it; what it does to texts is in tests/fixtures."""

import json

from tests.commands.streams import CUT, FAILED, SOUND
from tests.rows.build import chunk, end, entry

SECRET = [chunk(entry(0, "c1", "mail", '{"to":"ann@exa')), chunk(entry(0, text='mple.org"}')), end()]


def test_a_recording_becomes_a_row(toolfold, recorded):
    status, out, err = toolfold("fixture", recorded(CUT, "bad.stream.jsonl"))
    assert (status, err) == (0, "5 fragments kept, no addresses and keys replaced\n")
    row = json.loads(out)
    assert list(row) == ["name", "wire", "outcomes", "notes", "error", "events"]
    assert row == {
        "name": "bad.stream",
        "wire": "openai-chat",
        "outcomes": [
            {"id": "c1", "name": "search", "arguments": {"q": "x"}},
            {"error": "truncated", "id": "c2", "name": "mail", "text": '{"to":"an'},
        ],
        "notes": [],
        "error": None,
        "events": CUT,
    }
    assert out.splitlines()[-6:-2] == [f"  {json.dumps(event)}," for event in CUT[1:4]] + [f"  {json.dumps(CUT[4])}"]


def test_a_row_is_a_recording_of_the_same(toolfold, recorded, tmp_path):
    recorded(FAILED)
    before = toolfold("replay", "log.jsonl", "--json")
    status, out, _ = toolfold("fixture", "log.jsonl", "-o", "row.json", "--name", "an overloaded provider")
    assert (status, out) == (0, "")
    assert toolfold("replay", "row.json", "--json") == before
    row = json.loads((tmp_path / "row.json").read_text(encoding="utf-8"))
    assert (row["name"], row["error"]) == ("an overloaded provider", "overloaded")
    assert toolfold("fixture", "row.json", "--name", "an overloaded provider")[1] == (tmp_path / "row.json").read_text()


def test_addresses_and_keys_are_counted(toolfold, recorded):
    status, out, err = toolfold("fixture", recorded(SECRET))
    assert (status, err) == (0, "3 fragments kept, 1 address or key replaced\n")
    [call] = json.loads(out)["outcomes"]
    assert "example" not in out
    assert len(call["arguments"]["to"]) == len("ann@example.org")
    assert call["arguments"]["to"].endswith(".org")


def test_long_text_is_counted(toolfold, recorded):
    prose = [chunk(content=f"word {n} ") for n in range(100)]
    status, out, err = toolfold("fixture", recorded([*prose, *SOUND]))
    assert status == 0
    kept = len(json.loads(out)["events"])
    assert (
        err == f"{kept} fragments kept, {104 - kept} fragments of long text left out, no addresses and keys replaced\n"
    )
    assert kept < 20


def test_a_stream_whose_outcome_hangs_on_its_secrets_is_refused(toolfold, recorded):
    # each piece repeats all before it, and the address is whole in the last one only
    pieces = ['{"to":"ann@ex', '{"to":"ann@example.org', '{"to":"ann@example.org"}']
    recorded([chunk(entry(0, "c1", "mail", pieces[0])), *(chunk(entry(0, text=piece)) for piece in pieces[1:]), end()])
    status, out, err = toolfold("fixture", "log.jsonl")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("toolfold: log.jsonl: what becomes of the calls depends on the addresses and keys in it")


def test_an_output_that_cannot_be_written_is_named(toolfold, recorded):
    recorded(SOUND)
    for place, why in (("no/where.json", "no such file or directory"), (".", "is a directory")):
        assert toolfold("fixture", "log.jsonl", "-o", place) == (2, "", f"toolfold: {place}: {why}\n")


def test_the_sample(toolfold):
    status, out, _ = toolfold("fixture")
    assert status == 0
    assert json.loads(out)["name"] == "the sample stream"
    assert [outcome["name"] for outcome in json.loads(out)["outcomes"]] == [
        "search_trains",
        "hold_room",
        "draft_itinerary",
    ]
