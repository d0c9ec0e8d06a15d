"""The benchmarks run, fold right, and write down what they measured. How fast anything is, is asserted nowhere."""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.bench import contests, formats, ours, processes
from tests.bench.clock import Sample, race, sample, weigh
from tests.bench.contender import Contender, WrongResultError
from tests.bench.contests import CONTESTS, PACKAGES, QUICK, SOLO, Contest, entrants, installed, missing, sizes_of
from tests.bench.goals import ROWS
from tests.bench.page import BEGIN, END, NoMarksError, parts, with_report
from tests.bench.results import Results, Setting, exponent, noise
from tests.bench.streams import cut, document, interleaved, one_call
from tests.bench.tables import NO_MEANING, goals, libraries, own, report, shown, table
from tests.bench.worker import expected, measured
from tests.conftest import require

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "benchmarks.md"
ENTRIES = [(contest, one) for contest in CONTESTS for one in (*contest.home, *contest.away)]


# -- streams


@pytest.mark.parametrize("size", [200, 4_000, 40_000])
def test_a_document_is_an_object_of_exactly_that_size(size):
    text = document(size, 1)
    assert len(text) == size
    assert list(json.loads(text)) == ["path", "lines"]
    assert document(size, 1) == text != document(size, 2)


def test_the_pieces_of_a_stream_are_its_calls():
    stream = interleaved(800)
    assert len(stream.pieces) == 808
    assert ["".join(piece.text for piece in stream.pieces if piece.index == at) for at in range(8)] == [
        call.text for call in stream.calls
    ]
    assert cut("abcde", 2) == ["ab", "cd", "e"]


def test_no_two_fragments_share_a_part():
    first, second, *_ = formats.chat(one_call(100))
    assert first["choices"] is not second["choices"]
    assert next(iter(first)) == next(iter(second))


# -- contenders


@pytest.mark.parametrize(("contest", "one"), ENTRIES, ids=[f"{contest.name}-{one.name}" for contest, one in ENTRIES])
def test_every_contender_folds_right(contest: Contest, one: Contender):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # another project's deprecations are not our failure
        for package in one.needs:
            require(package.removesuffix("-slim").replace("-", "_"))
        race([one], contest.stream(80), 1, 0)


def test_a_wrong_result_is_refused():
    lossy = ours.FEED._replace(run=lambda fragments: ours.fold(fragments[:-5]), calls=lambda _: [])
    with pytest.raises(WrongResultError, match="feed"):
        race([lossy], one_call(80), 1, 0)


def test_who_takes_part():
    assert entrants(contests.LIVE, "no-such-package") == []
    assert all(one in entrants(contests.FOLD, SOLO) for one in contests.FOLD.home)
    assert missing(ours.FEED._replace(needs=("no-such-package",))) == ["no-such-package"]
    assert installed("pyrsistent")
    assert sizes_of(contests.LONG, SOLO, QUICK) == (QUICK.small, QUICK.middle, QUICK.large)
    assert sizes_of(contests.LONG, "anthropic", QUICK) == (QUICK.long,)


# -- the clock


def test_a_sample_is_a_median_with_its_spread():
    assert sample([3.0, 1.0, 2.0, 5.0, 4.0]) == Sample(3.0, 2 / 3, 5)
    assert sample([7.0]) == Sample(7.0, 0.0, 1)


def test_who_has_used_up_the_budget_runs_no_more():
    assert race([ours.FEED], one_call(80), 5, 0)["feed"].runs == 1
    assert race([ours.FEED], one_call(80), 5, 60)["feed"].runs == 5


def test_what_is_kept_has_a_weight():
    kept, folded = (weigh(one, one_call(400)) for one in (ours.KEEP, ours.FEED))
    assert kept.held > 400 * 50
    assert kept.held > 2 * folded.held
    assert kept.collection > 0


