"""States as channels of real graphs, kept by the real SQLite checkpointer."""

import operator
import signal
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import chunk, end, entry
from toolfold import Limits, State, feed, feed_all, feeder, new
from toolfold.bridges.langgraph import feed_write, feed_writes, fragments_in

for module in ("langgraph.graph", "langgraph.checkpoint.sqlite", "langchain_core.messages"):
    require(module)

from langchain_core.messages import AIMessageChunk  # noqa: E402  # only where it is installed
from langgraph.channels.delta import DeltaChannel  # noqa: E402
from langgraph.checkpoint.memory import InMemorySaver  # noqa: E402
from langgraph.graph import END, START, StateGraph  # noqa: E402
from langgraph.types import Overwrite  # noqa: E402
from typing_extensions import TypedDict  # noqa: E402

from tests.bridges.graphs import LOG, THREAD, graph, opened, serde  # noqa: E402

ROOT = Path(__file__).parents[2]
DONE = feed_all(new(), LOG)
both = pytest.mark.parametrize("schema", ["reducer", "delta"])


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "checkpoints.sqlite")


def one_node(schema: Any, write: Any, **options: Any) -> Any:
    """A graph of one node that returns one update."""
    builder: Any = StateGraph(schema, **options)
    builder.add_node("write", lambda _: write)
    builder.add_edge(START, "write")
    builder.add_edge("write", END)
    return builder.compile(checkpointer=InMemorySaver(serde=serde(State)))


# -- killed and resumed


