"""What a run gives is what each stream gives by itself, whatever the logs look like and however the work is cut."""

import json

import pytest

from tests.bulk.streams import SOME, STREAMS, alone, answers, json_rows, lines_of, mixed, part, run, write
from tests.conftest import require
from toolfold.bulk import Options, logs, work
from toolfold.bulk.entries import without

duckdb = require("duckdb")
pa = require("pyarrow")
pq = require("pyarrow.parquet")


def with_calls(streams):
    return {stream: found for stream, found in alone(streams).items() if found}


@pytest.fixture
def small_pieces(monkeypatch):
    """Cut logs into many pieces, as large ones are."""
    monkeypatch.setattr(logs, "UNIT", 60_000)
    monkeypatch.setattr(work, "PARTITION", 120_000)


@pytest.mark.usefixtures("small_pieces")
def test_every_stream_of_the_tables_comes_to_what_it_comes_to_alone(tmp_path):
    log = write(mixed(STREAMS), tmp_path / "log.jsonl")
    answer = run([log], tmp_path / "calls.jsonl")
    rows = json_rows(tmp_path / "calls.jsonl")
    assert answers(rows) == with_calls(STREAMS)
    assert answer.broken is None
    assert answer.tally["streams"] == len(STREAMS)
    assert answer.tally["fragments"] == sum(map(len, STREAMS.values()))
    assert answer.tally["calls"] == sum(row["call"] is not None for row in rows)
    assert [path.name for path in tmp_path.iterdir() if path != log] == ["calls.jsonl"]


@pytest.mark.parametrize("name", ["log.gz", "log.zst", "log.parquet", "log.jsonl"])
def test_every_kind_of_log_and_output_gives_the_same(tmp_path, name):
    log = write(mixed(SOME), tmp_path / name)
    run([log], tmp_path / "calls.parquet")
    assert answers(pq.read_table(tmp_path / "calls.parquet").to_pylist()) == with_calls(SOME)


