"""Fragments as a history keeps them.

A log must not change when its writer's buffers do, and must go to a file, so a fragment is kept as its JSON text: it
cannot be changed, it is smaller than the data, and equal fragments are equal texts.
"""

import json
from typing import NamedTuple

from toolfold.arguments.json_text import dumps
from toolfold.core.state import State
from toolfold.fold import Feed


class AsIs(NamedTuple):
    """A fragment that is kept itself, since its JSON would say something else than it does."""

    fragment: object


Kept = str | AsIs
"""JSON text, or a fragment that has none."""


def keep(fragment: object, feed: Feed, before: State, after: State, /) -> Kept:
    """Return what to keep of a fragment that led from one state to another.

    JSON data is kept as its text. An SDK's object is kept as the text of what it holds, if that text leads to the same
    state; what it says could otherwise hide in a place that no copy knows.
    """
    if isinstance(fragment, bytes):  # of raw text only the end marker means something, and it is the same in both
        fragment = fragment.decode("utf-8", "replace")
    text = _exact(fragment)
    if text is None:
        text = dumps(fragment)
        if not _leads_to(text, feed, before, after):
            return AsIs(fragment)
    return text


def fragment_of(kept: Kept, /) -> object:
    """Return a fragment: fresh plain data, or the object that was kept itself."""
    return json.loads(kept) if isinstance(kept, str) else kept.fragment


def text_of(kept: Kept, /) -> str:
    """Return a fragment as JSON text, in as much as it has one."""
    return kept if isinstance(kept, str) else dumps(kept.fragment)


def _exact(fragment: object) -> str | None:
    """Return the text that gives an equal fragment back, if there is one.

    JSON turns tuples into lists and numbers as keys into text, and an equal fragment may say something else then; the
    way back shows it.
    """
    try:
        text = json.dumps(fragment, ensure_ascii=False, separators=(",", ":"))
        return text if json.loads(text) == fragment else None
    except Exception:  # noqa: BLE001  # an object of the caller's may raise anything
        return None


def _leads_to(text: str, feed: Feed, before: State, after: State) -> bool:
    try:
        return feed(before, json.loads(text)) == after
    except Exception:  # noqa: BLE001  # no JSON, or a feed of the caller's that refuses this copy
        return False