@pytest.mark.parametrize(("schema", "stop"), [("reducer", 2), ("delta", 4)])
def test_a_process_is_killed_half_way_through_a_call_and_another_one_goes_on(schema, stop, file):
    command = [sys.executable, "-m", "tests.bridges.graphs", schema, file, str(stop)]
    killed = subprocess.run(command, cwd=ROOT, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    with opened(file) as connection:
        resumed = graph(schema, connection)
        half = resumed.get_state(THREAD).values["tools"]
        assert half == feed_all(new(), LOG[:stop])
        assert toolfold.finalize(half).failure().faults[-1].kind == "truncated"
        assert resumed.invoke(None, THREAD)["tools"] == DONE
    assert [call.arguments for call in toolfold.finalize(DONE).unwrap()] == [{"city": "Zürich"}, {"zone": "CET"}]


# -- time travel


@both
def test_every_checkpoint_holds_the_calls_as_they_were(schema, file):
    with opened(file) as connection:
        runs = graph(schema, connection)
        runs.invoke({"read": 0}, THREAD)
        kept = {one.values["read"]: one.values["tools"] for one in runs.get_state_history(THREAD)}
    assert kept == {read: feed_all(new(), LOG[:read]) for read in range(len(LOG) + 1)}


@both
def test_a_run_branches_off_an_earlier_checkpoint(schema, file):
    with opened(file) as connection:
        runs = graph(schema, connection)
        runs.invoke({"read": 0}, THREAD)
        [early] = [one for one in runs.get_state_history(THREAD) if one.values["read"] == 2]
        other = chunk(entry(0, text='ug"}'))
        branch = runs.update_state(early.config, {"tools": other, "read": 1})
        told = runs.invoke(None, branch)["tools"]
        first, _ = toolfold.finalize(told).unwrap()
        assert first.arguments == {"city": "Zürug"}
        assert runs.get_state(early.config).values["tools"] == feed_all(new(), LOG[:2])


@both
@pytest.mark.parametrize(
    "wrapped",
    [Overwrite, lambda state: {"__overwrite__": state}, lambda state: {"value": state, "type": "__overwrite__"}],
    ids=["class", "key", "plain"],
)
def test_an_overwrite_is_a_state_and_no_fragment(schema, wrapped, file):
    salted = feed(new("another run"), LOG[0])
    with opened(file) as connection:
        runs = graph(schema, connection)
        runs.invoke({"read": 0}, THREAD)
        runs.update_state(THREAD, {"tools": wrapped(salted), "read": 1 - len(LOG)})
        assert runs.get_state(THREAD).values["tools"] == salted
        assert runs.invoke(None, THREAD)["tools"] == feed_all(salted, LOG[1:])


# -- what may be loaded


@both
def test_a_type_that_is_not_allowed_comes_back_as_data_and_feed_names_the_line(schema, file):
    with opened(file) as connection:
        graph(schema, connection).invoke({"read": 0}, THREAD)
        strict = graph(schema, connection, allowed=())
        with pytest.raises(TypeError, match=r"JsonPlusSerializer\(allowed_msgpack_modules=\[State\]\)"):
            strict.update_state(THREAD, {"tools": end()})


def test_checkpoints_name_the_public_place_of_a_type():
    _, saved = serde(State).dumps_typed(DONE)
    assert b"\xa8toolfold\xa5State" in saved  # two texts of 8 and 5 characters; a move inside the package keeps them


def test_data_that_came_back_is_a_state_again_by_restore(file):
    with opened(file) as connection:
        graph("reducer", connection).invoke({"read": 0}, THREAD)
        found = graph("reducer", connection, allowed=()).get_state(THREAD).values["tools"]
    assert toolfold.restore(found).unwrap() == DONE


def test_calls_are_kept_too():
    [call, _] = toolfold.finalize(DONE).unwrap()
    saved = serde(State, toolfold.ToolCall)
    assert saved.loads_typed(saved.dumps_typed({"tools": DONE, "calls": [call]})) == {"tools": DONE, "calls": [call]}


# -- what nodes write


def test_a_node_writes_one_fragment_or_many():
    class Run(TypedDict):
        tools: Annotated[State, feed_write]

    assert one_node(Run, {"tools": LOG}).invoke({}, THREAD)["tools"] == DONE
    assert one_node(Run, {"tools": LOG[0]}).invoke({}, THREAD)["tools"] == feed(new(), LOG[0])
    assert one_node(Run, {"tools": tuple(LOG[:2])}).invoke({}, THREAD)["tools"] == feed_all(new(), LOG[:2])


def test_langchain_chunks_are_kept_and_replayed():
    class Run(TypedDict):
        tools: Annotated[State, DeltaChannel(feed_writes)]

    def piece(name: str | None = None, args: str | None = None, id_: str | None = None) -> AIMessageChunk:
        return AIMessageChunk(content="", tool_call_chunks=[{"name": name, "args": args, "id": id_, "index": 0}])

    last = AIMessageChunk(content="", response_metadata={"finish_reason": "tool_calls"})
    chunks = [piece("weather", "", "call_1"), piece(args='{"city": '), piece(args='"Oslo"}'), last]
    runs = one_node(Run, {"tools": chunks})
    runs.invoke({}, THREAD)
    [call] = toolfold.finalize(runs.get_state(THREAD).values["tools"]).unwrap()
    assert (call.id, call.arguments) == ("call_1", {"city": "Oslo"})


def test_chunks_of_an_sdk_come_back_as_data_and_say_the_same():
    sdk = require("openai.types.chat")
    chunks = [sdk.ChatCompletionChunk.model_validate({"id": "m", "created": 1, **fragment}) for fragment in LOG]

    class Run(TypedDict):
        tools: Annotated[State, DeltaChannel(feed_writes)]

    runs = one_node(Run, {"tools": chunks})
    runs.invoke({}, THREAD)
    assert runs.get_state(THREAD).values["tools"] == feed_all(new(), chunks)


def test_nodes_that_run_at_once_have_a_channel_each():
    class Run(TypedDict):
        left: Annotated[State, feed_write]
        right: Annotated[State, DeltaChannel(feed_writes)]

    builder: Any = StateGraph(Run)
    other = [chunk(entry(0, "call_9", "clock", "{}")), end()]
    builder.add_node("a", lambda _: {"left": LOG})
    builder.add_node("b", lambda _: {"right": other})
    for name in ("a", "b"):
        builder.add_edge(START, name)
        builder.add_edge(name, END)
    runs = builder.compile(checkpointer=InMemorySaver(serde=serde(State)))
    runs.invoke({}, THREAD)
    assert runs.get_state(THREAD).values == {"left": DONE, "right": feed_all(new(), other)}


@pytest.mark.parametrize("reducer", [feed, feeder(limits=Limits(calls=1))], ids=["feed", "feeder"])
def test_two_schemas_share_a_channel(reducer):
    class Inside(TypedDict):
        tools: Annotated[State, reducer]

    class Outside(TypedDict):
        tools: Annotated[State, reducer]

    runs = one_node(Inside, {"tools": LOG[0]}, input_schema=Outside, output_schema=Outside)
    assert runs.invoke({}, THREAD)["tools"][0].name == "weather"


def test_a_pydantic_model_may_be_the_schema_of_a_graph():
    pydantic = require("pydantic")

    class Run(pydantic.BaseModel):  # type: ignore[name-defined,misc]
        tools: Annotated[State, feed_write] = new()
        read: Annotated[int, operator.add] = 0

    assert one_node(Run, {"tools": LOG}).invoke({"read": 0}, THREAD)["tools"] == DONE


def test_the_graph_has_a_json_schema(file):
    with opened(file) as connection:
        schema = graph("reducer", connection).get_output_jsonschema()
    assert schema["properties"]["tools"]["type"] == "object"


# -- the reducers by themselves


@pytest.mark.parametrize("wire", TABLES)
def test_however_the_writes_are_cut_the_state_is_the_same(wire):
    for row in TABLES[wire]:
        fragments, half = row.fragments, len(row.fragments) // 2
        whole = feed_all(new(), fragments)
        assert feed_write(new(), fragments) == whole, row.name
        assert feed_writes(new(), [fragments[:half], fragments[half:]]) == whole, row.name
        early = feed_writes(new(), [[one] for one in fragments[:half]])
        assert feed_writes(early, [tuple(fragments[half:])]) == whole, row.name


def test_only_a_list_is_taken_apart():
    assert [*fragments_in("[DONE]")] == ["[DONE]"]
    assert [*fragments_in({"a": 1})] == [{"a": 1}]
    assert [*fragments_in([])] == []
    assert [*fragments_in([[{"index": 0}]])] == [[{"index": 0}]]


@pytest.mark.parametrize("reducer", [feed_write, feed_writes])
def test_what_is_no_state_is_a_mistake_that_names_its_mending(reducer):
    with pytest.raises(TypeError, match="allowed_msgpack_modules"):
        reducer(toolfold.snapshot(DONE), [])
