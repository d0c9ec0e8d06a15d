"""Text from a stream on a terminal: made harmless, measured, cut and wrapped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolfold.show.text import escaped, shortened, terminal_width, width_of, wrapped

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("京都 é 🌙", "京都 é 🌙"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\x00\x7f\x9b", "\\x00\\x7f\\x9b"),
        ("\u202e\u2066\u200f", "\\u202e\\u2066\\u200f"),
        ("\u200b\u200d\ufeff\u2028", "\\u200b\\u200d\\ufeff\\u2028"),
        ("\ud83d", "\\ud83d"),
        ("\U000e0041\U000e0100", "\\U000e0041\\U000e0100"),
        ("\u3164\u2800", "\\u3164\\u2800"),
    ],
)
def test_what_cannot_be_seen_as_itself_is_an_escape(text, shown):
    assert escaped(text) == shown


@given(ANY)
def test_escaped_text_is_printable_and_stays_as_it_is(text):
    shown = escaped(text)
    assert shown.isprintable()
    assert escaped(shown) == shown


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("京都", 4), ("e\u0301", 1), ("🌙", 2), ("ｱ", 1), ("", 0)])
def test_wide_characters_take_two_columns_and_combining_marks_none(text, columns):
    assert width_of(text) == columns


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("abcdef", 6), "abcdef"),
        (("abcdefg", 6), "abcde…"),
        (("abcdefghij", 6, 2), "abc…ij"),
        (("abcdefghij", 8, 2, " … "), "abc … ij"),
        (("京都市", 6), "京都市"),
        (("京都市東山区", 6), "京都…"),
        (("ab\x1b[0m", 5), "ab…"),
        (("a\u0301b\u0301c\u0301", 2), "a\u0301…"),
        (("ab\u0301c\u0301d\u0301", 3, 1), "a…d\u0301"),
        (("", 0), ""),
    ],
)
def test_text_is_cut_between_characters_and_never_inside_an_escape(arguments, shown):
    assert shortened(*arguments) == shown


@given(ANY, st.integers(2, 60), st.integers(0, 30))
def test_shortened_text_fits(text, width, tail):
    shown = shortened(text, width, min(tail, width - 1))
    assert width_of(shown) <= width
    assert shown == escaped(text) or "…" in shown


def test_a_heap_of_combining_marks_is_cut():
    assert len(shortened("a" + "\u0301" * 10_000, 20)) < 100


@given(st.lists(st.text("ab京 ", min_size=1), max_size=12).map(" ".join), st.integers(16, 60))
def test_wrapping_loses_nothing_and_fits(text, width):
    lines = wrapped(text, width)
    assert all(width_of(line) <= width for line in lines)
    if width_of(text) <= width:
        assert " ".join(lines) == text


def test_wrapping_ends_after_a_few_lines():
    assert len(wrapped("word " * 10_000, 40)) < 12


@pytest.mark.parametrize(("columns", "width"), [("80", 80), ("120", 120), ("3", 40)])
def test_the_width_is_the_terminals_but_never_too_few(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width() == width
