"""What else can be used: each driven by its own functions, with the fragments that it takes, made beforehand."""

from typing import Any

from tests.bench import formats, objects
from tests.bench.contender import Contender, Found
from tests.bench.streams import Piece, Stream


def pieces(stream: Stream) -> list[Piece]:
    return list(stream.pieces)


# -- pydantic-ai


def pydantic_ai_manager() -> Any:
    from pydantic_ai._parts_manager import ModelResponsePartsManager  # noqa: PLC0415  # only where it is measured
    from pydantic_ai.models import ModelRequestParameters  # noqa: PLC0415

    return ModelResponsePartsManager(model_request_parameters=ModelRequestParameters())


def pydantic_ai_fold(fragments: list[Piece]) -> Any:
    manager = pydantic_ai_manager()
    for index, id_, name, text in fragments:
        manager.handle_tool_call_delta(vendor_part_id=index, tool_name=name, args=text, tool_call_id=id_)
    return manager.get_parts()


def pydantic_ai_keep(fragments: list[Piece]) -> list[Any]:
    """Its parts are replaced, never changed, so that a list of them is what it said at that time."""
    manager, kept = pydantic_ai_manager(), []
    for index, id_, name, text in fragments:
        manager.handle_tool_call_delta(vendor_part_id=index, tool_name=name, args=text, tool_call_id=id_)
        kept.append(manager.get_parts())
    return kept


def pydantic_ai_calls(parts: Any) -> Found:
    return [(part.tool_call_id, part.tool_name, part.args) for part in parts]


# -- anthropic


def anthropic_fold(events: list[Any]) -> Any:
    """The SDK parses the arguments again at every event, so that they can be shown."""
    from anthropic.lib.streaming._messages import accumulate_event  # noqa: PLC0415

    snapshot, buffers = None, {}
    for event in events:
        snapshot = accumulate_event(event=event, current_snapshot=snapshot, json_bufs=buffers)
    return snapshot


def anthropic_calls(snapshot: Any) -> Found:
    return [(block.id, block.name, block.input) for block in snapshot.content]


# -- jiter


def jiter_watch(fragments: list[Piece]) -> Any:
    """The best that can be done with a partial parser: all bytes so far, parsed again."""
    from jiter import from_json  # noqa: PLC0415

    text, value, head = b"", None, fragments[0]
    for _, _, _, piece in fragments:
        text += piece.encode()
        value = from_json(text or b"null", partial_mode="trailing-strings")
    return head.id, head.name, value


# -- openai


def openai_state(chunks: list[Any]) -> Any:
    from openai.lib.streaming.chat import ChatCompletionStreamState  # noqa: PLC0415

    state = ChatCompletionStreamState()
    for chunk in chunks:
        state.handle_chunk(chunk)
    return state.get_final_completion().choices[0].message


def openai_deltas(chunks: list[Any]) -> Any:
    from openai.lib.streaming._deltas import accumulate_delta  # noqa: PLC0415

    message: dict[Any, Any] = {}
    for chunk in chunks:
        message = accumulate_delta(message, chunk["choices"][0]["delta"])
    return message


def openai_calls(message: Any) -> Found:
    return [(call.id, call.function.name, call.function.arguments) for call in message.tool_calls]


def openai_dict_calls(message: Any) -> Found:
    return [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in message["tool_calls"]]


# -- langchain-core


def langchain_chunks(stream: Stream) -> list[Any]:
    from langchain_core.messages import AIMessageChunk  # noqa: PLC0415
    from langchain_core.messages.tool import tool_call_chunk  # noqa: PLC0415

    parts = (tool_call_chunk(index=index, id=id_, name=name, args=text) for index, id_, name, text in stream.pieces)
    return [AIMessageChunk(content="", tool_call_chunks=[part]) for part in parts]


def langchain_add(chunks: list[Any]) -> Any:
    message = chunks[0]
    for chunk in chunks[1:]:
        message += chunk
    return message


