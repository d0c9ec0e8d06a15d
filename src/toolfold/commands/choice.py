"""Which call of a recording a person means: its number, its id, or its name if no other call has it."""

from toolfold.commands.source import Recording
from toolfold.commands.verb import Refused
from toolfold.core.call import CallKey
from toolfold.core.ids import id_of
from toolfold.core.state import State, base_of
from toolfold.fold import Feed, new
from toolfold.inputs import UnreadableInput
from toolfold.show.calls import counted

SHOWN = 8
"""Calls that a refusal lists."""


def call_in(recording: Recording, feed: Feed, said: str, /) -> CallKey:
    """Return the number of a call of a recording, reading it once; of a recording that breaks off, what came counts."""
    state = new()
    try:
        for fragment in recording.read():
            state = feed(state, fragment)
    except UnreadableInput:
        if not len(state):
            raise
    return call_of(state, said, recording.name)


def call_of(state: State, said: str, name: str, /) -> CallKey:
    """Return the number of the call that is meant; one that is not there is refused with a list of those that are.

    A made-up id may have the star that marks it in a table.
    """
    seed = base_of(state).seed
    ids = {id_of(call, seed)[0]: key for key, call in state.items()}
    if said.isascii() and said.isdigit() and int(said[:9]) in state and said not in ids:
        return int(said)
    key = ids.get(said, ids.get(said.removesuffix("*")))
    if key is not None:
        return key
    named = [key for key, call in state.items() if call.name == said]
    if len(named) == 1:
        return named[0]
    if named:
        which = ", ".join(map(str, named[:SHOWN]))
        raise Refused(f"{counted(len(named), 'call')} of {name} are named {said!r}: say {which} for the one you mean")
    raise Refused(f"there is no call {said!r} in {name}{_there_are(state)}")


def _there_are(state: State) -> str:
    calls = [f"{key} ({call.name or 'without a name'})" for key, call in sorted(state.items())]
    if not calls:
        return ", which says nothing about calls"
    more = f" and {len(calls) - SHOWN} more" if len(calls) > SHOWN else ""
    return f": there are {', '.join(calls[:SHOWN])}{more}" if len(calls) > 1 else f": there is only {calls[0]}"
