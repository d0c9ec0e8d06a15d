"""Errors as most wires spell them: ``error`` is an object with a type and a message, or a text."""

from collections.abc import Iterator

from toolfold.core.deltas import Failed
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
