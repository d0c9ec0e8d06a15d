"""Two runs side by side, for people and for programs."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolfold.arguments.decode import canonical
from toolfold.arguments.paths import Path, path_text
from toolfold.core.base import StreamError
from toolfold.history import Comparison, Difference, Divergence, Pair, Side, Step
from toolfold.show import records as json_lines
from toolfold.show.calls import counted
from toolfold.show.steps import Teller
from toolfold.show.text import shortened, wrapped

MOST = 8
"""Places of different arguments that are shown."""

REST = 16
"""Characters that are shown of texts from where they differ."""

INDENT = " " * 6


class Sides(NamedTuple):
    """What the two runs are called."""

    one: str
    other: str


A, B = "a", "b"


def lines(comparison: Comparison, names: Sides, width: int) -> Iterator[str]:
    """Yield the comparison for people."""
    yield from (shortened(f"{label}  {name}", width) for label, name in zip((A, B), names, strict=True))
    yield ""
    yield from wrapped(_where(comparison), width)
    if comparison.divergence is not None:
        yield from ("", f"step {comparison.divergence.number}")
        yield from _parting(comparison.divergence, width)
    if comparison.pairs:
        yield from ("", f"{A:>4}  {B:>4}  call")
        for pair in comparison.pairs:
            yield from _pair(pair, width)
    yield from _errors(comparison.errors, width)
    yield ""
    yield from wrapped(_verdict(comparison), width)


def _where(comparison: Comparison) -> str:
    if comparison.fragment is None:
        return "The fragments are the same."
    fragments = f"The fragments differ from number {comparison.fragment} on"
    if comparison.divergence is None:
        return f"{fragments}, but not what they do, ids aside."
    return f"{fragments}, and what they do from step {comparison.divergence.number} on."


def _parting(divergence: Divergence, width: int) -> Iterator[str]:
    for label, step in zip((A, B), divergence, strict=True):
        for said in _did(step):
            yield shortened(f"{label}  {said}", width)


def _did(step: Step | None) -> list[str]:
    if step is None:
        return ["was over"]
    told = [f"{'-' if one.call is None else one.call:>4}  {one.said}" for one in Teller().entries(step)]
    return told or [f"{'-':>4}  nothing about calls"]


def _pair(pair: Pair, width: int) -> Iterator[str]:
    numbers = "  ".join(f"{'-' if side is None else side.call:>4}" for side in pair.sides)
    sides = [side for side in pair.sides if side is not None]
    name = sides[0].found.name or "a call without a name"
    yield shortened(f"{numbers}  {name}: {_said(pair)}", width)
    for difference in pair.differences:
        yield from (shortened(f"{INDENT}{said}", width) for said in _difference(pair, difference))


def _said(pair: Pair) -> str:
    if pair.one is None or pair.other is None:
        return f"only in {A if pair.other is None else B}"
    fields = [difference.field for difference in pair.differences]
    return f"another {', '.join(fields)}" if fields else "the same"


def _difference(pair: Pair, difference: Difference) -> Iterator[str]:
    """Yield the lines about one field: of arguments the places, of texts the step that first wrote something else."""
    if difference.field == "text":
        yield from _text(pair)
    elif isinstance(difference.one, dict) and isinstance(difference.other, dict):
        found = list(parted(difference.one, difference.other))
        for path, one, other in found[:MOST]:
            yield f"{path_text(path)}: {_json(one)} | {_json(other)}"
        if len(found) > MOST:
            yield f"and {counted(len(found) - MOST, 'place')} more"
    else:
        yield f"{difference.field}: {_json(difference.one)} | {_json(difference.other)}"


def _text(pair: Pair) -> Iterator[str]:
    (one, other), place = pair.sides, pair.parts_at
    if place is not None and one is not None and other is not None:
        steps = f"{_writer(one, place)} | {_writer(other, place)}"
        yield f"text from character {place} on ({steps}): {_rest(one, place)} | {_rest(other, place)}"


def _writer(side: Side, place: int) -> str:
    step = side.blame.step_of(place)
    return "never" if step is None else f"step {step}"


def _rest(side: Side, place: int) -> str:
    return shortened(side.found.text[place : place + REST + 1], REST) or "nothing"


def _errors(errors: tuple[StreamError | None, StreamError | None], width: int) -> Iterator[str]:
    if errors[0] == errors[1]:
        return
    yield from ("", "the provider's error")
    for label, error in zip((A, B), errors, strict=True):
        said = "none" if error is None else f"{error.type}: {error.message or 'no message'}"
        yield shortened(f"{label}  {said}", width)


def _verdict(comparison: Comparison) -> str:
    pairs = comparison.pairs
    same = sum(pair.one is not None and pair.other is not None and not pair.differences for pair in pairs)
    if comparison.same:
        return f"Both end alike, with {counted(len(pairs), 'call')}."
    return f"{same} of {counted(len(pairs), 'call')} the same."


_ABSENT = object()
"""Stands for a member that is not there."""


def parted(one: object, other: object, path: Path = ()) -> Iterator[tuple[Path, object, object]]:
    """Yield the places at which two JSON values differ, with the two values there.

    >>> [path_text(path) for path, _, _ in parted({"to": "Oslo", "days": [1, 2]}, {"to": "Bergen", "days": [1]})]
    ['$.to', '$.days[1]']
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from parted(one.get(key, _ABSENT), other.get(key, _ABSENT), (*path, key))
    elif isinstance(one, list) and isinstance(other, list):
        for place in range(max(len(one), len(other))):
            yield from parted(_item(one, place), _item(other, place), (*path, place))
    elif _ABSENT in (one, other) or canonical(one) != canonical(other):
        yield path, one, other


def _item(items: Sequence[object], place: int) -> object:
    return items[place] if place < len(items) else _ABSENT


def _json(value: object) -> str:
    return "nothing" if value is _ABSENT else json.dumps(value, ensure_ascii=False)


def records(comparison: Comparison) -> Iterator[str]:
    """Yield the comparison for programs: where the runs part, then a line for each pair of calls."""
    parting = comparison.divergence
    steps = {"fragment": comparison.fragment, "step": None if parting is None else parting.number}
    errors = [None if error is None else error._asdict() for error in comparison.errors]
    yield json_lines.record({"same": comparison.same, **steps, "stream_errors": errors})
    for pair in comparison.pairs:
        one, other = (None if side is None else side.call for side in pair.sides)
        differences = {field: [here, there] for field, here, there in pair.differences}
        yield json_lines.record({A: one, B: other, "differences": differences})
