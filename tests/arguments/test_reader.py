import json
import math
import pickle
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.arguments.strategies import json_values, nearly_json
from toolfold.arguments import grammar, machine
from toolfold.arguments.reader import (
    START,
    Reading,
    Stage,
    closed_paths,
    is_closed,
    is_object,
    open_path,
    read_on,
    shared_value,
    stage,
    value,
    whereabouts,
)
from toolfold.arguments.rope import append
from toolfold.arguments.shared import plain


def read(text, *cuts, max_depth=256):
    reading = START
    for end in (*sorted(cuts), len(text)):
        reading = read_on(reading, text[reading.position : end], max_depth)
    return reading


def at(data, path):
    for segment in path:
        data = data[segment]
    return data


STAGES = [
    ("", Stage.BLANK),
    (" \t\r\n", Stage.BLANK),
    ("{", Stage.OPEN),
    ('{"a', Stage.OPEN),
    ('{"a"', Stage.OPEN),
    ('{"a" :', Stage.OPEN),
    ('{"a":1', Stage.OPEN),
    ('{"a":1 , ', Stage.OPEN),
    ('{"a":"\\', Stage.OPEN),
    ('{"a":"\\u00', Stage.OPEN),
    ("[", Stage.OPEN),
    ("[ 1,", Stage.OPEN),
    ("tru", Stage.OPEN),
    ("1", Stage.OPEN),
    ("-", Stage.OPEN),
    ("1.", Stage.OPEN),
    ("1e+", Stage.OPEN),
    ("true", Stage.WHOLE),
    ("null ", Stage.WHOLE),
    ("0 ", Stage.WHOLE),
    ("{}", Stage.WHOLE),
    (' {"a": [1, -0.5e-1, "x", {}, []]} \n', Stage.WHOLE),
    ('{"a":"raw \n control"}', Stage.WHOLE),
    ("{} x", Stage.TRAILING),
    ("{}{", Stage.TRAILING),
    ("truex", Stage.TRAILING),
    ("01", Stage.TRAILING),
    ("x", Stage.BROKEN),
    ("}", Stage.BROKEN),
    ("{1", Stage.BROKEN),
    ("{,", Stage.BROKEN),
    ("{]", Stage.BROKEN),
    ('{"a"}', Stage.BROKEN),
    ('{"a":}', Stage.BROKEN),
    ('{"a":1,}', Stage.BROKEN),
    ('{"a":1]', Stage.BROKEN),
    ("[1,]", Stage.BROKEN),
    ("[1}", Stage.BROKEN),
    ("[01", Stage.BROKEN),
    ("[1.x", Stage.BROKEN),
    ("[+1", Stage.BROKEN),
    ("[NaN", Stage.BROKEN),
    ("[trux", Stage.BROKEN),
    ('["\\x', Stage.BROKEN),
    ('["\\u12x', Stage.BROKEN),
    ("[" + "1" * 4301, Stage.BROKEN),
    ("\xa0", Stage.BROKEN),
]


