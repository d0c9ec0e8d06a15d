"""The table that was wished for: each row a piece of work, whom it is compared with, and how much less it should be."""

from collections.abc import Callable
from typing import NamedTuple

from tests.bench import contests, ours, peers
from tests.bench.contender import Contender
from tests.bench.contests import SOLO, Contest
from tests.bench.hand import HAND
from tests.bench.results import Record, Results, found, growth, home_of, middle, per_fragment, why_not


class Measured(NamedTuple):
    """A row's value, and the two numbers that it comes from, as they are shown; ``pure`` is ours without C."""

    value: float
    ours: str
    theirs: str = ""
    pure: str = ""


class Row(NamedTuple):
    """``unit`` is ``x`` (of the other's), ``ms`` or ``exponent``; ``read`` gives the value, or why there is none."""

    work: str
    against: str
    goal: float
    unit: str
    read: Callable[[Results], Measured | str]


def versus(work: str, against: str, goal: float, pair: tuple[Contest, Contender, Contender], key: str = "") -> Row:
    """A row that compares times, or what is kept, measured in one process."""

    contest, mine, other = pair

    def read(results: Results) -> Measured | str:
        who = home_of(other, contest)
        size = middle(contest, who, results.sizes)
        one, two = (found(results.records, who, contest, each, size) for each in (mine, other))
        if one is None or two is None:
            return why_not(results, mine, other)
        pure = found(results.pure, SOLO, contest, mine, results.sizes.middle)
        shown = shown_bytes if key else shown_time
        return Measured(
            one[key or "seconds"] / two[key or "seconds"], shown(one), shown(two), shown(pure) if pure else ""
        )

    return Row(work, against, goal, "x", read)


def shown_time(record: Record) -> str:
    return f"{per_fragment(record):.2f} µs"


def shown_bytes(record: Record) -> str:
    return f"{record['held'] / record['size']:,.0f} B"


def collected(results: Results) -> Measured | str:
    """One full collection over all kept states."""
    mine = found(results.records, SOLO, contests.KEPT, ours.KEEP, results.sizes.middle)
    if mine is None:
        return why_not(results, ours.KEEP)
    pure = found(results.pure, SOLO, contests.KEPT, ours.KEEP, results.sizes.middle)
    who = home_of(peers.PYDANTIC_AI_KEEP, contests.KEPT)
    theirs = found(results.records, who, contests.KEPT, peers.PYDANTIC_AI_KEEP, results.sizes.middle)
    shown = [f"{one['collection'] * 1e3:.1f} ms" if one else "" for one in (mine, theirs, pure)]
    return Measured(mine["collection"] * 1e3, *shown)


def grown(results: Results, contest: Contest, contender: Contender) -> Measured | str:
    ends = results.sizes.small, results.sizes.large
    value, pure = (growth(records, contest, contender, ends) for records in (results.records, results.pure))
    if value is None:
        return why_not(results, contender)
    return Measured(value, f"{value:.3f}", pure="" if pure is None else f"{pure:.3f}")


MEANT = (
    (contests.FOLD, ours.FEED),
    (contests.FOLD, ours.FEED_ALL),
    (contests.INTERLEAVED, ours.FEED),
    (contests.INTERLEAVED, ours.FEED_ALL),
    (contests.LONG, ours.FEED),
    (contests.KEPT, ours.KEEP),
    (contests.LIVE, ours.WATCH),
    (contests.SDK, ours.CHAT_OBJECTS),
)
"""What the goal for growth is about."""


def steepest(results: Results) -> Measured | str:
    """The growth of whatever grows fastest, with its name."""
    all_ = [(grown(results, contest, one), contest, one) for contest, one in MEANT]
    known = [
        (one, f"{contender.name} ({contest.name})") for one, contest, contender in all_ if isinstance(one, Measured)
    ]
    if not known:
        return "not run"
    worst, name = max(known, key=lambda one: one[0].value)
    return worst._replace(ours=f"{worst.ours} {name}")


def imported(results: Results) -> Measured | str:
    if len(results.imports) < 2:
        return "not run"
    mine, base = results.imports.values()
    return Measured(mine.seconds / base.seconds, f"{mine.seconds * 1e3:.0f} ms", f"{base.seconds * 1e3:.0f} ms")


BY_HAND, PAI, ANT = "hand-written loop", "pydantic-ai", "anthropic `accumulate_event`"
SNAPSHOT, STATE = "anthropic's live snapshot", "`ChatCompletionStreamState`"
FED = "`feed` at every fragment, `finalize`"
LIVE = "`peek(state, previous)` at every fragment, `shared_arguments`"
FRESH = "the same with `arguments`, fresh dicts and lists every time"

FOLD, AT_ONCE = (contests.FOLD, ours.FEED), (contests.FOLD, ours.FEED_ALL)
LONG, LONG_EVENTS = (contests.LONG, ours.FEED), (contests.LONG, ours.EVENTS)
KEPT = (contests.KEPT, ours.KEEP, peers.PYDANTIC_AI_KEEP)
WATCH, EVENTS_WATCH = (contests.LIVE, ours.WATCH), (contests.LIVE, ours.EVENTS_WATCH)

ROWS = (
    versus(FED, BY_HAND, 2, (*FOLD, HAND)),
    versus(FED, PAI, 1 / 3, (*FOLD, peers.PYDANTIC_AI)),
    versus("`feed_all`, `finalize`", BY_HAND, 1.25, (*AT_ONCE, HAND)),
    versus("`feed_all`, `finalize`", PAI, 1 / 5, (*AT_ONCE, peers.PYDANTIC_AI)),
    versus("8 interleaved calls, `feed`", PAI, 1 / 2, (contests.INTERLEAVED, ours.FEED, peers.PYDANTIC_AI)),
    versus("1 MB in 20-character fragments, `feed`", ANT, 1 / 300, (*LONG, peers.ANTHROPIC)),
    versus("the same in Anthropic's events", ANT, 1 / 300, (*LONG_EVENTS, peers.ANTHROPIC)),
    versus("every state kept: time", PAI, 1 / 10, KEPT),
    versus("every state kept: memory", PAI, 1 / 50, KEPT, "held"),
    Row("every state kept: one full garbage collection", "", 30, "ms", collected),
    versus(LIVE, SNAPSHOT, 1 / 4, (*WATCH, peers.ANTHROPIC)),
    versus(LIVE, "jiter, parsing all again", 1 / 3, (*WATCH, peers.JITER)),
    versus("the same in Anthropic's events", SNAPSHOT, 1 / 4, (*EVENTS_WATCH, peers.ANTHROPIC)),
    versus(FRESH, SNAPSHOT, 1 / 4, (contests.LIVE, ours.WATCH_FRESH, peers.ANTHROPIC)),
    Row("the first of these: growth", "", 1.05, "exponent", lambda results: grown(results, *WATCH)),
    versus("openai's chat objects, `feed`", STATE, 1 / 30, (contests.SDK, ours.CHAT_OBJECTS, peers.OPENAI)),
    Row("growth of whatever above grows fastest", "", 1.05, "exponent", steepest),
    Row("`import toolfold`", "`import pyrsistent, returns.result`", 1.5, "x", imported),
)
