"""A graph that reads a recorded stream step by step, in a file of its own since another process runs it too.

python -m tests.bridges.graphs reducer|delta FILE STOP

The process kills itself, as a machine would, when it has read STOP fragments.
"""

import operator
import os
import signal
import sqlite3
import sys
from contextlib import closing
from typing import Annotated, Any

from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from tests.rows.build import chunk, end, entry
from toolfold import State, feed
from toolfold.bridges.langgraph import feed_writes

LOG = [
    chunk(entry(0, "call_1", "weather", "")),
    chunk(entry(0, text='{"city": "Zür')),
    chunk(entry(0, text='ich"}')),
    chunk(entry(1, "call_2", "clock", '{"zone":')),
    chunk(entry(1, text='"CET"}')),
    end(),
]
THREAD: Any = {"configurable": {"thread_id": "a run"}}


class Reduced(TypedDict):
    tools: Annotated[State, feed]
    read: Annotated[int, operator.add]


class Replayed(TypedDict):
    tools: Annotated[State, DeltaChannel(feed_writes, snapshot_frequency=3)]
    read: Annotated[int, operator.add]


SCHEMAS: dict[str, Any] = {"reducer": Reduced, "delta": Replayed}


def serde(*allowed: type) -> JsonPlusSerializer:
    return JsonPlusSerializer(allowed_msgpack_modules=allowed)


def graph(schema: str, connection: sqlite3.Connection, *, stop: int = -1, allowed: tuple[type, ...] = (State,)) -> Any:
    """A graph whose node reads one fragment of the log at a time, and dies before the one at ``stop``."""

    def read(run: Any) -> dict[str, Any]:
        if run["read"] == stop:
            os.kill(os.getpid(), signal.SIGKILL)
        return {"tools": LOG[run["read"]], "read": 1}

    builder: Any = StateGraph(SCHEMAS[schema])
    builder.add_node("read", read)
    builder.add_edge(START, "read")
    builder.add_conditional_edges("read", lambda run: "read" if run["read"] < len(LOG) else END)
    return builder.compile(checkpointer=SqliteSaver(connection, serde=serde(*allowed)))


def opened(path: str) -> Any:
    return closing(sqlite3.connect(path, check_same_thread=False))


if __name__ == "__main__":
    with opened(sys.argv[2]) as connection:
        graph(sys.argv[1], connection, stop=int(sys.argv[3])).invoke({"read": 0}, THREAD, durability="sync")
