"""What is public, and what the pages of the reference tell of."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import toolfold

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"

INNER = frozenset(
    [
        "__main__",
        "arguments",
        "changes",
        "cli",
        "commands",
        "core",
        "fixtures",
        "fold",
        "inputs",
        "outcomes",
        "plain",
        "show",
        "views",
        "wires",
    ]
)
"""Modules that nobody imports from: what users need of them is a name of ``toolfold``."""

SHELVES = ("toolfold.bridges",)
"""Packages that export nothing themselves: each of their modules is for those who need it."""

DIRECTIVE = re.compile(
    r"^\.\. (?:currentmodule|(auto(?:class|exception|function|data)|py:(?:type|data|function)))::[ ](\S+)"
    r"(?:\n   :(?:canonical|type): (.*))?",
    re.MULTILINE,
)


def public_modules() -> list[str]:
    found = [f"toolfold.{name}" for name in _modules_in("toolfold") if name not in INNER]
    shelved = [f"{shelf}.{name}" for shelf in SHELVES for name in _modules_in(shelf)]
    return sorted({"toolfold", "toolfold.wires.toolkit", *found, *shelved} - set(SHELVES))


def _modules_in(package: str) -> Iterator[str]:
    inside = pkgutil.iter_modules(importlib.import_module(package).__path__)
    return (one.name for one in inside if not one.name.startswith("_") or one.name == "__main__")


def public_names(module: str) -> list[str]:
    """What a module exports: its ``__all__``, or the functions and classes that it defines itself."""
    found = importlib.import_module(module)
    if hasattr(found, "__all__"):
        return [name for name in found.__all__ if not inspect.ismodule(getattr(found, name))]
    defined = (name for name, value in vars(found).items() if inspect.isfunction(value) or inspect.isclass(value))
    return [name for name in defined if not name.startswith("_") and getattr(found, name).__module__ == module]


def documented() -> dict[str, str | None]:
    """Every name with an entry in the reference, in full, with what the page says that it stands for."""
    return dict(entry for page in sorted(REFERENCE.glob("*.md")) for entry in _entries(page.read_text("utf-8")))


def _entries(page: str) -> Iterator[tuple[str, str | None]]:
    module = toolfold.__name__
    for directive, name, meaning in DIRECTIVE.findall(page):
        if directive:
            yield f"{module}.{name}", meaning or None
        else:
            module = name
