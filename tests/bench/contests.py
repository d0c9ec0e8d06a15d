"""Who meets whom, over which streams, at which sizes."""

from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from tests.bench import ours, peers
from tests.bench.contender import Contender
from tests.bench.hand import HAND
from tests.bench.streams import Stream, interleaved, one_call

SOLO = "toolfold"
"""The name of the process in which nobody but toolfold and the hand-written loop runs."""


class Contest(NamedTuple):
    """``home`` runs in every process, ``away`` each in the process of its package. ``long`` is the size to meet at.

    ``weighs`` says that what a run returns is kept, so that its memory counts.
    """

    name: str
    stream: Callable[[int], Stream]
    home: tuple[Contender, ...]
    away: tuple[Contender, ...] = ()
    long: bool = False
    weighs: bool = False


FOLD = Contest(
    "fold",
    one_call,
    (HAND, ours.FEED, ours.FEED_ALL),
    (
        peers.PYDANTIC_AI,
        peers.ANTHROPIC,
        peers.OPENAI_DELTAS,
        peers.LANGCHAIN,
        peers.LANGCHAIN_AT_ONCE,
        peers.LITELLM,
        peers.LLMSTREAM,
    ),
)
INTERLEAVED = Contest("interleaved", interleaved, (HAND, ours.FEED, ours.FEED_ALL), (peers.PYDANTIC_AI,))
LONG = Contest("long", partial(one_call, size=20), (HAND, ours.FEED, ours.EVENTS), (peers.ANTHROPIC,), long=True)
KEPT = Contest("kept", one_call, (ours.KEEP,), (peers.PYDANTIC_AI_KEEP,), weighs=True)
LIVE = Contest("live", one_call, (ours.WATCH, ours.WATCH_FRESH, ours.EVENTS_WATCH), (peers.ANTHROPIC, peers.JITER))
SDK = Contest("sdk", one_call, (ours.CHAT_OBJECTS,), (peers.OPENAI,))
PATHS = Contest(
    "paths",
    one_call,
    (ours.HEADS, ours.EVENTS, ours.EVENT_OBJECTS, ours.RESPONSES, ours.RESPONSE_OBJECTS, ours.COMPARE),
)
CONTESTS = (FOLD, INTERLEAVED, LONG, KEPT, LIVE, SDK, PATHS)

PACKAGES = tuple(dict.fromkeys(name for contest in CONTESTS for one in contest.away for name in one.needs))
"""The packages of all peers, in the order in which they are measured."""


class Sizes(NamedTuple):
    """Numbers of fragments: the middle one is where everyone meets, the outer ones say how time grows."""

    small: int
    middle: int
    large: int
    long: int
    runs: int
    budget: float
    """Seconds of process time after which a contender does not run once more."""
    ceiling: float
    """Seconds that one run may be expected to take."""


FULL = Sizes(1_000, 10_000, 100_000, 50_000, runs=15, budget=6.0, ceiling=60.0)
QUICK = Sizes(100, 200, 400, 200, runs=1, budget=0.0, ceiling=5.0)


def missing(contender: Contender) -> list[str]:
    """The packages without which it cannot run here."""
    return [name for name in contender.needs if installed(name) is None]


def installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def entrants(contest: Contest, who: str) -> list[Contender]:
    """Who takes part in a contest in the process of a package: nobody, if the package is not in the contest."""
    away = [one for one in contest.away if who in one.needs]
    if who != SOLO and not away:
        return []
    return [one for one in (*contest.home, *away) if not missing(one)]


def sizes_of(contest: Contest, who: str, sizes: Sizes) -> tuple[int, ...]:
    if who == SOLO:
        return sizes.small, sizes.middle, sizes.large
    return (sizes.long,) if contest.long else (sizes.small, sizes.middle)
