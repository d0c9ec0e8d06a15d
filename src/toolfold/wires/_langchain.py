"""What the two LangChain formats share: messages, their content blocks, and how a response ends."""

from collections.abc import Mapping
from typing import NamedTuple

from toolfold.core.deltas import Key, RunBy
from toolfold.wires._read import as_items, as_text, extras, get, identity, index, is_record, items, text

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


def reason_of(metadata: object, /) -> str:
    """Return the finish reason that the provider gave, in small letters, or ``""`` if it gave none."""
    state = text(metadata, "status")
    said = (*(text(metadata, key) for key in REASONS), state if state.lower() in STATES else "")
    reason = next(filter(None, said), "").lower()
    return "" if reason.endswith("unspecified") else reason


def is_cut(reason: str, /) -> bool:
    """Say whether a response with this finish reason was cut short."""
    return any(part in reason for part in CUT)


def beyond(block: object, /) -> dict[str, object]:
    """Return what a block says beyond its call."""
    return extras(block, CALL)


def why_rejected(block: object, /) -> str:
    """Return why LangChain says that a call is invalid."""
    return text(block, "error") or "LangChain found the arguments invalid"


CHUNK, MESSAGE = "AIMessageChunk", "ai"
KINDS = {CHUNK: CHUNK, MESSAGE: MESSAGE, "AIMessage": MESSAGE}


class Message(NamedTuple):
    """A message of the model: of which kind, and where its fields are."""

    kind: str
    fields: object


def message_of(fragment: object, /) -> Message | None:
    """Return a fragment as a message of the model, if it is one; two serialised forms have its fields one level in."""
    kind = KINDS.get(text(fragment, "type"))
    if kind is not None:
        saved = get(fragment, "data")
        return Message(kind, saved if is_record(saved) and get(fragment, "content") is None else fragment)
    if text(fragment, "type") == "constructor":
        names, kwargs = as_items(get(fragment, "id")), get(fragment, "kwargs")
        kind = KINDS.get(str(names[-1])) if names else None
        return None if kind is None or not is_record(kwargs) else Message(kind, kwargs)
    is_chunk = not text(fragment, "type") and isinstance(get(fragment, "tool_call_chunks"), list | tuple)
    return Message(CHUNK, fragment) if is_chunk else None


def calls_in(fields: object) -> list[object]:
    """Return the calls among the content blocks; ``content_blocks`` of an object is computed, and not asked for."""
    found = items(fields if isinstance(fields, Mapping) else get(fields, "__dict__"), "content_blocks")
    return [one for one in found or items(fields, "content") if text(one, "type") in RUN_BY]


def signed(call: object, signatures: object) -> dict[str, object]:
    """Return the signature that a message keeps for a call, in the place where it keeps it."""
    id_ = identity(call, "id")
    signature = get(signatures, id_) if id_ is not None else None
    return {} if signature is None else {"additional_kwargs": {SIGNATURES: {id_: signature}}}
