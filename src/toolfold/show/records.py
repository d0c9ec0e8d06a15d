"""Lines of JSON for programs: ASCII only, since half a surrogate pair has no other form that every output takes."""

import json
import math
from collections.abc import Iterator, Sequence

from toolfold.core.base import StreamError
from toolfold.core.notes import Note


def record(fields: dict[str, object]) -> str:
    r"""Return one line of JSON. What JSON has no number for, which only a live view can hold, is null.

    >>> record({"city": "京", "n": float("inf")})
    '{"city": "\\u4eac", "n": null}'
    """
    try:
        return json.dumps(fields, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(fields), allow_nan=False)


def _finite(value: object) -> object:
    match value:
        case dict():
            return {key: _finite(member) for key, member in value.items()}
        case list() | tuple():
            return [_finite(item) for item in value]
        case float() if not math.isfinite(value):
            return None
        case _:
            return value


def oddities(notes: Sequence[Note], error: StreamError | None) -> Iterator[str]:
    """Yield a line for each note, and one for the provider's error."""
    for note in notes:
        size = {"count": note.count, "characters": note.characters}
        yield record({"note": note.kind, "call": note.call, **size, "message": note.message})
    if error is not None:
        yield record({"stream_error": {"type": error.type, "message": error.message}})
