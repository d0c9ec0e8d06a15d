"""Gemini Live: a turn to begin a session with, and the message with which a client answers a call.

Ids are needed in answers. The turn is the content of the format that is not live.
"""

from toolfold.core.faults import Fault
from toolfold.messages import gemini_generate
from toolfold.messages._format import Format, Message, Said


def tool_result(said: Said, content: object, /) -> Message:
    """Return the message that answers one call: a map is the response, anything else is its ``result``."""
    return _sent(gemini_generate.tool_result(said, content))


def tool_error(fault: Fault, /) -> Message:
    """Return the message that answers a broken call."""
    return _sent(gemini_generate.tool_error(fault))


def _sent(part: Message) -> Message:
    return {"toolResponse": {"functionResponses": [part["functionResponse"]]}}


GEMINI_LIVE = Format(gemini_generate.assistant, tool_result, tool_error)
