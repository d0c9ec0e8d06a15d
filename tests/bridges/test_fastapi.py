"""The web service of docs/examples, through its real ASGI interface and through real sockets."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager
from functools import reduce
from typing import Any

import pytest

from tests.conftest import example, require
from tests.rows.build import chunk, end, entry
from toolfold import changes, feed, feed_all, new

for module in ("fastapi.sse", "httpx2", "uvicorn"):
    require(module)

import httpx2  # noqa: E402  # only where it is installed
import uvicorn  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402

LOG = [
    chunk(entry(0, "call_1", "weather", "")),
    chunk(entry(0, text='{"city": "Zür')),
    {"type": "ping"},
    chunk(entry(0, text='ich"}')),
    chunk(entry(1, "call_2", "clock", '{"zone": "\ud83d')),
    chunk(entry(1, text='\ude00"}')),
    end(),
]
PROMPT = {"prompt": "What is the weather?"}


APP = example("fastapi_app")


class Model:
    """A model that writes as far as it is let, and says when nobody listens any more."""

    def __init__(self, log: list[Any], lost: Exception | None = None) -> None:
        self.log, self.lost = log, lost
        self.go_on, self.hung_up = asyncio.Event(), asyncio.Event()

    async def __call__(self, prompt: str) -> Any:
        assert prompt == PROMPT["prompt"]
        try:
            for number, fragment in enumerate(self.log):
                if number == 2:
                    await self.go_on.wait()
                yield fragment
            if self.lost:
                raise self.lost
        finally:
            self.hung_up.set()


async def at_once(_: str) -> Any:
    for fragment in LOG:
        yield fragment


def rebuilt(events: list[Any], texts: dict[int, str]) -> dict[int, str]:
    """The argument texts as a client that follows the changes has them."""
    for one in (change for event in events for change in event):
        match one:
            case {"change": "CallOpened", "call": call}:
                texts = {**texts, call: ""}
            case {"change": "ArgumentsGrew", "call": call, "text": text}:
                texts = {**texts, call: texts[call] + text}
            case {"change": "ArgumentsReplaced", "call": call, "text": text}:
                texts = {**texts, call: text}
    return texts


WHOLE = {0: '{"city": "Zürich"}', 1: '{"zone": "😀"}'}


@asynccontextmanager
async def served(app: Any) -> Any:
    """A client of the app over a real socket."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=5))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        async with httpx2.AsyncClient(base_url=base, timeout=20) as client:
            yield client
        server.should_exit = True
        await serving


async def begun(client: Any) -> str:
    return str((await client.post("/runs", json=PROMPT)).json()["id"])


@asynccontextmanager
async def watching(client: Any, run: str, seen: str | None = None) -> Any:
    headers = {} if seen is None else {"Last-Event-ID": seen}
    async with client.stream("GET", f"/runs/{run}/changes", headers=headers) as response:
        assert response.status_code == 200
        yield aiter(httpx2.EventSource(response))


# -- the real ASGI interface, in this process


def test_the_changes_of_a_run_are_its_calls():
    with TestClient(APP.app_for(at_once)) as client:
        run = client.post("/runs", json=PROMPT).json()["id"]
        body = client.get(f"/runs/{run}/changes")
        assert body.headers["content-type"].startswith("text/event-stream")
        fields = [
            dict(line.split(": ", 1) for line in event.splitlines()) for event in body.text.split("\n\n") if event
        ]
        assert fields[-1] == {"event": "over", "data": "[]"}
        assert rebuilt([json.loads(one["data"]) for one in fields], {}) == WHOLE
        found = client.get(f"/runs/{run}").json()
    assert found["over"]
    assert [call["arguments"] for call in found["calls"]] == [{"city": "Zürich"}, {"zone": "😀"}]
    assert found["faults"] == []


def test_what_is_not_there_is_said_with_the_right_status():
    with TestClient(APP.app_for(at_once)) as client:
        run = client.post("/runs", json=PROMPT).json()["id"]
        assert client.get("/runs/nobody").status_code == 404
        assert client.get("/runs/nobody/changes").status_code == 404
        assert client.get(f"/runs/{run}/changes", headers={"Last-Event-ID": "99"}).status_code == 409
        assert client.get(f"/runs/{run}/changes", headers={"Last-Event-ID": "x"}).status_code == 422


def test_the_service_describes_itself():
    schemas = APP.app_for(at_once).openapi()["components"]["schemas"]
    assert schemas["Truncated"]["properties"]["kind"]["const"] == "truncated"
    assert "arguments" in schemas["ToolCall"]["properties"]


@pytest.mark.parametrize("cut", range(len(LOG)))
def test_any_two_states_tell_a_client_all_that_it_missed(cut):
    early = feed_all(new(), LOG[:cut])
    steps = [*LOG[:cut]]
    first = rebuilt([[APP.told(one) for one in changes(new(), early)]], {}) if steps else {}
    rest = [APP.told(one) for one in changes(early, reduce(feed, LOG[cut:], early))]
    assert rebuilt([rest], first) == WHOLE


# -- real sockets


def test_a_client_that_was_lost_comes_back_and_misses_nothing():
    async def scene() -> None:
        model = Model(LOG)
        async with served(APP.app_for(model)) as client:
            run = await begun(client)
            events = []
            async with watching(client, run) as stream:
                while rebuilt(events, {}) != {0: '{"city": "Zür'}:
                    last = await anext(stream)
                    events.append(last.json())
            model.go_on.set()
            await model.hung_up.wait()
            async with watching(client, run, last.id) as stream:
                later = [event.json() async for event in stream]
            assert rebuilt(later, rebuilt(events, {})) == WHOLE
            assert (await client.get(f"/runs/{run}")).json()["faults"] == []

    asyncio.run(scene())


def test_two_clients_watch_one_run():
    async def scene() -> None:
        model = Model(LOG)
        async with served(APP.app_for(model)) as client:
            run = await begun(client)
            async with watching(client, run) as one, watching(client, run) as other:
                model.go_on.set()
                for stream in (one, other):
                    assert rebuilt([event.json() async for event in stream], {}) == WHOLE

    asyncio.run(scene())


def test_a_run_that_nobody_watches_any_more_is_given_up_and_the_model_is_hung_up_on():
    async def scene() -> None:
        model = Model(LOG)
        async with served(APP.app_for(model, patience=0)) as client:
            run = await begun(client)
            async with watching(client, run) as stream:
                await anext(stream)
            await asyncio.wait_for(model.hung_up.wait(), 20)
            async with watching(client, run, "2") as stream:
                [faulted, over] = [event async for event in stream]
            assert [one["fault"]["kind"] for one in faulted.json()] == ["abandoned"]
            assert over.event == "over"
            found = (await client.get(f"/runs/{run}")).json()
        assert (found["over"], found["calls"]) == (True, [])
        [fault] = found["faults"]
        assert (fault["kind"], fault["text"]) == ("abandoned", '{"city": "Zür')
        assert "nobody watches any more" in fault["message"]

    asyncio.run(scene())


def test_a_model_whose_connection_breaks_leaves_a_fault():
    async def scene() -> None:
        model = Model(LOG[:2], ConnectionError("reset by peer"))
        async with served(APP.app_for(model)) as client:
            run = await begun(client)
            async with watching(client, run) as stream:
                [*_, over] = [event async for event in stream]
            [fault] = (await client.get(f"/runs/{run}")).json()["faults"]
        assert over.event == "over"
        assert "reset by peer" in fault["message"]

    asyncio.run(scene())
