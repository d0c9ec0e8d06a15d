"""The objects of langchain-core, made by its own parsing, and the streams of its own models and bridges."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row
from tests.rows.langchain_chunks import FULL, A, F, G, call, chunk, last, message, meta, tcc
from tests.sdks.compare import meanings
from toolfold import messages

langchain = require("langchain_core.messages")
models = require("langchain_core.language_models.chat_models")
outputs = require("langchain_core.outputs")
bridge = require("langchain_core.language_models._compat_bridge")
serialised = require("langchain_core.load")

COERCED = "the_guess_that_a_chunk_makes_is_not_read"  # the SDK makes chunks of calls that came without any


def parsed(fragment: Any) -> Any:
    """What the SDK makes of a payload, in whatever it is wrapped; its chunks refuse a few that JSON could hold."""
    if isinstance(fragment, list):
        return [parsed(one) for one in fragment]
    if not isinstance(fragment, dict):
        return fragment
    kinds = {"AIMessageChunk": langchain.AIMessageChunk, "ai": langchain.AIMessage}
    kind = kinds.get(str(fragment.get("type")))
    if kind is None or "data" in fragment:
        return {key: parsed(one) for key, one in fragment.items()}
    try:
        return kind.model_validate({"content": "", **fragment})
    except (AttributeError, TypeError, ValueError):
        return fragment


ROWS = [row for row in TABLES["langchain-chunks"] if row.name != COERCED]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_messages(row: Row) -> None:
    objects = [parsed(one) for one in row.fragments]
    plainly, read = (toolfold.feed_all(toolfold.new(), one) for one in (row.fragments, objects))
    assert meanings(read) == meanings(plainly)


def test_most_rows_become_objects() -> None:
    made = [row for row in ROWS if any(not isinstance(parsed(one), dict | list) for one in row.fragments)]
    assert len(made) > len(ROWS) // 2


STREAM = [
    chunk(content="let me see"),
    chunk(tcc(1, A, F, "")),
    chunk(tcc(1, args='{"n"'), tcc(2, "call_b", G, "")),
    chunk(tcc(1, args=":1}")),
    chunk(finish="tool_calls"),
]
CALLS = [(A, F, {"n": 1}), ("call_b", G, {})]


def brief(state: toolfold.State) -> list[tuple[Any, ...]]:
    return [(one.unwrap().id, one.unwrap().name, one.unwrap().arguments) for one in toolfold.outcomes(state)]


def test_the_guess_of_a_chunk_is_wrong_and_not_read() -> None:
    head = parsed(chunk(tcc(0, A, F, '{"n"')))
    assert head.tool_calls[0]["args"] == {}
    assert toolfold.feed(toolfold.new(), head)[0].text == '{"n"'


def test_a_sum_of_chunks_sent_again_does_not_double() -> None:
    whole = parsed(STREAM[0])
    for one in STREAM[1:]:
        whole += parsed(one)
    state = toolfold.feed_all(toolfold.new(), [*map(parsed, STREAM), whole])
    assert brief(state) == CALLS


def test_the_message_of_a_sum_does_not_mend_what_was_cut() -> None:
    pieces = [parsed(chunk(tcc(0, A, F, '{"n":1,"m"')))]
    guess = langchain.message_chunk_to_message(pieces[0])
    assert guess.tool_calls[0]["args"] == {"n": 1}
    state = toolfold.feed_all(toolfold.new(), [*pieces, guess])
    assert meanings(state)[0][0] == "truncated"


def test_constructor_form() -> None:
    forms = [serialised.dumpd(parsed(one)) for one in STREAM]
    assert forms[0]["type"] == "constructor"
    assert brief(toolfold.feed_all(toolfold.new(), forms)) == CALLS
    assert brief(toolfold.feed_all(toolfold.new(), [one.model_dump() for one in map(parsed, STREAM)])) == CALLS
    assert brief(toolfold.feed_all(toolfold.new(), map(langchain.message_to_dict, map(parsed, STREAM)))) == CALLS


class Model(models.BaseChatModel):
    """A model that streams the chunks above."""

    @property
    def _llm_type(self) -> str:
        return "rows"

    def _generate(self, *_: Any, **__: Any) -> Any:
        found = langchain.AIMessage(content="", tool_calls=[call(A, F, {"n": 1}), call("call_b", G, {})])
        return outputs.ChatResult(generations=[outputs.ChatGeneration(message=found)])

    def _stream(self, *_: Any, **__: Any) -> Iterator[Any]:
        for one in STREAM:
            yield outputs.ChatGenerationChunk(message=parsed({**one, "id": None}))


class WholeModel(Model):
    """A model that answers at once."""

    _stream = models.BaseChatModel._stream


def test_the_stream_of_a_model() -> None:
    fragments = list(Model().stream("hi"))
    assert fragments[-1].chunk_position == "last"
    assert fragments[1].id.startswith("lc_run-")
    assert brief(toolfold.feed_all(toolfold.new(), fragments)) == CALLS
    assert brief(toolfold.feed_all(toolfold.new(), [(one, meta()) for one in fragments])) == CALLS


def test_the_answer_of_a_model() -> None:
    state = toolfold.feed(toolfold.new(), WholeModel().invoke("hi"))
    assert brief(state) == CALLS
    assert toolfold.finalize(state, strict=True).unwrap()


@pytest.mark.parametrize("model", [Model, WholeModel])
def test_the_events_of_a_model(model: Any) -> None:
    async def events() -> list[Any]:
        return [one async for one in model().astream_events("hi", version="v2")]

    found = asyncio.run(events())
    assert {one["event"] for one in found} >= {"on_chat_model_start", "on_chat_model_end"}
    assert brief(toolfold.feed_all(toolfold.new(), found)) == CALLS


def test_the_bridge_from_chunks_to_events() -> None:
    chunks = [outputs.ChatGenerationChunk(message=parsed(one)) for one in STREAM]
    events = list(bridge.chunks_to_events(iter(chunks), message_id="m"))
    assert {one["event"] for one in events} >= {"content-block-start", "content-block-delta", "message-finish"}
    state = toolfold.feed_all(toolfold.new(), events)
    assert brief(state) == CALLS
    assert toolfold.notes(state) == ()


def test_a_blank_call_that_the_bridge_finished_after_a_cut_is_no_call_without_arguments() -> None:
    chunks = [outputs.ChatGenerationChunk(message=parsed(one)) for one in (chunk(tcc(0, A, F, "")), last("length"))]
    events = list(bridge.chunks_to_events(iter(chunks), message_id="m"))
    assert [one["content"]["args"] for one in events if one["event"] == "content-block-finish"] == [{}]
    assert meanings(toolfold.feed_all(toolfold.new(), events))[0][0] == "truncated"


def test_the_bridge_from_a_message_to_events() -> None:
    whole = message(call(A, F, {"n": 1}), invalid_tool_calls=[{"id": "b", "name": G, "args": "{'n", "error": "bad"}])
    events = list(bridge.message_to_events(parsed(whole)))
    state = toolfold.feed_all(toolfold.new(), events)
    assert [one[0] for one in meanings(state)] == [A, "rejected"]


def test_what_goes_back_is_read_by_the_sdk() -> None:
    state = toolfold.feed_all(toolfold.new(), [*STREAM, last()])
    answers = [messages.tool_result(one, "4", "langchain-chunks") for one in toolfold.finalize(state).unwrap()]
    found = langchain.convert_to_messages([messages.assistant(toolfold.outcomes(state), "langchain-chunks"), *answers])
    assert found[0].tool_calls == [call(A, F, {"n": 1}), call("call_b", G, {})]
    assert [one.tool_call_id for one in found[1:]] == [A, "call_b"]
    broken = toolfold.feed(toolfold.new(), tcc(0, A, F, FULL[:-1]))
    error = messages.tool_error(toolfold.outcomes(broken)[0].failure(), "langchain-chunks")
    assert langchain.convert_to_messages([error])[0].status == "error"


def test_blocks_that_go_back_are_read_by_the_sdk() -> None:
    calls = [
        toolfold.ToolCall(id=A, name=F, value=FULL, extras_text='{"extras":{"sig":"s"}}'),
        toolfold.ToolCall(id="s", name="search", value="{}", run_by="provider"),
    ]
    [found] = langchain.convert_to_messages([messages.assistant(calls, "langchain-chunks")])
    assert [one["type"] for one in found.content_blocks] == ["tool_call", "server_tool_call"]
    assert found.content_blocks[0]["extras"] == {"sig": "s"}
    state = toolfold.feed(toolfold.new(), found)
    assert [one.unwrap().run_by for one in toolfold.outcomes(state)] == ["client", "provider"]
