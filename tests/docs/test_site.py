"""The site: it builds without a warning, and the built pages hold what they should."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from tests.conftest import require
from tests.docs.public import documented

DOCS = Path(__file__).parents[2] / "docs"
COMMAND = (sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-E", "-q", "--no-color", "-b", "html")
LOCAL = re.compile(r'(?:href|src)="(?!https?:|mailto:|data:|#)([^"#?]+)[^"]*"')


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    for module in ("sphinx", "myst_parser", "linkify_it", "furo"):
        require(module)
    place = tmp_path_factory.mktemp("site")
    command = [*COMMAND, "-d", str(place / "doctrees"), str(DOCS), str(place / "html")]
    return subprocess.run(command, capture_output=True, text=True, check=False), place / "html"


@pytest.fixture(scope="module")
def site(build):
    return build[1]


def test_it_builds_without_a_warning(build):
    done, _ = build
    assert done.stderr.splitlines() == []
    assert done.returncode == 0


def pages(site):
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}


def test_every_page_is_built_and_can_be_reached(site):
    built = pages(site)
    for source in DOCS.rglob("*.md"):
        assert source.relative_to(DOCS).with_suffix(".html").as_posix() in built
    reached, new = set(), {"index.html"}
    while new:
        name = new.pop()
        reached.add(name)
        linked = ((site / name).parent / target for target in LOCAL.findall(built[name]) if target.endswith(".html"))
        new |= {path.resolve().relative_to(site.resolve()).as_posix() for path in linked} - reached
    assert reached >= built.keys() - {"404.html"}


def test_every_link_and_picture_leads_to_a_file_of_the_site(site):
    for name, page in pages(site).items():
        for target in LOCAL.findall(page):
            assert ((site / name).parent / unescape(target)).exists(), (name, target)


def test_every_entry_of_the_reference_is_on_the_site(site):
    """That every public name has an entry is for ``test_reference`` to say."""
    assert documented().keys() <= set(re.findall(r'<dt class="sig[^>]* id="([\w.]+)"', "".join(pages(site).values())))


def test_docstrings_are_rendered_and_not_shown_as_they_are_written(site):
    for name, page in pages(site).items():
        if name.startswith("reference/"):
            assert "``" not in page, name
            assert "Alias for field number" not in page, name