@pytest.mark.parametrize(("text", "expected"), STAGES)
def test_stage_of_text_however_it_is_cut(text, expected):
    whole = read(text)
    assert stage(whole) is expected
    for cut in range(0, len(text), max(1, len(text) // 50)):
        assert read(text, cut) == whole
    assert read(text, *range(len(text))) == whole


@pytest.mark.parametrize("text", [text for text, _ in STAGES])
def test_no_text_changes_nothing(text):
    reading = read(text)
    assert read_on(reading, "") is reading


def test_number_of_4300_characters_is_the_longest():
    assert stage(read("[" + "1" * 4300)) is Stage.OPEN
    assert value(read("[" + "1" * 4300 + "]")) == [int("1" * 4300)]
    assert stage(read("[" + "1" * 4301 + "]", 2000)) is Stage.BROKEN


def test_number_that_this_interpreter_refuses_is_broken():
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert stage(read("[" + "1" * 641 + "]")) is Stage.BROKEN
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize(("depth", "expected"), [(2, Stage.BROKEN), (3, Stage.OPEN)])
def test_text_deeper_than_allowed_is_broken(depth, expected):
    assert stage(read('[{"a":[', max_depth=depth)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", False), (" {", True), ('{"a":1}', True), ("[{", False), ('"{', False), ("[]", False), ("{}x", True)],
)
def test_object_is_known_by_its_first_character(text, expected):
    assert is_object(read(text)) is expected


LIVE = [
    ("", None),
    ("{", {}),
    ("[", []),
    ('"x', "x"),
    ("1", None),
    ("1 ", 1),
    ('{"a', {}),
    ('{"a":', {}),
    ('{"a":tr', {}),
    ('{"a":true', {"a": True}),
    ('{"a":"', {"a": ""}),
    ('{"a":"b\\n\\u00', {"a": "b\n"}),
    ('{"a":[1,2', {"a": [1]}),
    ('{"a":[1,2.50,', {"a": [1, 2.5]}),
    ('{"a":1,"b":{"c":[{"d":"e', {"a": 1, "b": {"c": [{"d": "e"}]}}),
    ('{"a":1,"a":"x', {"a": "x"}),
    ('{"\\u0061\\"":null}', {'a"': None}),
    ('{"a":"\\ud83d', {"a": ""}),
    ('{"a":"\\ud83d\\ud', {"a": ""}),
    ('{"a":"bc\\ud800', {"a": "bc"}),
    ('{"a":"bc\\udbff', {"a": "bc"}),
    ('{"a":"bc\\udc00', {"a": "bc\udc00"}),
    ('{"a":"\\ud83d\\ude80', {"a": "\U0001f680"}),
    ('{"a":"\\ud83dx"}', {"a": "\ud83dx"}),
    ('{"a":[1,"b",x', {"a": [1, "b"]}),
    ('{"a":1} trailing', {"a": 1}),
]


@pytest.mark.parametrize(("text", "expected"), LIVE)
def test_value_shows_what_has_come_however_it_is_cut(text, expected):
    for reading in (read(text), read(text, *range(len(text)))):
        assert value(reading) == expected
        assert plain(shared_value(reading)) == expected


def test_value_is_fresh_every_time():
    reading = read('{"a":[1')
    value(reading)["a"].append(2)
    assert value(reading) == {"a": []}


def test_number_too_large_for_a_float_is_infinite_in_the_live_value():
    reading = read("[1e999,")
    assert value(reading) == [math.inf]
    assert pickle.loads(pickle.dumps(reading)) == reading


def test_raw_surrogate_halves_in_two_texts_are_one_character():
    reading = read_on(START, '{"a":"\ud83d')
    assert reading.position == len('{"a":"')
    assert value(read_on(reading, '\ud83d\ude80"}')) == {"a": "\U0001f680"}


@pytest.mark.parametrize("text", ["[", "1", "{}", "x", '{"a":1 ,'])
def test_halves_outside_a_string_are_one_character_too(text):
    half = read_on(read_on(START, text), "\ud83d")
    assert half.position == len(text)
    assert read_on(half, "\U0001f680") == read_on(START, text + "\U0001f680")
    assert read_on(half, "\U0001f680").position == len(text) + 1


def test_raw_surrogate_half_outside_a_string_breaks_the_text_at_once():
    assert stage(read_on(START, "[\ud83d")) is Stage.BROKEN
    assert stage(read_on(START, "{}\ud83d")) is Stage.TRAILING


PATHS = [
    ("", None, []),
    ("{", (), []),
    ('{"a', (), []),
    ('{"a"', (), []),
    ('{"a":', ("a",), []),
    ('{"a":"x', ("a",), []),
    ('{"a":1', ("a",), []),
    ('{"a":1 ', (), [("a",)]),
    ('{"a":"x"', (), [("a",)]),
    ('{"a":[', ("a",), []),
    ('{"a":[1', ("a", 0), []),
    ('{"a":[1,', ("a", 1), [("a", 0)]),
    ('{"a":[1,{"b":nul', ("a", 1, "b"), [("a", 0)]),
    ('{"a":[1,{"b":null}],"c":{', ("c",), [("a",), ("a", 0), ("a", 1), ("a", 1, "b")]),
    ('{"a":[1],"a":', ("a",), []),
    ('{"a":[1],"a":[2', ("a", 0), []),
    ('{"a":[1],"a":[2]}', None, [(), ("a",), ("a", 0)]),
    ("12", (), []),
    ("12 ", None, [()]),
    ("[1] x", None, [(), (0,)]),
    ("[1,[2,x", None, [(0,), (1, 0)]),
]


@pytest.mark.parametrize(("text", "written", "closed"), PATHS)
def test_paths_being_written_and_closed(text, written, closed):
    reading = read(text)
    assert open_path(reading) == written
    assert list(closed_paths(reading)) == closed
    for path in [(), ("a",), ("a", 0), ("a", 1), ("a", 1, "b"), ("a", 1, "b", "c"), ("a", "0"), (0,), (1, 0), (-1,)]:
        assert is_closed(reading, path) == (path in closed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "before the value at $"),
        ("{", "inside the object at $"),
        ('{"a', "inside a name of the object at $"),
        ('{"a b":', 'before the value at $["a b"]'),
        ("[tr", "inside the word at $[0]"),
        ("[-1.", "inside the number at $[0]"),
        ('[1,"x', "inside the string at $[1]"),
        ("[[1]", "inside the array at $"),
    ],
)
def test_whereabouts_say_what_was_cut(text, expected):
    assert whereabouts(read(text)) == expected


@given(nearly_json, st.data())
@example('{"a":"\\ud83d\\ude80', None)
def test_text_cut_anywhere_gives_an_equal_reading(text, data):
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=4)) if data else range(len(text))
    whole, cut = read(text, max_depth=3), read(text, *cuts, max_depth=3)
    assert whole == cut
    assert hash(whole) == hash(cut)
    assert repr(value(whole)) == repr(value(cut))


@given(nearly_json)
def test_saved_reading_is_equal_and_goes_on_equally(text):
    reading = read(text)
    saved = pickle.loads(pickle.dumps(reading))
    assert saved == reading
    assert read_on(saved, '1"]}') == read_on(reading, '1"]}')


@given(json_values(), st.sampled_from([None, 1]), st.booleans())
def test_value_of_whole_text_is_the_decoded_one(data, indent, ascii_only):
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    reading = read_on(START, text + " ")
    assert stage(reading) is Stage.WHOLE
    assert repr(value(reading)) == repr(data)


@given(json_values())
def test_every_prefix_is_open_and_its_closed_paths_are_final(data):
    text, reading = json.dumps(data) + " ", START
    for end in range(1, len(text)):
        reading = read_on(reading, text[end - 1])
        assert stage(reading) in (Stage.OPEN, Stage.WHOLE)
        for path in closed_paths(reading):
            assert is_closed(reading, path)
            assert at(value(reading), path) == at(data, path)


@given(nearly_json)
def test_whole_text_is_what_the_strict_decoder_takes(text):
    try:
        json.loads(text, strict=False, parse_constant=int)
        sound = True
    except ValueError:
        sound = False
    assert (stage(read_on(START, text + " ")) is Stage.WHOLE) == sound


def test_reading_is_equal_to_no_other_kind_of_thing_and_shows_itself_briefly():
    assert read("[1") != read("[2")
    assert read("[1") != read("{")
    assert START != (0, "value")
    assert repr(read("[" * 3)) == "Reading(position=3, mode='first-item', depth=3)"


def test_deep_reading_is_saved_compared_and_shown_without_recursion():
    deep = read('{"a":[' * 2000, max_depth=5000)
    closed = read('{"a":[' * 2000 + "]}" * 2000, max_depth=5000)
    for reading in (deep, closed):
        assert pickle.loads(pickle.dumps(reading)) == reading
        assert len(str(closed_paths(reading))) > 1
        assert value(reading)


class Counting:
    """A pattern that counts the characters it goes over."""

    def __init__(self, pattern):
        self.pattern, self.characters = pattern, 0

    def match(self, text, position):
        found = self.pattern.match(text, position)
        self.characters += found.end() - position
        return found


TEXTS = [
    '{"a":"' + "x" * 8000 + '"}',
    '{"a":"' + "\\n" * 4000 + '"}',
    '{"a":"' + "\\u00e9" * 1300 + '"}',
    "[" + "1," * 4000 + "1]",
    "[" + "1" * 4000 + "]",
    "[" * 4000 + "]" * 4000,
    "[" + " " * 8000 + "]",
    "{}" + "x" * 8000,
]


@pytest.mark.parametrize("size", [1, 7, 8000])
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:12])
def test_characters_read_and_joined_grow_with_the_text_alone(text, size, monkeypatch):
    run, space, added = Counting(grammar.RUN), Counting(grammar.SPACE), []
    monkeypatch.setattr(machine, "RUN", run)
    monkeypatch.setattr(machine, "SPACE", space)
    monkeypatch.setattr(machine, "append", lambda rope, piece: added.append(len(piece)) or append(rope, piece))
    reading = START
    for start in range(0, len(text), size):
        reading = read_on(reading, text[start : start + size], 5000)
    assert isinstance(reading, Reading)
    assert run.characters + space.characters + sum(added) <= 3 * len(text)
