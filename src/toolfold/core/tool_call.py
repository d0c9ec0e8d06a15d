"""A complete call, as it comes out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolfold.arguments.json_text import load
from toolfold.core.deltas import Kind, RunBy
from toolfold.core.extras import plain_extras


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A complete call that may be run: its arguments are one JSON object, or free text if ``kind`` is ``custom``.

    ``text`` is exactly what was received, ``value`` the JSON text of the arguments that it means (they differ where a
    repair was noted). ``id_made_up`` says that no id came, and that ``id`` was derived from the call's place in the
    stream. ``extras`` are what the next request must echo, in the provider's own keys and nesting.

    >>> call = ToolCall(id="call_1", name="add", text='{"a":1}', value='{"a":1}')
    >>> call.arguments
    {'a': 1}
    """

    id: str
    name: str
    text: str = ""
    value: str | None = "{}"
    id_made_up: bool = False
    kind: Kind = "function"
    run_by: RunBy = "client"
    choice: int = 0
    index: int | None = None
    extras_text: str = ""
    display_text: str | None = None

    @property
    def arguments(self) -> dict[str, object] | None:
        """The arguments as fresh plain data, yours to change; None for free text."""
        value = None if self.value is None else load(self.value)
        return value if isinstance(value, dict) else None

    @property
    def extras(self) -> Mapping[str, object]:
        """What else the provider said of the call, as fresh plain data."""
        return plain_extras(self.extras_text)

    @property
    def status(self) -> str:
        """``complete``: a partial call becomes one of these only when it is."""
        return "complete"

    @property
    def execution_status(self) -> str:
        """How far its execution is, as its metadata say; ``identified`` if they say nothing."""
        return execution_status_in(self.extras)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: Any, /) -> object:  # noqa: ANN401  # pydantic's own
        """Let a call be a field of pydantic models, whose JSON then shows its arguments as data."""
        from toolfold.core.schema import call_schema  # noqa: PLC0415  # asked for by pydantic only

        return call_schema(source, handler)


ToolCall.__module__ = "toolfold"  # checkpoints name a type by its module, and outlive the one that it happens to be in


def execution_status_in(extras: Mapping[str, object], default: str = "identified", /) -> str:
    """Return the execution status that a call's metadata hold."""
    metadata = extras.get("metadata")
    found = metadata.get("execution_status") if isinstance(metadata, Mapping) else None
    return found if isinstance(found, str) else default
