"""The page of the laws and the laws say the same."""

import re
from importlib import import_module

import pytest

from tests.docs.laws import PAGE, page
from toolfold.testing import LAWS, Law

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    assert page() == TEXT, "run: python -m tests.docs.laws"


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_each_law_stands_there_with_its_property(law: Law) -> None:
    section = re.search(rf"^## {law.number}\. .*?(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert section is not None
    assert law.statement in section[0]
    [name] = re.findall(r"^`(toolfold\.testing\.[a-z_.]+)`", section[0], re.MULTILINE)
    module, _, function = name.rpartition(".")
    assert getattr(import_module(module), function) is law.property


def test_there_is_no_section_without_a_law() -> None:
    assert re.findall(r"^## (\d+)\. (.*)$", TEXT, re.MULTILINE) == [
        (str(law.number), law.name.capitalize()) for law in LAWS
    ]


def test_every_statement_is_one_sentence_and_every_property_says_what_it_does() -> None:
    for law in LAWS:
        assert law.statement.endswith(".")
        assert len((law.property.__doc__ or "").strip()) > 40
