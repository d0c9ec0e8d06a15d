"""Memory does not grow with the logs: keys are sorted on the disk, and a stream is folded as it is read."""

import random
import tracemalloc
from pathlib import Path

import pytest

from tests.conftest import require
from toolfold.bulk import Options, Unusable
from toolfold.bulk.folding import fold_partition, sorted_keys, tally_in
from toolfold.bulk.logs import log_of
from toolfold.bulk.reading import read_unit
from toolfold.bulk.run import LEAST_MEMORY
from toolfold.bulk.work import Work, plan_of

require("duckdb")
pa = require("pyarrow")
pq = require("pyarrow.parquet")

PROSE = '{"id": "s", "n": %d, "choices": [{"index": 0, "delta": {"content": "some words"}}]}\n'


def peaks(root, fragments, monkeypatch):
    """The most memory of Python that reading and folding a single stream take, its last fragment first."""
    root.mkdir()
    (root / "log").write_text("".join(PROSE % number for number in reversed(range(fragments))))
    plan = plan_of((log_of(str(root / "log")),), Options("id", order="n"), "test")
    work = Work(root, plan)
    monkeypatch.setattr("toolfold.bulk.reading.HELD", 50_000)
    reading = peak_of(lambda: read_unit(work, 0, lambda _: None))
    [partition] = [int(path.stem) for path in work.unit(0).glob("*.parquet")]
    folding = peak_of(lambda: fold_partition(work, ".jsonl", 2**28, partition, lambda _: None))
    assert tally_in(work.partition(partition))["fragments"] == fragments
    return reading, folding


def peak_of(act):
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_long_stream_needs_no_more_than_a_short_one(tmp_path, monkeypatch):
    peaks(tmp_path / "first", 10, monkeypatch)  # what is made once
    short = peaks(tmp_path / "short", 1_500, monkeypatch)
    long = peaks(tmp_path / "long", 5_000, monkeypatch)
    assert [after < 1.5 * before for before, after in zip(short, long, strict=True)] == [True, True]


def keys(path, count):
    numbers = list(range(count))
    random.Random(1).shuffle(numbers)
    columns = {"stream": ["s" * 250] * count, "order": [b"%09d" % number for number in numbers], "place": numbers}
    pq.write_table(pa.table({**columns, "start": numbers, "size": [1] * count}), path)
    return str(path)


def test_keys_that_have_no_room_in_memory_are_sorted_on_the_disk(tmp_path: Path):
    count = 250_000
    found = sorted_keys([keys(tmp_path / "keys", count)], tmp_path / "spill", LEAST_MEMORY)
    first = next(found)
    assert sum(path.stat().st_size for path in (tmp_path / "spill").rglob("*")) > LEAST_MEMORY / 8
    assert [first[2], *(place for _, _, place, _, _ in found)] == list(range(count))
    assert not [path for path in (tmp_path / "spill").rglob("*") if path.is_file()]


def test_too_little_memory_is_told(tmp_path):
    found = sorted_keys([keys(tmp_path / "keys", 20_000)], tmp_path / "spill", 2**20)
    with pytest.raises(Unusable, match=r"give --memory more \(Out of Memory Error: .*\)$"):
        list(found)
