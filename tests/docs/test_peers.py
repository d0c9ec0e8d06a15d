"""The page of the peers: toolfold's answers on it are right, and it can be written again."""

import pytest

from tests.conftest import require
from tests.docs.peer_answers import PEERS, Answer, by_toolfold, read, verdict
from tests.docs.peer_streams import CASES, Case, anthropic_events
from tests.docs.peers import BEGIN, END, PAGE, compared_with, installed, ours, written

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| ")]
[HEAD] = [row for row in ROWS if row[0] == "stream"]
TABLE = {row[0].partition(". ")[2]: dict(zip(HEAD, row, strict=True)) for row in ROWS if ". " in row[0]}
VERSIONS = {row[0]: row[1] for row in ROWS if len(row) == 3}
QUICK = ("openai", "llmstream")  # a second each; litellm alone takes ten to import


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_toolfold_is_right_on_every_stream(case: Case) -> None:
    answers = [by_toolfold(case), *([by_toolfold(case, anthropic_events(case))] if case.in_blocks else [])]
    for got in answers:
        assert list(got.calls) == list(case.calls)
        assert list(got.broken) == ([case.fault] if case.fault else [])


def test_the_page_has_every_stream_and_what_toolfold_says_of_it() -> None:
    assert [*TABLE] == [case.name for case in CASES]
    for case in CASES:
        assert TABLE[case.name]["toolfold"] == ours(case)
        assert f"**{case.name}.** {case.story}" in TEXT
    assert [*VERSIONS][1:] == HEAD[1:] == [*(peer.package for peer in PEERS), "toolfold"]


@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.package in QUICK], ids=lambda peer: peer.package)
def test_the_page_says_what_a_peer_of_that_version_answers(peer) -> None:
    require(peer.package)
    if installed(peer.package) != VERSIONS[peer.package]:
        pytest.skip(f"the page was written with {peer.package} {VERSIONS[peer.package]}")
    assert compared_with(peer) == {name: row[peer.package] for name, row in TABLE.items()}


SOUND = Case("sound", "", (), calls=(("f", {"n": 1}), ("g", {})))
CUT = Case("cut", "", (), fault="truncated")


@pytest.mark.parametrize(
    ("case", "got", "worth"),
    [
        (SOUND, Answer((("g", {}), ("f", {"n": 1}))), "right"),
        (SOUND, Answer((("f", {"n": 1}),)), "**loses** `g`"),
        (SOUND, Answer((("f", {"n": 1}),), broken=("g: ''",)), "**breaks** `g`"),
        (SOUND, Answer((("f", {"n": 10}), ("g", {}))), "**gives** `f(n=10)`"),
        (SOUND, Answer((*SOUND.calls, ("g", {}))), "**gives** `g()`"),
        (SOUND, Answer(raised="KeyError"), "**raises** `KeyError`"),
        (CUT, Answer(raised="KeyError"), "right: raises `KeyError`"),
        (CUT, Answer(broken=("f: '{'",)), "right"),
        (CUT, Answer((("f", {}),)), "**gives** `f()`"),
        (CUT, Answer(), "**says nothing** of the broken call"),
        (CUT._replace(calls=SOUND.calls), Answer(raised="KeyError"), "**raises** `KeyError`"),
    ],
)
def test_an_answer_gets_what_it_deserves(case: Case, got: Answer, worth: str) -> None:
    assert verdict(case, got) == worth


def test_text_is_read_as_a_caller_would_read_it() -> None:
    assert read([("f", '{"n": 1}'), ("g", {})]).calls == (("f", {"n": 1}), ("g", {}))
    assert len(read([("f", ""), ("f", "[1]"), ("f", '{"n'), (None, "{}")]).broken) == 4


def test_only_the_measured_part_of_the_page_is_written() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert written(page, f"{BEGIN}\nnew\n{END}") == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