@pytest.mark.usefixtures("small_pieces")
def test_several_logs_of_several_kinds_are_one(tmp_path):
    records = mixed(SOME)
    for nth, name in enumerate(("a.jsonl", "b.jsonl.gz", "c.jsonl.zst", "d.parquet")):
        write(records[nth::4], tmp_path / name)
    (tmp_path / "notes.txt").write_text("not a log")
    run([tmp_path], tmp_path / "calls.jsonl")
    whole = (tmp_path / "calls.jsonl").read_bytes()
    assert answers(json_rows(tmp_path / "calls.jsonl")) == with_calls(SOME)
    (tmp_path / "calls.jsonl").unlink()
    run([tmp_path / "*.jsonl*", tmp_path / "d.parquet", tmp_path / "a.jsonl"], tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() == whole


def test_what_a_run_wrote_is_no_log_of_the_next(tmp_path):
    write(mixed(SOME), tmp_path / "log.jsonl")
    with (tmp_path / "log.jsonl").open("a") as log:
        log.write("broken\n")
    first = run([tmp_path], tmp_path / "calls.jsonl").tally
    assert run([tmp_path], tmp_path / "calls.jsonl").tally == first


@pytest.mark.usefixtures("small_pieces")
def test_one_and_two_processes_give_the_same_bytes(tmp_path):
    log = write(mixed(SOME), tmp_path / "log.jsonl")
    run([log], tmp_path / "one.jsonl")
    run([log], tmp_path / "two.jsonl", processes=2)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_without_a_field_for_the_fragment_the_line_is_the_fragment(tmp_path):
    streams = {
        name: fragments for name, fragments in STREAMS.items() if all(isinstance(one, dict) for one in fragments)
    }
    records = [{**record["data"], "x_stream": record["stream_id"], "x_seq": record["seq"]} for record in mixed(streams)]
    (tmp_path / "log").write_bytes(lines_of(records))
    run([tmp_path / "log"], tmp_path / "calls.jsonl", Options("x_stream", order="x_seq"))
    assert len(streams) > 500
    assert answers(json_rows(tmp_path / "calls.jsonl")) == with_calls(streams)


def test_without_a_field_for_the_order_the_files_order_it(tmp_path):
    fragments = [(stream, fragment) for stream, fragments in SOME.items() for fragment in fragments]
    fragments.sort(key=lambda one: hash(one[0]) % 3)  # stable: the order within a stream stays
    records = [{"run": {"id": stream}, "data": fragment} for stream, fragment in fragments]
    for nth, start in enumerate(range(0, len(records), 50)):
        (tmp_path / f"{nth:03}.jsonl").write_bytes(lines_of(records[start : start + 50]))
    run([tmp_path], tmp_path / "calls.jsonl", Options("run.id", fragment="data"))
    assert answers(json_rows(tmp_path / "calls.jsonl")) == with_calls(SOME)


def test_the_columns_are_those_of_both_outputs(tmp_path):
    log = write(mixed(SOME), tmp_path / "log.jsonl")
    run([log], tmp_path / "calls.parquet")
    run([log], tmp_path / "calls.ndjson")
    table = pq.read_table(tmp_path / "calls.parquet")
    assert table.to_pylist() == json_rows(tmp_path / "calls.ndjson")


def rows_of(tmp_path, records, options, text=None):
    (tmp_path / "log").write_bytes(lines_of(records) if text is None else text)
    answer = run([tmp_path / "log"], tmp_path / "calls.parquet", options)
    return pq.read_table(tmp_path / "calls.parquet").to_pylist(), answer.tally


def test_a_chunk_s_own_id_can_be_the_stream_s(tmp_path):
    [row], _ = rows_of(tmp_path, [part("1}", 1), part('{"a":', 0)], Options("id", order="n"))
    assert (row["stream"], row["id"], row["arguments"], row["notes"]) == ("s", "c1", '{"a":1}', ["no-end"])


@pytest.mark.parametrize("write_number", [int, str, float, lambda n: n * 10**30, lambda n: n - 6.5])
def test_numbers_are_ordered_as_numbers(tmp_path, write_number):
    pieces = ['{"a":"', *"0123456789", '"}']
    records = [{**part(text, number), "n": write_number(number)} for number, text in enumerate(pieces)]
    [row], _ = rows_of(tmp_path, records[::-1], Options("id", order="n"))
    assert row["arguments"] == '{"a":"0123456789"}'


def test_times_in_parquet_are_an_order(tmp_path):
    records = [part('{"a":', 0), part("1}", 1)]
    times = pa.array([1_700_000_000_000_000_001, 1_700_000_000_000_000_002], pa.timestamp("ns"))
    table = pa.table({"id": ["s", "s"], "at": times, "data": [json.dumps(record) for record in records]})
    pq.write_table(table.take([1, 0]), tmp_path / "log")
    run([tmp_path / "log"], tmp_path / "calls.jsonl", Options("id", order="at", fragment="data"))
    [row] = json_rows(tmp_path / "calls.jsonl")
    assert row["arguments"] == '{"a":1}'


def test_a_row_of_parquet_can_be_the_fragment_itself(tmp_path):
    table = pa.Table.from_pylist([part("1}", 1), part('{"a":', 0)])
    pq.write_table(table, tmp_path / "log")
    run([tmp_path / "log"], tmp_path / "calls.jsonl", Options("id", order="n"))
    [row] = json_rows(tmp_path / "calls.jsonl")
    assert row["arguments"] == '{"a":1}'


def test_what_comes_again_is_counted_and_taken_once_if_that_is_said(tmp_path):
    records = [part('{"a":"', 0), part("x", 1), part("x", 1), part("y", 1), part('"}', 2)]
    [row], tally = rows_of(tmp_path, records, Options("id", order="n"))
    assert (row["text"], row["repeated"], row["fragments"], tally["repeated"]) == ('{"a":"xxy"}', 2, 5, 2)
    [row], tally = rows_of(tmp_path, records, Options("id", order="n", once=True))
    assert (row["text"], row["repeated"], row["fragments"], tally["repeated"]) == ('{"a":"xy"}', 2, 4, 2)


def test_the_text_of_a_fragment_is_not_touched_on_the_way(tmp_path):
    awkward = '{"big":123456789012345678901234567890,"twice":1,"twice":2,"half":"\\ud83d","z":1e5,"a":1.0}'
    line = json.dumps(part(awkward, 0)).replace('"index": 0, "id"', '"index": 7, "index": 0, "id"')
    [row], _ = rows_of(tmp_path, [], Options("id"), text=line.encode())
    assert (row["text"], row["outcome"], row["index"]) == (awkward, "duplicate-key", 0)
    sound = '{"big":123456789012345678901234567890,"z":1e5,"a":1.0,"t":"a\tb"}'
    [row], _ = rows_of(tmp_path, [part(sound, 0)], Options("id"))
    assert json.loads(row["arguments"]) == json.loads(sound, strict=False)
    assert row["text"] == sound


def test_half_a_character_is_kept_as_its_escape(tmp_path):
    [row], _ = rows_of(tmp_path, [part('{"a":"\ud83d', 0)], Options("id"))
    assert row["text"] == '{"a":"\\ud83d'


def test_a_stream_without_calls_has_a_row_only_if_there_is_something_to_say(tmp_path):
    records = [{"id": "quiet", "type": "ping"}, {"id": "bad", "error": {"type": "overloaded", "message": "later"}}]
    [row], tally = rows_of(tmp_path, records, Options("id"))
    assert (row["stream"], row["call"], row["stream_error"], row["outcome"]) == ("bad", None, "overloaded", None)
    assert (tally["streams"], tally["calls"], tally["errors"]) == (2, 0, 1)


def test_strict_and_a_named_wire_are_those_of_the_other_verbs(tmp_path):
    records = [part('{"a":1}', 0)]
    [row], _ = rows_of(tmp_path, records, Options("id", strict=True))
    assert (row["outcome"], row["wire"]) == ("truncated", "openai-chat")
    rows, _ = rows_of(tmp_path, records, Options("id", wire="ag-ui"))
    assert rows == []


@pytest.mark.parametrize("keep", [False, True])
def test_a_field_of_the_provider_s_stays_only_if_that_is_said(tmp_path, keep):
    entry = {"index": 0, "id": "c1", "function": {"name": "f", "arguments": "{}"}, "run": "s", "n": 1}
    [row], _ = rows_of(tmp_path, [entry], Options("run", order="n", keep=keep))
    assert answers([row]) == alone({"s": [entry if keep else without(without(entry, "run"), "n")]})
    assert json.loads(row["extras"] or "{}") == ({"n": 1, "run": "s"} if keep else {})