def test_what_nobody_can_wait_for_is_left_out():
    assert expected([], 10) == 0
    assert expected([(10, 1.0)], 100) == 100
    assert expected([(10, 1.0), (100, 10.0)], 1_000) == pytest.approx(100)
    assert expected([(10, 1.0), (100, 100.0)], 1_000) == pytest.approx(10_000)
    assert list(measured(contests.FOLD, SOLO, QUICK._replace(ceiling=-1.0))) == []


# -- what is written down


def record(who, contest, one, size, seconds, **more):
    return {"who": who, "contest": contest.name, "contender": one.name, "size": size, "seconds": seconds} | {
        "spread": 0.1,
        "runs": 3,
        **more,
    }


def results(*records, pure=(), imports=None, broken=None):
    setting = Setting("2030-01-02", "CPython 3.14.0", "a machine", {"toolfold": "1.0"}, (0.5, 1.5))
    return Results(QUICK, list(records), list(pure), imports or {}, broken or {}, setting)


def fold_in(who, size, **seconds):
    names = {one.name: one for one in (*contests.FOLD.home, *contests.FOLD.away)}
    return [
        record(who, contests.FOLD, names[name.replace("_loop", "-written loop")], size, s)
        for name, s in seconds.items()
    ]


def row_of(text, work, against):
    return next(line for line in text.splitlines() if line.startswith(f"| {work} | {against} |"))


FED = "`feed` at every fragment, `finalize`"


def test_a_goal_is_met_or_missed():
    hand = [record(SOLO, contests.FOLD, contests.FOLD.home[0], QUICK.middle, 2e-4)]
    for seconds, words in (
        (4e-4, "| ≤ 2.00 x | 2.00 x | met | 2.00 µs | 1.00 µs |"),
        (5e-4, "| 2.50 x | **missed** |"),
    ):
        text = goals(results(*hand, record(SOLO, contests.FOLD, ours.FEED, QUICK.middle, seconds)))
        assert words in row_of(text, FED, "hand-written loop")


def test_a_peer_is_compared_with_what_ran_beside_it():
    records = [record("pydantic-ai-slim", contests.FOLD, one, QUICK.middle, 1e-4) for one in (ours.FEED,)]
    theirs = record("pydantic-ai-slim", contests.FOLD, contests.FOLD.away[0], QUICK.middle, 4e-4)
    elsewhere = record(SOLO, contests.FOLD, ours.FEED, QUICK.middle, 9.0)
    text = goals(results(elsewhere, *records, theirs))
    assert "| ≤ 1/3 | 1/4 | met |" in row_of(text, FED, "pydantic-ai")


def test_what_is_absent_or_broken_is_named(monkeypatch):
    is_there = not missing(contests.FOLD.away[0])
    broken = goals(results(broken={"pydantic-ai-slim": "it moved"}))
    monkeypatch.setattr(contests, "installed", lambda package: None if package == "jiter" else "1.0")
    text = goals(results())
    assert "jiter not installed" in text
    assert "anthropic not installed" not in text
    assert "not run" in row_of(text, FED, "hand-written loop")
    if is_there:
        assert "pydantic-ai-slim failed: it moved" in broken


def test_memory_and_collection_are_read_from_what_was_kept():
    kept = record(SOLO, contests.KEPT, ours.KEEP, QUICK.middle, 1e-4, held=40_000, collection=0.004)
    text = goals(results(kept, pure=[{**kept, "collection": 0.009}]))
    assert "| ≤ 30 ms | 4.0 ms | met | 4.0 ms |  | 9.0 ms |" in text


def test_growth_is_the_power_of_the_size():
    linear, square = ([{"seconds": size**power, "size": size} for size in (10, 1_000)] for power in (1, 2))
    assert exponent(*linear) == pytest.approx(1)
    assert exponent(*square) == pytest.approx(2)
    ends = [record(SOLO, contests.FOLD, ours.FEED, size, size**2 * 1e-9) for size in (QUICK.small, QUICK.large)]
    text = report(results(*ends))
    assert "| n^2.00 | **missed** | 2.000 feed (fold) |" in row_of(text, "growth of whatever above grows fastest", "")
    assert "| feed | fold | 0.10 |  | 0.40 | n^2.00 |" in own(results(*ends))


