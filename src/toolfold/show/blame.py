"""Where a call comes from, for people and for programs: one line for each thing that a step gave it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from toolfold.core.call import PartialCall
from toolfold.core.ids import id_of
from toolfold.core.state import State, base_of
from toolfold.history import Blame
from toolfold.show import records as json_lines
from toolfold.show.calls import MADE_UP
from toolfold.show.rules import failing
from toolfold.show.text import shortened

TITLE = f"{'step':>6}  {'gave':<8}  {'at':>7}"
AT_END = "end"
NO_STEP = 2**63
"""Sorts what only the end of the log shows behind all steps."""


class Gift(NamedTuple):
    """Something that a step gave to a call (None: the end of the log did), and where in the text if it is text."""

    step: int | None
    what: str
    at: int | None
    said: str
    fields: Mapping[str, object] = {}


def gifts(state: State, found: Blame, /) -> list[Gift]:
    """Return everything that the call has and had, in the order of the steps."""
    return sorted(_gifts(state, found), key=lambda gift: NO_STEP if gift.step is None else gift.step)


def _gifts(state: State, found: Blame) -> Iterator[Gift]:
    call = state[found.call]
    if found.id is not None:
        yield Gift(found.id, "id", None, call.id or "")
    for number, step in enumerate(found.name, start=1):
        part = f"part {number} of " if len(found.name) > 1 else ""
        yield Gift(step, "name", None, f"{part}{call.name}")
    for step in found.replaced:
        yield Gift(step, "replaced", None, "text that had come was thrown away")
    for stretch in found.text:
        yield Gift(stretch.step, "text", stretch.start, stretch.text)
    for given in found.seals:
        yield Gift(given.step, "seal", None, given.seal.name.lower())
    for taken in found.notes:
        yield Gift(taken.step, "note", None, f"{taken.note.kind}: {taken.note.message}")
    yield from _faults(found)


def _faults(found: Blame) -> Iterator[Gift]:
    fault = found.fault
    if fault is None:
        return
    if found.mistake is not None:
        said = f"no JSON from here on: {fault.text[found.mistake :]}"
        yield Gift(found.step_of(found.mistake), "mistake", found.mistake, said)
    yield Gift(found.fault_at, "fault", None, failing(fault), {"error": fault.kind})


def title(state: State, call: PartialCall, found: Blame) -> str:
    """Return the first line: which call this is and what became of it."""
    id_, made_up = id_of(call, base_of(state).seed)
    verdict = "sound" if found.fault is None else found.fault.kind
    name = call.name or "a call without a name"
    return f"call {call.key}: {name}, id {id_}{f' ({MADE_UP[2:]})' if made_up else ''}, {verdict}"


def line(gift: Gift, width: int) -> str:
    """Return one gift for people, in one line.

    >>> line(Gift(3, "text", 0, '{"city": "Os'), 60)
    '     3  text            0  {"city": "Os'
    """
    step, at = AT_END if gift.step is None else gift.step, "" if gift.at is None else gift.at
    start = f"{step:>6}  {gift.what:<8}  {at:>7}  "
    return start + shortened(gift.said, width - len(start))


def record(found: Blame, gift: Gift) -> str:
    """Return one gift for programs."""
    place = {} if gift.at is None else {"at": gift.at}
    named = {"step": gift.step, "call": found.call, "gave": gift.what}
    return json_lines.record({**named, **place, **gift.fields, "said": gift.said})
