"""Wires: one small file for each format, saying what a fragment says and keeping nothing.

No rule about which call a fragment means belongs in here; that is ``core.address``.
"""

from collections.abc import Iterable

from toolfold.core.deltas import Delta, Failed
from toolfold.wires._errors import reported
from toolfold.wires._read import get, is_record, text
from toolfold.wires.ag_ui import AG_UI
from toolfold.wires.ai_sdk_model import AI_SDK_MODEL
from toolfold.wires.ai_sdk_ui import AI_SDK_UI
from toolfold.wires.anthropic_messages import ANTHROPIC_MESSAGES
from toolfold.wires.bedrock_converse import BEDROCK_CONVERSE
from toolfold.wires.brainlid import BRAINLID
from toolfold.wires.cohere_v1 import COHERE_V1
from toolfold.wires.cohere_v2 import COHERE_V2
from toolfold.wires.envelopes import opened
from toolfold.wires.gemini_generate import GEMINI_GENERATE
from toolfold.wires.gemini_interactions import GEMINI_INTERACTIONS
from toolfold.wires.gemini_live import GEMINI_LIVE
from toolfold.wires.langchain_chunks import LANGCHAIN_CHUNKS
from toolfold.wires.langchain_protocol import LANGCHAIN_PROTOCOL
from toolfold.wires.looprig import LOOPRIG
from toolfold.wires.mistral_conversations import MISTRAL_CONVERSATIONS
from toolfold.wires.nous import NOUS
from toolfold.wires.ollama_chat import OLLAMA_CHAT
from toolfold.wires.openai_assistants import OPENAI_ASSISTANTS
from toolfold.wires.openai_chat import OPENAI_CHAT
from toolfold.wires.openai_realtime import OPENAI_REALTIME
from toolfold.wires.openai_responses import OPENAI_RESPONSES
from toolfold.wires.pydantic_ai import PYDANTIC_AI
from toolfold.wires.wire import Wire

WIRES: tuple[Wire, ...] = (
    COHERE_V1,
    MISTRAL_CONVERSATIONS,
    PYDANTIC_AI,  # before the chat family: its responses also have ``tool_calls``
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    OPENAI_REALTIME,
    OPENAI_ASSISTANTS,
    ANTHROPIC_MESSAGES,
    BEDROCK_CONVERSE,
    COHERE_V2,
    OLLAMA_CHAT,
    GEMINI_GENERATE,
    GEMINI_LIVE,
    GEMINI_INTERACTIONS,
    AI_SDK_UI,
    AI_SDK_MODEL,
    AG_UI,
    LANGCHAIN_CHUNKS,
    LANGCHAIN_PROTOCOL,
    NOUS,
    BRAINLID,
    LOOPRIG,
)
"""Every wire that ``feed`` recognises, in the order in which they are asked."""


def detect(fragment: object, /) -> Wire | None:
    """Return the wire whose format a fragment has, judging by its shape alone.

    >>> detect({"type": "content_block_stop", "index": 0}).name
    'anthropic-messages'
    >>> detect({"type": "ping"}) is None
    True
    """
    return recognised(opened(fragment), WIRES, "")


def recognised(fragment: object, wires: Iterable[Wire], before: str, /) -> Wire | None:
    """Return the wire of a fragment; shapes that wires share belong to the one that the stream had before."""
    for wire in wires:
        if wire.name == before and (wire.recognises(fragment) or _is_shared(fragment, before)):
            return wire
    return next((wire for wire in wires if wire.name != before and wire.recognises(fragment)), None)


def said(wire: Wire, fragment: object, /) -> tuple[Delta, ...]:
    """Return what a fragment says on a wire; an error that stands alone is one on every wire, and no more than that."""
    deltas = wire.decode(fragment)
    if not _is_error(fragment):
        return deltas
    own = deltas if wire.recognises(fragment) else tuple(delta for delta in deltas if isinstance(delta, Failed))
    return own or tuple(reported(fragment))


def mix(before: str, after: str, /) -> bool:
    """Say whether two wires may stand in one stream without a word: nous sends the other's lists beside its maps."""
    return {before, after} == {OPENAI_CHAT.name, NOUS.name}


def _is_shared(fragment: object, before: str) -> bool:
    """Say whether a fragment has a shape of no wire in particular: a bare error, or partial calls in a list (nous)."""
    if isinstance(fragment, list | tuple):
        entries = [entry for entry in fragment if is_record(entry)]
        return before == NOUS.name and bool(entries) and all(is_record(get(entry, "function")) for entry in entries)
    return _is_error(fragment)


def _is_error(fragment: object) -> bool:
    return get(fragment, "error") is not None and not text(fragment, "type")
