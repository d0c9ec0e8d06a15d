import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arguments.strategies import any_text, text
from toolfold.arguments.paths import parse_path, path_text, shown

GOOD = [
    ("$.a", ("a",)),
    ("$.a.b_1[0][12].c", ("a", "b_1", 0, 12, "c")),
    ("$[0]", (0,)),
    ("$['k.y']", ("k.y",)),
    ('$["k]y"]', ("k]y",)),
    ("$[ 'a' ][ 0 ]", ("a", 0)),
    (r"""$['it\'s "x"']""", ('it\'s "x"',)),
    (r"""$["it's \"x\""]""", ('it\'s "x"',)),
    (r"$['\u00e9\n\\\/\ud83d\ude80']", ("é\n\\/\U0001f680",)),
    ("$['']", ("",)),
    ("$['a\nb']", ("a\nb",)),
    ("$.größe", ("größe",)),
    ("$.kebab-name.0", ("kebab-name", "0")),
]


@pytest.mark.parametrize(("source", "expected"), GOOD)
def test_path_to_one_place(source, expected):
    assert parse_path(source, 8) == expected


BAD = [
    ("", "'' is not a path: it has to start with $"),
    ("a", "'a' is not a path: it has to start with $"),
    ("$", "'$' names the arguments as a whole"),
    ("$.a.b.c.d.e.f.g.h.i", "'$.a.b.c.d.e.f.g.h.i' is deeper than 8"),
    *((source, f"{source!r} is not a path to one place: not understood at character 1")
      for source in ("$a", "$.", "$.*", "$[*]", "$..a", "$[1:2]", "$[?@.a]", "$[-1]", "$[01]", "$[0,1]", "$[", "$['a",
                     "$[99999999999999999]", "$[a]", r"$['\x']", r'$["\'"]', r"$['\u12']", "$ .a", "$. a")),
    ("$.a[0", "'$.a[0' is not a path to one place: not understood at character 3"),
    ("$.a ", "'$.a ' is not a path to one place: not understood at character 3"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), BAD)
def test_anything_else_is_told_in_words(source, expected):
    found = parse_path(source, 8)
    assert isinstance(found, str)
    assert found.startswith(expected)


@given(st.lists(text | st.integers(0, 10**15), min_size=1, max_size=6).map(tuple))
def test_path_text_is_a_path_to_the_same_place(path):
    assert parse_path(path_text(path), 6) == path


@given(any_text)
def test_no_text_makes_it_raise(source):
    assert isinstance(parse_path("$" + source, 4), str | tuple)
    assert isinstance(parse_path("$['" + source, 4), str | tuple)


@given(text)
def test_both_quotes_name_the_same(name):
    double = json.dumps(name)
    single = "'" + double[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    assert parse_path(f"$[{double}]", 4) == parse_path(f"$[{single}]", 4) == (name,)


def test_long_text_is_shown_in_part():
    assert shown("x" * 80) == repr("x" * 80)
    assert shown("x" * 81) == repr("x" * 80) + "…"
