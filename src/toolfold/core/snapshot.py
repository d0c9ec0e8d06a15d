"""A state as plain data: versioned, JSON-safe, and the same for equal states.

What keeps JSON keeps UTF-8, which has no lone surrogates, but a stream may be saved in the middle of a pair. Such a
text is saved as a list of its parts, where a surrogate is its number.
"""

import re
from dataclasses import astuple

from toolfold.arguments.patch import open_paths, render
from toolfold.arguments.rope import is_utf8, joined
from toolfold.core.base import Group
from toolfold.core.call import Head, PartialCall
from toolfold.core.extras import Extras, written
from toolfold.core.state import State, settled

VERSION = 1

SURROGATE = re.compile("([\ud800-\udfff])")


def snapshot(state: State, /) -> dict[str, object]:
    """Return the state as plain JSON data, sorted so that equal states give equal snapshots.

    >>> from toolfold import new, restore
    >>> restore(snapshot(new())).unwrap() == new()
    True
    """
    base = settled(state)
    return {
        "version": VERSION,
        "seed": _text(base.seed),
        "wire": base.wire,
        "message": base.message,
        "message_id": _text(base.message_id),
        "done": base.done,
        "error": None if base.error is None else list(map(_safe, base.error)),
        "limits": base.limits._asdict(),
        "calls": [_saved_call(base.calls[key]) for key in sorted(base.calls)],
        "slots": [
            [*map(_safe, slot), key]
            for slot, key in sorted(base.slots.items(), key=lambda item: (*map(repr, item[0]),))
        ],
        "groups": [[*where, _saved_group(base.groups[where])] for where in sorted(base.groups)],
        "seen": [list(numbers) for numbers in base.seen],
        "notes": [list(map(_safe, astuple(note))) for note in sorted(base.notes.values(), key=repr)],
    }


def _saved_call(call: PartialCall) -> dict[str, object]:
    head = call.head
    saved: dict[str, object] = {
        name: _safe(value)
        for name, value, default in zip(Head._fields, head, Head(), strict=True)
        if value != default and name not in ("patched", "trouble", "seal")
    }
    if head.patched is not None:
        paths = [list(map(_safe, path)) for path in open_paths(head.patched)]
        saved["patched"] = [_text(render(head.patched)), paths]
    if head.trouble is not None:
        saved["trouble"] = list(map(_safe, head.trouble))
    if head.seal:
        saved["seal"] = int(head.seal)
    return {**saved, "text": _text(joined(call.rope))}


def _saved_group(group: Group) -> dict[str, object]:
    return {**group._asdict(), "bare": sorted(group.bare)}


def _safe(value: object) -> object:
    if isinstance(value, Extras):
        return written(value)
    return _text(value) if isinstance(value, str) else value


def _text(text: str) -> object:
    """Return a text, or its parts and the numbers of the surrogates between them."""
    if is_utf8(text):
        return text
    return [ord(part) if SURROGATE.fullmatch(part) else part for part in SURROGATE.split(text) if part]
