"""What each fold answers to a stream, and what that answer is worth.

Each peer is driven by its own functions, with the objects that its own users have in hand; what it gives is read as
its users would read it.
"""

import json
import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from returns.result import Success

import toolfold
from tests.docs.peer_streams import Call, Case, anthropic_events, chat_chunks


class Answer(NamedTuple):
    """What a fold gives its caller: calls to run, calls that are visibly broken, and an exception's name."""

    calls: tuple[Call, ...] = ()
    broken: tuple[str, ...] = ()
    raised: str = ""


class Peer(NamedTuple):
    package: str
    called: str
    fold: Callable[[Case], Answer]


def read(calls: list[tuple[str | None, Any]]) -> Answer:
    """Arguments as a caller reads them who gets text: by ``json.loads``."""
    sound, broken = [], []
    for name, arguments in calls:
        try:
            found = json.loads(arguments) if isinstance(arguments, str) else arguments
        except ValueError:
            found = None
        if isinstance(found, dict) and name:
            sound.append((name, found))
        else:
            broken.append(f"{name or '(no name)'}: {arguments!r}")
    return Answer(tuple(sound), tuple(broken))


# -- toolfold and its peers


def by_toolfold(case: Case, fragments: list[Any] | None = None) -> Answer:
    state = toolfold.feed_all(toolfold.new(), chat_chunks(case) if fragments is None else fragments)
    result = toolfold.finalize(state)
    calls = result.unwrap() if isinstance(result, Success) else result.failure().calls
    faults = () if isinstance(result, Success) else result.failure().faults
    return Answer(tuple((call.name, call.arguments or {}) for call in calls), tuple(fault.kind for fault in faults))


def by_openai(case: Case) -> Answer:
    from openai._models import construct_type  # noqa: PLC0415  # only where it is compared
    from openai.lib.streaming.chat import ChatCompletionStreamState  # noqa: PLC0415
    from openai.types.chat import ChatCompletionChunk  # noqa: PLC0415

    state = ChatCompletionStreamState()
    for chunk in chat_chunks(case):
        state.handle_chunk(construct_type(type_=ChatCompletionChunk, value=chunk))
    calls = state.get_final_completion().choices[0].message.tool_calls
    return read([(call.function.name, call.function.arguments) for call in calls or ()])


def by_anthropic(case: Case) -> Answer:
    from anthropic._models import construct_type  # noqa: PLC0415
    from anthropic.lib.streaming._messages import accumulate_event  # noqa: PLC0415
    from anthropic.types import RawMessageStreamEvent  # noqa: PLC0415

    snapshot: Any = None
    buffers: dict[int, bytes] = {}
    for event in anthropic_events(case):
        made = construct_type(type_=RawMessageStreamEvent, value=event)
        snapshot = accumulate_event(event=made, current_snapshot=snapshot, json_bufs=buffers)
    return read([(block.name, block.input) for block in snapshot.content])


def by_pydantic_ai(case: Case) -> Answer:
    from pydantic_ai._parts_manager import ModelResponsePartsManager  # noqa: PLC0415
    from pydantic_ai.models import ModelRequestParameters  # noqa: PLC0415

    manager = ModelResponsePartsManager(model_request_parameters=ModelRequestParameters())
    for index, id_, name, text in case.pieces:
        manager.handle_tool_call_delta(vendor_part_id=index, tool_name=name, args=text, tool_call_id=id_)
    found: list[tuple[str | None, Any]] = []
    for part in manager.get_parts():
        arguments: Any = part.args
        with suppress(ValueError, AssertionError):
            arguments = part.args_as_dict(raise_if_invalid=True)
        found.append((part.tool_name, arguments))
    return read(found)


