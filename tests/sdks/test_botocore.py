"""Bedrock's events as botocore parses them: real frames of the binary event stream, real service model."""

import json
import struct
from binascii import crc32
from collections.abc import Iterator
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.bedrock_converse import CLAUDE, START, head, one_call, piece, response, use
from tests.rows.build import Row
from tests.sdks.compare import meanings

botocore = require("botocore")
eventstream = require("botocore.eventstream")
parsers = require("botocore.parsers")
session = require("botocore.session")

MODEL = session.Session().get_service_model("bedrock-runtime")
OUTPUT = MODEL.operation_model("ConverseStream").output_shape.members["stream"]
INVOKED = MODEL.operation_model("InvokeModelWithResponseStream").output_shape.members["body"]


def frame(kind: str, payload: Any) -> bytes:
    """One message of the event stream: prelude, headers, payload and their checksums."""
    failed = kind.endswith("Exception")
    named = {
        ":message-type": "exception" if failed else "event",
        ":exception-type" if failed else ":event-type": kind,
        ":content-type": "application/json",
    }
    headers = b"".join(
        struct.pack("!B", len(key)) + key.encode() + b"\x07" + struct.pack("!H", len(value)) + value.encode()
        for key, value in named.items()
    )
    body = json.dumps(payload).encode()
    prelude = struct.pack("!II", 16 + len(headers) + len(body), len(headers))
    prelude += struct.pack("!I", crc32(prelude))
    message = prelude + headers + body
    return message + struct.pack("!I", crc32(message))


class Raw:
    """The raw body of a response, cut anywhere."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def stream(self) -> Iterator[bytes]:
        return (self.raw[start : start + 11] for start in range(0, len(self.raw), 11))


def parsed(fragments: list[Any], shape: Any = OUTPUT) -> Any:
    raw = b"".join(frame(kind, event) for one in fragments for kind, event in one.items())
    return eventstream.EventStream(Raw(raw), shape, parsers.EventStreamJSONParser(), "ConverseStream")


def is_kept(row: Row) -> bool:
    """Say whether a row is one that Bedrock itself could send, so that botocore keeps all of it."""
    if not all(isinstance(one, dict) and len(one) == 1 and set(one) <= set(OUTPUT.members) for one in row.fragments):
        return False
    try:
        return list(parsed(row.fragments)) == row.fragments
    except Exception:  # noqa: BLE001  # values that the service never sends, and errors, which are raised
        return False


ROWS = [row for row in TABLES["bedrock-converse"] if is_kept(row)]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_events(row: Row) -> None:
    read = toolfold.feed_all(toolfold.new(), parsed(row.fragments))
    assert meanings(read) == meanings(toolfold.feed_all(toolfold.new(), row.fragments))


def test_most_rows_are_read() -> None:
    assert len(ROWS) > 40


def test_padding_and_fields_outside_the_model_are_dropped() -> None:
    [event] = parsed([head(0, "a", "f", reasoningSignature="c2ln")])
    assert event == head(0, "a", "f")


def test_id_and_name_in_a_delta_are_dropped_by_the_model() -> None:
    """They come through other SDKs only."""
    assert list(parsed([piece(0, "{}", "a", "f")])) == [piece(0, "{}")]


def test_an_error_is_raised_and_its_response_says_what_it_was() -> None:
    stream = iter(parsed([START, head(0, "a", "f"), {"throttlingException": {"message": "slow down"}}]))
    state = toolfold.feed_all(toolfold.new(), [next(stream), next(stream)])
    with pytest.raises(eventstream.EventStreamError) as caught:
        next(stream)
    faults = toolfold.finalize(toolfold.feed(state, caught.value.response)).failure()
    assert (faults.stream_error.type, faults.stream_error.message) == ("throttlingException", "slow down")
    assert [fault.kind for fault in faults.faults] == ["truncated"]


def test_chunks_of_invoke_model_hold_bytes() -> None:
    import base64  # noqa: PLC0415

    chunks = [{"chunk": {"bytes": base64.b64encode(json.dumps(one).encode()).decode()}} for one in CLAUDE]
    read = list(parsed(chunks, INVOKED))
    assert all(isinstance(one["chunk"]["bytes"], bytes) for one in read)
    state = toolfold.feed_all(toolfold.new(), read)
    assert meanings(state) == meanings(toolfold.feed_all(toolfold.new(), CLAUDE))
    assert toolfold.detect(read[0]).name == "anthropic-messages"


def test_a_whole_response() -> None:
    payload = {**response(use("a", "f", {"n": [1, 2.5, None]}), use("b", "g", {})), "metrics": {"latencyMs": 1}}
    shape = MODEL.operation_model("Converse").output_shape
    body = {"status_code": 200, "headers": {}, "body": json.dumps(payload).encode()}
    read = parsers.create_parser("rest-json").parse(body, shape)
    assert meanings(toolfold.feed(toolfold.new(), read)) == meanings(toolfold.feed(toolfold.new(), payload))
    assert toolfold.detect(read).name == "bedrock-converse"


def test_what_goes_back_is_valid_for_the_service_model() -> None:
    from botocore.validate import ParamValidator  # noqa: PLC0415

    state = toolfold.feed_all(toolfold.new(), parsed(one_call('{"n":1}')))
    calls = toolfold.finalize(state).unwrap()
    message = toolfold.messages.assistant(calls, "bedrock-converse")
    results = [toolfold.messages.tool_result(call, {"n": 1}, "bedrock-converse") for call in calls]
    request = {"modelId": "m", "messages": [message, {"role": "user", "content": results}]}
    report = ParamValidator().validate(request, MODEL.operation_model("Converse").input_shape)
    assert not report.has_errors(), report.generate_report()
