"""What is wrong with a fragment: an error as most wires spell it, and argument text that names no call."""

from collections.abc import Iterator

from toolfold.core.deltas import Failed, Noted
from toolfold.wires._read import get, identity, is_record, json_of, text


def reported(source: object, /) -> Iterator[Failed]:
    """Yield the error that a fragment reports under ``error``, if it reports one.

    >>> list(reported({"error": "out of memory"})), list(reported({"error": None}))
    ([Failed(type='error', message='out of memory')], [])
    """
    error = get(source, "error")
    if is_record(error):
        kind = text(error, "type") or identity(error, "code") or text(error, "status") or "error"
        yield Failed(kind, text(error, "message"))
    elif error:
        yield Failed("error", json_of(error))


def dropped(written: str, /) -> tuple[Noted, ...]:
    """Return the note that counts argument text whose fragment does not say which call it belongs to.

    >>> dropped('{"a"'), dropped("")
    ((Noted(kind='text-dropped', characters=4),), ())
    """
    return (Noted("text-dropped", len(written)),) if written else ()
