"""Plain pieces: nine of ten fragments about calls say no more than "this text, at that index".

``core.lane`` knows where such a piece goes. Here the commonest shapes of one are read without a wire, deltas or rules,
which costs a tenth. It is the only place that does what others do for speed; a law ties it to them: folding with it
and without it gives equal states.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from itertools import islice
from typing import Any

from toolfold.arguments.rope import BLOCK
from toolfold.core.address import starts_object
from toolfold.core.base import Mark
from toolfold.core.deltas import Block, Delta, Piece, Routed
from toolfold.core.lane import SLACK, WAITING, lengthened, lengthened_by
from toolfold.core.state import State
from toolfold.wires.anthropic_messages import ANTHROPIC_MESSAGES
from toolfold.wires.openai_chat import OPENAI_CHAT
from toolfold.wires.prose import is_prose
from toolfold.wires.wire import Wire

Feed = Callable[[State, object], State]

CHAT, ANTHROPIC = OPENAI_CHAT.name, ANTHROPIC_MESSAGES.name
RUN = SLACK // BLOCK
NOTHING = object()
ENTRY, FUNCTION = ("index", "id", "type", "function"), ("name", "arguments")

_object = object.__new__


def index_of(wire: str, deltas: tuple[Delta, ...], /) -> Hashable:
    """Return the index (with id and name, if they come again) by which the shapes in here name a call, if they do.

    >>> index_of("openai-chat", (Piece(Routed(0, 2)),)), index_of("openai-chat", (Piece(Routed(1, 2)),))
    (2, None)
    """
    match deltas:
        case (Piece(Routed(choice=0, number=int(index), id=None), name=None),) if wire == CHAT:
            return index
        case (Piece(Routed(choice=0, number=int(index), id=str(id_)), name=name),) if wire == CHAT:
            return index, id_, name
        case (Piece(Block(key=int(index), choice=0), id=None, name=None),) if wire == ANTHROPIC:
            return index
        case _:
            return None


def plain_first(  # noqa: C901  # one function, since a call costs as much as half of what is in here
    by_rules: Feed, wires: Collection[Wire], marks: Mapping[str, Mark], /
) -> Feed:
    """Return a feed that reads plain pieces itself and leaves everything else to the other one."""
    chat = marks[CHAT] if OPENAI_CHAT in wires else None
    anthropic = marks[ANTHROPIC] if ANTHROPIC_MESSAGES in wires else None

    def feed(state: State, fragment: Any, /) -> State:  # noqa: ANN401, C901  # what has another shape raises
        try:
            try:
                (choice,) = fragment["choices"]
            except (KeyError, TypeError):
                text, index, chats = _of_other(fragment)
                spoken = chat if chats else anthropic
            else:
                delta = choice["delta"]
                (entry,) = delta["tool_calls"]
                function = entry["function"]
                text, index, spoken = function["arguments"], entry["index"], chat
                if choice.get("index") or choice.get("finish_reason") or "error" in fragment or "error" in choice:
                    return by_rules(state, fragment)
                plain = len(entry) == 2 and len(function) == 1 and len(delta) == 1  # noqa: PLR2004  # what was read
                if not plain and not _says_no_more(delta, entry, function):
                    longer = _headed(state, delta, entry, function, chat)
                    return by_rules(state, fragment) if longer is None else longer
            base, warm, at, lanes, pending, fresh = state._parts  # noqa: SLF001
            known, place, mark = lanes[index]  # type: ignore[index]
            if known is index and mark is spoken and text and type(text) is str:
                if place != at and fresh:
                    pending, fresh = pending + (at, fresh), ""  # noqa: RUF005  # unpacking copies twice
                grown = fresh + text
                if len(grown) <= BLOCK and text.isascii() and len(pending) < WAITING:
                    after = _object(State)
                    after._parts = base, warm, place, lanes, pending, grown  # noqa: SLF001
                    return after
                longer = lengthened(state, place, text)
                return by_rules(state, fragment) if longer is None else longer
        except Exception:  # noqa: BLE001, S110  # an object of the caller's may raise anything; the rules read it then
            pass
        return state if type(state) is State and is_prose(fragment) else by_rules(state, fragment)

    return feed


def gathered(state: State, chunks: Iterator[Any], mark: Mark, /) -> tuple[State, object]:
    """Return the state after all plain chunks that come first, and the fragment after them, or ``NOTHING``.

    No state is made for any of them, and their texts are joined once. A run is short enough to need no look at limits.

    >>> from toolfold.core.limits import DEFAULT_LIMITS
    >>> gathered(State(), iter([{"choices": []}, "[DONE]"]), ("openai-chat", DEFAULT_LIMITS))
    (State(), {'choices': []})
    """
    lanes: Any = state._parts[3]  # noqa: SLF001
    texts: dict[int, list[str]] = {}
    last: object = NOTHING  # not None, which is the index of a chunk that has none
    place: int | None = None
    add: Callable[[str], object] = str
    for fragment in islice(chunks, RUN):
        try:
            (choice,) = fragment["choices"]
            delta = choice["delta"]
            (entry,) = delta["tool_calls"]
            function = entry["function"]
            text, index = function["arguments"], entry["index"]
            if choice.get("index") or choice.get("finish_reason") or "error" in fragment or "error" in choice:
                break
            plain = len(entry) == 2 and len(function) == 1 and len(delta) == 1  # noqa: PLR2004  # what was read
            if (
                not text
                or type(text) is not str
                or len(text) > BLOCK
                or not (plain or _says_no_more(delta, entry, function))
            ):
                break
            if index is not last:
                known, to, allowed = lanes[index]
                if known is not index or allowed != mark:
                    break
                last, place, add = index, to, texts.setdefault(to, []).append
            add(text)
        except Exception:  # noqa: BLE001  # as above
            break
    else:
        fragment = NOTHING
    return (state if place is None else lengthened_by(state, texts, place)), fragment


def _says_no_more(delta: dict[str, Any], entry: dict[str, Any], function: dict[str, Any]) -> bool:
    """Say whether what else is there is absent, null or empty, as many servers write it."""
    return not (entry.get("id") or function.get("name")) and _is_usual(delta, entry, function)


def _is_usual(delta: dict[str, Any], entry: dict[str, Any], function: dict[str, Any]) -> bool:
    """Say whether nothing is there but a call's index, id, name, type and text."""
    if len(function) != 1 + ("name" in function) or len(entry) != 2 + ("id" in entry) + ("type" in entry):
        return False
    return entry.get("type") in (None, "function") and delta.get("function_call") is None


