"""Many recordings at once: a line for each thing that is wrong, and a summary by wire and by kind of fault."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from toolfold.core.base import StreamError
from toolfold.core.call import CallKey
from toolfold.show import records as json_lines
from toolfold.show.calls import counted
from toolfold.show.outcome import Report
from toolfold.show.table import Column, table
from toolfold.show.text import escaped, shortened, wrapped

NO_WIRE = "nothing about calls"
NAME_ROOM = 60
"""Columns for a name that comes from a stream."""


class Flaw(NamedTuple):
    """A call that cannot be run: its number, its name and the kind of fault."""

    call: CallKey
    name: str | None
    kind: str


class Check(NamedTuple):
    """What became of one recording."""

    file: str
    wire: str
    fragments: int
    calls: int
    flaws: tuple[Flaw, ...]
    notes: tuple[str, ...]
    error: StreamError | None

    @property
    def sound(self) -> bool:
        """Whether every call can be run and the provider reported no error."""
        return not self.flaws and self.error is None


def check_of(file: str, report: Report) -> Check:
    """Return what there is to say of a recording among many."""
    flaws = tuple(Flaw(call, fault.name, fault.kind) for call, fault in report.faults)
    notes = tuple(note.kind for note in report.notes)
    return Check(file, report.wire, report.fragments, len(report.verdicts), flaws, notes, report.error)


def lines(check: Check) -> Iterator[str]:
    """Yield what is wrong with one recording, one line each, as long as the file's name makes it; often nothing is."""
    file = escaped(check.file)
    for flaw in check.flaws:
        yield f"{file}: {flaw.kind}, call {flaw.call} ({_shown(flaw.name or 'without a name')})"
    if check.error is not None:
        yield f"{file}: the provider reported {_shown(check.error.type)}"


def _shown(text: str) -> str:
    return shortened(text, NAME_ROOM, NAME_ROOM // 3)


class Tally:
    """Counts of many checks."""

    def __init__(self) -> None:
        self.files = self.sound = self.fragments = 0
        self._wires: dict[str, Counter[str]] = {}
        self._kinds: Counter[str] = Counter()
        self._kind_files: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()
        self._note_files: Counter[str] = Counter()

    def add(self, check: Check, /) -> None:
        """Count one recording."""
        self.files += 1
        self.sound += check.sound
        self.fragments += check.fragments
        wire = self._wires.setdefault(check.wire or NO_WIRE, Counter())
        said = {"files": 1, "calls": check.calls, "faults": len(check.flaws), "notes": len(check.notes)}
        wire.update({**said, "errors": int(check.error is not None)})
        kinds = [flaw.kind for flaw in check.flaws]
        _count(self._kinds, self._kind_files, kinds)
        _count(self._notes, self._note_files, check.notes)

    def lines(self, unreadable: int, width: int) -> Iterator[str]:
        """Yield the summary: by wire, by kind of fault, by kind of note, in one sentence."""
        if self.files:
            yield from table(_COLUMNS, [[wire, *_cells(count)] for wire, count in sorted(self._wires.items())], width)
        for title, kinds, files in (
            ("fault", self._kinds, self._kind_files),
            ("note", self._notes, self._note_files),
        ):
            if kinds:
                yield ""
                columns = (Column(title), Column("calls", right=True), Column("files", right=True))
                yield from table(columns, [(kind, str(count), str(files[kind])) for kind, count in _most(kinds)], width)
        if self.files:
            yield ""
        yield from wrapped(self._sentence(unreadable), width)

    def _sentence(self, unreadable: int) -> str:
        said = [f"{self.sound} sound"] if self.sound else []
        said += [f"{self.files - self.sound} with faults"] if self.sound < self.files else []
        said += [f"{unreadable} unreadable"] if unreadable else []
        return f"{counted(self.files + unreadable, 'file')}: {', '.join(said)}; {counted(self.fragments, 'fragment')}"


_COUNTS = ("files", "calls", "faults", "errors", "notes")
_COLUMNS = (Column("wire", shrinks=True), *(Column(name, right=True) for name in _COUNTS))


def _cells(count: Counter[str]) -> Iterable[str]:
    return (str(count[name]) for name in _COUNTS)


def _count(kinds: Counter[str], files: Counter[str], found: Sequence[str]) -> None:
    kinds.update(found)
    files.update(set(found))


def _most(kinds: Counter[str]) -> list[tuple[str, int]]:
    return sorted(kinds.items(), key=lambda item: (-item[1], item[0]))


def record(check: Check) -> str:
    """Return one recording for programs."""
    error = None if check.error is None else check.error._asdict()
    faults = [{"call": flaw.call, "name": flaw.name, "error": flaw.kind} for flaw in check.flaws]
    counts = {"fragments": check.fragments, "calls": check.calls, "faults": faults, "notes": check.notes}
    return json_lines.record({"file": check.file, "wire": check.wire or None, **counts, "stream_error": error})
