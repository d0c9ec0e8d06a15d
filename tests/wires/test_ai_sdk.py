"""What the two formats of the AI SDK say of a call that was refused: the sender's words are in the fault."""

from typing import Any

import pytest

import toolfold
from tests.rows.ai_sdk import tool_part, ui_wrong, whole

INVALID = "the sender says that the arguments are invalid"
SAID = [
    pytest.param(ui_wrong("{"), "no such tool", id="event"),
    pytest.param(ui_wrong("{", errorText=""), INVALID, id="silent_event"),
    pytest.param(
        {"role": "assistant", "parts": [tool_part("go", "output-error", rawInput="{", errorText="no JSON")]},
        "no JSON",
        id="message",
    ),
    pytest.param({"role": "assistant", "parts": [tool_part("go", "output-error")]}, INVALID, id="silent_message"),
    pytest.param(whole("{", invalid=True, error="no JSON"), "no JSON", id="text"),
    pytest.param(whole("{", invalid=True, error={"name": "E", "message": "no JSON"}), "no JSON", id="error"),
    pytest.param(whole("{", invalid=True, error={"name": "NoSuchTool"}), "NoSuchTool", id="error_without_words"),
    pytest.param(whole("{", invalid=True), INVALID, id="nothing"),
]


@pytest.mark.parametrize(("fragment", "words"), SAID)
def test_why_a_call_was_refused(fragment: dict[str, Any], words: str) -> None:
    [fault] = toolfold.finalize(toolfold.feed(toolfold.new(), fragment)).failure().faults
    assert fault.message == f"go cannot be run (rejected): {words}. Correct the arguments and send the call again."
