"""The reference says what there is."""

import importlib
import re
from typing import get_args

import pytest

import toolfold
from tests.docs import commands
from tests.docs.public import REFERENCE, documented, public_modules, public_names
from tests.docs.reference import PAGE, page
from toolfold import Change, Fault

API = (REFERENCE / "api.md").read_text(encoding="utf-8")


def test_the_wires_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.docs.reference"


def imported(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def test_the_page_of_the_command_line_is_up_to_date() -> None:
    assert commands.PAGE.read_text(encoding="utf-8") == commands.page(), "run: python -m tests.docs.commands"


@pytest.mark.parametrize("name", toolfold.__all__)
def test_every_name_of_toolfold_is_on_the_map(name: str) -> None:
    assert re.search(rf"`{name}\b", API), f"docs/reference/api.md lacks {name}"


@pytest.mark.parametrize("module", public_modules())
def test_every_public_name_has_an_entry(module: str) -> None:
    told = [imported(name) for name in documented()]  # a name that two modules export has one entry
    missing = [name for name in public_names(module) if not any(one is imported(f"{module}.{name}") for one in told)]
    assert not missing, "docs/reference has no autoclass, autofunction, autodata or py:type for these"


def test_every_entry_is_a_name_that_can_be_imported() -> None:
    for name in documented():
        imported(name)


@pytest.mark.parametrize(("name", "union"), [("Fault", Fault), ("Change", Change)])
def test_the_members_of_a_union_are_those_of_the_code(name: str, union: object) -> None:
    assert (documented()[f"toolfold.{name}"] or "").split(" | ") == [one.__name__ for one in get_args(union)]


def test_public_is_what_a_user_imports() -> None:
    assert {"toolfold", "toolfold.calls", "toolfold.testing", "toolfold.wires.toolkit"} <= {*public_modules()}
    assert {"feed", "WIRES", "State"} <= {*public_names("toolfold")}
    assert "calls" not in public_names("toolfold")
    assert "CallError" in public_names("toolfold.calls")
    assert "Mapping" not in public_names("toolfold.calls")
