"""Write the page that compares toolfold with what else folds tool calls, by giving all of them the same streams.

python -m tests.docs.peers

A peer that is not installed is left out, so the page is written where all of them are.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.docs.peer_answers import PEERS, Peer, answer, by_toolfold, said, verdict
from tests.docs.peer_streams import CASES, Case

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "peers.md"
BEGIN, END = "<!-- compared: begin (python -m tests.docs.peers writes what follows) -->", "<!-- compared: end -->"


def compared() -> dict[str, dict[str, str]]:
    """What each installed peer's answer to each stream is worth, by the peer's package."""
    return {peer.package: compared_with(peer) for peer in PEERS if installed(peer.package)}


def compared_with(peer: Peer) -> dict[str, str]:
    """The same of one peer, by the stream's name."""
    blocks = peer.package == "anthropic"
    return {
        case.name: "–" if blocks and not case.in_blocks else verdict(case, answer(peer.fold, case)) for case in CASES
    }


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def passage() -> str:
    """The part of the page that is measured."""
    found = compared()
    today = datetime.now(UTC).date().isoformat()
    parts = (_who(), _sums(found), _table(found), _streams())
    lines = [BEGIN, "", f"Compared on {today}.", "", *(line for part in parts for line in (*part, ""))]
    lines.append(END)
    return "\n".join(lines)


def _who() -> Iterator[str]:
    yield "| package | version | what is called |"
    yield "|---|---|---|"
    for peer in PEERS:
        yield f"| {peer.package} | {installed(peer.package)} | {peer.called} |"
    yield f"| toolfold | {installed('toolfold')} | `feed_all`, `finalize` |"


WORDS = {
    "right": "right",
    "**gives**": "gives a call that nobody asked for",
    "**loses**": "loses a call without a word",
    "**says": "says nothing of a broken call",
    "**breaks**": "breaks a sound call, visibly",
    "**raises**": "raises where there was a sound call",
    "–": "its format cannot say it",
}


def _sums(found: dict[str, dict[str, str]]) -> Iterator[str]:
    columns = {**found, "toolfold": {case.name: ours(case) for case in CASES}}
    counts = {who: Counter(re.split(r"[ :]", of)[0] for of in all_of.values()) for who, all_of in columns.items()}
    yield f"| of {len(CASES)} streams | {' | '.join(counts)} |"
    yield f"|---|{'--:|' * len(counts)}"
    for word, meaning in WORDS.items():
        if any(of[word] for of in counts.values()):
            yield f"| {meaning} | {' | '.join(str(of[word] or '') for of in counts.values())} |"


def _table(found: dict[str, dict[str, str]]) -> Iterator[str]:
    columns = ["stream", *found, "toolfold"]
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for number, case in enumerate(CASES, start=1):
        cells = [f"{number}. {case.name}", *(of[case.name] for of in found.values()), ours(case)]
        yield f"| {' | '.join(cells)} |"


def ours(case: Case) -> str:
    """What toolfold's answer is worth, and which fault it names."""
    got = by_toolfold(case)
    return ": ".join([verdict(case, got), *(f"`{kind}`" for kind in got.broken)])


def _streams() -> Iterator[str]:
    yield "## The streams\n"
    for number, case in enumerate(CASES, start=1):
        wanted = " and ".join(f"`{said(call)}`" for call in case.calls)
        broken = f"a fault, `{case.fault}`" if case.fault else ""
        yield f"{number}. **{case.name}.** {case.story} *Right:* {' and '.join(filter(None, (wanted, broken)))}."


def written(page: str, new: str) -> str:
    """The page with its measured part replaced."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + new + after


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), passage()), encoding="utf-8")