def by_langchain(case: Case) -> Answer:
    from langchain_core.messages import AIMessageChunk  # noqa: PLC0415
    from langchain_core.messages.tool import tool_call_chunk  # noqa: PLC0415

    message = AIMessageChunk(content="")
    for index, id_, name, text in case.pieces:
        part = tool_call_chunk(index=index, id=id_, name=name, args=text)
        message += AIMessageChunk(content="", tool_call_chunks=[part])
    ended = {"finish_reason": case.finish} if case.finish else {}
    message += AIMessageChunk(content="", response_metadata=ended, chunk_position="last")
    invalid = tuple(f"{call['name']}: {call['args']!r}" for call in message.invalid_tool_calls)
    found = read([(call["name"], call["args"]) for call in message.tool_calls])
    return found._replace(broken=(*found.broken, *invalid))


def by_litellm(case: Case) -> Answer:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # it would fetch a table of prices otherwise
    from litellm import stream_chunk_builder  # noqa: PLC0415
    from litellm.types.utils import ModelResponseStream  # noqa: PLC0415

    message = stream_chunk_builder([ModelResponseStream(**chunk) for chunk in chat_chunks(case)]).choices[0].message
    return read([(call.function.name, call.function.arguments) for call in message.tool_calls or ()])


def by_llmstream(case: Case) -> Answer:
    from llmstream.providers.openai import OpenAIAdapter  # noqa: PLC0415
    from llmstream.tool_parser import StreamingToolParser  # noqa: PLC0415

    adapter, parser = OpenAIAdapter(), StreamingToolParser()
    for event in (event for chunk in chat_chunks(case) for event in adapter.map_payload(chunk)):
        if event.type == "tool_call_delta":
            parser.on_tool_call_delta(event)
    ended = list(parser.finalize())
    found = read([(event.name, event.arguments) for event in ended if event.type == "tool_call_complete"])
    return found._replace(broken=(*found.broken, *(event.message for event in ended if event.type == "error")))


PEERS = (
    Peer("openai", "`ChatCompletionStreamState`, `get_final_completion`", by_openai),
    Peer("anthropic", "`accumulate_event`", by_anthropic),
    Peer(
        "pydantic-ai-slim", "the parts manager: `handle_tool_call_delta`, `get_parts`, `args_as_dict`", by_pydantic_ai
    ),
    Peer("langchain-core", "`AIMessageChunk + AIMessageChunk`, the last one marked as such", by_langchain),
    Peer("litellm", "`stream_chunk_builder`", by_litellm),
    Peer("llmstream", "`OpenAIAdapter`, `StreamingToolParser`, `finalize`", by_llmstream),
    Peer("toolfold", "`feed_all`, `finalize`", by_toolfold),
)
"""Each reads the chat chunks; anthropic reads the same stream in Anthropic's events, if they can say it."""


def answer(fold: Callable[[Case], Answer], case: Case) -> Answer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return fold(case)
        except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
            return Answer(raised=type(error).__name__)


# -- what an answer is worth


class Verdict(NamedTuple):
    """One word for the table, and what came out, where that is not simply what was meant."""

    word: str
    what: str = ""


def verdict(case: Case, got: Answer) -> Verdict:
    """A call that nobody asked for is all that is said of an answer: nothing else of it is worse."""
    if got.raised:
        return Verdict("right" if case.fault and not case.calls else "raises", f"raises `{got.raised}`")
    wanted, found = Counter(map(said, case.calls)), Counter(map(said, got.calls))
    if made_up := found - wanted:
        return Verdict("gives", f"gives {_listed(made_up.elements())}")
    if missing := wanted - found:
        word = "breaks" if got.broken else "loses"
        return Verdict(word, f"{word} {_listed(call.partition('(')[0] for call in missing.elements())}")
    if case.fault and not got.broken:
        return Verdict("hides", "does not say that there was a call")
    return Verdict("right")


def _listed(calls: Iterable[str]) -> str:
    return " and ".join(f"`{call}`" for call in calls)


def said(call: Call) -> str:
    name, arguments = call
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
