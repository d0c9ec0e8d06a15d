"""The folder of a run that is not over: what it is about, and what is done of it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from toolfold.bulk.folders import clean, replaced
from toolfold.bulk.logs import Log, Unit, log_of, units_of
from toolfold.bulk.options import MEBIBYTE, Options

FORMAT = 1
"""Of the folder; another one is another run."""

PARTITION, FEWEST, MOST = 32 * MEBIBYTE, 4, 256
"""How much of the logs is sorted and folded at once, and how few and many parts that makes."""


_LOCK = "lock"


class Unusable(Exception):  # noqa: N818 - what is asked is at fault, and its name should say so
    """A run that cannot be, and why in one line."""


class Plan(NamedTuple):
    """What a run is about, and the pieces of work that follow from it."""

    version: str
    logs: tuple[Log, ...]
    options: Options
    units: tuple[Unit, ...]
    partitions: int


def plan_of(logs: tuple[Log, ...], options: Options, version: str, /) -> Plan:
    """Return the plan for logs; equal logs make equal plans, however many processes there are."""
    weight = sum(log.weight for log in logs)
    partitions = max(FEWEST, min(MOST, -(-weight // PARTITION)))
    return Plan(version, logs, options, tuple(units_of(logs)), partitions)


class Work:
    """The folder, which belongs to one run at a time."""

    def __init__(self, root: Path, plan: Plan) -> None:
        self.root, self.plan = root, plan

    @property
    def manifest(self) -> Path:
        """What says which run this is; without it, nothing here belongs to one."""
        return self.root / "manifest.json"

    @property
    def read(self) -> Path:
        """Where the lines are, sorted into partitions: a folder for each unit that is read."""
        return self.root / "read"

    @property
    def folded(self) -> Path:
        """Where the rows are: a folder for each partition that is folded."""
        return self.root / "folded"

    @property
    def spill(self) -> Path:
        """Where the engines that sort put what has no room in memory, each in a folder of its own."""
        return self.root / "spill.tmp"

    def unit(self, number: int) -> Path:
        """Return the folder of a unit."""
        return self.read / f"{number:06}"

    def partition(self, number: int) -> Path:
        """Return the folder of a partition."""
        return self.folded / f"{number:06}"

    def forget(self) -> None:
        """Remove all that was done."""
        self.manifest.unlink(missing_ok=True)
        for folder in (self.read, self.folded, self.spill):
            shutil.rmtree(folder, ignore_errors=True)

    def check_logs(self) -> None:
        """Refuse to go on if a log is not what it was when the run began."""
        for log in self.plan.logs:
            if log_of(log.name) != log:
                raise Unusable(f"{log.name} changed while it was read; {_anew(self.root)}")


@contextmanager
def work_on(root: Path, plan: Plan, /, *, restart: bool = False) -> Iterator[Work]:
    """Yield the folder of a run, new or as an earlier process of the same run left it, and lock it meanwhile.

    It is removed when the run is over, and stays when the run fails. A folder of another run is ``Unusable``.
    """
    root.mkdir(exist_ok=True)
    with _locked(root):
        work = Work(root, plan)
        if restart:
            work.forget()
        clean(root)
        _agree(work)
        work.read.mkdir(exist_ok=True)
        work.folded.mkdir(exist_ok=True)
        yield work
        work.forget()
        (root / _LOCK).unlink(missing_ok=True)
    with suppress(OSError):  # something of somebody else's lies there
        root.rmdir()


def _agree(work: Work) -> None:
    """Write down what the run is about, or find that it is the same as what is written there."""
    wanted, root = json.loads(json.dumps(_manifest(work.plan))), work.root
    try:
        there = json.loads(work.manifest.read_text(encoding="utf-8"))
    except FileNotFoundError:
        work.forget()  # of a run that was over, and was killed while this was removed
        with replaced(work.manifest, root) as place:
            place.write_text(json.dumps(wanted, indent=1), encoding="utf-8")
        return
    except ValueError:
        there = {}
    if not isinstance(there, dict):
        there = {}
    if there != wanted:
        raise Unusable(f"{root} holds a run that is not over, {_difference(there, wanted)}; {_anew(root)}")


def _manifest(plan: Plan) -> dict[str, object]:
    logs = [log._asdict() for log in plan.logs]
    return {"format": FORMAT, "version": plan.version, "options": plan.options._asdict(), "logs": logs}


def _difference(there: dict[str, object], wanted: dict[str, object]) -> str:
    if any(there.get(name) != wanted[name] for name in ("format", "version")):
        return "of another version of toolfold"
    if there.get("options") != wanted["options"]:
        return "with other options"
    before, now = ([tuple(log.values()) for log in logs] for logs in (there["logs"], wanted["logs"]))  # type: ignore[attr-defined]
    changed = sorted({str(log[0]) for log in {*before} ^ {*now}})
    return f"of other logs ({changed[0]} changed, came or went)" if changed else "of the same logs in another order"


def _anew(root: Path) -> str:
    return f"--restart forgets what is in {root} and begins anew"


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    """Keep the folder for one process; the system takes the lock back when a process ends, however it ends."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # a system without such locks
        yield
        return
    with (root / _LOCK).open("wb") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError as error:
            raise Unusable(f"another process is at work in {root}") from error
        yield
