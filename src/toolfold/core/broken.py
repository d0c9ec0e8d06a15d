"""What every kind of fault holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from toolfold.core.deltas import Kind, RunBy
from toolfold.core.extras import plain_extras


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """What every kind of fault holds: all that was received of the call.

    ``message`` says what was seen, what was expected and what to do; it reads well to a model, which can be answered
    with it under ``id`` (the call's own, or made up if none came). ``text`` is exactly what was received.
    """

    kind: ClassVar[str]

    id: str
    name: str | None
    text: str
    message: str
    id_made_up: bool = False
    choice: int = 0
    index: int | None = None
    call_kind: Kind = "function"
    run_by: RunBy = "client"
    extras_text: str = ""

    @property
    def extras(self) -> Mapping[str, object]:
        """What else the provider said of the call, as fresh plain data."""
        return plain_extras(self.extras_text)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: Any, /) -> object:  # noqa: ANN401  # pydantic's own
        """Let a fault be a field of pydantic models, whose JSON then says its kind."""
        from toolfold.core.schema import fault_schema  # noqa: PLC0415  # asked for by pydantic only

        return fault_schema(source, handler)
