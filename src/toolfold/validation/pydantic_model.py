"""Pydantic's models as what a tool takes: the model's own check, with its own validators."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, TypeGuard

from toolfold.arguments.decode import has_raw_control
from toolfold.arguments.json_text import dumps, load
from toolfold.arguments.paths import Path
from toolfold.core.refusals import Problem
from toolfold.validation.places import inside
from toolfold.validation.wording import a_value

VALIDATOR = "__pydantic_validator__"
MISSING = "missing"
KINDS = {
    MISSING: "missing-key",
    "extra_forbidden": "unexpected-key",
    "literal_error": "wrong-value",
    "enum": "wrong-value",
}
WRONG_TYPE = ("_type", "_parsing", "_attributes_type")


def is_model(value: object, /) -> TypeGuard[type]:
    """Say whether a value is a model's class, or a dataclass of pydantic's."""
    return isinstance(value, type) and hasattr(value, VALIDATOR)


def problems_of(model: type, text: str, most: int, /) -> tuple[Problem, ...]:
    """Return what a model finds wrong with arguments, at most so many problems.

    The model reads JSON text, so that a date may be a string even if the model is strict.
    """
    try:
        return _found(model, text, most)
    except Exception as error:  # noqa: BLE001  # a model's own validators may raise anything
        said = f"could not be checked: the tool's own check failed with {type(error).__name__}"
        return (Problem(path=(), kind="check-failed", message=said),)


def _found(model: type, text: str, most: int) -> tuple[Problem, ...]:
    arguments = load(text)
    try:
        getattr(model, VALIDATOR).validate_json(dumps(arguments) if has_raw_control(text) else text)
    except ValueError as error:
        errors: Any = getattr(error, "errors", None)  # which pydantic's own error has
        if errors is None:
            raise
        found: list[Any] = errors(include_url=False, include_context=False)
        return tuple(_problem(one, arguments) for one in islice(found, most))
    return ()


def _problem(error: Mapping[str, Any], arguments: object) -> Problem:
    kind, said = str(error["type"]), str(error["msg"])
    path = _path(error["loc"], arguments, missing=kind == MISSING)
    slug = KINDS.get(kind) or ("wrong-type" if kind.endswith(WRONG_TYPE) else kind.replace("_", "-"))
    if kind == MISSING:
        return Problem(path=path, kind=slug, message="is missing")
    if kind == "extra_forbidden":
        return Problem(path=path, kind=slug, message="is not a key that is allowed here")
    return Problem(path=path, kind=slug, message=f"{_in_the_middle(said)}, not {a_value(error['input'])}")


def _in_the_middle(said: str) -> str:
    """Return a message of pydantic's as the rest of a sentence."""
    said = said.removeprefix("Input ").removeprefix("Value error, ")
    return said if said.startswith("should ") else f"is refused ({said})"


def _path(loc: tuple[str | int, ...], arguments: object, *, missing: bool) -> Path:
    """Return where an error is, as a place in the arguments: a model's also names the members of unions."""
    path: list[str | int] = []
    here = arguments
    for step in loc[: len(loc) - missing]:
        for found in inside(here, step):
            here = found
            path.append(step)
    return (*path, *loc[len(loc) - missing :])
