"""Faults of sound calls: they can be read, and the tools that there are cannot run them."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from toolfold.arguments.paths import Path, clipped, path_text
from toolfold.core.broken import Broken
from toolfold.core.tool_call import ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong with arguments: where, what kind (a kebab-case slug), and a sentence for a model.

    >>> Problem(path=("days", 0), kind="wrong-type", message="must be an integer").where
    '$.days[0]'
    """

    path: Path
    kind: str
    message: str

    @property
    def where(self) -> str:
        """The path as JSONPath text."""
        return path_text(self.path)

    def __str__(self) -> str:
        """Say where and what."""
        return f"{clipped(self.where)} {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidArguments(Broken):
    """The arguments are one JSON object, and not one that the tool takes; ``call`` is the call as it came."""

    kind: ClassVar[Literal["invalid-arguments"]] = "invalid-arguments"

    call: ToolCall
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTool(Broken):
    """There is no tool of this name; ``nearest`` are the names that resemble it, the likeliest first."""

    kind: ClassVar[Literal["unknown-tool"]] = "unknown-tool"

    call: ToolCall
    nearest: tuple[str, ...] = ()


Refused = InvalidArguments | UnknownTool
"""What can be wrong with a call whose arguments can be read."""
