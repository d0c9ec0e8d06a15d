"""The processes: one for each package and two for toolfold alone, and one for each import that is timed."""

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.clock import Sample, pin, sample
from tests.bench.contests import PACKAGES, QUICK, SOLO, Sizes, installed
from tests.bench.results import Record, Results, Setting

ROOT = Path(__file__).parents[2]
PURE = {"PYRSISTENT_NO_C_EXTENSION": "1"}
OFFLINE = {"LITELLM_LOCAL_MODEL_COST_MAP": "True"}
"""Nothing here asks the network for anything."""

IMPORTS = ("toolfold", "pyrsistent, returns.result")
TIMED = "from time import process_time; start = process_time(); import {}; print(process_time() - start)"


def run_all(names: list[str], sizes: Sizes) -> Results:
    """Everything, one process after the other."""
    pin()  # those that are started stay where this one is
    before, broken = load(), dict[str, str]()
    records = [one for name in names if name == SOLO or installed(name) for one in worked(name, sizes, {}, broken)]
    pure = worked(SOLO, sizes, PURE, broken) if SOLO in names else []
    imports = timed_imports(2 if sizes is QUICK else 15) if SOLO in names else {}
    return Results(sizes, records, pure, imports, broken, setting(before))


def worked(name: str, sizes: Sizes, more: dict[str, str], broken: dict[str, str]) -> list[Record]:
    """What one process measured; if it failed, nothing, and the reason among the broken ones."""
    print(f"measuring {name} {' '.join(more)}", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "tests.bench.worker", name, "quick" if sizes is QUICK else "full"]
    done = python(command, more)
    if done.returncode == 0:
        return list(json.loads(done.stdout.splitlines()[-1]))
    broken[name] = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1][:200]
    return []


def python(command: list[str], more: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **OFFLINE, **more}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def timed_imports(runs: int) -> dict[str, Sample]:
    """The import of toolfold and of what it needs, in turns, each in a process of its own; the first compiles."""
    times: dict[str, list[float]] = {what: [] for what in IMPORTS}
    with TemporaryDirectory() as place:  # compiled once, as what is installed is, whatever the settings here are
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": place}
        for _ in range(runs + 1):
            for what, found in times.items():
                done = python([sys.executable, "-c", TIMED.format(what)], compiled)
                done.check_returncode()
                found.append(float(done.stdout))
    return {what: sample(found[1:]) for what, found in times.items()}


def load() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def setting(before: float) -> Setting:
    """Where and when, in general words: nothing of a machine's name."""
    python_ = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, pinned to one"
    names = ("toolfold", "pyrsistent", "returns", *PACKAGES)
    versions = {name: version(name) for name in names if installed(name)}
    return Setting(datetime.now(UTC).date().isoformat(), python_, machine, versions, (before, load()))
