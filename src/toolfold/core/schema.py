"""A state as a field of pydantic models: a state or its saved form goes in, its saved form comes out."""

from typing import TYPE_CHECKING, Any

from toolfold.core.restore import revive
from toolfold.core.snapshot import snapshot
from toolfold.core.state import State

if TYPE_CHECKING:
    from pydantic_core.core_schema import CoreSchema


def state_schema() -> "CoreSchema":
    """Return how pydantic reads and writes a state; pydantic is there, or nobody would ask."""
    from pydantic_core import core_schema  # noqa: PLC0415  # it is no dependency of ours

    saved = core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
    return core_schema.json_or_python_schema(
        json_schema=core_schema.no_info_after_validator_function(revive, saved),
        python_schema=core_schema.no_info_plain_validator_function(_state),
        serialization=core_schema.plain_serializer_function_ser_schema(snapshot, return_schema=saved),
    )


def _state(value: Any, /) -> State:  # noqa: ANN401  # whatever a model is given
    return value if isinstance(value, State) else revive(value)
