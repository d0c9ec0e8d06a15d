"""Whole arguments, and arguments by JSON path."""

from toolfold.arguments.json_text import dumps, load
from toolfold.arguments.patch import EMPTY_PATCHED, Edit, Patched, Refused, patch
from toolfold.arguments.rope import length
from toolfold.core.address import is_resend, locate
from toolfold.core.call import PartialCall, has_text, is_blank
from toolfold.core.deltas import Patch, PathEdit, Value
from toolfold.core.ledger import bounded, frozen, noted
from toolfold.core.merge import replaced, with_text
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of, call_at, put


def valued(state: State, value: Value, /) -> State:
    """Return the state after whole arguments: a final value beats pieces, a preview only fills a gap."""
    key = locate(state, value.at)
    if key is None:
        return noted(state, "text-dropped", None, len(value.text)) if value.text else state
    call = call_at(state, key)
    if value.joins:
        return _joined(state, call, value.text)
    return _final(state, call, value.text) if value.final else _previewed(state, call, value.text)


def _joined(state: State, call: PartialCall, text: str) -> State:
    """Add the members of an object to the object so far; what is no object is text like any other."""
    if not has_text(call) or is_empty_value(text):
        return _final(state, call, text)
    call, is_over = frozen(state, call)
    if is_over:
        return noted(put(state, call), "late-delta", call.key, len(text))
    before, after = (None, None) if _is_costly(call, text) else (_members(call.text), _members(text))
    if before is None or after is None:
        return bounded(state, call, with_text(call, text), len(text))
    merged = dumps({**before, **after})
    return state if merged == dumps(before) else bounded(state, call, replaced(call, merged), len(text))


def _is_costly(call: PartialCall, text: str) -> bool:
    """Say whether a small object comes after very many others: to join it, the whole object has to be read anew."""
    return call.head.restarts >= JOINS and len(text) * SHARE < length(call.rope)


JOINS, SHARE = 256, 64
"""Objects that are joined whatever their size, and the share of the whole that a further one has to be."""


def _members(text: str) -> dict[str, object] | None:
    try:
        found = load(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _final(state: State, call: PartialCall, text: str) -> State:
    if _says_nothing_new(call, text):
        return state
    call, is_over = frozen(state, call)
    if is_over:
        return noted(put(state, call), "late-delta", call.key, len(text))
    if has_text(call) and not text.startswith(call.text):
        state = noted(state, "arguments-replaced", call.key, length(call.rope))
    return bounded(state, call, replaced(call, text), len(text))


def _says_nothing_new(call: PartialCall, text: str) -> bool:
    """Say whether a final value is empty beside what the call holds, or the same once more."""
    if length(call.rope) == len(text) and call.text == text:
        return True
    if call.head.kind == "custom":
        return not text
    blank = not text.strip(" \t\n\r")
    return blank or (is_empty_value(text) and not is_blank(call)) or is_resend(text, call)


def is_empty_value(text: str, /) -> bool:
    """Say whether a final value says nothing: no text, the word null, or an empty object."""
    return text.strip(" \t\n\r") in ("", "null", "{}")


def _previewed(state: State, call: PartialCall, text: str) -> State:
    if has_text(call) or call.head.preview or not text:
        return state
    head = call.head._replace(preview=text, spent=call.head.spent + len(text))
    return bounded(state, call, call._replace(head=head), len(text))


def patched(state: State, delta: Patch, /) -> State:
    """Return the state after edits by JSON path to the call touched last."""
    size = sum(map(_size, delta.edits))
    key = locate(state, delta.at)
    call = None if key is None else call_at(state, key)
    if call is None or not _takes(call, delta):
        return noted(state, "text-dropped", key, size) if delta.edits else state
    call, is_over = frozen(state, call)
    if is_over:
        return noted(put(state, call), "late-delta", key, size) if delta.edits else state
    before = EMPTY_PATCHED if call.head.patched is None else call.head.patched
    after, refused = _applied(before, delta, base_of(state).limits.depth)
    seal = Seal.SEALED if delta.closed else call.head.seal
    head = call.head._replace(patched=after, patch_closed=delta.closed, seal=seal, spent=call.head.spent + size)
    if after is call.head.patched and head == call.head:  # to compare two trees is to write both out
        return state
    state = bounded(state, call, call._replace(head=head), size)
    for edit in refused:
        state = noted(state, "patch-refused", call.key, _size(edit))
    return state


def _size(edit: PathEdit) -> int:
    return len(edit[0]) + len(str(edit[1]))


def _takes(call: PartialCall, delta: Patch) -> bool:
    """Say whether the call can be written by path: it holds no text, and an empty closing patch begins nothing."""
    return (
        not call.head.patch_closed
        and not call.rope.tail
        and not call.rope.flushed
        and (call.head.patched is not None or bool(delta.edits) or not delta.closed)
    )


def _applied(before: Patched, delta: Patch, depth: int) -> tuple[Patched, list[PathEdit]]:
    refused = []
    for path, value, more in delta.edits:
        after = patch(before, Edit(path, value, more), depth)
        if isinstance(after, Refused):
            refused.append((path, value, more))
        else:
            before = after
    return before, refused
