"""Rows of a test table: a stream, and what must become of every call in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Outcome = Mapping[str, object]


class Row(NamedTuple):
    """A stream and its right answer: one entry for each outcome, in output order, and the notes it must leave.

    ``notes`` are kinds in alphabetical order, or None if the row does not speak of them; ``error`` is the type of the
    provider's own error. ``taken_back`` marks a stream whose provider takes a call back that was over: no law can
    save who ran it.

    >>> Row("no_calls_at_all", [{"type": "ping"}], [])[2]
    []
    """

    name: str
    fragments: Sequence[object]
    outcomes: Sequence[Outcome]
    notes: tuple[str, ...] | None = None
    error: str | None = None
    taken_back: bool = False


def sound(id_: str | None, name: str, arguments: object, **more: object) -> dict[str, object]:
    """Return the answer for a call that may be run; an id of None means that one is made up.

    Further members are attributes of the ``ToolCall`` that the row speaks of.

    >>> sound("c1", "add", {"a": 1}, index=0)
    {'id': 'c1', 'name': 'add', 'arguments': {'a': 1}, 'index': 0}
    """
    return {"id": id_, "name": name, "arguments": arguments, **more}


def free(id_: str | None, name: str, text: str, **more: object) -> dict[str, object]:
    """Return the answer for a call whose input is free text.

    >>> free("c1", "sql", "SELECT 1")["kind"]
    'custom'
    """
    return {"id": id_, "name": name, "arguments": None, "text": text, "kind": "custom", **more}


def fault(kind: str, id_: str | None, name: str | None, text: str, **more: object) -> dict[str, object]:
    """Return the answer for a call that must not be run, with its text exactly as received.

    >>> fault("truncated", "c1", "add", '{"a":')["error"]
    'truncated'
    """
    return {"error": kind, "id": id_, "name": name, "text": text, **more}
