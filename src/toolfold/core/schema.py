"""States, calls and faults as fields of pydantic models: what goes in and what comes out as JSON.

pydantic is there, or nobody would ask; it is imported only then, as it is no dependency of ours.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from toolfold.arguments.json_text import load
from toolfold.core.restore import revive
from toolfold.core.snapshot import VERSION, snapshot
from toolfold.core.state import State

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core.core_schema import CoreSchema

STATE_JSON: Final = {
    "title": "State",
    "description": "A saved state, as toolfold.snapshot gives it.",
    "type": "object",
    "properties": {"version": {"type": "integer", "minimum": 1, "maximum": VERSION}},
    "required": ["version"],
    "additionalProperties": True,
}
"""The JSON Schema of a saved state; what else is in it is toolfold's own business."""


def state_schema() -> "CoreSchema":
    """Return how pydantic reads and writes a state: it or its saved form goes in, its saved form comes out."""
    from pydantic_core import core_schema  # noqa: PLC0415

    saved = core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
    return core_schema.json_or_python_schema(
        json_schema=core_schema.no_info_after_validator_function(revive, saved),
        python_schema=core_schema.no_info_plain_validator_function(_state),
        serialization=core_schema.plain_serializer_function_ser_schema(snapshot, return_schema=saved),
        metadata={"pydantic_js_functions": [lambda _schema, _handler: dict(STATE_JSON)]},
    )


def _state(value: object, /) -> State:
    return value if isinstance(value, State) else revive(value)


def call_schema(source: type, handler: "GetCoreSchemaHandler", /) -> "CoreSchema":
    """Return how pydantic reads and writes a call: its arguments and extras come out as data too.

    They follow from the fields that hold their text. Data in which they do not is refused: whoever edited the arguments
    meant the edited ones to be run, and they would not be.
    """
    from pydantic_core import core_schema  # noqa: PLC0415

    data = core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
    return _told(source, handler, {"arguments": core_schema.nullable_schema(data), "extras": data}, _consistent)


def fault_schema(source: Any, handler: "GetCoreSchemaHandler", /) -> "CoreSchema":  # noqa: ANN401  # a class with a kind
    """Return how pydantic reads and writes a fault: its kind comes out too, and tells the classes apart on the way in.

    Without it every fault would be read as the first class of the union, as they have the same fields.
    """
    from pydantic_core import core_schema  # noqa: PLC0415

    def of_this_kind(given: object) -> object:
        if isinstance(given, Mapping) and given.get("kind") != source.kind:
            raise ValueError(f"kind is not {source.kind!r}")
        return given

    return _told(source, handler, {"kind": core_schema.literal_schema([source.kind])}, of_this_kind)


def _told(
    source: type,
    handler: "GetCoreSchemaHandler",
    properties: "Mapping[str, CoreSchema]",
    check: Callable[[object], object],
) -> "CoreSchema":
    """Return the schema of a dataclass with properties that come out beside its fields, and a check of what goes in.

    Both go into the schema that is there, not around it, since pydantic takes the inner one for a type it has met.
    """
    from pydantic_core import core_schema  # noqa: PLC0415

    schema = handler(source)
    whole: dict[str, Any] = cast("dict[str, Any]", handler.resolve_ref_schema(schema))
    fields = whole["schema"]
    fields["computed_fields"] = [core_schema.computed_field(name, of) for name, of in properties.items()]
    whole["schema"] = core_schema.no_info_before_validator_function(check, fields)
    return schema


def _consistent(given: object) -> object:
    if isinstance(given, Mapping):
        _check(given, "arguments", given.get("value", "{}"))
        _check(given, "extras", given.get("extras_text") or "{}")
    return given


def _check(given: Mapping[object, object], name: str, text: object) -> None:
    """Check that a text is a JSON object, and the one that the data beside it shows."""
    held = _object(name, text) if isinstance(text, str) else None
    if name in given and given[name] != held:
        raise ValueError(f"the {name} are not those of the text, which is what counts; edit that")


def _object(name: str, text: str) -> dict[str, object]:
    try:
        value = load(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError(f"the text of the {name} is no JSON object")  # noqa: TRY004  # pydantic wants it so
    return value
