"""Ids for calls that came without one."""

import json

from toolfold.core.call import PartialCall


def id_of(call: PartialCall, seed: str, /) -> tuple[str, bool]:
    """Return a call's id and whether it was made up.

    A made-up id follows from the seed, the message and the call's place in it, so that a replay gives the same one,
    and a name that comes late does not change it. Ids are salted with ``State(seed=...)``: two streams of one
    conversation need different seeds if their wire names no message.

    >>> id_of(PartialCall(), ""), id_of(PartialCall(), "run 2") == id_of(PartialCall(), "")
    (('call_44966bad903942593fbc0bbd', True), False)
    """
    head = call.head
    if head.id:
        return head.id, False
    from hashlib import sha256  # noqa: PLC0415  # most streams need none, and its import is slow

    place = json.dumps([seed, head.message_id, head.message, head.choice, head.position])
    return f"call_{sha256(place.encode()).hexdigest()[:24]}", True
