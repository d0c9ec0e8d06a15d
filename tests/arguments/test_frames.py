import pytest

from toolfold.arguments.frames import ROOT, contents, from_root, shortest_text, with_child, within
from toolfold.arguments.reader import START, read_on
from toolfold.arguments.shared import Fields


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("", ""),
        (" [ 1 , 2 ] ", "[1,2] "),
        ('{ "a" : ', '{"a":'),
        ('{ "a', '{"a'),
        ('{ "a" ', '{"a"'),
        ('{ "a": 1 ', '{"a":1 '),
        ('{ "a": 1, ', '{"a":1,'),
        ('{ "a": 1, "b', '{"a":1,"b'),
        ('{ "a": 1, "b" ', '{"a":1,"b"'),
        ('{ "a": 1, "b": { ', '{"a":1,"b":{'),
        ('[ 1, "x\\n\\u00', '[1,"x\\n\\u00'),
        ("[ 1, -0.5", "[1,-0.5"),
        ("[ tru", "[tru"),
        ("{} x", "{} !"),
        ("[1, x", "[1 !"),
    ],
)
def test_shortest_text_of_a_reading(text, shortest):
    reading = read_on(START, text)
    assert shortest_text(reading.top, reading.mode, reading.open, reading.pending) == shortest


def test_frames_are_nested_and_shared():
    outer = with_child(within(ROOT, "["), 1)
    inner = within(outer, "{")
    assert from_root(inner) == [ROOT, outer, inner]
    assert contents(inner) == Fields(inner.keys, inner.values) == {}
    assert (outer.depth, inner.depth) == (1, 2)
