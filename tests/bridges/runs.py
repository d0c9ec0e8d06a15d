"""An agent's run as an aggregate: its events hold the text of each fragment as it came, its tools follow from them."""

import json
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import JSONTranscoder

import toolfold
from toolfold.bridges.eventsourcing import state_transcoding


class Run(Aggregate):
    feed = staticmethod(toolfold.feed)

    @event("Started")
    def __init__(self) -> None:
        self.tools = toolfold.new(str(self.id))

    @event("FragmentReceived")
    def receive(self, text: str) -> None:
        self.tools = self.feed(self.tools, json.loads(text))


class Runs(Application):
    snapshotting_intervals = {Run: 3}  # noqa: RUF012  # as the package has it

    def register_transcodings(self, transcoder: JSONTranscoder) -> None:
        super().register_transcodings(transcoder)
        transcoder.register(state_transcoding())

    def record(self, fragments: list[Any]) -> Run:
        run = Run()
        self.save(run)
        for fragment in fragments:
            run.receive(json.dumps(fragment))
            self.save(run)
        return run


class Archive(Runs):
    """The same events, read from the first one on."""

    name = "Runs"  # tables of PostgreSQL carry it
    snapshotting_intervals = {}  # noqa: RUF012
