"""A stream that is over: what became of each call."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from returns.result import Success

from toolfold.core.base import StreamError
from toolfold.core.call import CallKey
from toolfold.core.faults import Fault
from toolfold.core.lookup import seal_of
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of
from toolfold.core.tool_call import ToolCall
from toolfold.outcomes import judged, matched, notes
from toolfold.show import calls
from toolfold.show import records as json_lines
from toolfold.show.text import wrapped


class Verdict(NamedTuple):
    """A call and what became of it."""

    call: CallKey
    seal: Seal
    found: ToolCall | Fault


class Report(NamedTuple):
    """All that there is to say of a stream that is over."""

    verdicts: tuple[Verdict, ...]
    notes: tuple[Note, ...]
    error: StreamError | None
    fragments: int
    wire: str

    @property
    def faults(self) -> list[tuple[CallKey, Fault]]:
        """The calls that cannot be run."""
        return [(one.call, one.found) for one in self.verdicts if not isinstance(one.found, ToolCall)]

    @property
    def sound(self) -> bool:
        """Whether ``finalize`` gives a ``Success``."""
        return self.error is None and not self.faults


def report_on(state: State, fragments: int, *, strict: bool = False) -> Report:
    """Judge the calls as ``finalize`` does, the provider's own included."""
    verdicts = []
    for one in matched(state):
        found, _ = judged(state, one, strict=strict)
        result = found.unwrap() if isinstance(found, Success) else found.failure()
        verdicts.append(Verdict(one.call.key, seal_of(state, one.call), result))
    base = base_of(state)
    return Report(tuple(verdicts), notes(state), base.error, fragments, base.wire)


def lines(report: Report, width: int) -> Iterator[str]:
    """Yield the report for people."""
    if report.verdicts:
        yield from calls.call_table("verdict", [_row(one, width) for one in report.verdicts], width)
    yield from calls.remarks("faults", ((call, fault.message) for call, fault in report.faults), width)
    yield from calls.oddities(report.notes, report.error, width)
    if report.verdicts or report.notes or report.error:
        yield ""
    yield from wrapped(_summary(report), width)


def _row(one: Verdict, width: int) -> calls.Row:
    found = one.found
    sound = isinstance(found, ToolCall)
    return calls.Row(
        call=one.call,
        verdict="sound" if sound else found.kind,
        name=found.name,
        id=found.id,
        run_by=found.run_by,
        seal=one.seal.name.lower(),
        choice=found.choice,
        below=[calls.below(_arguments(found), width, tail=0 if sound else 35)],
        id_made_up=found.id_made_up,
    )


def _arguments(found: ToolCall | Fault) -> str:
    """Return the arguments of a sound call, or exactly what came of another."""
    if not isinstance(found, ToolCall):
        return found.text or "(no text)"
    if found.kind == "custom":
        return f"free text: {found.text}"
    return json.dumps(found.arguments, ensure_ascii=False)


def _summary(report: Report) -> str:
    faults = len(report.faults)
    said = [f"{len(report.verdicts) - faults} sound"] if report.verdicts else []
    said += [calls.counted(faults, "fault")] if faults else []
    said += [calls.counted(len(report.notes), "note")] if report.notes else []
    said += ["the provider's error"] if report.error else []
    return calls.summary(len(report.verdicts), said, calls.counted(report.fragments, "fragment"), report.wire)


def records(report: Report) -> Iterator[str]:
    """Yield the report for programs."""
    for one in report.verdicts:
        yield json_lines.record(_sound(one, one.found) if isinstance(one.found, ToolCall) else _fault(one, one.found))
    yield from json_lines.oddities(report.notes, report.error)


def _sound(one: Verdict, found: ToolCall) -> dict[str, object]:
    free = found.kind == "custom"
    return {
        "call": one.call,
        "id": found.id,
        "id_made_up": found.id_made_up,
        "name": found.name,
        **({"input": found.text} if free else {"arguments": found.arguments}),
        "text": found.text,
        "kind": found.kind,
        "run_by": found.run_by,
        "choice": found.choice,
        "index": found.index,
        "extras": found.extras,
        "seal": one.seal.name.lower(),
    }


def _fault(one: Verdict, found: Fault) -> dict[str, object]:
    return {
        "call": one.call,
        "error": found.kind,
        "message": found.message,
        "id": found.id,
        "id_made_up": found.id_made_up,
        "name": found.name,
        "text": found.text,
        "choice": found.choice,
        "index": found.index,
    }
