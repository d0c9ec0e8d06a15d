"""Plain pieces: nine of ten fragments of a chat stream say no more than "this text, at that index".

The rules always give such a piece to the owner of the index as long as nothing else happened since, and a state
remembers that (``core.lane``). So one function reads the one shape and appends the text, without a wire, deltas or
rules. It is the only place that does the same as others for speed; a law ties it to them: folding with it and without
it gives equal states.
"""

from typing import Any

from toolfold.arguments.rope import BLOCK
from toolfold.core.lane import lengthened
from toolfold.core.limits import Limits
from toolfold.core.state import State

ENTRY = frozenset({"index", "id", "type", "function"})
FUNCTION = frozenset({"name", "arguments"})

_object = object.__new__
_set_parts = State.__dict__["_parts"].__set__


def continued(state: State, fragment: Any, limits: Limits, /) -> State | None:  # noqa: ANN401  # other shapes raise
    """Return the state after a plain piece of text; None if the fragment is anything else, or the rules must decide.

    >>> from toolfold import Limits, new
    >>> continued(new(), {"choices": []}, Limits()) is None
    True
    """
    try:
        (choice,) = fragment["choices"]
        delta = choice["delta"]
        (entry,) = delta["tool_calls"]
        function = entry["function"]
        text, index = function["arguments"], entry["index"]
        base, warm, at, lanes, blocks, tail, flushed = state._parts  # noqa: SLF001
        place, limit, allowed = lanes[index]  # type: ignore[index]
        grown = tail + text
        if choice.get("index") or choice.get("finish_reason") or "error" in fragment or "error" in choice:
            return None
        if type(text) is not str or type(index) is not int or not text or allowed is not limits:
            return None
        plain = len(entry) == 2 and len(function) == 1 and len(delta) == 1  # noqa: PLR2004  # what was read, no more
        if not plain and not _says_no_more(delta, entry, function):
            return None
    except Exception:  # noqa: BLE001  # an object of the caller's may raise anything; the rules read it then
        return None
    if place != at or blocks is None or len(grown) > BLOCK or flushed + len(grown) > limit or not text.isascii():
        return lengthened(state, place, text, limit)
    after = _object(State)
    _set_parts(after, (base, warm, at, lanes, blocks, grown, flushed))
    return after


def _says_no_more(delta: dict[str, object], entry: dict[str, object], function: dict[str, object]) -> bool:
    """Say whether what else is there is absent, null or empty, as many servers write it."""
    if entry.get("id") or function.get("name") or delta.get("function_call") is not None:
        return False
    return entry.keys() <= ENTRY and function.keys() <= FUNCTION and entry.get("type") in (None, "function")
