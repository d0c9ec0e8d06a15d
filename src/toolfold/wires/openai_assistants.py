"""OpenAI Assistants: steps of a run in pieces and whole, and the calls that a run waits for.

The format: https://platform.openai.com/docs/api-reference/assistants-streaming.
"""

from collections.abc import Iterable, Iterator

from toolfold.core.deltas import Delta, Ended, Failed, Item, Piece, RunBy, Sealed, Traits, Value
from toolfold.wires._read import as_items, extras, extras_json, get, identity, index, is_record, json_of, text
from toolfold.wires.wire import Wire

WELL = frozenset({"requires_action", "completed"})
CUT = frozenset({"incomplete", "failed", "cancelled", "expired"})
ENTRY = frozenset({"index", "id", "type", "function", "code_interpreter"})
FUNCTION = frozenset({"name", "arguments"})


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment is an object of a thread."""
    return text(fragment, "object").startswith("thread")


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls."""
    match text(fragment, "object"):
        case "thread.run.step.delta":
            return tuple(_entries(fragment, get(get(fragment, "delta"), "step_details")))
        case "thread.run.step":
            whole = text(fragment, "status") == "completed"
            return tuple(_entries(fragment, get(fragment, "step_details"), whole=whole))
        case "thread.run":
            return tuple(_run(fragment))
        case _:
            return ()


def _entries(step: object, details: object, *, whole: bool = False) -> Iterator[Delta]:
    for position, entry in enumerate(as_items(get(details, "tool_calls"))):
        number = index(entry)
        number = position if number is None else number
        at = Item(identity(entry, "id"), f"{text(step, 'id')}#{number}", None, number)
        yield from _entry(entry, at, whole=whole)


def _entry(entry: object, at: Item, *, whole: bool) -> Iterator[Delta]:
    kind = text(entry, "type") or "function"
    inside = get(entry, kind)
    name = text(inside, "name") if kind == "function" else kind
    written = json_of(get(inside, "input" if kind == "code_interpreter" else "arguments"))
    run_by: RunBy = "client" if kind == "function" else "provider"
    traits = Traits(
        "custom" if kind == "code_interpreter" else "function", run_by, _extras(entry, kind) if whole else ""
    )
    yield Piece(at, at.id, name or None, "" if whole else written, traits)
    if whole:
        yield Value(at, written)
        yield Sealed(at)


def _extras(entry: object, kind: str) -> str:
    """Return what a whole entry says beyond its call: the results of a provider's tool, and its type."""
    found = extras(entry, ENTRY)
    inner = extras(get(entry, kind), FUNCTION | {"input"})
    if kind != "function":
        found = {**found, "type": kind}
    return extras_json({**found, kind: inner} if inner else found)


def _run(run: object) -> Iterator[Delta]:
    """Read the state of a run: the calls that it waits for are whole, and an end ends every step's."""
    waiting = get(get(get(run, "required_action"), "submit_tool_outputs"), "tool_calls")
    for entry in as_items(waiting):
        yield from _entry(entry, Item(identity(entry, "id")), whole=True)
    status = text(run, "status")
    if status in WELL | CUT:
        yield Ended(well=status in WELL)
    yield from _error(get(run, "last_error"))


def _error(error: object) -> Iterable[Delta]:
    return (Failed(text(error, "code") or "error", text(error, "message")),) if is_record(error) else ()


OPENAI_ASSISTANTS = Wire("openai-assistants", recognises, decode)
