"""Agent runs in real event stores: SQLite, and PostgreSQL where TOOLFOLD_POSTGRES names one by its URL."""

import json
import os
import sqlite3
import uuid
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows.build import begin, block, chunk, delta, end, entry, over
from toolfold import State, Wire, feed, feed_all, feeder, new
from toolfold.core.deltas import Piece, Routed

require("eventsourcing.application")

from eventsourcing.domain import DomainEvent, Snapshot  # noqa: E402  # only where it is installed

from tests.bridges.runs import Archive, Run, Runs  # noqa: E402

LOG = [
    chunk(entry(0, "call_1", "weather", "")),
    chunk(entry(0, text='{"city": "Zür')),
    chunk(entry(0, text='ich"}')),
    chunk(entry(1, "call_2", "clock", '{"zone": "\ud83d')),
    chunk(entry(1, text='\ude00"}')),
    end(),
]


@pytest.fixture
def sqlite(tmp_path):
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(tmp_path / "events.sqlite")}


@pytest.fixture
def postgres():
    url = os.environ.get("TOOLFOLD_POSTGRES")
    if not url:
        pytest.skip("TOOLFOLD_POSTGRES names no database")
    psycopg = require("psycopg")
    found = psycopg.conninfo.conninfo_to_dict(url)
    schema = f"toolfold_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        yield {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_HOST": str(found.get("host", "127.0.0.1")),
            "POSTGRES_PORT": str(found.get("port", 5432)),
            "POSTGRES_DBNAME": str(found["dbname"]),
            "POSTGRES_USER": str(found["user"]),
            "POSTGRES_PASSWORD": str(found.get("password", "")),
            "POSTGRES_SCHEMA": schema,
        }
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture(params=["sqlite", "postgres"])
def store(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def reopen(store):
    """Opens the store as another process would: nothing but what is stored is shared."""
    opened = []

    def application(kind=Runs):
        opened.append(kind(store))
        return opened[-1]

    yield application
    for one in opened:
        one.close()


def test_a_run_can_be_read_as_it_was_at_every_version(reopen):
    run = reopen().record(LOG)
    runs = reopen()
    for read in range(len(LOG) + 1):
        assert runs.repository.get(run.id, version=read + 1).tools == feed_all(new(str(run.id)), LOG[:read])
    calls = toolfold.finalize(runs.repository.get(run.id).tools).unwrap()
    assert [call.arguments for call in calls] == [{"city": "Zürich"}, {"zone": "😀"}]


def test_states_half_way_through_a_call_are_snapshots_and_the_run_goes_on_from_them(reopen):
    run = reopen().record(LOG[:5])
    runs = reopen()
    kept = [one for one in runs.snapshots.get(run.id) if isinstance(one, Snapshot)]
    assert [one.originator_version for one in kept] == [3, 6]
    assert kept[0].state["tools"] == feed_all(new(str(run.id)), LOG[:2])
    again = runs.repository.get(run.id)
    again.receive(json.dumps(LOG[5]))
    runs.save(again)
    assert reopen().repository.get(run.id).tools == feed_all(new(str(run.id)), LOG)


def test_a_snapshot_may_be_taken_in_the_middle_of_a_character(reopen):
    run = reopen().record(LOG[:4])
    runs = reopen()
    runs.take_snapshot(run.id)
    assert reopen().repository.get(run.id).tools[1].text == '{"zone": "\ud83d'


def test_events_hold_the_fragment_and_no_state(reopen):
    run = reopen().record(LOG)
    received = [one for one in reopen().events.get(run.id) if isinstance(one, Run.FragmentReceived)]  # type: ignore[attr-defined]
    assert [json.loads(one.text) for one in received] == LOG


def misread(fragment: Any, /) -> tuple[Piece, ...]:
    """A wire with a bug: it knows one call only, and a head only where no arguments come with it."""
    functions = [one["function"] for one in fragment["choices"][0]["delta"].get("tool_calls", [])]
    heads = [None if one["arguments"] else one["name"] for one in functions]
    return tuple(Piece(Routed(), name=name, text=one["arguments"]) for name, one in zip(heads, functions, strict=True))


def forget_snapshots(store: dict[str, str]) -> None:
    """Empty the cache of what the wire with the bug said."""
    if "SQLITE_DBNAME" in store:
        with closing(sqlite3.connect(store["SQLITE_DBNAME"])) as connection, connection:
            connection.execute("DELETE FROM stored_snapshots")
        return
    place = f"-c search_path={store['POSTGRES_SCHEMA']}"
    with require("psycopg").connect(os.environ["TOOLFOLD_POSTGRES"], options=place) as connection:
        connection.execute("DELETE FROM runs_snapshots")


def test_a_corrected_wire_reads_old_events_right(store, reopen, monkeypatch):
    monkeypatch.setattr(Run, "feed", staticmethod(feeder(Wire("chat", lambda _: True, misread))))
    run = reopen().record(LOG)
    assert toolfold.finalize(reopen().repository.get(run.id).tools).failure().faults

    monkeypatch.undo()
    right = feed_all(new(str(run.id)), LOG)
    assert reopen(Archive).repository.get(run.id).tools == right
    assert reopen().repository.get(run.id).tools != right
    forget_snapshots(store)
    assert reopen().repository.get(run.id).tools == right


def test_aggregates_from_the_cache_are_right_too(sqlite):
    runs = Runs({**sqlite, "AGGREGATE_CACHE_MAXSIZE": "8"})
    run = runs.record(LOG[:2])
    cached = runs.repository.get(run.id)
    cached.receive(json.dumps(LOG[2]))
    assert runs.repository.get(run.id).tools == feed_all(new(str(run.id)), LOG[:2])
    runs.save(cached)
    assert runs.repository.get(run.id).tools == feed_all(new(str(run.id)), LOG[:3])
    runs.close()


# -- the functional style: events without an aggregate, and a projector that is the fold


@dataclass(frozen=True)
class FragmentReceived(DomainEvent):
    text: str


def tools_of(tools: State | None, events: Iterable[Any]) -> State | None:
    for one in events:
        tools = feed(new(str(one.originator_id)) if tools is None else tools, json.loads(one.text))
    return tools


def test_a_projector_is_the_fold(reopen):
    run, log = (
        uuid.uuid4(),
        [begin(), block(0, "toolu_1", "weather"), delta(0, '{"city": '), delta(0, '"Oslo"}'), *over()],
    )
    events = [
        FragmentReceived(run, version, FragmentReceived.create_timestamp(), json.dumps(fragment))
        for version, fragment in enumerate(log, start=1)
    ]
    reopen(Archive).save(*events)
    repository = reopen(Archive).repository
    for version in range(1, len(log) + 1):
        assert repository.get(run, version=version, projector_func=tools_of) == feed_all(new(str(run)), log[:version])