def test_a_library_stands_beside_the_loop_of_its_own_process():
    one = contests.FOLD.away[0]
    both = [record(one.needs[0], contests.FOLD, one, size, size * 3e-6) for size in (QUICK.small, QUICK.middle)]
    beside = [record(one.needs[0], contests.FOLD, two, QUICK.middle, 2e-4) for two in contests.FOLD.home]
    assert f"| {one.name} | {one.how} | 3.00 | 3.00 | n^1.00 | 1.00 | 1.00 |" in libraries(results(*both, *beside))


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (2.0, "x", "2.00 x"),
        (1 / 300, "x", "1/300"),
        (0.4, "x", "1/2.5"),
        (3.14, "ms", "3.1 ms"),
        (1.05, "exponent", "n^1.05"),
    ],
)
def test_values_in_words(value, unit, words):
    assert shown(value, unit) == words


def test_noise_and_imports():
    times = {"toolfold": Sample(0.09, 0.0, 15), "pyrsistent, returns.result": Sample(0.03, 0.0, 15)}
    assert "| 3.00 x | **missed** | 90 ms | 30 ms |" in goals(results(imports=times))
    assert noise(results()) == (0.0, 0.0)
    assert noise(results(record(SOLO, contests.FOLD, ours.FEED, 1, 1.0))) == (0.1, 0.1)


def test_a_cell_does_not_end_early():
    assert table(["a"], [["x | y\nz"]]).splitlines()[-1] == r"| x \| y z |"


# -- the page


def test_a_report_takes_the_place_of_the_one_before_it():
    page = f"# Title\n\n{BEGIN}\n\nold\n\n{END}\n\nmore\n"
    after = with_report(page, "new\n")
    assert after == f"# Title\n\n{BEGIN}\n\nnew\n\n{END}\n\nmore\n"
    assert with_report(after, "new") == after


@pytest.mark.parametrize("text", ["", BEGIN, END + BEGIN, BEGIN + END + BEGIN, BEGIN + BEGIN + END])
def test_a_page_without_its_marks_is_refused(text):
    with pytest.raises(NoMarksError):
        parts(text)


def test_the_docs_have_every_row_of_a_full_run():
    _, generated, _ = parts(PAGE.read_text(encoding="utf-8"))
    for row in ROWS:
        row_of(generated, row.work, row.against)
    assert all(f"µs, {size:,}" in generated for size in (1_000, 10_000))
    assert "Measured on 20" in generated
    assert NO_MEANING not in generated


# -- the processes


def test_one_command_runs_it_all_and_writes_the_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\n{END}\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", SOLO, "jiter", "--page", str(page)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "missed" in done.stdout or "met" in done.stdout) == (0, True), done.stderr
    assert parts(page.read_text(encoding="utf-8"))[1].strip() == done.stdout.strip()
    assert " µs |" in row_of(done.stdout, FED, "hand-written loop")
    assert NO_MEANING in done.stdout


def test_a_page_without_marks_is_told_of_before_anything_runs(tmp_path):
    page = tmp_path / "page.md"
    page.touch()
    command = [sys.executable, "-m", "tests.bench", "--page", str(page)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "NoMarksError" in done.stderr


def test_a_process_that_fails_is_told_of_and_the_others_go_on():
    broken = {}
    assert processes.worked("jiter", QUICK, {"PYTHONHASHSEED": "no number"}, broken) == []
    assert "jiter" in broken
    assert set(PACKAGES) >= {"jiter", "openai", "anthropic", "pydantic-ai-slim", "langchain-core", "litellm"}
