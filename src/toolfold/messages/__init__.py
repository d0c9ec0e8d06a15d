"""Calls, results and errors as the next request wants them: the shapes of each provider's non-streaming path.

No rule about what a call means belongs in here, and nothing is read from a stream: calls go in, plain data come out,
fresh at every call. What a call carried beside its arguments (signatures, callers) is echoed where it came from, so
give each wire the calls of its own streams; ``dataclasses.replace(call, extras_text="")`` is a call for another one.

>>> from toolfold import feed, finalize, messages, new
>>> call = {"index": 0, "id": "c1", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
>>> result = finalize(feed(new(), [call]))
>>> messages.assistant(result, "openai-chat")["tool_calls"]
[{'id': 'c1', 'type': 'function', 'function': {'name': 'weather', 'arguments': '{"city": "Oslo"}'}}]
>>> result.map(lambda calls: [messages.tool_result(call, {"degrees": 4}, "openai-chat") for call in calls]).value_or([])
[{'role': 'tool', 'tool_call_id': 'c1', 'content': '{"degrees":4}'}]
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from returns.result import Failure, Result, Success

from toolfold.core.call import PartialCall
from toolfold.core.faults import Fault, Faults
from toolfold.core.tool_call import ToolCall
from toolfold.messages._format import Format, Said
from toolfold.messages.ag_ui import AG_UI
from toolfold.messages.ai_sdk_model import AI_SDK_MODEL
from toolfold.messages.ai_sdk_ui import AI_SDK_UI
from toolfold.messages.anthropic_messages import ANTHROPIC_MESSAGES
from toolfold.messages.bedrock_converse import BEDROCK_CONVERSE
from toolfold.messages.brainlid import BRAINLID
from toolfold.messages.cohere import COHERE_V1, COHERE_V2
from toolfold.messages.gemini_generate import GEMINI_GENERATE
from toolfold.messages.gemini_interactions import GEMINI_INTERACTIONS
from toolfold.messages.gemini_live import GEMINI_LIVE
from toolfold.messages.langchain_chunks import LANGCHAIN_CHUNKS
from toolfold.messages.looprig import LOOPRIG
from toolfold.messages.mistral_conversations import MISTRAL_CONVERSATIONS
from toolfold.messages.nous import NOUS
from toolfold.messages.ollama_chat import OLLAMA_CHAT
from toolfold.messages.openai_assistants import OPENAI_ASSISTANTS
from toolfold.messages.openai_chat import MISTRAL_CHAT, OPENAI_CHAT
from toolfold.messages.openai_responses import OPENAI_REALTIME, OPENAI_RESPONSES
from toolfold.messages.pydantic_ai import PYDANTIC_AI
from toolfold.wires.wire import Wire

Calls = Iterable[ToolCall | Fault | Result[ToolCall, Fault]] | Result[tuple[ToolCall, ...], Faults]

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "ag-ui": AG_UI,
        "ai-sdk-model": AI_SDK_MODEL,
        "ai-sdk-ui": AI_SDK_UI,
        "anthropic-messages": ANTHROPIC_MESSAGES,
        "bedrock-converse": BEDROCK_CONVERSE,
        "brainlid": BRAINLID,
        "cohere-v1": COHERE_V1,
        "cohere-v2": COHERE_V2,
        "gemini-generate": GEMINI_GENERATE,
        "gemini-interactions": GEMINI_INTERACTIONS,
        "gemini-live": GEMINI_LIVE,
        "langchain-chunks": LANGCHAIN_CHUNKS,
        "langchain-protocol": LANGCHAIN_CHUNKS,
        "looprig": LOOPRIG,
        "mistral-chat": MISTRAL_CHAT,
        "mistral-conversations": MISTRAL_CONVERSATIONS,
        "nous": NOUS,
        "ollama-chat": OLLAMA_CHAT,
        "openai-assistants": OPENAI_ASSISTANTS,
        "openai-chat": OPENAI_CHAT,
        "openai-realtime": OPENAI_REALTIME,
        "openai-responses": OPENAI_RESPONSES,
        "pydantic-ai": PYDANTIC_AI,
    }
)
"""The format of each wire, by the wire's name."""

NO_CALLS = (str, bytes, Mapping, PartialCall)
"""What can be iterated over and holds no calls all the same."""


def assistant(calls: Calls, wire: Wire | str) -> dict[str, object]:
    """Return the assistant's message that holds the calls of one choice, as the provider would have sent it whole.

    ``calls`` are calls, or what ``outcomes`` or ``finalize`` gives; a failed ``finalize`` stands for its sound calls
    and then its faults. A fault appears as its call with empty arguments, so that the conversation stays valid and
    ``tool_error`` can answer it. A broken call that the provider would run is left out: nobody can answer it.
    """
    said = tuple(one for one in _said(calls) if isinstance(one, ToolCall) or one.run_by == "client")
    return format_of(wire).assistant(said)


def tool_result(call: ToolCall | Fault, content: object, wire: Wire | str) -> dict[str, object]:
    """Return the answer to one call: a message, or the part of one where all answers share a message.

    ``content`` is text, a list of the format's own content blocks, or any data, which are sent as JSON.

    >>> tool_result(ToolCall(id="t1", name="now"), "12:00", "anthropic-messages")
    {'type': 'tool_result', 'tool_use_id': 't1', 'content': '12:00'}
    """
    return format_of(wire).tool_result(call, content)


def tool_error(fault: Fault, wire: Wire | str) -> dict[str, object]:
    """Return the answer to a broken call: what was wrong with it, so that the model can send it again.

    >>> from toolfold import Truncated
    >>> tool_error(Truncated(id="t1", name="pay", text='{"a', message="cut"), "gemini-generate")
    {'functionResponse': {'id': 't1', 'name': 'pay', 'response': {'error': 'cut'}}}
    """
    return format_of(wire).tool_error(fault)


def format_of(wire: Wire | str, /) -> Format:
    """Return the format of a wire; it is a ``ValueError`` that names the known ones if there is none."""
    name = wire.name if isinstance(wire, Wire) else wire
    found = FORMATS.get(name)
    if found is None:
        msg = f"there are no messages for the wire {name!r}; there are for: {', '.join(FORMATS)}"
        raise ValueError(msg)
    return found


def _said(calls: object) -> Iterator[Said]:
    if isinstance(calls, ToolCall | Fault):
        yield calls
    elif isinstance(calls, Success):
        yield from _said(calls.unwrap())
    elif isinstance(calls, Failure):
        yield from _said(calls.failure())
    elif isinstance(calls, Faults):
        yield from _said((*calls.calls, *calls.faults))
    elif isinstance(calls, Iterable) and not isinstance(calls, NO_CALLS):
        for one in calls:
            yield from _said(one)
    else:
        msg = f"expected calls, or what finalize or outcomes gives, not {type(calls).__name__}"
        raise TypeError(msg)
