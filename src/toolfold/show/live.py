"""A stream in the middle: how each call stands, which nothing has judged yet."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from toolfold.arguments.paths import Path, path_text
from toolfold.core.base import StreamError
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of
from toolfold.show import calls
from toolfold.show import records as json_lines
from toolfold.show.text import wrapped
from toolfold.views import PartialView, peek

CURSOR = "▌"
"""Stands in the arguments where the next text will go."""

STAGES = ("whole", "partial", "free text", "none yet")
"""How much of a call's arguments is there, as far as they can tell: free text cannot."""

NOTHING = object()
"""Stands for a value of which nothing has come."""


class Glimpse(NamedTuple):
    """All that could be seen of a stream after some of its fragments."""

    views: tuple[PartialView, ...]
    notes: tuple[Note, ...]
    error: StreamError | None
    fragments: int
    wire: str


def glimpse_of(state: State, fragments: int) -> Glimpse:
    """Look at a state as it stands; notes that only the end can take are left out."""
    base = base_of(state)
    taken = sorted(base.notes.values(), key=lambda note: (-1 if note.call is None else note.call, note.kind))
    return Glimpse(peek(state), tuple(taken), base.error, fragments, base.wire)


def lines(glimpse: Glimpse, width: int) -> Iterator[str]:
    """Yield the glimpse for people."""
    if glimpse.views:
        yield from calls.call_table("arguments", [_row(view, width) for view in glimpse.views], width)
    yield from calls.oddities(glimpse.notes, glimpse.error, width)
    if glimpse.views or glimpse.notes or glimpse.error:
        yield ""
    yield from wrapped(_summary(glimpse), width)


def _row(view: PartialView, width: int) -> calls.Row:
    call = view.call
    text = _free(view) if call.kind == "custom" else marked(view.arguments, view.open_path)
    writing = [f"writing {path_text(view.open_path)}"] if view.open_path else []
    return calls.Row(
        call=call.key,
        verdict=_stage(view),
        name=view.name,
        id=view.id,
        run_by=call.run_by,
        seal=_seal(view),
        choice=call.choice,
        below=[calls.below(line, width, tail=50) for line in (text, *writing)],
    )


def _stage(view: PartialView) -> str:
    whole, partial, free, nothing = STAGES
    if not view.text:
        return nothing
    if view.call.kind == "custom":
        return free
    return whole if view.whole else partial


def _free(view: PartialView) -> str:
    return f"free text: {view.text}{'' if view.seal >= Seal.SEALED else CURSOR}"


def _seal(view: PartialView) -> str:
    return view.seal.name.lower()


def marked(value: object, path: Path | None) -> str:
    """Return the JSON text of arguments with a cursor at the path that is being written.

    >>> marked({"days": [1], "to": "Os"}, ("to",)), marked({"days": [1]}, ("days",)), marked({}, ("to",))
    ('{"days": [1], "to": "Os▌"}', '{"days": [1, ▌]}', '{"to": ▌}')
    """
    if value is None:
        return CURSOR
    if path is None:
        return _json(value)
    before, after = "", ""
    for segment in path:
        start, value, end = _parted(value, segment)
        before, after = before + start, end + after
    return before + _with_cursor(value) + after


def _parted(value: object, segment: str | int) -> tuple[str, object, str]:
    """Return what is inside a container at a segment, nothing if it has not come, and the text on both sides of it."""
    if isinstance(value, dict):
        members: list[tuple[object, str, object]] = [(key, f"{_json(key)}: ", member) for key, member in value.items()]
        start, end, label = "{", "}", f"{_json(segment)}: "
    else:
        items = value if isinstance(value, list) else []
        members = [(place, "", item) for place, item in enumerate(items)]
        start, end, label = "[", "]", ""
    places = [place for place, (key, _, _) in enumerate(members) if key == segment]
    place = places[0] if places else len(members)
    texts = [text + _json(member) for _, text, member in members]
    left = "".join(f"{text}, " for text in texts[:place])
    right = "".join(f", {text}" for text in texts[place + 1 :])
    return start + left + label, members[place][2] if places else NOTHING, right + end


def _with_cursor(value: object) -> str:
    """Return the text of an open value with the cursor where it goes on."""
    text = "" if value is NOTHING else _json(value)
    if isinstance(value, dict | list) and value:
        return f"{text[:-1]}, {CURSOR}{text[-1]}"
    return f"{text[:-1]}{CURSOR}{text[-1]}" if isinstance(value, dict | list | str) else text + CURSOR


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _summary(glimpse: Glimpse) -> str:
    stages = Counter(map(_stage, glimpse.views))
    said = [f"{stages[stage]} {stage}" for stage in STAGES if stages[stage]]
    said += [calls.counted(len(glimpse.notes), "note")] if glimpse.notes else []
    said += ["the provider's error"] if glimpse.error else []
    after = f"after {calls.counted(glimpse.fragments, 'fragment')}"
    return calls.summary(len(glimpse.views), said, after, glimpse.wire)


def records(glimpse: Glimpse) -> Iterator[str]:
    """Yield the glimpse for programs."""
    for view in glimpse.views:
        yield json_lines.record(_record(view))
    yield from json_lines.oddities(glimpse.notes, glimpse.error)


def _record(view: PartialView) -> dict[str, object]:
    call = view.call
    return {
        "call": call.key,
        "id": view.id,
        "name": view.name,
        **({"input": view.text} if call.kind == "custom" else {"arguments": view.arguments}),
        "text": view.text,
        "kind": call.kind,
        "run_by": call.run_by,
        "choice": call.choice,
        "index": view.index,
        "seal": _seal(view),
        "open_path": view.open_path,
        "whole": view.whole,
    }
