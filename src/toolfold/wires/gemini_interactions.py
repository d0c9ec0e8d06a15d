"""Gemini Interactions: steps that start, grow and stop, and whole interactions.

A step's arguments are an object when it starts, and text in the deltas after it; what the provider runs has an object
in both. The SDK keeps what it does not know in ``raw``, and fills arguments that did not come with nulls. The format:
https://ai.google.dev/api/interactions-api.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolfold.core.deltas import (
    Delta,
    Ended,
    Failed,
    Item,
    Merge,
    MessageStarted,
    Piece,
    Sealed,
    Traits,
    Value,
)
from toolfold.wires._errors import dropped, reported
from toolfold.wires._read import as_items, extras, extras_json, get, identity, index, is_record, json_of, keys, text
from toolfold.wires.wire import Wire

CALL = "_call"
CLIENT = "function_call"
KNOWN = frozenset({"id", "name", "arguments"})
CUT = frozenset({"incomplete", "failed", "cancelled", "budget_exceeded", "requires_continuation"})
WELL = frozenset({"completed", "requires_action"})
STATUSES = CUT | WELL | {"in_progress", "queued", "idle"}


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an event of this format, or a whole interaction."""
    return text(known(fragment), "event_type") in EVENTS or _is_interaction(fragment)


def _is_interaction(fragment: object) -> bool:
    if text(fragment, "object") == "interaction":
        return True
    return isinstance(get(fragment, "steps"), list | tuple) and text(fragment, "status") in STATUSES


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    event = known(fragment)
    return tuple(EVENTS.get(text(event, "event_type"), _interaction)(event))


def known(source: object, /) -> object:
    """Return a value as it came: the SDK puts one of a kind that it does not know, or cannot read, into ``raw``."""
    return get(source, "raw") if get(source, "is_unknown") is True else source


def _start(event: object) -> Iterator[Delta]:
    step, number = known(get(event, "step") or get(event, "content")), index(event)
    if number is None:
        yield from dropped(_arguments(step) if text(step, "type").endswith(CALL) else "")
        return
    at = Item(identity(step, "id"), place=number, number=number)
    yield from _opened(step, at, Traits(restarts=True))
    if arguments := _arguments(step):
        yield Value(at, arguments, final=False)


def _opened(step: object, at: Item, traits: Traits) -> Iterator[Piece]:
    if not text(step, "type").endswith(CALL):
        return
    yield Piece(at, at.id, _name(step), "", _traits(step, traits))


def _name(step: object) -> str | None:
    kind = text(step, "type")
    return text(step, "name") or (None if kind == CLIENT else kind.removesuffix(CALL))


def _traits(step: object, traits: Traits) -> Traits:
    by_client = text(step, "type") == CLIENT
    found = extras(step, KNOWN | {"type"} if by_client else KNOWN)
    said = extras_json({key: value for key, value in found.items() if value != ""})
    return traits._replace(merge=Merge.FIRST, run_by="client" if by_client else "provider", extras=said)


def _arguments(step: object) -> str:
    """Return the arguments of a step as text; an SDK's object is read without the nulls that stand for nothing."""
    found = get(step, "arguments")
    if is_record(found) and not isinstance(found, Mapping):
        found = {key: get(found, key) for key in keys(found) if get(found, key) is not None}
    return "" if found == {} else json_of(found)


def _delta(event: object) -> Iterator[Delta]:
    delta, number = known(get(event, "delta")), index(event)
    kind = text(delta, "type")
    if not (kind == "arguments_delta" or kind.endswith(CALL)):
        return
    if number is None:
        yield from dropped(_arguments(delta))
        return
    at = Item(identity(delta, "id"), place=number, number=number)
    given = get(delta, "arguments")
    if isinstance(given, str):
        yield Piece(at, None, None, json_of(given))
        return
    yield from _opened(delta, at, Traits())
    if arguments := _arguments(delta):
        yield Value(at, arguments)


def _stop(event: object) -> Iterable[Delta]:
    return (Sealed(Item(place=index(event))),)


def _over(event: object) -> Iterator[Delta]:
    """Read the interaction as its last event repeats it: its steps are known by their ids, and it is over."""
    interaction = get(event, "interaction")
    yield from _steps(interaction)
    if text(interaction, "status") in STATUSES:
        yield from _ended(interaction)
    else:
        yield Ended()


def _interaction(interaction: object) -> Iterator[Delta]:
    yield MessageStarted(text(interaction, "id"))
    yield from _steps(interaction)
    yield from _ended(interaction)


def _steps(interaction: object) -> Iterator[Delta]:
    """Read the steps of a whole interaction; one without an id is known by its number there, which no event means."""
    steps = [known(step) for step in as_items(get(interaction, "steps") or get(interaction, "outputs"))]
    answered = {identity(step, "call_id") for step in steps if text(step, "type") == "function_result"}
    for number, step in enumerate(steps):
        at = Item(identity(step, "id"), place=number, item=number, number=number, settled=True)
        for piece in _opened(step, at, Traits()):
            by = "provider" if at.id in answered else piece.traits.run_by
            yield piece._replace(traits=piece.traits._replace(run_by=by))
            yield Value(at, _arguments(step))
            yield Sealed(at)


def _ended(source: object) -> Iterator[Delta]:
    """Read how far an interaction is; a failed one says why, unless an event of its own did."""
    status = text(source, "status")
    if status == "failed":
        found = next((one for each in as_items(get(source, "errors")) for one in reported({"error": each})), None)
        yield found or Failed("failed")
    if status in WELL or status in CUT:
        yield Ended(well=status in WELL)


EVENTS: dict[str, Callable[[object], Iterable[Delta]]] = {
    "step.delta": _delta,
    "step.start": _start,
    "step.stop": _stop,
    "content.delta": _delta,
    "content.start": _start,
    "content.stop": _stop,
    "interaction.created": lambda event: (MessageStarted(text(get(event, "interaction"), "id")),),
    "interaction.start": lambda event: (MessageStarted(text(get(event, "interaction"), "id")),),
    "interaction.completed": _over,
    "interaction.complete": _over,
    "interaction.status_update": _ended,
    "error": reported,
}

GEMINI_INTERACTIONS = Wire("gemini-interactions", recognises, decode)
