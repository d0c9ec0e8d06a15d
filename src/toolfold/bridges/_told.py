"""What a front end is told of calls, whatever its protocol."""

from dataclasses import dataclass

from returns.result import Result

from toolfold.core.base import StreamError
from toolfold.core.call import PartialCall
from toolfold.core.faults import Fault
from toolfold.core.tool_call import ToolCall


@dataclass(frozen=True, slots=True)
class Started:
    """A call appears; ``of`` is the call so far."""

    id: str
    name: str
    of: PartialCall


@dataclass(frozen=True, slots=True)
class Grew:
    """Text is added to the arguments."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The name or the arguments are others than what was told: these are they."""

    id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Over:
    """A call is over: what became of it."""

    id: str
    name: str
    outcome: Result[ToolCall, Fault]


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that was over must not be run after all; ``why`` reads well to a model."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Broke:
    """The stream failed; nothing is told after it."""

    error: StreamError


Told = Started | Grew | Changed | Over | Refused | Broke
