"""Write the page that compares toolfold with what else folds tool calls, by giving all of them the same streams.

python -m tests.docs.peers

A peer that is not installed is left out, so the page is written where all of them are.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.docs.peer_answers import PEERS, Peer, Verdict, answer, said, verdict
from tests.docs.peer_streams import CASES

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "peers.md"
BEGIN, END = "<!-- compared: begin (python -m tests.docs.peers writes what follows) -->", "<!-- compared: end -->"


Verdicts = dict[str, Verdict]

WORDS = {
    "right": "right",
    "gives": "gives a call that nobody asked for",
    "loses": "loses a sound call",
    "hides": "does not say that a call was broken",
    "breaks": "breaks a sound call, visibly",
    "raises": "raises where there was a sound call",
    "–": "its format cannot say it",
}


def compared() -> dict[str, Verdicts]:
    """What each installed peer's answer to each stream is worth, by the peer's package."""
    return {peer.package: compared_with(peer) for peer in PEERS if installed(peer.package)}


def compared_with(peer: Peer) -> Verdicts:
    """The same of one peer, by the stream's name."""
    unsaid = {case.name for case in CASES if peer.package == "anthropic" and not case.in_blocks}
    return {
        case.name: Verdict("–") if case.name in unsaid else verdict(case, answer(peer.fold, case)) for case in CASES
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
    parts = (_who(), _sums(found), _table(found), _streams(found))
    lines = (line for part in parts for line in (*part, ""))
    return "\n".join([BEGIN, "", f"Compared on {today}.", "", *lines, END])


def _who() -> Iterator[str]:
    yield "| package | version | what is called |"
    yield "|---|---|---|"
    yield from (f"| {peer.package} | {installed(peer.package)} | {peer.called} |" for peer in PEERS)


def _sums(found: dict[str, Verdicts]) -> Iterator[str]:
    counts = [Counter(one.word for one in verdicts.values()) for verdicts in found.values()]
    yield f"| of {len(CASES)} streams | {' | '.join(found)} |"
    yield f"|---|{'--:|' * len(found)}"
    for word, meaning in WORDS.items():
        if any(count[word] for count in counts):
            yield f"| {meaning} | {' | '.join(str(count[word] or '') for count in counts)} |"


def _table(found: dict[str, Verdicts]) -> Iterator[str]:
    yield f"| stream | {' | '.join(found)} |"
    yield f"|---|{'---|' * len(found)}"
    for number, case in enumerate(CASES, start=1):
        words = [verdicts[case.name].word for verdicts in found.values()]
        yield f"| {number}. {case.name} | {' | '.join(w if w in ('right', '–') else f'**{w}**' for w in words)} |"


def _streams(found: dict[str, Verdicts]) -> Iterator[str]:
    yield "## The streams\n"
    for number, case in enumerate(CASES, start=1):
        wanted = [f"`{said(call)}`" for call in case.calls]
        broken = [f"a fault, `{case.fault}`"] if case.fault else []
        yield f"{number}. **{case.name}.** {case.story} *Right:* {' and '.join(wanted + broken)}."
        whats = dict.fromkeys(verdicts[case.name].what for verdicts in found.values())
        for what in filter(None, whats):
            yield f"    - {', '.join(who for who, of in found.items() if of[case.name].what == what)}: {what}"


def written(page: str, new: str) -> str:
    """The page with its measured part replaced."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + new + after


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), passage()), encoding="utf-8")
