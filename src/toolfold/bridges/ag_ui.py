"""AG-UI, the protocol between agents and front ends (CopilotKit and others): what changed, as its events.

Between two states of a stream lie the events to send: plain dicts, in the keys of the protocol. For every call there
is one ``TOOL_CALL_START``, then ``TOOL_CALL_ARGS`` whose deltas join to the arguments, then one ``TOOL_CALL_END``, and
none of these after it. What the protocol cannot say is said beside it:

- A call is ended as soon as ``ready`` lists it. One without arguments, or one that is broken or repaired, may still
  change by text that comes late: it is ended by ``closing_events``.
- A call that must not be run gets its end, and a ``TOOL_CALL_RESULT`` with the fault's message: a call that has its
  answer is not run by the front end.
- Arguments that turn out to be others than those sent, or a name that changes, are a ``CUSTOM`` event named
  ``toolfold.call-changed`` that says the call as it is. With ``live=False`` there are none of them, since a call is
  then sent when it is over.
- Calls that the provider runs are left out: the front end would wait for answers to them.
- ``RUN_ERROR`` is sent for the provider's error, and nothing after it. Starting and finishing the run is yours.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from returns.result import Failure

from toolfold.bridges._live import Manner, ending, told
from toolfold.bridges._told import Broke, Changed, Grew, Over, Refused, Started, Told
from toolfold.core.state import State

__all__ = ["closing_events", "events"]

Event = dict[str, object]

CHANGED = "toolfold.call-changed"


def events(before: State, after: State, /, *, live: bool = True, message_id: str | None = None) -> tuple[Event, ...]:
    """Return the events that tell a front end how a stream came from one state to a later one.

    Send those between neighbours of ``itertools.accumulate(fragments, feed, initial=new())``, and at the end
    ``closing_events`` of the last state. The events follow from the two states alone: none is forgotten or sent twice
    by a server that restarts from a snapshot. ``message_id`` is the message to which the front end adds the calls.

    >>> from toolfold import feed, new
    >>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "go", "arguments": '{"to":'}}])
    >>> for event in events(new(), state):
    ...     print(event)
    {'type': 'TOOL_CALL_START', 'toolCallId': 'c1', 'toolCallName': 'go'}
    {'type': 'TOOL_CALL_ARGS', 'toolCallId': 'c1', 'delta': '{"to":'}
    """
    return tuple(_events(told(before, after, Manner(live, provider=False)), message_id))


def closing_events(state: State, /, *, live: bool = True, message_id: str | None = None) -> tuple[Event, ...]:
    """Return the events that end every call which is still open, when no fragment comes any more.

    >>> from toolfold import feed, new
    >>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "go", "arguments": "{"}}])
    >>> [event["type"] for event in closing_events(state)]
    ['TOOL_CALL_END', 'TOOL_CALL_RESULT']
    """
    return tuple(_events(ending(state, Manner(live, provider=False)), message_id))


def _events(found: Iterable[Told], message_id: str | None) -> Iterator[Event]:
    for one in found:
        yield from _event(one, message_id)


def _event(one: Told, message_id: str | None) -> Iterator[Event]:
    match one:
        case Started(id_, name, _):
            parent = {} if message_id is None else {"parentMessageId": message_id}
            yield {"type": "TOOL_CALL_START", "toolCallId": id_, "toolCallName": name, **parent}
        case Grew(id_, text):
            yield {"type": "TOOL_CALL_ARGS", "toolCallId": id_, "delta": text}
        case Changed(id_, name, text):
            value = {"toolCallId": id_, "toolCallName": name, "arguments": text}
            yield {"type": "CUSTOM", "name": CHANGED, "value": value}
        case Over(id_, _, outcome):
            yield {"type": "TOOL_CALL_END", "toolCallId": id_}
            if isinstance(outcome, Failure):
                yield _answer(id_, outcome.failure().message)
        case Refused(id_, why):
            yield _answer(id_, why)
        case Broke(error):
            yield {"type": "RUN_ERROR", "message": error.message or error.type, "code": error.type}
        case other:
            assert_never(other)


def _answer(id_: str, why: str) -> Event:
    return {"type": "TOOL_CALL_RESULT", "messageId": f"tool_{id_}", "toolCallId": id_, "content": why, "role": "tool"}
