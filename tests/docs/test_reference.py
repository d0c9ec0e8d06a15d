"""The reference says what there is."""

import re
from pathlib import Path

import pytest

import toolfold
from tests.docs.reference import PAGE, page

API = Path(__file__).parents[2] / "docs" / "reference" / "api.md"


def test_the_wires_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.docs.reference"


@pytest.mark.parametrize("name", toolfold.__all__)
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert re.search(rf"`{name}\b", API.read_text(encoding="utf-8")), f"docs/reference/api.md lacks {name}"
