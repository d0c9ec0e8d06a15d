"""The results as Markdown: the setting, the goals, the other libraries, and how toolfold's own time grows."""

from collections.abc import Iterable, Iterator

from tests.bench import contests
from tests.bench.contender import Contender
from tests.bench.contests import CONTESTS, QUICK, SOLO, Contest
from tests.bench.goals import ROWS, Measured, Row
from tests.bench.hand import HAND
from tests.bench.results import Results, found, growth, home_of, noise, per_fragment, why_not

NO_MEANING = "A quick run: the numbers mean nothing."


def report(results: Results) -> str:
    """All of it."""
    warning = [NO_MEANING] if results.sizes is QUICK else []
    return "\n\n".join((*warning, setting(results), goals(results), libraries(results), own(results))) + "\n"


def setting(results: Results) -> str:
    where, (usual, worst) = results.setting, noise(results)
    versions = ", ".join(f"{name} {number}" for name, number in where.versions.items())
    before, after = where.load
    return "\n".join(
        (
            f"Measured on {where.date}, {where.python}, {where.machine}. Load {before:.1f} before, {after:.1f} after.",
            f"The middle half of the runs of a measurement spans {usual:.0%} of their median, {worst:.0%} at worst.",
            f"Versions: {versions}.",
        )
    )


def goals(results: Results) -> str:
    head = ("work", "against", "goal", "measured", "", "toolfold", "the other", "toolfold, no C")
    return f"### Goals\n\n{table(head, (_goal(row, row.read(results)) for row in ROWS))}"


def _goal(row: Row, measured: Measured | str) -> tuple[str, ...]:
    wanted = f"≤ {shown(row.goal, row.unit)}"
    if isinstance(measured, str):
        return row.work, row.against, wanted, measured, "", "", "", ""
    verdict = "met" if measured.value <= row.goal else "**missed**"
    value = shown(measured.value, row.unit)
    return row.work, row.against, wanted, value, verdict, measured.ours, measured.theirs, measured.pure


def shown(value: float, unit: str) -> str:
    """A value as a person would say it: a small part of something is one such-and-such-th."""
    if unit == "ms":
        return f"{value:.1f} ms" if value < 10 else f"{value:.0f} ms"
    if unit == "exponent":
        return f"n^{value:.2f}"
    return f"{value:.2f} x" if value >= 1 else f"1/{1 / value:.3g}"


def libraries(results: Results) -> str:
    """Every contender of the first contest, with the hand-written loop and ``feed`` of the same process."""
    sizes = results.sizes
    head = ("library", "what is called", f"µs, {sizes.small:,}", f"µs, {sizes.middle:,}", "growth", "`feed`", "by hand")
    rows = (_library(results, contests.FOLD, one) for one in contests.FOLD.away)
    return f"### Other libraries, one call, µs per fragment\n\n{table(head, rows)}"


def _library(results: Results, contest: Contest, one: Contender) -> tuple[str, ...]:
    sizes, who = results.sizes, home_of(one, contest)
    measured = [found(results.records, who, contest, one, size) for size in (sizes.small, sizes.middle)]
    steep = growth(results.records, contest, one, (sizes.small, sizes.middle))
    if measured[0] is None:
        return one.name, one.how, why_not(results, one), "", "", "", ""
    others = [found(results.records, who, contest, two, sizes.middle) for two in (contest.home[1], HAND)]
    times = [f"{per_fragment(record):.2f}" if record else "" for record in (*measured, *others)]
    return one.name, one.how, *times[:2], "" if steep is None else f"n^{steep:.2f}", *times[2:]


def own(results: Results) -> str:
    """Every use of toolfold at every size, with the C vector of pyrsistent and without."""
    sizes = (results.sizes.small, results.sizes.middle, results.sizes.large)
    head = ("use", "streams", *(f"{size:,}" for size in sizes), "growth", f"no C, {sizes[1]:,}", "no C, growth")
    rows = (_own(results, contest, one, sizes) for contest in CONTESTS for one in contest.home)
    return f"### How the time grows, µs per fragment\n\n{table(head, rows)}"


def _own(results: Results, contest: Contest, one: Contender, sizes: tuple[int, int, int]) -> tuple[str, ...]:
    times = [found(results.records, SOLO, contest, one, size) for size in sizes]
    pure = found(results.pure, SOLO, contest, one, sizes[1])
    steep = (growth(records, contest, one, (sizes[0], sizes[2])) for records in (results.records, results.pure))
    if times[0] is None:
        return one.name, contest.name, why_not(results, one), "", "", "", "", ""
    numbers = [f"{per_fragment(record):.2f}" if record else "" for record in (*times, pure)]
    powers = [f"n^{power:.2f}" if power is not None else "" for power in steep]
    return one.name, contest.name, *numbers[:3], powers[0], numbers[3], powers[1]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    columns = list(head)
    return "\n".join(_lines([columns, ["---"] * len(columns), *map(list, rows)]))


def _lines(rows: list[list[str]]) -> Iterator[str]:
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|').replace(chr(10), ' ') for cell in row)} |"
