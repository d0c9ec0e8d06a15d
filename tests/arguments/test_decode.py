import pytest
from hypothesis import given

from tests.arguments.strategies import nearly_json
from toolfold.arguments import decode
from toolfold.arguments.decode import Problem, canonical, decoded, has_raw_control, is_too_deep, lone_surrogate


@pytest.mark.parametrize(
    ("text", "total", "same"),
    [
        ("", 0, True),
        (" {} ", 1, True),
        ("[]", 1, False),
        ("{}{}{}", 3, True),
        ("{}{ }", 2, True),
        ('{}{"a":1}{}', 3, False),
        ("{}x", 1, True),
    ],
)
def test_values_that_follow_one_another(text, total, same):
    found = decoded(text)
    assert (found.total, found.same) == (total, same)


def test_first_problem_is_kept_and_decoding_goes_on():
    found = decoded('{"a":1e999,"b":1,"b":2}x')
    assert found.problem == Problem("non-finite-number", "the number '1e999' is too large for a float")
    assert found.stop == len('{"a":1e999,"b":1,"b":2}')


def test_equal_values_are_compared_once_each(monkeypatch):
    compared = []
    monkeypatch.setattr(decode, "canonical", lambda value: compared.append(value) or canonical(value))
    decoded('{"a":1}' * 50)
    assert not compared
    decoded('{"a":1}{}' + '{"a":2}' * 50)
    assert len(compared) == 2


@given(nearly_json)
def test_depth_is_what_a_plain_count_says(text):
    depth = deepest = 0
    in_string = escaped = False
    for mark in text:
        if in_string:
            in_string = escaped or mark != '"'
            escaped = mark == "\\" and not escaped
        elif mark == '"':
            in_string = True
        else:
            depth = max(0, depth + (mark in "{[") - (mark in "}]"))
            deepest = max(deepest, depth)
    for limit in range(4):
        assert is_too_deep(text, limit) == (deepest > limit)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("{}", False), ("{\n}", False), ('{"a\x00":1}', True), ('["\\"\t"]', True), ('["\\\\",\t"x"]', False)],
)
def test_raw_control_characters_count_inside_strings_only(text, expected):
    assert has_raw_control(text) == expected


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("[1]", [1], None),
        ('["\U0001f680"]', ["\U0001f680"], None),
        ('["\\ud83d\\ude80"]', ["\U0001f680"], None),
        ('{"\\udead":1}', {"\udead": 1}, ("\udead",)),
        ('{"a":[{"b":"\udead"}]}', {"a": [{"b": "\udead"}]}, ("a", 0, "b")),
    ],
)
def test_lone_surrogates_are_found_where_they_are(text, value, expected):
    assert lone_surrogate(text, value) == expected
