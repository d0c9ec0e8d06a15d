"""Which part of toolfold may import which: read from the source, so a file added later is covered as well."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import toolfold
from tests.conftest import require

PACKAGE = Path(next(iter(toolfold.__path__)))
MODULES = sorted(PACKAGE.rglob("*.py"))
MAY_IMPORT = {
    "arguments": {"arguments"},
    "core": {"core", "arguments"},
    "wires": {"wires", "core", "arguments"},
}
IMPURE = {"io", "logging", "os", "random", "socket", "time"}
MAY_IMPORT_CLI = {"cli", "__main__"}


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, package: str) -> Iterator[str]:
    """Every module that the source names in an import, wherever in the file, as an absolute dotted name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def room(name: str) -> str:
    """The part of toolfold that a dotted name belongs to: `toolfold.core.state.State` is in `core`."""
    return (*name.split("."), "")[1]


def breaches(module: str, source: str, *, is_package: bool = False) -> list[str]:
    package = module if is_package else module.rpartition(".")[0]
    names = sorted(set(imported(source, package)))
    here = room(module)
    ours = [name for name in names if name.split(".")[0] == "toolfold"]
    found = [name for name in ours if room(name) == "cli" and here not in MAY_IMPORT_CLI]
    if here in MAY_IMPORT:
        found += [name for name in ours if room(name) not in MAY_IMPORT[here]]
        found += [name for name in names if name.split(".")[0] in IMPURE]
    return sorted(set(found))


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_inward(path):
    assert breaches(dotted(path), path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py") == []


@pytest.mark.parametrize("name", sorted(MAY_IMPORT))
def test_the_rooms_are_there(name):
    assert any(room(dotted(path)) == name for path in MODULES)


@pytest.mark.parametrize(
    ("module", "source", "breach"),
    [
        ("toolfold.core.step", "import toolfold.wires.openai_chat", "toolfold.wires.openai_chat"),
        ("toolfold.core.step", "from toolfold.wires import WIRES", "toolfold.wires.WIRES"),
        ("toolfold.core.step", "from toolfold import wires", "toolfold.wires"),
        ("toolfold.core.step", "from ..wires import WIRES", "toolfold.wires.WIRES"),
        ("toolfold.core.step", "from .. import fold", "toolfold.fold"),
        ("toolfold.core.step", "import toolfold", "toolfold"),
        ("toolfold.core.step", "def late():\n    from toolfold import cli", "toolfold.cli"),
        ("toolfold.arguments.scan", "from toolfold.core.state import State", "toolfold.core.state.State"),
        ("toolfold.wires.nous", "from toolfold.change import changes", "toolfold.change.changes"),
        ("toolfold.wires.nous", "import os.path", "os.path"),
        ("toolfold.arguments.scan", "from time import monotonic", "time.monotonic"),
        ("toolfold.core.step", "if True:\n    import random", "random"),
        ("toolfold.fold", "from toolfold.cli import main", "toolfold.cli.main"),
        ("toolfold.show.text", "from toolfold import cli", "toolfold.cli"),
    ],
)
def test_a_breach_is_seen(module, source, breach):
    assert breaches(module, source) == [breach]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("toolfold.core.step", "from toolfold.core.state import State\nfrom .seal import Seal\nimport json"),
        ("toolfold.core.step", "from toolfold.arguments.scan import scan\nfrom . import faults"),
        ("toolfold.wires.nous", "from toolfold.core.deltas import Delta\nfrom ._read import field"),
        ("toolfold.fold", "import os\nfrom toolfold.wires import WIRES"),
        ("toolfold.__main__", "from toolfold.cli import main"),
        ("toolfold.cli.replay", "from toolfold.cli.show import table"),
    ],
)
def test_what_is_allowed_is_not_a_breach(module, source):
    assert breaches(module, source) == []


def test_a_package_looks_into_itself():
    assert breaches("toolfold.core", "from .state import State", is_package=True) == []
    assert breaches("toolfold.core", "from ..wires import WIRES", is_package=True) == ["toolfold.wires.WIRES"]


def test_an_absent_extra_is_a_skip(monkeypatch):
    monkeypatch.delenv("TOOLFOLD_REQUIRE_EXTRAS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not_there is not installed"):
        require("not_there")


def test_an_absent_extra_is_an_error_where_every_extra_is_required(monkeypatch):
    monkeypatch.setenv("TOOLFOLD_REQUIRE_EXTRAS", "1")
    with pytest.raises(ModuleNotFoundError):
        require("not_there")


@pytest.mark.parametrize("setting", ["", "1"])
def test_a_present_extra_is_there(monkeypatch, setting):
    monkeypatch.setenv("TOOLFOLD_REQUIRE_EXTRAS", setting)
    assert require("json").loads("1") == 1


LATER = ("toolfold.history", "toolfold.messages", "toolfold.change", "toolfold.views", "toolfold.sse", "gzip")


def test_who_only_folds_imports_no_more() -> None:
    asked = f"import sys, toolfold; print([name for name in {LATER!r} if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    assert set(ast.literal_eval(said)) <= set(before_any_import())


def before_any_import() -> list[str]:
    """What Python itself and the two packages import anyway."""
    asked = f"import sys, pyrsistent, returns.result; print([name for name in {LATER!r} if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    return list(ast.literal_eval(said))


def test_every_public_name_is_there_when_asked_for() -> None:
    for name in toolfold.__all__:
        assert getattr(toolfold, name) is not None
    assert set(toolfold.__all__) <= set(dir(toolfold))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(toolfold, "nothing")  # noqa: B009  # a type checker would refuse the plain one
