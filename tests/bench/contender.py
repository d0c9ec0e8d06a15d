"""What takes part: something that folds a stream in a way of its own."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tests.bench.streams import Stream

Found = Iterable[tuple[str | None, str | None, Any]]
"""Id, name and arguments of each call, the arguments as data or as their text."""


class Contender(NamedTuple):
    """Only ``run`` is timed; it gets what ``build`` made of a stream, and ``calls`` reads what came of it.

    ``how`` says in a few words what is called, ``needs`` names the packages without which it cannot run. ``spoils``
    marks one that changes its fragments, so that it needs fresh ones for every run.
    """

    name: str
    how: str
    build: Callable[[Stream], list[Any]]
    run: Callable[[list[Any]], Any]
    calls: Callable[[Any], Found]
    needs: tuple[str, ...] = ()
    spoils: bool = False


class WrongResultError(Exception):
    """A contender did not fold its stream right, so that its time means nothing."""


def check(contender: Contender, stream: Stream, outcome: object) -> None:
    """Refuse what is not the right answer."""
    found = [
        (id_, name, json.loads(one) if isinstance(one, str) else one) for id_, name, one in contender.calls(outcome)
    ]
    wanted = [(call.id, call.name, json.loads(call.text)) for call in stream.calls]
    if found != wanted:
        raise WrongResultError(f"{contender.name}: {str(found)[:200]} instead of {str(wanted)[:200]}")
