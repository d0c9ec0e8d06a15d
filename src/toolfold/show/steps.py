"""What a stream did, change by change: one line says what was seen, which rule applied and to which call."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, assert_never

from returns.result import Failure

from toolfold.arguments.paths import path_text
from toolfold.arguments.reader import START, Reading, Stage, open_path, read_on, stage
from toolfold.change import (
    ArgumentsGrew,
    ArgumentsReplaced,
    CallFaulted,
    CallNamed,
    CallOpened,
    CallSealed,
    Change,
    NoteTaken,
    StreamEnded,
)
from toolfold.core.call import CallKey, PartialCall
from toolfold.core.faults import Fault
from toolfold.core.state import State, base_of
from toolfold.history.steps import Step
from toolfold.outcomes import judged, matched, notes
from toolfold.show import records as json_lines
from toolfold.show.rules import failing, opening, sealing
from toolfold.show.text import shortened

KINDS = ("calls", "arguments", "ends", "faults", "notes")
"""What changes can be asked for; a fault is also the provider's error."""

TITLE = f"{'step':>6}  {'call':>4}  change"
AT_END = "end"
NAMELESS = "a call without a name"
ID_ROOM = 24
"""Columns for an id in a sentence; some providers' ids fill a line."""


class Entry(NamedTuple):
    """A change as it is told: after which step (None: only the end of the log), of which kind, and what is said.

    ``fields`` is what programs are told besides.
    """

    step: int | None
    call: CallKey | None
    kind: str
    said: str
    fields: Mapping[str, object]


class Teller:
    """Tells the steps of one stream, in order; it knows how far it read each text, so that it reads each once."""

    def __init__(self) -> None:
        self._readings: dict[CallKey, Reading] = {}
        self._faults: dict[CallKey, str] = {}

    def entries(self, step: Step, /) -> Iterator[Entry]:
        """Yield what a step changed."""
        for change in step.changes:
            yield self._told(step, change)

    def ending(self, state: State, /) -> Iterator[Entry]:
        """Yield what only the end of the log shows: faults of calls without an end, and what had to be repaired."""
        for one in matched(state):
            outcome, _ = judged(state, one)
            key, before = one.call.key, self._faults.get(one.call.key)
            if isinstance(outcome, Failure) and outcome.failure().kind != before:
                yield _fault(None, key, outcome.failure())
            elif before is not None and not isinstance(outcome, Failure):
                yield Entry(None, key, "faults", f"{_name(one.call)} is sound after all", {"change": "sound"})
        taken = base_of(state).notes
        for note in notes(state):
            if (note.kind, note.call) not in taken:
                yield _note(None, NoteTaken(note))

    def _told(self, step: Step, change: Change) -> Entry:
        match change:
            case CallOpened():
                return _opened(step, change)
            case CallNamed():
                return _named(step, change)
            case ArgumentsGrew() | ArgumentsReplaced():
                return self._written(step, change)
            case CallSealed(call=key, seal=seal):
                call = step.after[key]
                why = sealing(step.before.get(key), step.after, call)
                fields = {"change": "sealed", "seal": seal.name.lower(), "rule": why}
                return Entry(step.number, key, "calls", f"{_name(call)} is {seal.name.lower()}: {why}", fields)
            case CallFaulted(call=key, fault=fault):
                self._faults[key] = fault.kind
                return _fault(step.number, key, fault)
            case NoteTaken():
                return _note(step.number, change)
            case StreamEnded():
                return _ended(step.number, change)
            case other:  # pragma: no cover  # the union is closed
                assert_never(other)

    def _written(self, step: Step, change: ArgumentsGrew | ArgumentsReplaced) -> Entry:
        call = step.after[change.call]
        if isinstance(change, ArgumentsReplaced):
            self._readings.pop(change.call, None)
            kind, where = "replaced", "has other arguments"
        else:
            kind, where = "grew", self._where(step, call, change.text)
        said = f"{_name(call)} {where}: {change.text}"
        fields = {"change": kind, "text": change.text, "rule": where}
        return Entry(step.number, change.call, "arguments", said, fields)

    def _where(self, step: Step, call: PartialCall, text: str) -> str:
        """Return what a piece of text came to: the path that is being written after it, or that all is there."""
        if call.kind == "custom":
            return "gets text"
        depth = base_of(step.after).limits.depth
        known = self._readings.get(call.key)
        reading = read_on(START, call.text, depth) if known is None else read_on(known, text, depth)
        self._readings[call.key] = reading
        path = open_path(reading)
        if path is not None:
            return f"writes {path_text(path)}"
        return WRITTEN.get(stage(reading), "gets text that is no JSON")


