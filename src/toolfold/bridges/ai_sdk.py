"""Vercel AI SDK: what changed, as chunks of its UI message stream.

Between two states of a stream lie the chunks to send: plain dicts, in the keys of the format. For every call there is
one ``tool-input-start``, then ``tool-input-delta``, then one ``tool-input-available`` with the arguments as they are
meant, or one ``tool-input-error`` with the fault's message. What came as deltas is a preview: the front end takes the
whole input at the end, so that arguments which were replaced or repaired need no word of their own. A call is ended as
soon as ``ready`` lists it; one without arguments, or one that is broken or repaired, may still change by text that
comes late, and is ended by ``closing_chunks``. A call that must not be run after all is a ``tool-output-error``; the
provider's error is ``error``, and nothing is sent after it. The parts around the calls (``start``, ``text-delta``,
``finish``) are yours, and so are the results.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from returns.result import Failure, Result

from toolfold.arguments.json_text import dumps
from toolfold.bridges._live import Manner, ending, told
from toolfold.bridges._told import Broke, Changed, Grew, Over, Refused, Started, Told
from toolfold.core.deltas import Kind, RunBy
from toolfold.core.faults import Fault
from toolfold.core.state import State
from toolfold.core.tool_call import ToolCall

__all__ = ["HEADERS", "chunks", "closing_chunks", "sse"]

Chunk = dict[str, object]

HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "connection": "keep-alive",
    "x-vercel-ai-ui-message-stream": "v1",
    "x-accel-buffering": "no",
}
"""The headers of a response that is such a stream."""


def chunks(before: State, after: State, /, *, live: bool = True, dynamic: bool = False) -> tuple[Chunk, ...]:
    """Return the chunks that tell a front end how a stream came from one state to a later one.

    Send those between neighbours of ``itertools.accumulate(fragments, feed, initial=new())``, and at the end
    ``closing_chunks`` of the last state. The chunks follow from the two states alone: none is forgotten or sent twice
    by a server that restarts from a snapshot. ``live=False`` sends a call only when it is over, ``dynamic`` says that
    the front end does not know the tools.

    >>> from toolfold import feed, new
    >>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "go", "arguments": '{"to":'}}])
    >>> for chunk in chunks(new(), state):
    ...     print(chunk)
    {'type': 'tool-input-start', 'toolCallId': 'c1', 'toolName': 'go'}
    {'type': 'tool-input-delta', 'toolCallId': 'c1', 'inputTextDelta': '{"to":'}
    """
    return tuple(_chunks(told(before, after, Manner(live, provider=True)), dynamic=dynamic))


def closing_chunks(state: State, /, *, live: bool = True, dynamic: bool = False) -> tuple[Chunk, ...]:
    """Return the chunks that end every call which is still open, when no fragment comes any more.

    >>> from toolfold import feed, new
    >>> state = feed(new(), [{"index": 0, "id": "c1", "function": {"name": "go", "arguments": "{"}}])
    >>> [chunk["type"] for chunk in closing_chunks(state)]
    ['tool-input-error']
    """
    return tuple(_chunks(ending(state, Manner(live, provider=True)), dynamic=dynamic))


def sse(chunk: Chunk | None, /) -> str:
    r"""Return a chunk as the server-sent event of ``HEADERS``; None is the end of the stream.

    >>> sse({"type": "finish"}), sse(None)
    ('data: {"type":"finish"}\n\n', 'data: [DONE]\n\n')
    """
    data = "[DONE]" if chunk is None else dumps(chunk)
    return f"data: {data.encode('utf-8', 'backslashreplace').decode()}\n\n"  # half a surrogate pair is no UTF-8


def _chunks(found: Iterable[Told], *, dynamic: bool) -> Iterator[Chunk]:
    for one in found:
        yield from _chunk(one, dynamic=dynamic)


def _chunk(one: Told, *, dynamic: bool) -> Iterator[Chunk]:
    match one:
        case Started(id_, name, call):
            head = _head("tool-input-start", id_, name, call.run_by, dynamic=dynamic)
            yield {
                **head,
                **_encoding(call.kind),
                **({} if call.display_text is None else {"title": call.display_text}),
            }
        case Grew(id_, text):
            yield {"type": "tool-input-delta", "toolCallId": id_, "inputTextDelta": text}
        case Changed():  # the whole input comes at the end
            pass
        case Over(id_, name, outcome):
            yield _over(id_, name, outcome, dynamic=dynamic)
        case Refused(id_, why):
            yield {"type": "tool-output-error", "toolCallId": id_, "errorText": why}
        case Broke(error):
            yield {"type": "error", "errorText": error.message or error.type}
        case other:
            assert_never(other)


def _over(id_: str, name: str, outcome: Result[ToolCall, Fault], *, dynamic: bool) -> Chunk:
    if isinstance(outcome, Failure):
        fault = outcome.failure()
        head = _head("tool-input-error", id_, name, fault.run_by, dynamic=dynamic)
        return {**head, "input": fault.text, "errorText": fault.message}
    call = outcome.unwrap()
    head = _head("tool-input-available", id_, name, call.run_by, dynamic=dynamic)
    return {**head, "input": call.text if call.value is None else call.arguments}


def _head(kind: str, id_: str, name: str, run_by: RunBy, *, dynamic: bool) -> Chunk:
    head: Chunk = {"type": kind, "toolCallId": id_, "toolName": name}
    by_provider = {"providerExecuted": True} if run_by == "provider" else {}
    return {**head, **by_provider, **({"dynamic": True} if dynamic else {})}


def _encoding(kind: Kind) -> Chunk:
    return {"inputEncoding": "text"} if kind == "custom" else {}
