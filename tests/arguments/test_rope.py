import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arguments.strategies import any_text
from toolfold.arguments.rope import BLOCK, EMPTY_ROPE, append, join_surrogates, joined, length, since

pieces = st.lists(any_text | st.integers(1, 2 * BLOCK).map("x".__mul__) | st.sampled_from(["\ud83d", "\ude80"]))


def rope_of(parts):
    rope = EMPTY_ROPE
    for part in parts:
        rope = append(rope, part)
    return rope


@given(pieces)
def test_text_is_that_of_the_pieces_with_surrogate_pairs_joined(parts):
    rope, text = rope_of(parts), join_surrogates("".join(parts))
    assert joined(rope) == text
    assert length(rope) == len(text)
    assert rope == append(EMPTY_ROPE, text)
    assert hash(rope) == hash(append(EMPTY_ROPE, text))
    assert len(rope.tail) <= BLOCK


@given(pieces, st.integers(0, 300))
def test_text_from_a_position_on(parts, position):
    rope = rope_of(parts)
    assert "".join(since(rope, position)) == joined(rope)[position:]


@pytest.mark.parametrize("position", [0, 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3, 3 * BLOCK + 7, 5 * BLOCK])
def test_text_from_a_position_in_any_of_many_parts(position):
    rope = rope_of([letter * (BLOCK + 1) for letter in "abcd"])
    assert "".join(since(rope, position)) == joined(rope)[position:]


def test_rope_is_equal_to_no_text_and_to_no_other_text():
    assert append(EMPTY_ROPE, "a") != "a"
    assert append(EMPTY_ROPE, "a") != append(EMPTY_ROPE, "b")


@pytest.mark.parametrize("text", ["\ud83d", "\ude80\ud83d", "a\ud83db"])
def test_lone_surrogate_stays(text):
    assert join_surrogates(text) == text
