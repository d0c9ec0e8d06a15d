"""One conversation of three calls, written on every wire, gives equal calls: as JSON and as attribute objects."""

from functools import reduce
from typing import Any

import pytest
from hypothesis import given

import toolfold
from toolfold.testing import WRITERS, Call, Writer, canonical, conversations
from toolfold.testing.agreeing import calls_of, disagreement, read_back
from toolfold.testing.places import as_object
from toolfold.testing.writers.writer import wire_named

NESTED = (
    '{"größe": {"天気": [1, -0.5, null, true, {"\\u00e9\\ud83d\\ude80": "🚀 \\"x\\" \\\\ \\n"}], "": {}}, "leer": []}'
)
LONG = '{"text": "' + "Zeile für Zeile, ".join(str(number) for number in range(400)) + '", "n": 12345678901234567890}'
THREE = (Call("now", "", "call_now"), Call("wetter", NESTED, "call_wetter"), Call("write_file", LONG, "call_write"))
MEANT = [
    ("call_now", "now", {}),
    ("call_wetter", "wetter", {
        "größe": {"天気": [1, -0.5, None, True, {"é🚀": '🚀 "x" \\ \n'}], "": {}},
        "leer": [],
    }),
    ("call_write", "write_file", {
        "text": "Zeile für Zeile, ".join(str(number) for number in range(400)),
        "n": 12345678901234567890,
    }),
]  # fmt: skip

every_writer = pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)


@every_writer
@pytest.mark.parametrize("objects", [False, True], ids=["json", "objects"])
def test_three_calls(writer: Writer, objects: bool) -> None:
    meant = [(None if writer.ids == "never" else id_, name, arguments) for id_, name, arguments in MEANT]
    assert read_back(writer, THREE, objects=objects) == meant


@every_writer
def test_in_one_batch(writer: Writer) -> None:
    row = canonical(writer, THREE)
    feed = toolfold.feeder(wire_named(writer.wire))
    state = reduce(feed, row.fragments, toolfold.new())
    assert [one.unwrap().arguments for one in toolfold.outcomes(state)] == [arguments for *_, arguments in MEANT]
    assert isinstance(row.fragments[0], dict | list)
    if writer.wire != "nous":
        assert toolfold.feed_all(toolfold.new(), row.fragments) == reduce(toolfold.feed, row.fragments, toolfold.new())


@given(calls=conversations(ids=True))
def test_any_conversation(calls: tuple[Call, ...]) -> None:
    assert disagreement(calls) == ""


@pytest.mark.parametrize("writer", [one for one in WRITERS if one.ids != "always"], ids=lambda writer: writer.name)
def test_without_ids_they_are_made_up_alike(writer: Writer) -> None:
    """A made-up id follows from the place in the stream, so that JSON and objects have the same."""
    calls = tuple(call._replace(id="") for call in THREE)
    row, feed = canonical(writer, calls), toolfold.feeder(wire_named(writer.wire))
    one, other = (
        [call.id for call in toolfold.finalize(reduce(feed, fragments, toolfold.new())).unwrap()]
        for fragments in (row.fragments, [as_object(fragment) for fragment in row.fragments])
    )
    assert one == other
    assert len(set(one)) == len(THREE)
    assert [id_ for id_, *_ in calls_of(writer, calls)] == [None] * 3


def test_objects_are_no_dicts() -> None:
    fragment: Any = as_object(canonical(WRITERS[0], THREE).fragments[1])
    assert fragment.choices[0].delta.tool_calls[0].function.name == "now"
