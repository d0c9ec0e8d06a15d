"""The score of a run of mutmut by module, and the floor that it may not fall under.

The score is the share of mutants that a test failed for (or that never ended), among those that change anything:
`equivalent.toml` lists the others. The floor in `floor.toml` is of runs of whole modules; it rises by hand.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
KILLED, SURVIVED, NO_TEST, TIMEOUT = (1, 3), (0,), (5, 33), (24, -24, 36, 152, 255)
"""What mutmut writes down for a mutant; null is one that was not tried."""


class Score(NamedTuple):
    """What became of the mutants of one module."""

    total: int = 0
    tried: int = 0
    killed: int = 0
    timeouts: int = 0
    survived: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Say whether every mutant was tried."""
        return self.tried == self.total

    def percent(self, equivalent: int = 0) -> float:
        """Return the share of mutants that were found, those aside that cannot be."""
        return 100 * (self.killed + self.timeouts) / max(1, self.tried - equivalent)


def scores(place: Path) -> dict[str, Score]:
    """Return the score of each module that mutmut left results of in its folder."""
    found = {}
    for meta in sorted((place / "src").rglob("*.py.meta")):
        module = ".".join(meta.relative_to(place / "src").parts).removesuffix(".py.meta")
        codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        if codes:
            found[module] = score(codes)
    return found


def score(codes: Mapping[str, int | None]) -> Score:
    """Return the score of a module from what became of each mutant; an exit of another kind is a kill, by a crash."""
    tried = {name: code for name, code in codes.items() if code is not None}
    kinds = Counter(
        "left" if code in (*SURVIVED, *NO_TEST) else "late" if code in TIMEOUT else "dead" for code in tried.values()
    )
    left = tuple(name for name, code in tried.items() if code in (*SURVIVED, *NO_TEST))
    return Score(len(codes), len(tried), kinds["dead"], kinds["late"], left)


def floors() -> dict[str, float]:
    """Return the least score of each module that was ever run as a whole, in percent."""
    found: dict[str, float] = tomllib.loads((HERE / "floor.toml").read_text(encoding="utf-8"))["floors"]
    return found


def equivalent() -> Counter[str]:
    """Return how many mutants of each module change nothing that could be seen."""
    kinds = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))["mutants"]
    return sum((Counter({kind["module"]: kind["count"]}) for kind in kinds), Counter[str]())


def fallen(found: Mapping[str, Score], least: Mapping[str, float], alike: Mapping[str, int]) -> list[str]:
    """Return what has fallen under its floor, in words; a module that was tried in part has no say."""
    return [
        f"{module}: {percent:.1f} % of the mutants are found, and the floor is {least[module]} %"
        for module, one in found.items()
        if module in least and one.is_whole
        if (percent := one.percent(alike.get(module, 0))) < least[module]
    ]


ROW = "{:<44} {:>7} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>6}"


def report(found: Mapping[str, Score]) -> int:
    """Print the scores beside the floors, and return 1 if one has fallen."""
    least, alike = floors(), equivalent()
    print(ROW.format("module", "mutants", "tried", "killed", "late", "left", "equal", "score", "floor"))  # noqa: T201
    for module, one in found.items():
        if one.tried:
            percent, known = f"{one.percent(alike[module]):.1f}", alike[module]
            counts = one.total, one.tried, one.killed, one.timeouts, len(one.survived), known
            print(ROW.format(module, *counts, percent, least.get(module, "none")))  # noqa: T201
    wrong = fallen(found, least, alike)
    print("\n".join(wrong) or "No score has fallen.")  # noqa: T201
    return 1 if wrong else 0
