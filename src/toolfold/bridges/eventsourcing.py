"""eventsourcing: how its JSON transcoder writes a state, which it does only where it takes snapshots of aggregates."""

from typing import TYPE_CHECKING

from toolfold.core.restore import restore
from toolfold.core.snapshot import snapshot
from toolfold.core.state import State

if TYPE_CHECKING:
    from eventsourcing.persistence import Transcoding

__all__ = ["NAME", "state_transcoding"]

NAME = "toolfold_state"
"""What stored snapshots call a state. It never changes, since they could not be read any more."""


def state_transcoding() -> "Transcoding":
    """Return the transcoding to register: a state is written as its snapshot and read by ``restore``.

    Events hold fragments and never a state, so that a corrected wire reads old events right. A stored snapshot that
    ``restore`` refuses is an ``UnwrapFailedError``: snapshots are a cache, and may be deleted.
    """
    from eventsourcing.persistence import Transcoding  # noqa: PLC0415  # it is no dependency of ours

    class StateAsSnapshot(Transcoding):
        """Reads and writes states; the transcoder asks for the exact type."""

        type = State
        name = NAME

        def encode(self, obj: State) -> dict[str, object]:
            return snapshot(obj)

        def decode(self, data: object) -> State:
            return restore(data).unwrap()

    return StateAsSnapshot()
