"""What argument text means, on any wire that sends it in pieces: the examples are written by the wire's own rows."""

from collections.abc import Callable
from typing import Any

from tests.rows.build import Row, fault, sound

DEEP = '{"n":' + "[" * 300 + "]" * 300 + "}"

SOUND: list[tuple[str, tuple[str, ...], dict[str, Any], tuple[str, ...]]] = [
    ("no_text_at_all", (), {}, ()),
    ("empty_text", ("",), {}, ()),
    ("blank_text", (" ", "\n"), {}, ()),
    ("the_word_null", ("null",), {}, ("null-arguments",)),
    ("an_empty_object", ("{}",), {}, ()),
    ("a_placeholder_before_the_arguments", ("{}", '{"n":', "1}"), {"n": 1}, ("placeholder-arguments",)),
    ("the_same_object_twice", ('{"n":1}', '{"n": 1}'), {"n": 1}, ("arguments-resent",)),
    ("cumulative_pieces", ('{"n"', '{"n":1', '{"n":1}'), {"n": 1}, ("arguments-cumulative",)),
    ("cumulative_look", ('{"a":', '{"a":1}', "}"), {"a": {"a": 1}}, ()),
    ("white_space_around", ("\n {", '"n" : 1 } '), {"n": 1}, ()),
    ("a_string_that_holds_an_object", ('"{\\"n\\":', '1}"'), {"n": 1}, ("arguments-double-encoded",)),
    ("strings_inside_stay_strings", ('{"t":"{\\"n\\":', '1}"}'), {"t": '{"n":1}'}, ()),
    ("a_raw_line_break", ('{"t":"a\n', 'b"}'), {"t": "a\nb"}, ("raw-control-character",)),
    ("a_big_number", ('{"n":1234567890', "1234567890123}"), {"n": 12345678901234567890123}, ()),
    ("braces_in_strings", ('{"t":"}{', '}"}'), {"t": "}{}"}, ()),
    ("apostrophes", ('{"t":"it\'s', ' True"}'), {"t": "it's True"}, ()),
    ("a_cut_escape", ('{"t":"\\u00', "e9\\", '""}'), {"t": 'é"'}, ()),
    ("surrogate_halves_in_two_pieces", ('{"t":"\ud83d', '\ude80"}'), {"t": "\U0001f680"}, ()),
    ("one_mark_each", tuple('{"n": [1, {"a": "b"}]}'), {"n": [1, {"a": "b"}]}, ()),
]

BROKEN: list[tuple[str, tuple[str, ...], str]] = [
    ("cut_text", ('{"n":', "1"), "truncated"),
    ("a_cut_string", ('{"t":"x',), "truncated"),
    ("a_python_literal", ("{'n': ", "True}"), "invalid-json"),
    ("a_missing_comma", ('{"a":1', ' "b":2}'), "invalid-json"),
    ("a_list", ("[1,", "2]"), "not-an-object"),
    ("two_objects", ('{"n":1}', '{"n":2}'), "concatenated-json"),
    ("text_after_the_object", ('{"n":1}', "</tool>"), "trailing-data"),
    ("a_key_twice", ('{"n":1,', '"n":2}'), "duplicate-key"),
    ("too_deep", (DEEP,), "too-deep"),
    ("a_number_too_large", ('{"n":1e', "999}"), "non-finite-number"),
    ("half_a_surrogate", ('{"t":"\\ud83d', '"}'), "lone-surrogate"),
]

Write = Callable[..., list[Any]]


def rows(write: Write, id_: str | None = "a", name: str = "f") -> list[Row]:
    """Rows of one call whose text comes in the given pieces, in a stream that ends well."""
    good = [Row(f"arguments_{kind}", write(*pieces), [sound(id_, name, value)]) for kind, pieces, value, _ in SOUND]
    noted = [
        Row(f"arguments_{kind}", write(*pieces), [sound(id_, name, value)], notes)
        for kind, pieces, value, notes in SOUND
        if notes
    ]
    bad = [
        Row(f"arguments_{kind}", write(*pieces), [fault(why, id_, name, "".join(pieces))])
        for kind, pieces, why in BROKEN
    ]
    return [*(row for row in good if row.name not in {one.name for one in noted}), *noted, *bad]
