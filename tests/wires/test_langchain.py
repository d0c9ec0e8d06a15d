"""What rows cannot say of LangChain's messages: the words of a rejection, and fields that objects compute."""

from types import SimpleNamespace
from typing import Any

import pytest

import toolfold
from tests.rows.langchain_chunks import FULL, A, F, tcc

INVALID = {"type": "invalid_tool_call", "id": A, "name": F, "args": "{'n'"}
FRAMES: dict[str, Any] = {
    "bare": INVALID,
    "message": {"type": "ai", "content": "", "invalid_tool_calls": [INVALID]},
    "event": {"event": "content-block-finish", "index": 0, "content": INVALID},
}


def told(value: Any, error: str | None) -> Any:
    """A fragment whose invalid calls say why they are invalid."""
    if isinstance(value, list):
        return [told(one, error) for one in value]
    if not isinstance(value, dict):
        return value
    return {**{key: told(one, error) for key, one in value.items()}, **({"error": error} if "args" in value else {})}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("error", "words"), [("no JSON here", "no JSON here"), (None, "LangChain found the arguments invalid")]
)
def test_a_rejected_call_says_why(frame: str, error: str | None, words: str) -> None:
    [outcome] = toolfold.outcomes(toolfold.feed(toolfold.new(), told(FRAMES[frame], error)))
    assert outcome.failure().kind == "rejected"
    assert f"(rejected): {words}. " in outcome.failure().message


class Computing(SimpleNamespace):
    """A message as langchain-core has it: its content blocks are made of its other fields when they are asked for."""

    @property
    def content_blocks(self) -> list[dict[str, Any]]:
        return [tcc(1, "computed", F, FULL)]


def test_blocks_that_an_object_computes_are_not_read() -> None:
    assert len(toolfold.feed(toolfold.new(), Computing(type="AIMessageChunk", content=""))) == 0


def test_blocks_that_an_object_holds_are_read() -> None:
    held = SimpleNamespace(type="AIMessageChunk", content="", content_blocks=[tcc(1, A, F, FULL)])
    assert toolfold.feed(toolfold.new(), held)[0].text == FULL
