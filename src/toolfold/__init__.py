"""Fold the fragments of streamed LLM tool calls into complete calls, as values.

A wire turns a fragment into deltas, one rule table says which call they mean, and ``feed`` gives the next state:

>>> from functools import reduce
>>> fragments = [
...     {"choices": [{"index": 0, "delta": {"tool_calls": [
...         {"index": 0, "id": "call_1", "function": {"name": "weather", "arguments": '{"city": "Os'}}]}}]},
...     {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": 'lo"}'}}]}}]},
...     {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
... ]
>>> [call] = finalize(reduce(feed, fragments, new())).unwrap()
>>> call.name, call.arguments
('weather', {'city': 'Oslo'})
"""

from importlib import import_module
from typing import TYPE_CHECKING

from toolfold.core.base import StreamError
from toolfold.core.call import CallKey, PartialCall
from toolfold.core.ends import abandon
from toolfold.core.faults import (
    Abandoned,
    ConcatenatedJson,
    DuplicateKey,
    Fault,
    Faults,
    InvalidJson,
    LoneSurrogate,
    MissingName,
    NonFiniteNumber,
    NotAnObject,
    OrphanArguments,
    OverLimit,
    Rejected,
    TooDeep,
    TrailingData,
    Truncated,
)
from toolfold.core.limits import Limits
from toolfold.core.notes import Note
from toolfold.core.seal import Seal
from toolfold.core.state import State
from toolfold.core.tool_call import ToolCall
from toolfold.fold import feed, feed_all, feeder, new
from toolfold.outcomes import finalize, notes, outcomes, ready
from toolfold.wires import WIRES, detect
from toolfold.wires.wire import Wire

if TYPE_CHECKING:
    from toolfold import calls, messages, sse
    from toolfold.change import (
        ArgumentsGrew,
        ArgumentsReplaced,
        CallFaulted,
        CallNamed,
        CallOpened,
        CallSealed,
        Change,
        NoteTaken,
        StreamEnded,
        changes,
    )
    from toolfold.core.restore import BadSnapshot, restore
    from toolfold.core.snapshot import snapshot
    from toolfold.history import History
    from toolfold.views import PartialView, peek

__all__ = [
    "WIRES",
    "Abandoned",
    "ArgumentsGrew",
    "ArgumentsReplaced",
    "BadSnapshot",
    "CallFaulted",
    "CallKey",
    "CallNamed",
    "CallOpened",
    "CallSealed",
    "Change",
    "ConcatenatedJson",
    "DuplicateKey",
    "Fault",
    "Faults",
    "History",
    "InvalidJson",
    "Limits",
    "LoneSurrogate",
    "MissingName",
    "NonFiniteNumber",
    "NotAnObject",
    "Note",
    "NoteTaken",
    "OrphanArguments",
    "OverLimit",
    "PartialCall",
    "PartialView",
    "Rejected",
    "Seal",
    "State",
    "StreamEnded",
    "StreamError",
    "TooDeep",
    "ToolCall",
    "TrailingData",
    "Truncated",
    "Wire",
    "abandon",
    "calls",
    "changes",
    "detect",
    "feed",
    "feed_all",
    "feeder",
    "finalize",
    "messages",
    "new",
    "notes",
    "outcomes",
    "peek",
    "ready",
    "restore",
    "snapshot",
    "sse",
]

_LATER = {
    "toolfold.calls": ("calls",),
    "toolfold.change": (
        "ArgumentsGrew",
        "ArgumentsReplaced",
        "CallFaulted",
        "CallNamed",
        "CallOpened",
        "CallSealed",
        "Change",
        "NoteTaken",
        "StreamEnded",
        "changes",
    ),
    "toolfold.core.restore": ("BadSnapshot", "restore"),
    "toolfold.core.snapshot": ("snapshot",),
    "toolfold.history": ("History",),
    "toolfold.messages": ("messages",),
    "toolfold.sse": ("sse",),
    "toolfold.views": ("PartialView", "peek"),
}
"""What is imported when it is first asked for: who only folds does not wait for the rest."""


def __getattr__(name: str) -> object:
    """Import what comes later, and keep it."""
    for module, names in _LATER.items():
        if name in names:
            found = import_module(module)
            globals()[name] = found if module == f"toolfold.{name}" else getattr(found, name)
            return globals()[name]
    raise AttributeError(f"module 'toolfold' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Name what comes later too."""
    return sorted({*globals(), *__all__})
