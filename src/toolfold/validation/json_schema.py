"""JSON Schemas as what a tool takes: compiled once by jsonschema-rs, and its errors in a model's words."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from toolfold.arguments.json_text import load
from toolfold.arguments.paths import Path
from toolfold.core.refusals import Problem
from toolfold.validation.places import inside
from toolfold.validation.wording import a_value, any_of, counted, literal, types

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

Check = Callable[[str, int], tuple[Problem, ...]]
"""From the JSON text of arguments, and a number, at most so many problems."""

LARGE = 100_000
"""Characters of arguments beyond which only the first problem is looked for: finding all is not lazy, and costly."""

KINDS = {
    "additionalProperties": "unexpected-key",
    "const": "wrong-value",
    "dependentRequired": "missing-key",
    "enum": "wrong-value",
    "falseSchema": "unexpected-key",
    "required": "missing-key",
    "type": "wrong-type",
    "unevaluatedProperties": "unexpected-key",
}
"""The kinds of problem that have a name of their own; the others are named for their keyword."""

AT_LEAST, AT_MOST = "must have at least", "must have at most"
SAID: dict[str, Callable[[Any, Any], str]] = {
    "const": lambda kind, value: f"must be {literal(kind.expected_value)}, not {a_value(value)}",
    "enum": lambda kind, value: f"must be {any_of([literal(one) for one in kind.options])}, not {a_value(value)}",
    "exclusiveMaximum": lambda kind, value: f"must be less than {kind.limit}, not {a_value(value)}",
    "exclusiveMinimum": lambda kind, value: f"must be more than {kind.limit}, not {a_value(value)}",
    "falseSchema": lambda _, __: "is not allowed here",
    "format": lambda kind, value: f"must be a {kind.format}, not {a_value(value)}",
    "maxItems": lambda kind, value: f"{AT_MOST} {counted(kind.limit, 'item')}, not {len(value)}",
    "maxLength": lambda kind, value: f"{AT_MOST} {counted(kind.limit, 'character')}, not {len(value)}",
    "maxProperties": lambda kind, value: f"{AT_MOST} {counted(kind.limit, 'key')}, not {len(value)}",
    "maximum": lambda kind, value: f"must be at most {kind.limit}, not {a_value(value)}",
    "minItems": lambda kind, value: f"{AT_LEAST} {counted(kind.limit, 'item')}, not {len(value)}",
    "minLength": lambda kind, value: f"{AT_LEAST} {counted(kind.limit, 'character')}, not {len(value)}",
    "minProperties": lambda kind, value: f"{AT_LEAST} {counted(kind.limit, 'key')}, not {len(value)}",
    "minimum": lambda kind, value: f"must be at least {kind.limit}, not {a_value(value)}",
    "multipleOf": lambda kind, value: f"must be a multiple of {kind.multiple_of}, not {a_value(value)}",
    "oneOf": lambda _, value: f"must be what exactly one of the alternatives takes, not {a_value(value)}",
    "pattern": lambda kind, value: f"must match the pattern {kind.pattern}, not {a_value(value)}",
    "type": lambda kind, value: f"must be {types(kind.types)}, not {a_value(value)}",
    "uniqueItems": lambda _, __: "must not hold the same item twice",
}
"""What is said of a value, by the keyword that it breaks."""

NARROWING = frozenset({"const", "enum", "type"})


def compiled(schema: object, *, formats: bool) -> Check:
    """Return the check of a JSON Schema; ``ValueError`` if it is none, or refers to something outside itself.

    Nothing is ever fetched: a schema may come from a server that nobody trusts.
    """
    try:
        import jsonschema_rs  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise ImportError("checking JSON Schemas needs jsonschema-rs: pip install 'toolfold[schema]'") from error
    if not isinstance(schema, dict | bool):
        raise TypeError(f"a JSON Schema is an object or a boolean, not {type(schema).__name__}")
    try:
        validator = jsonschema_rs.validator_for(schema, offline=True, validate_formats=formats)
    except Exception as error:
        raise ValueError(str(error).partition("\n")[0]) from error

    def check(text: str, most: int, /) -> tuple[Problem, ...]:
        try:
            arguments: Any = load(text)
            if validator.is_valid(arguments):
                return ()
            errors = _first(validator, arguments) if len(text) > LARGE else validator.iter_errors(arguments)
            found = tuple(islice((one for error in errors for one in _problems(error, Case(schema, arguments))), most))
        except Exception as error:  # noqa: BLE001  # arguments that cannot be checked are none to run
            said = f"could not be checked: {type(error).__name__}"
            return (Problem(path=(), kind="check-failed", message=said),)
        return found or (Problem(path=(), kind="check-failed", message="is not what the tool takes"),)

    return check


def _first(validator: Any, arguments: object) -> "Iterable[ValidationError]":  # noqa: ANN401  # of a package of theirs
    from jsonschema_rs import ValidationError  # noqa: PLC0415  # an extra

    try:
        validator.validate(arguments)
    except ValidationError as error:
        return (error,)
    return ()


class Case(NamedTuple):
    """What is checked: errors name places in both."""

    schema: object
    arguments: object


def _problems(error: Any, case: Case) -> Iterable[Problem]:  # noqa: ANN401  # its kinds have attributes of their own
    """Yield the problems that an error stands for: one for each key, and those of the likeliest alternative."""
    keyword, path, kind = error.kind.name, tuple(error.instance_path), error.kind
    match keyword:
        case "required":
            yield _missing(path, kind.property, _beside(case, error))
        case "additionalProperties" | "unevaluatedProperties":
            said = _unexpected(_beside(case, error))
            yield from (Problem(path=(*path, key), kind=KINDS[keyword], message=said) for key in kind.unexpected)
        case "falseSchema" if error.schema_path[-1:] == ["additionalProperties"]:  # it does not name the keys
            keys = _at(case.arguments, error.instance_path)
            said = _unexpected({})
            yield from (Problem(path=(*path, key), kind=KINDS[keyword], message=said) for key in keys)
        case "propertyNames":
            said = f"is not a key that is allowed here: it {_said(kind.error)}"
            yield Problem(path=(*path, str(kind.error.instance)), kind="unexpected-key", message=said)
        case "anyOf" | "oneOf" if _none_fits(kind):
            yield from _of_alternatives(error, case)
        case _:
            yield Problem(path=path, kind=_slug(keyword), message=_said(error))


def _slug(keyword: str) -> str:
    kebab = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in keyword)
    return KINDS.get(keyword, kebab)


def _said(error: Any) -> str:  # noqa: ANN401  # its kinds have attributes of their own
    say = SAID.get(error.kind.name)
    return f"breaks the rule {error.kind.name} of its schema" if say is None else say(error.kind, error.instance)


def _missing(path: Path, key: str, schema: dict[str, Any]) -> Problem:
    described = _properties(schema).get(key)
    wanted = described.get("type") if isinstance(described, dict) else None
    said = f"is missing; it must be {types(wanted)}" if isinstance(wanted, str | list) else "is missing"
    return Problem(path=(*path, key), kind="missing-key", message=said)


def _unexpected(schema: dict[str, Any]) -> str:
    keys = [literal(key) for key in _properties(schema)]
    return (
        f"is not a key that is allowed here, which are {any_of(keys)}" if keys else "is not a key that is allowed here"
    )


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}


def _beside(case: Case, error: Any) -> dict[str, Any]:  # noqa: ANN401  # of a package of theirs
    """Return the part of the schema in which the keyword stands that is broken."""
    return _at(case.schema, error.schema_path[:-1])


def _at(value: object, path: list[str | int]) -> dict[str, Any]:
    """Return the object at a place; an empty one if there is none."""
    for step in path:
        value = next(iter(inside(value, step)), None)
    return value if isinstance(value, dict) else {}


def _none_fits(kind: Any) -> bool:  # noqa: ANN401  # its kinds have attributes of their own
    return all(kind.context) and bool(kind.context)


def _of_alternatives(error: Any, case: Case) -> Iterable[Problem]:  # noqa: ANN401  # as above
    """Yield what is wrong with a value that none of several alternatives takes.

    If its type is the matter, all types are told at once; else the alternative that comes nearest speaks: one that is
    not ruled out by a type or a fixed value of the whole, and then the one with the fewest errors.
    """
    here = error.instance_path
    own = [[one for one in errors if one.instance_path == here] for errors in error.kind.context]
    if all(errors and errors[0].kind.name == "type" for errors in own):
        wanted = list(dict.fromkeys(name for errors in own for name in errors[0].kind.types))
        said = f"must be {types(wanted)}, not {a_value(error.instance)}"
        yield Problem(path=tuple(here), kind="wrong-type", message=said)
        return
    for one in min(error.kind.context, key=lambda errors: (_ruled_out(errors, here), len(errors))):
        yield from _problems(one, case)


def _ruled_out(errors: Any, here: list[str | int]) -> int:  # noqa: ANN401  # as above
    """Say how plainly an alternative is not the one that was meant."""
    depths = [len(one.instance_path) - len(here) for one in errors if one.kind.name in NARROWING]
    if 0 in depths:
        return 2
    tags = [one for one in errors if one.kind.name in ("const", "enum") and len(one.instance_path) - len(here) == 1]
    return 1 if tags else 0
