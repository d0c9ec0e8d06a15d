"""A run from logs to rows: read, fold, put together."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TextIO

from toolfold.bulk.folders import replaced
from toolfold.bulk.folding import fold_partition, tally_in
from toolfold.bulk.logs import log_of, names_of
from toolfold.bulk.options import MEBIBYTE, Options
from toolfold.bulk.output import FORMATS
from toolfold.bulk.pool import RunAll, crew
from toolfold.bulk.progress import Stage, progress
from toolfold.bulk.reading import broken_in, read_unit, unread_in
from toolfold.bulk.rows import Tally
from toolfold.bulk.work import Work, plan_of, work_on

LEAST_MEMORY = 64 * MEBIBYTE
"""What one process needs at least to sort; below that, too much is written to the disk and read again."""


class Effort(NamedTuple):
    """How a run is done, which changes nothing in its answer."""

    processes: int = 1
    memory: int = 1024 * MEBIBYTE
    restart: bool = False
    told: TextIO | None = None


class Answer(NamedTuple):
    """What came of a run: the counts, and where the lines are that could not be used, if there are any."""

    tally: Tally
    broken: Path | None


def bulk(logs: Sequence[str], output: Path, options: Options, /, version: str, effort: Effort) -> Answer:
    """Fold the streams of logs into one file of rows, or go on with a run that was stopped.

    What is done lies in a folder beside the output until the run is over. Raises ``Unusable`` if the folder is of
    another run or a log changes meanwhile, ``UnreadableInput`` for a log that is not there.
    """
    plan = plan_of(tuple(map(log_of, names_of(logs, output))), options, version)
    with work_on(output.with_name(f"{output.name}.work"), plan, restart=effort.restart) as work:
        with crew(effort.processes) as run_all:
            _read(work, effort.told, run_all)
            work.check_logs()
            _fold(work, output.suffix, effort, run_all)
        broken = _put_broken(work, output)
        _put_together(work, output)
        tallies = [*map(tally_in, _folded(work)), *(unread_in(work.unit(n)).tally for n in range(len(plan.units)))]
    return Answer(sum(tallies, Counter()), broken)


def _read(work: Work, told: TextIO | None, run_all: RunAll) -> None:
    weights = [sum(part.weight for part in unit) for unit in work.plan.units]
    left = [number for number in range(len(weights)) if not work.unit(number).exists()]
    before = sum(weights) - sum(weights[number] for number in left)
    with progress(Stage("reading", sum(weights), "B", before), told) as advance:
        run_all(partial(read_unit, work), left, advance)


def _fold(work: Work, suffix: str, effort: Effort, run_all: RunAll) -> None:
    entries = _entries(work)
    largest_first = sorted(entries, key=lambda number: -entries[number])
    left = [number for number in largest_first if not work.partition(number).exists()]
    before = sum(entries.values()) - sum(entries[number] for number in left)
    memory = max(effort.memory // effort.processes, LEAST_MEMORY)
    with progress(Stage("folding", sum(entries.values()), " fragments", before), effort.told) as advance:
        run_all(partial(fold_partition, work, suffix, memory), left, advance)


def _entries(work: Work) -> Counter[int]:
    """Return how many fragments there are for each partition."""
    found: Counter[int] = Counter()
    for number in range(len(work.plan.units)):
        found.update(unread_in(work.unit(number)).entries)
    return found


def _folded(work: Work) -> list[Path]:
    return sorted(work.folded.iterdir())


def _put_together(work: Work, output: Path) -> None:
    """Join the rows of the partitions to the output, which is there whole or not at all."""
    with replaced(output, work.root) as place, FORMATS[output.suffix](place) as rows:
        for folder in _folded(work):
            rows.append(folder / f"rows{output.suffix}")


def _put_broken(work: Work, output: Path) -> Path | None:
    """Write what was set aside beside the output; None if nothing was, and then a file of an earlier run goes."""
    file = output.with_name(f"{output.name}.broken.jsonl")
    broken = broken_in(work)
    first = next(broken, None)
    if first is None:
        file.unlink(missing_ok=True)
        return None
    with replaced(file, work.root) as place, place.open("w", encoding="ascii") as lines:
        lines.writelines(f"{json.dumps(entry)}\n" for entry in chain([first], broken))
    return file