WRITTEN = {Stage.WHOLE: "is whole", Stage.BLANK: "gets white space"}
"""What a piece of text came to that leaves no path open."""


def _opened(step: Step, change: CallOpened) -> Entry:
    call = step.after[change.call]
    why = opening(step.before, step.after, call)
    head = call.head
    index = "" if change.index is None else f" at index {change.index}"
    choice = f" of choice {change.choice}" if change.choice else ""
    message = f" in message {head.message}" if head.message else ""
    id_ = "" if change.id is None else f" ({shortened(change.id, ID_ROOM, ID_ROOM // 3)})"
    said = f"opened {_name(call)}{id_}{index}{choice}{message}: {why}"
    fields = {"id": change.id, "name": change.name, "index": change.index, "choice": change.choice, "rule": why}
    return Entry(step.number, change.call, "calls", said, {"change": "opened", **fields})


def _named(step: Step, change: CallNamed) -> Entry:
    before = step.before[change.call]
    said = []
    if before.id != change.id:
        said.append(f"its id is {change.id}" if before.id is None else f"its id is {change.id} now, not {before.id}")
    if before.name != change.name:
        grew = f"grew from {before.name} to {change.name}"
        said.append(f"its name is {change.name}" if before.name is None else f"its name {grew}")
    fields = {"change": "named", "id": change.id, "name": change.name}
    return Entry(step.number, change.call, "calls", f"{_name(before)}: {' and '.join(said)}", fields)


def _fault(step: int | None, key: CallKey, fault: Fault) -> Entry:
    fields = {"change": "faulted", "error": fault.kind, "message": fault.message, "text": fault.text}
    return Entry(step, key, "faults", f"{fault.name or NAMELESS}: {failing(fault)}", fields)


def _note(step: int | None, change: NoteTaken) -> Entry:
    note = change.note
    size = {"count": note.count, "characters": note.characters}
    fields = {"change": "noted", "note": note.kind, **size, "message": note.message}
    return Entry(step, note.call, "notes", f"noted {note.kind}: {note.message}", fields)


def _ended(step: int, change: StreamEnded) -> Entry:
    error = change.error
    if error is not None:
        said = f"the provider reported {error.type}: {error.message or 'no message'}"
        fields = {"change": "failed", "type": error.type, "message": error.message}
        return Entry(step, None, "faults", said, fields)
    whose = f"the response of choice {change.choice}" if change.choice else "the response"
    said = f"{whose} ended well" if change.well else f"{whose} was cut short"
    return Entry(step, None, "ends", said, {"change": "ended", "choice": change.choice, "well": change.well})


def _name(call: PartialCall) -> str:
    return call.name or NAMELESS


def line(entry: Entry, width: int) -> str:
    """Return an entry for people, in one line.

    >>> line(Entry(3, 0, "calls", "search is sealed: its own end came", {}), 40)
    '     3     0  search is sealed: its own…'
    """
    step, call = AT_END if entry.step is None else entry.step, "-" if entry.call is None else entry.call
    start = f"{step:>6}  {call:>4}  "
    return start + shortened(entry.said, width - len(start))


def record(entry: Entry) -> str:
    """Return an entry for programs."""
    return json_lines.record({"step": entry.step, "call": entry.call, **entry.fields, "said": entry.said})
