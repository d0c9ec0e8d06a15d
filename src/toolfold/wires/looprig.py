"""The tool use chunks of looprig (Go): ``Index``, ``ID``, ``Name``, ``InputJSON`` and a labelled provider state.

Source: package ``content/streamaccumulator``. Go's zero values mean absent, but an ``Index`` of 0 is real.
"""

from toolfold.core.deltas import Block, Delta, Merge, Piece, Traits
from toolfold.wires._read import extras_json, get, text, whole
from toolfold.wires.wire import Wire

KEYS = ("Index", "ID", "Name", "ProviderStateFormat")


def recognises(fragment: object, /) -> bool:
    """Say whether a fragment has this chunk's keys."""
    if text(fragment, "InputJSON"):
        return True
    return sum(get(fragment, key) is not None for key in (*KEYS, "InputJSON")) > 1


def decode(fragment: object, /) -> tuple[Delta, ...]:
    """Say what a fragment says of calls: any whole number is a key, and a state without its label is ignored."""
    number = whole(get(fragment, "Index")) or 0
    state, label = get(fragment, "ProviderState"), text(fragment, "ProviderStateFormat")
    scoped = {"ProviderState": state, "ProviderStateFormat": label} if label and state is not None else {}
    traits = Traits(merge=Merge.LAST, endless=True, extras=extras_json(scoped))
    at = Block(number, number=number)
    return (
        Piece(at, text(fragment, "ID") or None, text(fragment, "Name") or None, text(fragment, "InputJSON"), traits),
    )


LOOPRIG = Wire("looprig", recognises, decode)
