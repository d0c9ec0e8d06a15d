"""The law of agreement: whatever wire a conversation comes by, the calls are the same."""

from collections.abc import Sequence
from functools import lru_cache, reduce

from returns.result import Success

from toolfold.fold import feed as feed_any
from toolfold.fold import feeder, new
from toolfold.outcomes import outcomes
from toolfold.testing.places import as_object
from toolfold.testing.streams import canonical
from toolfold.testing.trial import Trial, same
from toolfold.testing.writers import WRITERS, Call, Writer
from toolfold.testing.writers.writer import wire_named

LONGEST = 20_000
"""Characters of arguments in a conversation that is written on every wire."""


def agreement(trial: Trial, /) -> None:
    """Write the calls of the stream on every wire, as JSON and as attribute objects: each fold gives those calls."""
    sound = [one.unwrap() for one in outcomes(trial.last) if isinstance(one, Success)]
    calls = [
        Call(call.name, call.value or "", f"call_{number}")
        for number, call in enumerate(sound)
        if call.kind == "function" and call.run_by == "client"
    ]
    if sum(len(call.text) for call in calls) <= LONGEST:
        same(disagreement(tuple(calls)), "", "one conversation, written on every wire")


@lru_cache(maxsize=4_096)
def disagreement(calls: Sequence[Call], /) -> str:
    """Return which wire gives other calls than the conversation has, and which; ``""`` if none does.

    >>> disagreement((Call("now", "", "c1"), Call("add", '{"a": 1}', "c2")))
    ''
    """
    for writer in WRITERS:
        for objects in (False, True):
            found, wanted = read_back(writer, calls, objects=objects), list(calls_of(writer, calls))
            if found != wanted:
                return f"{writer.name}, {'objects' if objects else 'JSON'}: {found!r}, not {wanted!r}"
    return ""


def calls_of(writer: Writer, calls: Sequence[Call], /) -> list[tuple[object, ...]]:
    """Return what must come out: id (None if the wire sends none), name and arguments of each call."""
    return [(call.id if writer.ids != "never" and call.id else None, call.name, call.arguments) for call in calls]


def read_back(writer: Writer, calls: Sequence[Call], /, *, objects: bool = False) -> list[tuple[object, ...]]:
    """Return the calls of a conversation after it was written on a wire and folded."""
    row = canonical(writer, calls)
    fragments = [as_object(one) for one in row.fragments] if objects else row.fragments
    feed = feeder(wire_named(writer.wire)) if writer.wire == "nous" else feed_any
    state = reduce(feed, fragments, new())
    return [_plain(one.unwrap()) if isinstance(one, Success) else (one.failure(),) for one in outcomes(state)]


def _plain(call: object) -> tuple[object, ...]:
    return (None if call.id_made_up else call.id, call.name, call.arguments)  # type: ignore[attr-defined]