def _headed(
    state: State, delta: dict[str, Any], entry: dict[str, Any], function: dict[str, Any], mark: Mark | None
) -> State | None:
    """Return the state after a piece that says id and name once more, as some servers write all of them.

    Text that begins an object is left to the rules: under a name it may begin another call.
    """
    index, id_, name, text = entry["index"], entry["id"], function.get("name"), function["arguments"]
    lanes: Any = state._parts[3]  # noqa: SLF001
    _, place, known = lanes[index, id_, name or None]
    if known is not mark or type(index) is not int or type(text) is not str or not text or starts_object(text):
        return None
    return lengthened(state, place, text) if _is_usual(delta, entry, function) else None


def _of_other(fragment: Any) -> tuple[str, int, bool]:  # noqa: ANN401
    """Return the text and the index of a plain piece of another shape, and whether it is a chunk; else raise."""
    if type(fragment) is dict:
        event, delta = fragment, fragment["delta"]
    else:
        event = fragment.__dict__
        if "choices" in event:
            return _of_chunk(fragment, event)
        delta = event["delta"].__dict__
    if event["type"] != "content_block_delta" or delta["type"] != "input_json_delta":
        raise LookupError
    return delta["partial_json"], event["index"], False


def _of_chunk(chunk: Any, held: dict[str, Any]) -> tuple[str, int, bool]:  # noqa: ANN401
    """Read a chunk made by an SDK that is built on pydantic.

    What is said is read from where pydantic keeps it: a model looks for an absent attribute for several microseconds.
    An index that was not given is none, though the model may have made one up.
    """
    (choice,) = held["choices"]
    inside = choice.__dict__
    delta = inside["delta"].__dict__
    (entry,) = delta["tool_calls"]
    said = entry.__dict__
    function = said["function"]
    named = function.__dict__
    if inside["index"] or inside["finish_reason"] or said["id"] or named["name"] or delta["function_call"] is not None:
        raise LookupError
    if said["type"] not in (None, "function") or len(said) != len(ENTRY) or len(named) != len(FUNCTION):
        raise LookupError
    if entry.__pydantic_extra__ or function.__pydantic_extra__ or "index" not in entry.__pydantic_fields_set__:
        raise LookupError
    if "error" in held or "error" in inside:
        raise LookupError
    for extra in (chunk.__pydantic_extra__, choice.__pydantic_extra__):
        if extra and "error" in extra:
            raise LookupError
    return named["arguments"], said["index"], True
