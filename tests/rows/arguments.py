"""What argument text means, in streams: the examples of the rules, and every fault kind."""

from tests.rows.build import Row, chunk, end, entry, fault, sound


def text(*pieces: str) -> list[object]:
    return [chunk(entry(0, "a", "f", "")), *(chunk(entry(0, text=piece)) for piece in pieces), end()]


ROWS = [
    Row("blank_text", text(" ", "\n\t"), [sound("a", "f", {})], ()),
    Row("the_word_null", text("nu", "ll"), [sound("a", "f", {})], ("null-arguments",)),
    Row(
        "a_placeholder_before_the_arguments",
        text("{}", '{"n"', ":1}"),
        [sound("a", "f", {"n": 1})],
        ("placeholder-arguments",),
    ),
    Row("a_placeholder_alone_is_the_arguments", text("{}"), [sound("a", "f", {})], ()),
    Row("a_placeholder_before_a_cut", text("{}", '{"n"'), [fault("truncated", "a", "f", '{}{"n"')]),
    Row("the_same_object_twice", text('{"n":1}', '{"n": 1}'), [sound("a", "f", {"n": 1})], ("arguments-resent",)),
    Row("cumulative_pieces", text('{"n"', '{"n":1', '{"n":1}'), [sound("a", "f", {"n": 1})], ("arguments-cumulative",)),
    Row("cumulative_look_that_parses_glued", text('{"a":', '{"a":1}', "}"), [sound("a", "f", {"a": {"a": 1}})], ()),
    Row(
        "a_string_that_holds_an_object",
        text('"{\\"n\\"', ':1}"'),
        [sound("a", "f", {"n": 1})],
        ("arguments-double-encoded",),
    ),
    Row(
        "a_raw_line_break_in_a_string",
        text('{"t":"a\nb"}'),
        [sound("a", "f", {"t": "a\nb"})],
        ("raw-control-character",),
    ),
    Row("surrogate_halves_in_two_pieces", text('{"t":"\ud83d', '\ude80"}'), [sound("a", "f", {"t": "\U0001f680"})], ()),
    Row(
        "big_integers_keep_their_digits",
        text('{"n":123456789012345678901234567890}'),
        [sound("a", "f", {"n": 123456789012345678901234567890})],
    ),
    Row("truncated", text('{"n":"x'), [fault("truncated", "a", "f", '{"n":"x')]),
    Row("truncated_number", text('{"n":1'), [fault("truncated", "a", "f", '{"n":1')]),
    Row("invalid_json", text("{'n': True}"), [fault("invalid-json", "a", "f", "{'n': True}")]),
    Row("invalid_number", text('{"n":NaN}'), [fault("invalid-json", "a", "f", '{"n":NaN}')]),
    Row("not_an_object", text("[1]"), [fault("not-an-object", "a", "f", "[1]")]),
    Row("concatenated_json", text('{"n":1}', '{"n":2}'), [fault("concatenated-json", "a", "f", '{"n":1}{"n":2}')]),
    Row("trailing_data", text('{"n":1}', "</s>"), [fault("trailing-data", "a", "f", '{"n":1}</s>')]),
    Row("duplicate_key", text('{"n":1,"n":1}'), [fault("duplicate-key", "a", "f", '{"n":1,"n":1}')]),
    Row(
        "too_deep",
        text('{"n":' + "[" * 300 + "]" * 300 + "}"),
        [fault("too-deep", "a", "f", '{"n":' + "[" * 300 + "]" * 300 + "}")],
    ),
    Row("non_finite_number", text('{"n":1e999}'), [fault("non-finite-number", "a", "f", '{"n":1e999}')]),
    Row("lone_surrogate", text('{"n":"\\ud83d"}'), [fault("lone-surrogate", "a", "f", '{"n":"\\ud83d"}')]),
    Row(
        "a_neighbour_of_a_fault_survives",
        [chunk(entry(0, "a", "f", "{bad}")), chunk(entry(1, "b", "g", "{}")), end()],
        [fault("invalid-json", "a", "f", "{bad}"), sound("b", "g", {})],
    ),
]
