"""A web service that shows the tool calls of a model while it writes them, and lets a lost client come back.

    POST /runs {"prompt": "..."}   -> {"id": "..."}: the model begins to write
    GET  /runs/{id}/changes        -> server-sent events: what changed, as it happens
    GET  /runs/{id}                -> the calls and the faults so far

The number of an event is the number of the state that it leads to. All states are kept (they share their parts), so a
client that comes back with ``Last-Event-ID`` gets what changed since that state, whatever it missed, in one event.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, TypeAdapter
from returns.result import Success

import toolfold
from toolfold import Change, Fault, State, ToolCall

CHANGE: TypeAdapter[Change] = TypeAdapter(Change)

Model = Callable[[str], AsyncIterator[object]]
"""What sends a prompt to a model and yields the fragments of the answer, as the SDKs' streams do."""


class Prompt(BaseModel):
    """What to ask the model."""

    prompt: str


class Begun(BaseModel):
    """Where to look."""

    id: str


class Calls(BaseModel):
    """The calls that are sound and those that are not, if nothing more is written."""

    over: bool
    calls: tuple[ToolCall, ...]
    faults: tuple[Fault, ...]


class Run:
    """One answer of a model, read once however many clients watch it, and given up when the last one stays away."""

    def __init__(self, fragments: AsyncIterator[object], seed: str, patience: float) -> None:
        self.states = [toolfold.new(seed)]
        self.over = False
        self.watchers = 0
        self._patience = patience
        self._grown = asyncio.Event()
        self._reading = asyncio.create_task(self._read(fragments))

    async def _read(self, fragments: AsyncIterator[object]) -> None:
        try:
            async for fragment in fragments:
                self._keep(toolfold.feed(self.states[-1], fragment))
        except asyncio.CancelledError:
            self._keep(toolfold.abandon(self.states[-1], "nobody watches any more"))
        except Exception as lost:  # noqa: BLE001  # whatever the connection to the model raises, the calls are faults
            self._keep(toolfold.abandon(self.states[-1], f"the connection to the model was lost: {lost}"))
        finally:
            self.over = True
            self._grown.set()

    def _keep(self, state: State) -> None:
        if state is self.states[-1]:
            return  # the fragment said nothing about calls
        self.states.append(state)
        self._grown.set()
        self._grown = asyncio.Event()

    async def after(self, number: int) -> int:
        """Wait for a state after this one, and return the number of the newest; the same number if there is none."""
        while number == len(self.states) - 1 and not self.over:
            await self._grown.wait()
        return len(self.states) - 1

    def enter(self) -> None:
        """Count a client in."""
        self.watchers += 1

    def leave(self) -> None:
        """Count a client out; if it was the last one, it may come back for a while."""
        self.watchers -= 1
        asyncio.get_running_loop().call_later(self._patience, self._give_up)

    def _give_up(self) -> None:
        if not self.watchers and not self.over:
            self._reading.cancel()


def told(change: Change) -> dict[str, object]:
    """A change as data: its fields and what it is."""
    return {"change": type(change).__name__, **CHANGE.dump_python(change, mode="json")}


routes = APIRouter()


def run_of(id: str, request: Request) -> Run:  # noqa: A002  # the name in the path
    """The run that the path names."""
    run = request.app.state.runs.get(id)
    if not isinstance(run, Run):
        raise HTTPException(404, "there is no such run")
    return run


async def watched(
    run: Annotated[Run, Depends(run_of)], last_event_id: Annotated[int, Header(ge=0)] = 0
) -> AsyncIterator[tuple[Run, int]]:
    """The run and the last event of it that the client has, as long as the client is there."""
    if last_event_id >= len(run.states):
        raise HTTPException(409, "the run has no such event")
    run.enter()
    try:
        yield run, last_event_id
    finally:  # reached however the response ends, a lost connection included
        run.leave()


@routes.post("/runs", status_code=201)
async def begin(body: Prompt, request: Request) -> Begun:
    """Send a prompt to the model."""
    made_of = request.app.state
    id_ = str(uuid4())
    made_of.runs[id_] = Run(made_of.model(body.prompt), id_, made_of.patience)
    return Begun(id=id_)


@routes.get("/runs/{id}")
async def calls(run: Annotated[Run, Depends(run_of)]) -> Calls:
    """What the run comes to if nothing more is written."""
    outcomes = toolfold.outcomes(run.states[-1])
    return Calls(
        over=run.over,
        calls=tuple(one.unwrap() for one in outcomes if isinstance(one, Success)),
        faults=tuple(one.failure() for one in outcomes if not isinstance(one, Success)),
    )


@routes.get("/runs/{id}/changes", response_class=EventSourceResponse)  # noqa: FAST003  # run_of takes it
async def changes(watch: Annotated[tuple[Run, int], Depends(watched)]) -> AsyncIterator[ServerSentEvent]:
    """What changes, as it happens."""
    run, seen = watch
    while (newest := await run.after(seen)) != seen:
        found = toolfold.changes(run.states[seen], run.states[newest])
        # json.dumps writes ASCII, which half a character at the end of a piece of text survives
        yield ServerSentEvent(id=str(newest), event="changes", raw_data=json.dumps([told(one) for one in found]))
        seen = newest
    yield ServerSentEvent(event="over", raw_data="[]")


def app_for(model: Model, patience: float = 30) -> FastAPI:
    """The service for a model; a run waits ``patience`` seconds for its last client to come back."""
    app = FastAPI(title="Tool calls as they are written")
    app.state.model, app.state.patience = model, patience
    app.state.runs = {}  # of one process, and never forgotten: a service that lives long keeps the fragments elsewhere
    app.include_router(routes)
    return app
