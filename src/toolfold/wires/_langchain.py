"""What the two LangChain formats share: content blocks, how they are numbered, and how a response ends."""

from typing import Literal

from toolfold.core.deltas import Key, RunBy
from toolfold.wires._read import as_text, extras, get, index, text

RUN_BY: dict[str, RunBy] = {
    "tool_call_chunk": "client",
    "tool_call": "client",
    "invalid_tool_call": "client",
    "server_tool_call_chunk": "provider",
    "server_tool_call": "provider",
}
"""Content blocks that are calls, and who runs them."""

SIGNATURES = "__gemini_function_call_thought_signatures__"
"""The key under which Gemini's integration keeps signatures by call id, beside the calls."""

PIECES = frozenset({"tool_call_chunk", "server_tool_call_chunk"})
CALL = frozenset({"type", "id", "name", "args", "index", "error"})
REASONS = ("finish_reason", "stop_reason", "done_reason", "stopReason", "reason")
STATES = frozenset({"completed", "incomplete", "failed", "cancelled"})
CUT = (
    *("length", "max_tokens", "max_output", "context_window", "incomplete", "too_many", "exceed"),
    *("filter", "refusal", "guardrail", "safety", "recitation", "block", "prohibit", "spii", "language", "malformed"),
    *("error", "fail", "abort", "cancel", "unexpected", "other"),
)
"""Parts of the finish reasons of all the providers behind LangChain that cut a response short."""

LONGEST = 256


def number_of(block: object, /) -> Key | None:
    """Return a block's index: a whole number, or the identity that LangChain makes for blocks without one.

    >>> number_of({"index": "1"}), number_of({"index": "lc_tc_1"}), number_of({"index": "x"})
    (1, 'lc_tc_1', None)
    """
    named = as_text(get(block, "index"))
    return named if named.startswith("lc_") and len(named) <= LONGEST else index(block)


def end_of(metadata: object, /) -> Literal["", "well", "cut"]:
    """Return how the response ended, by the finish reason that its provider gave, or ``""`` if it gave none."""
    found = next((said for key in REASONS if (said := text(metadata, key))), "")
    state = text(metadata, "status").lower()
    reason = (found or (state if state in STATES else "")).lower()
    if not reason or reason.endswith("unspecified"):
        return ""
    return "cut" if any(part in reason for part in CUT) else "well"


def beyond(block: object, /) -> dict[str, object]:
    """Return what a block says beyond its call."""
    return extras(block, CALL)


def why_rejected(block: object, /) -> str:
    """Return why LangChain says that a call is invalid."""
    return text(block, "error") or "LangChain found the arguments invalid"
