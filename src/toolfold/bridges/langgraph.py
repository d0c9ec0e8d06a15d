"""LangGraph: reducers for channels to which nodes write fragments, one at a time or many at once.

``Annotated[State, feed]`` does where every write is one fragment. But a node that reads a stream has a list of them and
returns it as one write, which ``feed`` must take for one fragment (some wires have lists) and which then says nothing.
The reducers here take both, by one rule that looks at no content: the members of a list are the fragments. A fragment
that is itself a list is therefore written inside another list.
"""

from collections.abc import Iterable, Sequence

from toolfold.core.state import State
from toolfold.fold import feed_all

__all__ = ["feed_write", "feed_writes", "fragments_in"]


def feed_write(state: State, write: object, /) -> State:
    """Return the state after what a node wrote: the reducer of ``Annotated[State, feed_write]``.

    A state that a checkpointer handed back as plain data is a ``TypeError`` that names the line to add.

    >>> from toolfold import new
    >>> def chunk(**call):
    ...     return {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, **call}]}}]}
    >>> head, tail = chunk(id="c1", function={"name": "now", "arguments": "{"}), chunk(function={"arguments": "}"})
    >>> feed_write(feed_write(new(), head), tail) == feed_write(new(), [head, tail])
    True
    """
    return feed_all(state, fragments_in(write))


def feed_writes(state: State, writes: Iterable[object], /) -> State:
    """Return the state after many writes: the reducer of ``Annotated[State, DeltaChannel(feed_writes)]``.

    However the writes are batched, the state is the same, on which that channel relies when it replays them. Writes of
    nodes that run in parallel have no order of their own, so each stream has a channel of its own.

    >>> from toolfold import new
    >>> feed_writes(new(), [{"type": "ping"}, ["[DONE]"]]) == new()
    True
    """
    return feed_all(state, (fragment for write in writes for fragment in fragments_in(write)))


def fragments_in(write: object, /) -> Sequence[object]:
    """Return the fragments of one write: the members of a list, or the write itself.

    A tuple counts as a list, since checkpoints make one of it, and replaying them must say the same. A reducer for a
    ``feeder`` of your own is ``reduce(my_feed, fragments_in(write), state)``.

    >>> fragments_in({"type": "ping"}), fragments_in([{"type": "ping"}, "[DONE]"])
    (({'type': 'ping'},), [{'type': 'ping'}, '[DONE]'])
    """
    return write if isinstance(write, list | tuple) else (write,)
