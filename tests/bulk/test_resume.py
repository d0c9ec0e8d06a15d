"""A run that is killed at any point goes on, and gives what it would have given; another run is refused."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bulk.streams import OPTIONS, SOME, mixed, run, write
from tests.conftest import require
from toolfold.bulk import Options, Unusable, logs, work

require("duckdb")
require("pyarrow")

DIES = """
import os, signal, sys
from pathlib import Path
from toolfold.bulk import Effort, Options, bulk, logs, work

at, *names = sys.argv[1:]
at = float(at)
logs.UNIT, work.PARTITION = 8_000, 16_000
done = 0


def dying(real):
    def rename(self, target):
        global done
        done += 1
        if done > at or str(target) in names[2:]:  # a half: before the next piece of work is put in its place
            os.kill(os.getpid(), signal.SIGKILL)
        real(self, target)
        if done + 0.5 > at:  # a whole number: after that
            os.kill(os.getpid(), signal.SIGKILL)
        print("done", flush=True)
    return rename


Path.rename, Path.replace = dying(Path.rename), dying(Path.replace)
bulk([names[0]], Path(names[1]), Options("stream_id", order="seq", fragment="data"), "test", Effort())
"""


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "UNIT", 8_000)
    monkeypatch.setattr(work, "PARTITION", 16_000)
    path = write(mixed(SOME), tmp_path / "log.jsonl")
    with path.open("a") as file:
        file.write("broken\n")
    return path


@pytest.fixture
def whole(log, tmp_path):
    """What an uninterrupted run writes: the rows, the broken lines, the counts."""
    return result_of(log, tmp_path / "whole.jsonl")


def result_of(log, output, **effort):
    answer = run([log], output, **effort)
    return output.read_bytes(), answer.broken.read_bytes(), answer.tally


def killed(log, output, at, *before):
    """Run until the process kills itself, after so much work or before a file gets its name; say whether it did."""
    argv = [str(at), str(log), str(output), *map(str, before)]
    ended = subprocess.run([sys.executable, "-c", DIES, *argv], check=False, stdout=subprocess.DEVNULL)
    assert ended.returncode in (0, -signal.SIGKILL)
    return ended.returncode != 0


def test_killed_again_and_again_it_comes_to_the_same(log, whole, tmp_path):
    output = tmp_path / "calls.jsonl"
    deaths = sum(killed(log, output, at) for at in (1, 3.5, 5, 6.5))
    assert deaths == 4
    assert killed(log, output, 1000, output)  # all is done, and the output is about to be there
    assert not output.exists()
    pieces = [*(output.parent / "calls.jsonl.work" / "read").iterdir()]
    assert len([piece for piece in pieces if piece.suffix != ".tmp"]) > 3
    assert result_of(log, output) == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "calls.jsonl",
        "calls.jsonl.broken.jsonl",
        "log.jsonl",
        "whole.jsonl",
        "whole.jsonl.broken.jsonl",
    ]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the processes of a process in /proc")
def test_killed_from_outside_its_processes_end_and_the_next_run_goes_on(log, whole, tmp_path):
    output = tmp_path / "calls.jsonl"
    code = DIES.replace("Effort()", "Effort(processes=2)").replace("bulk([", 'if __name__ == "__main__":\n    bulk([')
    (tmp_path / "run.py").write_text(code)
    never = "1000"
    argv = [sys.executable, str(tmp_path / "run.py"), never, str(log), str(output)]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE)
    for _ in range(4):  # the manifest, and then some of the work, which other processes do
        assert process.stdout.readline() == b"done\n"
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    process.kill()
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()
    assert len(children) >= 2
    for child in children:
        wait_for_the_end_of(int(child))
    assert result_of(log, output, processes=2) == whole


def wait_for_the_end_of(pid):
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    import select  # noqa: PLC0415  # only here

    assert select.select([handle], [], [], 60)[0], f"process {pid} outlives its parent"
    os.close(handle)


def test_another_run_is_refused_and_can_be_forgotten(log, whole, tmp_path):
    output = tmp_path / "calls.jsonl"
    assert killed(log, output, 4)
    with pytest.raises(Unusable, match=r"with other options; --restart forgets"):
        run([log], output, Options("stream_id", fragment="data"))
    other = write(mixed(SOME), tmp_path / "other.jsonl")
    with pytest.raises(Unusable, match=r"other.jsonl changed, came or went"):
        run([log, other], output)
    before = log.read_bytes()
    os.utime(log, ns=(1, 1))
    with pytest.raises(Unusable, match=r"of other logs \(.*log.jsonl changed, came or went\)"):
        run([log], output)
    log.write_bytes(before + b"broken\n")
    with pytest.raises(Unusable, match="changed, came or went"):
        run([log], output)
    log.write_bytes(before)
    assert result_of(log, output, restart=True) == whole


def test_a_run_killed_while_its_folder_goes_leaves_nothing_to_another(log, whole, tmp_path):
    output, folder = tmp_path / "calls.jsonl", tmp_path / "calls.jsonl.work"
    assert killed(write(mixed(SOME, seed=2), tmp_path / "other.jsonl"), output, 5)
    (folder / "manifest.json").unlink()
    (folder / "of-mine").write_text("mine")
    assert result_of(log, output) == whole
    assert [path.name for path in folder.iterdir()] == ["of-mine"]


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 0}'])
def test_a_manifest_of_another_kind_is_another_run(log, tmp_path, text):
    folder = tmp_path / "calls.jsonl.work"
    folder.mkdir()
    (folder / "manifest.json").write_text(text)
    with pytest.raises(Unusable, match="of another version of toolfold"):
        run([log], tmp_path / "calls.jsonl")


def test_the_order_of_the_logs_is_part_of_the_run(log, tmp_path):
    other = write(mixed(SOME), tmp_path / "other.jsonl")
    output = tmp_path / "calls.jsonl"
    with pytest.raises(ZeroDivisionError):
        run([log, other], output, told=Failing())
    with pytest.raises(Unusable, match="of the same logs in another order"):
        run([other, log], output)


class Failing:
    def isatty(self):
        return 1 / 0


def test_two_processes_cannot_do_the_same_run(log, tmp_path):
    fcntl = require("fcntl")
    folder = tmp_path / "calls.jsonl.work"
    folder.mkdir()
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Unusable, match="another process is at work"):
            run([log], tmp_path / "calls.jsonl")


class Changing:
    """Changes a log as soon as anything is shown."""

    def __init__(self, log):
        self._log = log

    def isatty(self):
        os.utime(self._log, ns=(1, 1))
        return False


def test_a_log_that_changes_meanwhile_is_refused(log, tmp_path):
    with pytest.raises(Unusable, match=r"log.jsonl changed while it was read"):
        run([log], tmp_path / "calls.jsonl", told=Changing(log))


def test_a_process_that_dies_is_told_and_the_next_run_goes_on(log, whole, tmp_path, monkeypatch):
    output = tmp_path / "calls.jsonl"
    monkeypatch.setattr("toolfold.bulk.run.read_unit", die)
    with pytest.raises(Unusable, match="a process died"):
        run([log], output, OPTIONS, processes=2)
    monkeypatch.undo()
    monkeypatch.setattr(logs, "UNIT", 8_000)
    monkeypatch.setattr(work, "PARTITION", 16_000)
    assert result_of(log, output) == whole


def die(_work, _number, _advance):
    os.kill(os.getpid(), signal.SIGKILL)
