"""The page of the peers: toolfold's answers on it are right, and it can be written again."""

import re

import pytest

from tests.conftest import require
from tests.docs.peer_answers import PEERS, Answer, Verdict, by_toolfold, read, verdict
from tests.docs.peer_streams import CASES, Case, anthropic_events
from tests.docs.peers import BEGIN, END, PAGE, compared_with, installed, written

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line[:2] == "| "]
[HEAD] = [row for row in ROWS if row[0] == "stream"]
WORDS = {row[0].partition(". ")[2]: dict(zip(HEAD, row, strict=True)) for row in ROWS if ". " in row[0]}
VERSIONS = {row[0]: row[1] for row in ROWS if len(row) == 3 and row[0] != "package"}
SECTION = re.compile(r"^\d+\. \*\*(.*?)\.\*\* (.*?) \*Right:\* .*\n((?:    - .*\n)*)", re.MULTILINE)
QUICK = ("openai", "llmstream", "toolfold")  # a second each; litellm alone takes ten to import


def on_the_page(who: str) -> dict[str, Verdict]:
    """What the page says of a package: a word in the table, and what came out in the stream's own section."""
    said = {name: re.findall(r"- (.*?): (.*)", lines) for name, _, lines in SECTION.findall(TEXT)}
    whats = {name: {one: what for all_of, what in of for one in all_of.split(", ")} for name, of in said.items()}
    return {name: Verdict(words[who], whats[name].get(who, "")) for name, words in WORDS.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_toolfold_is_right_on_every_stream(case: Case) -> None:
    answers = [by_toolfold(case), *([by_toolfold(case, anthropic_events(case))] if case.in_blocks else [])]
    for got in answers:
        assert list(got.calls) == list(case.calls)
        assert list(got.broken) == ([case.fault] if case.fault else [])


def test_the_page_has_every_stream_and_every_package() -> None:
    assert [(name, story) for name, story, _ in SECTION.findall(TEXT)] == [(case.name, case.story) for case in CASES]
    assert [*WORDS] == [case.name for case in CASES]
    assert [*VERSIONS] == HEAD[1:] == [peer.package for peer in PEERS]
    assert set(on_the_page("toolfold").values()) == {Verdict("right")}


@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.package in QUICK], ids=lambda peer: peer.package)
def test_the_page_says_what_that_version_answers(peer) -> None:
    require(peer.package)
    if installed(peer.package) != VERSIONS[peer.package]:
        pytest.skip(f"the page was written with {peer.package} {VERSIONS[peer.package]}")
    assert compared_with(peer) == on_the_page(peer.package)


SOUND = Case("sound", "", (), calls=(("f", {"n": 1}), ("g", {})))
CUT = Case("cut", "", (), fault="truncated")


@pytest.mark.parametrize(
    ("case", "got", "worth"),
    [
        (SOUND, Answer((("g", {}), ("f", {"n": 1}))), Verdict("right")),
        (SOUND, Answer((("f", {"n": 1}),)), Verdict("loses", "loses `g`")),
        (SOUND, Answer((("f", {"n": 1}),), broken=("g: ''",)), Verdict("breaks", "breaks `g`")),
        (SOUND, Answer((("f", {"n": 10}), ("g", {}))), Verdict("gives", "gives `f(n=10)`")),
        (SOUND, Answer((*SOUND.calls, ("g", {}))), Verdict("gives", "gives `g()`")),
        (SOUND, Answer(raised="KeyError"), Verdict("raises", "raises `KeyError`")),
        (CUT, Answer(raised="KeyError"), Verdict("right", "raises `KeyError`")),
        (CUT, Answer(broken=("f: '{'",)), Verdict("right")),
        (CUT, Answer((("f", {}),)), Verdict("gives", "gives `f()`")),
        (CUT, Answer(), Verdict("hides", "does not say that there was a call")),
        (CUT._replace(calls=SOUND.calls), Answer(raised="KeyError"), Verdict("raises", "raises `KeyError`")),
    ],
)
def test_an_answer_gets_what_it_deserves(case: Case, got: Answer, worth: Verdict) -> None:
    assert verdict(case, got) == worth


def test_text_is_read_as_a_caller_would_read_it() -> None:
    assert read([("f", '{"n": 1}'), ("g", {})]).calls == (("f", {"n": 1}), ("g", {}))
    assert len(read([("f", ""), ("f", "[1]"), ("f", '{"n'), (None, "{}")]).broken) == 4


def test_only_the_measured_part_of_the_page_is_written() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert written(page, f"{BEGIN}\nnew\n{END}") == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
