"""The two functions for other engines give what a run gives."""

import pickle

import pytest

from tests.bulk.streams import SOME, alone, answers, lines_of, mixed
from tests.conftest import require
from toolfold.bulk import Options, folded, keyed

pa = require("pyarrow")
OPTIONS = Options("stream_id", order="seq", fragment="data")


def folded_by_hand(entries, options=OPTIONS):
    """Group by hand, as an engine does."""
    fold, rows = pickle.loads(pickle.dumps(folded(options))), []
    for stream in sorted(set(entries.column("stream").to_pylist())):
        mask = pa.compute.equal(entries.column("stream"), stream)
        rows += fold(entries.filter(mask)).to_pylist()
    return rows


def test_lines_of_text():
    require("pyarrow.compute")
    lines = lines_of(mixed(SOME)).decode().splitlines()
    entries = pickle.loads(pickle.dumps(keyed(OPTIONS, lines="text")))(pa.table({"text": [*lines, "", None]}))
    assert answers(folded_by_hand(entries)) == {stream: found for stream, found in alone(SOME).items() if found}


def test_rows_of_a_table_and_what_names_no_stream():
    require("pyarrow.compute")
    call = {"index": 0, "id": "c", "function": {"name": "f", "arguments": "{}"}}
    table = pa.Table.from_pylist([{"run": 7, "n": 1, "data": [call]}, {"run": 8, "n": 1}, {"n": 3}, {"n": 4}])
    rows = folded_by_hand(keyed(Options("run", order="n", fragment="data"))(table))
    assert [(row["stream"], row["outcome"], row["lost"]) for row in rows] == [
        ("", None, 2),
        ("7", "ok", 0),
        ("8", None, 1),
    ]


def test_no_rows_are_no_rows():
    entries = keyed(OPTIONS)(pa.table({"stream_id": pa.array([], pa.string())}))
    assert entries.num_rows == folded(OPTIONS)(entries).num_rows == 0


def test_an_engine_that_groups_needs_an_order():
    with pytest.raises(ValueError, match=r"Options\(order=...\) must name"):
        keyed(Options("stream_id"))
