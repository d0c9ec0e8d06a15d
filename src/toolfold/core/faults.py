"""Faults: calls that must not be run, one class for each kind, and all of a stream together."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal

from toolfold.arguments.paths import clipped
from toolfold.core.base import StreamError
from toolfold.core.broken import Broken
from toolfold.core.refusals import Refused
from toolfold.core.tool_call import ToolCall


class Truncated(Broken):
    """The text or the call was cut, or it is blank and nothing confirmed it."""

    __slots__ = ()
    kind: ClassVar[Literal["truncated"]] = "truncated"


class InvalidJson(Broken):
    """The arguments are not JSON."""

    __slots__ = ()
    kind: ClassVar[Literal["invalid-json"]] = "invalid-json"


class NotAnObject(Broken):
    """The arguments are JSON, but no object."""

    __slots__ = ()
    kind: ClassVar[Literal["not-an-object"]] = "not-an-object"


class ConcatenatedJson(Broken):
    """The text holds more than one JSON value."""

    __slots__ = ()
    kind: ClassVar[Literal["concatenated-json"]] = "concatenated-json"


class TrailingData(Broken):
    """One JSON value is followed by other text."""

    __slots__ = ()
    kind: ClassVar[Literal["trailing-data"]] = "trailing-data"


class DuplicateKey(Broken):
    """A key occurs twice in one object, so that readers disagree on its value."""

    __slots__ = ()
    kind: ClassVar[Literal["duplicate-key"]] = "duplicate-key"


class TooDeep(Broken):
    """The arguments are nested deeper than the limits allow."""

    __slots__ = ()
    kind: ClassVar[Literal["too-deep"]] = "too-deep"


class NonFiniteNumber(Broken):
    """A number is too large to be held."""

    __slots__ = ()
    kind: ClassVar[Literal["non-finite-number"]] = "non-finite-number"


class LoneSurrogate(Broken):
    """A string holds half of a surrogate pair."""

    __slots__ = ()
    kind: ClassVar[Literal["lone-surrogate"]] = "lone-surrogate"


class MissingName(Broken):
    """Arguments came, but no tool's name."""

    __slots__ = ()
    kind: ClassVar[Literal["missing-name"]] = "missing-name"


class OrphanArguments(Broken):
    """The call has no arguments, and arguments came that name no call."""

    __slots__ = ()
    kind: ClassVar[Literal["orphan-arguments"]] = "orphan-arguments"


class Rejected(Broken):
    """The sender itself says that the arguments are invalid."""

    __slots__ = ()
    kind: ClassVar[Literal["rejected"]] = "rejected"


class Abandoned(Broken):
    """The stream was given up before the call was over."""

    __slots__ = ()
    kind: ClassVar[Literal["abandoned"]] = "abandoned"


class OverLimit(Broken):
    """The call, or the stream, is larger than the limits allow."""

    __slots__ = ()
    kind: ClassVar[Literal["over-limit"]] = "over-limit"


StreamFault = (
    Truncated
    | InvalidJson
    | NotAnObject
    | ConcatenatedJson
    | TrailingData
    | DuplicateKey
    | TooDeep
    | NonFiniteNumber
    | LoneSurrogate
    | MissingName
    | OrphanArguments
    | Rejected
    | Abandoned
    | OverLimit
)
"""What can be wrong with a call by its stream alone."""

Fault = StreamFault | Refused
"""What can be wrong with a call: by its stream, or by the tools that there are (``toolfold.validation``)."""

FAULTS: Mapping[str, type[StreamFault]] = MappingProxyType(
    {
        "truncated": Truncated,
        "invalid-json": InvalidJson,
        "not-an-object": NotAnObject,
        "concatenated-json": ConcatenatedJson,
        "trailing-data": TrailingData,
        "duplicate-key": DuplicateKey,
        "too-deep": TooDeep,
        "non-finite-number": NonFiniteNumber,
        "lone-surrogate": LoneSurrogate,
        "missing-name": MissingName,
        "orphan-arguments": OrphanArguments,
        "rejected": Rejected,
        "abandoned": Abandoned,
        "over-limit": OverLimit,
    }
)
"""The class of each kind that a stream can have."""

ADVICE: Mapping[str, str] = MappingProxyType(
    {
        "truncated": "Send the whole call again; nothing was run.",
        "invalid-json": "Send the arguments as one JSON object.",
        "not-an-object": "Send the arguments as one JSON object.",
        "concatenated-json": "Send one call for each object.",
        "trailing-data": "Send one JSON object and nothing after it.",
        "duplicate-key": "Send each key once.",
        "too-deep": "Send flatter arguments.",
        "non-finite-number": "Send numbers within the range of a double.",
        "lone-surrogate": "Send characters outside the basic plane as whole pairs.",
        "missing-name": "Send the call again with the tool's name.",
        "orphan-arguments": "Send the whole call again; nothing was run.",
        "rejected": "Correct the arguments and send the call again.",
        "abandoned": "Send the whole call again if it is still wanted.",
        "over-limit": "Send less, or raise the limits.",
        "invalid-arguments": "Correct this and send the whole call again; nothing was run.",
        "unknown-tool": "Call a tool that there is; nothing was run.",
    }
)
"""What to do about each kind."""


def message_of(kind: str, name: str | None, seen: str, /) -> str:
    """Return a fault's text: what was seen, in which call, what it means and what to do.

    >>> message_of("truncated", "search", "the text ends inside a string")
    'search cannot be run (truncated): the text ends inside a string. Send the whole call again; nothing was run.'
    """
    return f"{clipped(name or 'A call without a name')} cannot be run ({kind}): {seen}. {ADVICE[kind]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What is wrong with a stream, and what is not: nothing is lost.

    ``calls`` are the sound calls that the client runs, ``faults`` the others, ``stream_error`` the provider's own.
    """

    calls: tuple[ToolCall, ...] = ()
    faults: tuple[Fault, ...] = ()
    stream_error: StreamError | None = None

    def __str__(self) -> str:
        """Say all of it, one line each."""
        error = self.stream_error
        said = [] if error is None else [f"the provider reported {error.type}: {error.message or 'no message'}"]
        return "\n".join([*said, *(fault.message for fault in self.faults)])
