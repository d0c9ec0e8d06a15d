"""Laws of what readers may rely on while a stream runs: what is over stays over, and what is shown is true."""

import json
from collections.abc import Sequence
from itertools import pairwise

from returns.result import Success

from toolfold.arguments.shared import text_of
from toolfold.change import ArgumentsGrew, ArgumentsReplaced, CallOpened, changes
from toolfold.core.call import PartialCall
from toolfold.core.deltas import Address, Block, Item, Latest, Piece, Whole
from toolfold.core.state import State
from toolfold.core.tool_call import ToolCall
from toolfold.outcomes import notes, outcomes, ready
from toolfold.testing.trial import Trial, must, same, shown, steps
from toolfold.views import PartialView, peek

REPLACING = frozenset({"arguments-replaced", "call-resent", "discarded", "notes-limit"})
"""Notes that tell of text that was replaced; where there are too many notes, the last of them is all that tells."""


def monotony(trial: Trial, /) -> None:
    """Compare each state with the next: no seal falls, and text grows or is replaced by something that is told."""
    texts: dict[int, str] = {}
    for number, (before, after) in enumerate(pairwise(trial.states)):
        told = _told(before) != _told(after)
        now = {view.key: view for view in peek(after)}
        for view in peek(before):
            later = now.get(view.key)
            if later is None:  # it was taken back, which the provider is free to do
                must(told, f"fragment {number} made call {view.key} vanish without a note")
                continue
            must(later.seal >= view.seal, f"fragment {number} took the seal of call {view.key} back")
            _check_text(view, later, number, told=told)
        _retold(texts, before, after, number)
    shown_now = {view.key: view.text for view in peek(trial.last)}
    same({key: texts[key] for key in texts if key in shown_now}, shown_now, "changes do not add up to the text")


def _told(state: State) -> dict[tuple[str, int | None], int]:
    """Return how often each note tells of text that was replaced."""
    return {(note.kind, note.call): note.count for note in notes(state) if note.kind in REPLACING}


def _check_text(before: PartialView, after: PartialView, number: int, *, told: bool) -> None:
    if after.text.startswith(before.text) or told:
        return
    unlike = before.call.head.preview or _is_data(before.call) or _is_data(after.call)
    grown = unlike or _contains(after.arguments, before.arguments) or _joins_pair(before.text, after.text)
    must(grown, f"fragment {number} changed the text of call {before.key}: {before.text!r} became {after.text!r}")


def _is_data(call: PartialCall) -> bool:
    """Say whether the arguments come by path: their text is written from data, so that it grows inside."""
    return call.head.patched is not None


def _joins_pair(before: str, after: str) -> bool:
    """Say whether half a character at the end has become a whole one."""
    return "\ud800" <= before[-1:] <= "\udbff" and after.startswith(before[:-1])


def _contains(after: object, before: object) -> bool:
    """Say whether an object has the members of another one, as the arguments that members joined have."""
    return isinstance(after, dict) and isinstance(before, dict) and before.keys() <= after.keys()


def _retold(texts: dict[int, str], before: State, after: State, number: int) -> None:
    """Follow the texts of all calls by what ``changes`` tells, and by nothing else."""
    for change in changes(before, after):
        match change:
            case CallOpened(call=key):
                must(key not in texts, f"fragment {number} opened call {key} a second time")
                texts[key] = ""
            case ArgumentsGrew(call=key, text=text):
                texts[key] += text
            case ArgumentsReplaced(call=key, text=text):
                texts[key] = text
            case _:
                pass


def honesty(trial: Trial, /) -> None:
    """Remember every path that was reported closed: its value is the same at the end, unless the text was replaced.

    A path that is written twice has no value, and its call can only end as a fault.
    """
    views: tuple[PartialView, ...] = ()
    final = {view.key: view for view in peek(trial.last)}
    refused = {key for key, view in final.items() if _writes_twice(view)}
    for number, state in enumerate(trial.states):
        views, fresh = peek(state, views), peek(state)
        same([_seen(view) for view in views], [_seen(view) for view in fresh], f"peek reads on wrongly at {number}")
        for view in views:
            last = final.get(view.key)
            if last is not None and view.key not in refused and _same_text(view, last):
                _check_paths(view, last, number)


