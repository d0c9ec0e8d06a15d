"""Gemini's schemas, which are a subset of OpenAPI's: the same schema in the words of JSON Schema.

Types are in capitals, numbers may be text (64 bit integers are, in JSON), ``nullable`` stands beside the type, and SDKs
write the keywords with underscores. Only keywords are renamed: a property may be called ``type`` or ``nullable``.
"""

from collections.abc import Mapping

RENAMED = {"defs": "$defs", "ref": "$ref"}
COUNTS = frozenset({"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"})
OF_SCHEMA = frozenset({"items", "additionalProperties"})
OF_LIST = frozenset({"anyOf", "prefixItems"})
OF_NAMES = frozenset({"properties", "$defs"})
DROPPED = frozenset({"nullable", "propertyOrdering", "example", "default"})
UNSPECIFIED = "TYPE_UNSPECIFIED"


def json_schema(schema: object, /) -> object:
    """Return the JSON Schema that says what a schema of Gemini's says; anything else as it is.

    >>> json_schema({"type": "OBJECT", "properties": {"n": {"type": "INTEGER", "nullable": True}}})
    {'type': 'object', 'properties': {'n': {'type': ['integer', 'null']}}}
    """
    if not isinstance(schema, Mapping):
        return schema
    said = {_keyword(str(key)): value for key, value in schema.items()}
    found = {key: _value(key, value) for key, value in said.items() if key not in DROPPED}
    if said.get("type") in (None, UNSPECIFIED):
        found.pop("type", None)
    return _with_null(found) if said.get("nullable") is True else found


def _keyword(key: str) -> str:
    first, *rest = key.split("_")
    name = first + "".join(word.capitalize() for word in rest)
    return RENAMED.get(name, name)


def _value(key: str, value: object) -> object:
    if key == "type":
        return [one.lower() for one in value] if isinstance(value, list) else str(value).lower()
    if key in COUNTS and isinstance(value, str) and value.isdecimal():
        return int(value)
    if key in OF_SCHEMA:
        return json_schema(value)
    if key in OF_LIST and isinstance(value, list):
        return [json_schema(one) for one in value]
    if key in OF_NAMES and isinstance(value, Mapping):
        return {name: json_schema(one) for name, one in value.items()}
    return value


def _with_null(schema: dict[str, object]) -> dict[str, object]:
    kind, options = schema.get("type"), schema.get("enum")
    if "anyOf" in schema or "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    more = {} if options is None else {"enum": [*options, None] if isinstance(options, list) else options}
    return {**schema, **({} if kind is None else {"type": [kind, "null"]}), **more}
