"""A state as plain data: versioned, JSON-safe, and the same for equal states."""

from dataclasses import astuple

from toolfold.arguments.patch import open_paths, plain
from toolfold.arguments.rope import joined
from toolfold.core.call import Head, PartialCall
from toolfold.core.state import Group, State, settled

VERSION = 1


def snapshot(state: State, /) -> dict[str, object]:
    """Return the state as plain JSON data, sorted so that equal states give equal snapshots.

    >>> from toolfold import new, restore
    >>> restore(snapshot(new())).unwrap() == new()
    True
    """
    base = settled(state)
    return {
        "version": VERSION,
        "seed": base.seed,
        "wire": base.wire,
        "message": base.message,
        "message_id": base.message_id,
        "done": base.done,
        "error": None if base.error is None else list(base.error),
        "limits": base.limits._asdict(),
        "calls": [_saved_call(base.calls[key]) for key in sorted(base.calls)],
        "slots": [[*slot, key] for slot, key in sorted(base.slots.items(), key=lambda item: (*map(repr, item[0]),))],
        "groups": [[*where, _saved_group(base.groups[where])] for where in sorted(base.groups)],
        "seen": [list(numbers) for numbers in base.seen],
        "notes": [list(astuple(note)) for note in sorted(base.notes.values(), key=repr)],
    }


def _saved_call(call: PartialCall) -> dict[str, object]:
    head = call.head
    saved: dict[str, object] = {
        name: value
        for name, value, default in zip(Head._fields, head, Head(), strict=True)
        if value != default and name not in ("patched", "trouble", "seal")
    }
    if head.patched is not None:
        saved["patched"] = [plain(head.patched), [list(path) for path in open_paths(head.patched)]]
    if head.trouble is not None:
        saved["trouble"] = list(head.trouble)
    if head.seal:
        saved["seal"] = int(head.seal)
    return {**saved, "text": joined(call.rope)}


def _saved_group(group: Group) -> dict[str, object]:
    return {**group._asdict(), "bare": sorted(group.bare)}