def _seen(view: PartialView) -> tuple[object, ...]:
    return view.key, view.arguments, view.open_path, view.closed_paths, view.whole, view.seal


def _writes_twice(view: PartialView) -> bool:
    """Say whether a name stands twice in one object of the arguments so far."""
    if view.call.head.patched is not None:
        return False
    twice: list[bool] = []
    json.loads(
        text_of(view.shared_arguments), object_pairs_hook=lambda pairs: twice.append(len(dict(pairs)) < len(pairs))
    )
    return any(twice)


def _same_text(view: PartialView, last: PartialView) -> bool:
    return last.text.startswith(view.text)


def _check_paths(view: PartialView, last: PartialView, number: int) -> None:
    for path in view.closed_paths:
        must(last.is_closed(path), f"after {number} fragments, {path} of call {view.key} was closed; later it is not")
        now, then = _at(view.arguments, path), _at(last.arguments, path)
        must(_equal(now, then), f"after {number} fragments, {path} of call {view.key} was {now!r}; it is {shown(then)}")


def _at(value: object, path: Sequence[str | int]) -> object:
    for segment in path:
        here = value if isinstance(value, dict | list) else {}
        must(
            segment in here if isinstance(here, dict) else len(here) > int(segment),
            f"{path} was closed, and leads nowhere",
        )
        value = here[segment]  # type: ignore[index]  # a list has whole numbers for places
    return value


def _equal(one: object, other: object) -> bool:
    return one == other or (one != one and other != other)  # noqa: PLR0124  # NaN is shown, and equal to nothing


def early_soundness(trial: Trial, /) -> None:
    """Compare every call that ``ready`` ever gave with the last word: it is there, and equal but for its extras."""
    if trial.row.taken_back:
        return
    final = [_meaning(one.unwrap()) for one in outcomes(trial.last) if isinstance(one, Success)]
    for number, state in enumerate(trial.states):
        for call in ready(state):
            must(_meaning(call) in final, f"after {number} fragments, this was ready, and is not so later: {call!r}")


def _meaning(call: ToolCall) -> tuple[object, ...]:
    return call.id, call.name, call.text, call.value, call.kind, call.run_by, call.choice, call.index


def order(trial: Trial, /) -> None:
    """Sort the calls by what was said when they opened: that is the order in which every reader has them."""
    opened: dict[int, Address] = {}
    for step in steps(trial):
        for key in set(step.after) - set(step.before):
            opened[key] = step.delta.at if isinstance(step.delta, Piece) else Latest()
    calls = sorted(trial.last.values(), key=lambda call: call.key)
    used: set[tuple[object, ...]] = set()
    places = {call.key: _place(call, opened.get(call.key, Latest()), used) for call in calls}
    wanted = sorted(places, key=lambda key: places[key])
    same(list(trial.last), wanted, "the calls come in another order")
    told = [view.key for view in peek(trial.last)]
    same(told, [key for key in wanted if key in set(told)], "peek shows another order")


def _place(call: PartialCall, at: Address, used: set[tuple[object, ...]]) -> tuple[int, ...]:
    """Return what a call is sorted by: message, choice, then its index if it is the first one there, then arrival."""
    late = isinstance(at, Block) and at.late
    here = (call.head.message, call.choice, _name(at, call))
    fresh = call.index is not None and not isinstance(at, Whole) and here not in used
    used.add(here)
    return call.head.message, call.choice, (2 if not fresh else int(late)), (call.index or 0) if fresh else 0, call.key


def _name(at: Address, call: PartialCall) -> tuple[str, object]:
    """Return what may be used once: the key of the call, or on wires without keys its index."""
    match at:
        case Block(key=key):
            return "key", key
        case Item(place=place) if place is not None:
            return "key", place
        case _:
            return "index", call.index
