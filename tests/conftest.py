"""How the tests run: the profiles of hypothesis, and tests that need an extra."""

import importlib
import importlib.util
import os
import warnings
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

settings.register_profile("fast", max_examples=60, deadline=None)
settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("mutants", max_examples=15, deadline=None, derandomize=True, database=None)  # `poe mutants`
settings.register_profile("long", max_examples=3000, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "fast")  # --hypothesis-profile=long wins over this


EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def example(name: str) -> ModuleType:
    """A program of docs/examples, imported as a module of its own."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def require(package: str) -> ModuleType:
    """The package, or a skip where it is absent: `langgraph = require("langgraph")` at the top of a test module.

    Where TOOLFOLD_REQUIRE_EXTRAS is set, everything is meant to be there, so an absent package is an error: a skip
    nobody reads would hide that an integration is no longer tested.
    """
    if not os.environ.get("TOOLFOLD_REQUIRE_EXTRAS"):
        return pytest.importorskip(package, reason=f"{package} is not installed", exc_type=ImportError)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as importorskip does: another project's warning is not our failure
        return importlib.import_module(package)


FOLD = ("src/toolfold/arguments", "src/toolfold/core", "src/toolfold/wires", "src/toolfold/plain.py", "tests/arguments")
FOLD += ("tests/core", "tests/wires", "tests/test_rows.py", "tests/test_seed_rows.py", "tests/test_changes.py")
FOLD += ("tests/laws/test_lane.py",)
"""What covers every branch of the fold, and depends on how pyrsistent was built."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rest", action="store_true", help="only what a run without extras and without C leaves out")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--rest`` keep the modules that ask for an extra, and those of the fold itself."""
    if config.getoption("--rest"):
        paths = {item.path for item in items}
        wanted = {path for path in paths if is_rest(path.relative_to(config.rootpath).as_posix(), path)}
        config.hook.pytest_deselected(items=[item for item in items if item.path not in wanted])
        items[:] = [item for item in items if item.path in wanted]


def is_rest(name: str, path: Path) -> bool:
    return name.startswith(FOLD) or "require(" in path.read_text(encoding="utf-8")