def langchain_at_once(chunks: list[Any]) -> Any:
    from langchain_core.messages.ai import add_ai_message_chunks  # noqa: PLC0415

    return add_ai_message_chunks(*chunks)


def langchain_calls(message: Any) -> Found:
    return [(call["id"], call["name"], call["args"]) for call in message.tool_calls]


# -- litellm


def litellm_chunks(stream: Stream) -> list[Any]:
    from litellm.types.utils import ModelResponseStream  # noqa: PLC0415

    return [ModelResponseStream(**chunk) for chunk in formats.chat(stream)]


def litellm_build(chunks: list[Any]) -> Any:
    from litellm import stream_chunk_builder  # noqa: PLC0415

    return stream_chunk_builder(chunks).choices[0].message


# -- llmstream


def llmstream_events(stream: Stream) -> list[Any]:
    from llmstream.providers.openai import OpenAIAdapter  # noqa: PLC0415

    adapter = OpenAIAdapter()
    events = [event for chunk in formats.chat(stream) for event in adapter.map_payload(chunk)]
    return [event for event in events if event.type == "tool_call_delta"]


def llmstream_fold(events: list[Any]) -> Any:
    from llmstream.tool_parser import StreamingToolParser  # noqa: PLC0415

    parser = StreamingToolParser()
    for event in events:
        parser.on_tool_call_delta(event)
    return list(parser.finalize())


def llmstream_calls(events: Any) -> Found:
    return [(event.id, event.name, event.arguments) for event in events]


# -- who takes part

PYDANTIC_AI = Contender(
    "pydantic-ai",
    "`handle_tool_call_delta` with arguments extracted beforehand, `get_parts`",
    pieces,
    pydantic_ai_fold,
    pydantic_ai_calls,
    ("pydantic-ai-slim",),
)
PYDANTIC_AI_KEEP = PYDANTIC_AI._replace(
    name="pydantic-ai, kept",
    how="`handle_tool_call_delta`, `get_parts` kept in a list",
    run=pydantic_ai_keep,
    calls=lambda kept: pydantic_ai_calls(kept[-1]),
)
ANTHROPIC = Contender(
    "anthropic",
    "`accumulate_event` on the SDK's events; it parses the arguments at every event",
    objects.anthropic,
    anthropic_fold,
    anthropic_calls,
    ("anthropic",),
    spoils=True,
)
JITER = Contender(
    "jiter",
    "all bytes so far, `from_json(partial_mode='trailing-strings')`, nothing else",
    pieces,
    jiter_watch,
    lambda call: [call],
    ("jiter",),
)
OPENAI = Contender(
    "openai",
    "`ChatCompletionStreamState` on the SDK's chunks",
    objects.chat,
    openai_state,
    openai_calls,
    ("openai",),
    spoils=True,
)
OPENAI_DELTAS = Contender(
    "openai, deltas only",
    "`accumulate_delta` on dicts, the SDK's inner loop",
    formats.chat,
    openai_deltas,
    openai_dict_calls,
    ("openai",),
    spoils=True,
)
LANGCHAIN = Contender(
    "langchain-core",
    "`AIMessageChunk + AIMessageChunk`",
    langchain_chunks,
    langchain_add,
    langchain_calls,
    ("langchain-core",),
)
LANGCHAIN_AT_ONCE = LANGCHAIN._replace(
    name="langchain-core, at once", how="`add_ai_message_chunks` at the end", run=langchain_at_once
)
LITELLM = Contender(
    "litellm",
    "`stream_chunk_builder` at the end",
    litellm_chunks,
    litellm_build,
    openai_calls,
    ("litellm",),
    spoils=True,
)
LLMSTREAM = Contender(
    "llmstream",
    "`StreamingToolParser.on_tool_call_delta` with events made beforehand, `finalize`",
    llmstream_events,
    llmstream_fold,
    llmstream_calls,
    ("llmstream",),
)
