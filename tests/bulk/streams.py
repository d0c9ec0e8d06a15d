"""The streams of the rows, mixed, as logs; and what must come of them: each folded alone."""

import gzip
import json
import random
from itertools import groupby

from returns.result import Success

import toolfold
from tests.rows import TABLES
from toolfold.bulk import Effort, Options, bulk
from toolfold.core.state import base_of


def _as_json(fragment):
    """The fragment as a log would hold it; None if no log can (bytes, objects)."""
    try:
        return json.loads(json.dumps(fragment))
    except (TypeError, ValueError, RecursionError):
        return None


def _streams():
    """Every stream that JSON can hold, by a name."""
    for wire, rows in TABLES.items():
        for row in rows:
            fragments = [_as_json(fragment) for fragment in row.fragments]
            if fragments and None not in fragments and not any(_is_prose(fragment) for fragment in fragments):
                yield f"{wire}/{row.name}", fragments


def _is_prose(fragment):
    return isinstance(fragment, str) and fragment != "[DONE]"


STREAMS = dict(_streams())
SOME = dict(list(STREAMS.items())[::12])


def mixed(streams, seed=1):
    """Records of many streams in any order: the stream's id, the number, the fragment."""
    records = [
        {"stream_id": stream, "seq": number, "data": fragment}
        for stream, fragments in streams.items()
        for number, fragment in enumerate(fragments)
    ]
    random.Random(seed).shuffle(records)
    return records


def lines_of(records):
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def parquet_of(records, path, **more):
    import pyarrow as pa  # noqa: PLC0415  # of an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    columns = {name: [record[name] for record in records] for name in ("stream_id", "seq")}
    columns["data"] = [json.dumps(record["data"]) for record in records]
    pq.write_table(pa.table(columns), path, **more)


def write(records, path):
    """Write a log whose name says how it is packed."""
    match path.suffix:
        case ".gz":
            path.write_bytes(gzip.compress(lines_of(records)))
        case ".zst":
            import pyarrow as pa  # noqa: PLC0415

            with pa.CompressedOutputStream(str(path), "zstd") as file:
                file.write(lines_of(records))
        case ".parquet":
            parquet_of(records, path, row_group_size=200)
        case _:
            path.write_bytes(lines_of(records))
    return path


def alone(streams):
    """What becomes of the calls of each stream, folded by itself: what every run must say of it."""
    return {stream: _answer(toolfold.feed_all(toolfold.new(), fragments)) for stream, fragments in streams.items()}


def _answer(state):
    found = [one.unwrap() if isinstance(one, Success) else one.failure() for one in toolfold.outcomes(state)]
    error = base_of(state).error
    return [
        {
            "outcome": "ok" if isinstance(call, toolfold.ToolCall) else call.kind,
            "arguments": call.arguments if isinstance(call, toolfold.ToolCall) else None,
            "message": None if isinstance(call, toolfold.ToolCall) else call.message,
            "kind": call.kind if isinstance(call, toolfold.ToolCall) else call.call_kind,
            "extras": dict(call.extras),
            "stream_error": None if error is None else error.type,
            **{name: getattr(call, name) for name in ("id", "id_made_up", "name", "text", "run_by", "choice", "index")},
        }
        for call in found
    ]


def answers(rows):
    """The same of the rows of a run."""
    calls = [row for row in rows if row["call"] is not None]
    return {
        stream: [_read(row, place) for place, row in enumerate(its)]
        for stream, its in groupby(calls, key=lambda row: row["stream"])
    }


def _read(row, place):
    assert row["call"] == place
    names = ("outcome", "message", "kind", "stream_error", "id", "id_made_up", "name", "text", "run_by", "choice")
    arguments = None if row["arguments"] is None else json.loads(row["arguments"])
    extras = {} if row["extras"] is None else json.loads(row["extras"])
    return {**{name: row[name] for name in names}, "index": row["index"], "arguments": arguments, "extras": extras}


def json_rows(path):
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def part(text, number, **more):
    entry = {"index": 0, "function": {"arguments": text}}
    if not number:
        entry = {"index": 0, "id": "c1", "function": {"name": "f", "arguments": text}}
    return {"id": "s", "n": number, "choices": [{"index": 0, "delta": {"tool_calls": [entry]}}], **more}


OPTIONS = Options("stream_id", order="seq", fragment="data")


def run(names, output, options=OPTIONS, **effort):
    return bulk([str(name) for name in names], output, options, "test", Effort(**effort))
