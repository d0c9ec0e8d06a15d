"""What rows cannot say of nous: how much text was dropped."""

import pytest

import toolfold


@pytest.mark.parametrize(("text", "dropped"), [('{"a"', [4]), ("", [])])
def test_text_of_no_block_is_counted(text: str, dropped: list[int]) -> None:
    state = toolfold.feed(toolfold.new(), {"_phase": "partial", "_index": -1, "partial_json": text})
    assert [note.characters for note in toolfold.notes(state)] == dropped
