"""README and every page of the docs: each example runs, each link leads somewhere."""

import re
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

from tests.conftest import require

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^ *(`{3,}|~{3,})(.*)$", re.MULTILINE)
NEEDS = re.compile(r"\A<!-- needs: (.*?) -->\n")  # the first line of a page whose examples need more than toolfold
LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#]+)[^)]*\)")


def examples(page):
    return list(Sybil(parsers=[PythonCodeBlockParser(), SkipParser()]).parse(page).examples())


def languages(text):
    """What each fenced block says that it is: every second fence opens one."""
    return [label.strip() for _, label in FENCE.findall(text)][::2]


def commands(text, heading):
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^```bash\n(.*?)\n```$", section[1], re.MULTILINE | re.DOTALL) if section else []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_on_the_page_runs(page):
    if needs := NEEDS.match(page.read_text(encoding="utf-8")):
        for module in needs[1].split(", "):
            require(module)
    for example in examples(page):  # one after the other, in one namespace, as a reader would
        example.evaluate()


def test_a_wrong_example_is_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\nname = 1\n```\n\n```python\nassert name == 2\n```\n", encoding="utf-8")
    first, second = examples(page)
    first.evaluate()
    with pytest.raises(AssertionError):
        second.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_example_hides_behind_another_name_for_python(page):
    assert {label for label in languages(page.read_text(encoding="utf-8")) if re.match("py|>>>|$", label)} <= {"python"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_repository_leads_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_ladder_has_every_how_to_page():
    ladder = ROOT / "docs" / "how-to" / "index.md"
    linked = {(ladder.parent / target).resolve() for target in LINK.findall(ladder.read_text(encoding="utf-8"))}
    assert {page for page in ladder.parent.glob("*.md") if page != ladder} <= linked


def test_the_readme_has_one_command_to_try_it_and_one_to_test_it():
    text = README.read_text(encoding="utf-8")
    (try_it,), (test_it,) = commands(text, "Try it"), commands(text, "Test it")
    assert "\n" not in try_it + test_it
    assert try_it.endswith("toolfold replay")
    assert test_it.endswith("python -m pytest -n auto")
    assert sorted(languages(text)) == ["bash", "bash", "python"]
