"""Wires: one small file for each format, saying what a fragment says and keeping nothing.

No rule about which call a fragment means belongs in here; that is ``core.address``.
"""

from collections.abc import Iterable

from toolfold.wires._read import get, is_record, text
from toolfold.wires.anthropic_messages import ANTHROPIC_MESSAGES
from toolfold.wires.brainlid import BRAINLID
from toolfold.wires.envelopes import opened
from toolfold.wires.gemini_generate import GEMINI_GENERATE
from toolfold.wires.looprig import LOOPRIG
from toolfold.wires.nous import NOUS
from toolfold.wires.openai_chat import OPENAI_CHAT
from toolfold.wires.openai_assistants import OPENAI_ASSISTANTS
from toolfold.wires.openai_realtime import OPENAI_REALTIME
from toolfold.wires.openai_responses import OPENAI_RESPONSES
from toolfold.wires.wire import Wire

WIRES: tuple[Wire, ...] = (
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    OPENAI_REALTIME,
    OPENAI_ASSISTANTS,
    ANTHROPIC_MESSAGES,
    GEMINI_GENERATE,
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
        if wire.name == before and (wire.recognises(fragment) or _is_shared(fragment)):
            return wire
    return next((wire for wire in wires if wire.name != before and wire.recognises(fragment)), None)


def mix(before: str, after: str, /) -> bool:
    """Say whether two wires may stand in one stream without a word: nous sends the other's lists beside its maps."""
    return {before, after} == {OPENAI_CHAT.name, NOUS.name}


def _is_shared(fragment: object) -> bool:
    """Say whether a fragment has a shape of no wire in particular: a bare error, or a list of partial calls."""
    if isinstance(fragment, list | tuple):
        return bool(fragment) and all(is_record(get(entry, "function")) for entry in fragment)
    return get(fragment, "error") is not None and not text(fragment, "type")
