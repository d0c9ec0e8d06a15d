"""Server-sent events: the rules, the four deliberate differences, and any cutting of the bytes."""

import json
from itertools import accumulate, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import toolfold
from toolfold import sse


def read(*chunks, **options):
    return list(sse.payloads(chunks, **options))


def cut(whole, places):
    edges = [0, *sorted({place % (len(whole) + 1) for place in places}), len(whole)]
    return [whole[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        ("", []),
        ("data: 1\n\n", [1]),
        ("data:1\n\n", [1]),
        ("data:  1\n\n", [1]),
        ('data: {"a": "b: c"}\n\n', [{"a": "b: c"}]),
        ("data: 1\r\n\r\ndata: 2\r\n\r\n", [1, 2]),
        ("data: 1\r\rdata: 2\r\r", [1, 2]),
        ("data: 1\n\r\ndata: 2\r\n\n", [1, 2]),
        ("\ufeffdata: 1\n\n", [1]),
        ("\n\ufeffdata: 1\n\n", []),
        ("\ufeff\ufeffdata: 1\n\n", []),
        (": comment\n\n:\n\ndata: 1\n\n", [1]),
        ("event: delta\nid: 7\nretry: 10\ndata: 1\n\n", [1]),
        ("event: ping\n\ndata: 1\n\n", [1]),
        ("data: [1,\ndata: 2]\n\n", [[1, 2]]),
        ("data: [1,\n: between\ndata: 2]\n\n", [[1, 2]]),
        ("data: [DONE]\n\n", ["[DONE]"]),
        ('data: "text"\n\n', ["text"]),
        ("data: half {\n\n", ["half {"]),
        ("data: two\ndata: lines\n\n", ["two\nlines"]),
        ("data: a\u2028b\x85c\x0bd\n\n", ["a\u2028b\x85c\x0bd"]),
        ("data\n\ndata:\n\ndata: \n\n", []),
        ("Data: 1\n\n data: 1\n\ndatax: 1\n\n", []),
        ("no colon at all\n\ndata: 1\n\n", [1]),
        ("data: 1", [1]),
        ("data: 1\n", [1]),
        ("data: 1\r", [1]),
        ("data: 1\r\n\r\ndata: 2", [1, 2]),
        ("data: " + "9" * 10_000 + "\n\n", ["9" * 10_000]),
    ],
)
def test_the_rules_hold_whole_and_character_by_character(stream, expected):
    raw = stream.encode()
    assert read(stream) == expected
    assert read(*stream) == expected
    assert read(raw) == expected
    assert read(*(raw[place : place + 1] for place in range(len(raw)))) == expected


def test_the_example_of_the_standard():
    """Three events: the third one has no blank line, which the standard drops and a recording needs."""
    stream = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event"
    assert read(stream) == ["first event", "second event", " third event"]


def test_every_kind_of_chunk_is_read():
    assert read(b"da", bytearray(b"ta: "), memoryview(b"1"), "\n\n") == [1]


def test_bytes_that_are_no_text_become_replacement_characters():
    assert read(b'data: "\xff"\n\n') == ["\ufffd"]
    assert read(b'data: "\xe4\xbd', '"\n\n') == ["\ufffd"]
    assert read(b"data: \xe4\xbd") == ["\ufffd"]


def test_a_payload_comes_with_the_chunk_that_ends_its_event():
    state, found = sse.step(sse.SseState(), b"data: 1\n\ndata: 2\n")
    assert found == (1,)
    assert sse.step(state, b"\ndata: 3")[1] == (2,)


def test_a_state_can_be_continued_twice():
    state, _ = sse.step(sse.SseState(), b"data: [1")
    assert sse.step(state, b", 2]\n\n")[1] == ([1, 2],)
    assert sse.step(state, b", 3]\n\n")[1] == ([1, 3],)
    assert sse.flush(state) == ("[1",)  # words to all appearances


def test_a_chunk_that_says_nothing_changes_nothing():
    state, _ = sse.step(sse.SseState(), "data: 1")
    assert sse.step(state, b"") == (state, ())


OVERSIZED = "oversized-event"


def kinds(payloads):
    return [payload["error"]["type"] if isinstance(payload, dict) else payload for payload in payloads]


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        ("data: 1234\n\n", ["1234"]),
        ("data: 12345\n\ndata: 1\n\n", [OVERSIZED, 1]),
        ("data: 12345", [OVERSIZED]),
        ("data: 12345\r\n\r\ndata: 1\r\n\r\n", [OVERSIZED, 1]),
        ("data: 12345\ndata: 1\n\ndata: 2\n\n", [OVERSIZED, 2]),
        ("data: 12\ndata: 34\n\n", [OVERSIZED]),
        (": 123456789\ndata: 1\n\ndata: 2\n\n", [OVERSIZED, 2]),
        (": 1234\n: 1234\n: 1234\ndata: 1\n\n", [1]),
        ("data:\n" * 8 + "data: 1\n\n", [OVERSIZED]),  # empty lines are held as well
    ],
)
def test_a_larger_event_is_an_error_in_the_stream_and_the_next_one_is_read(stream, expected):
    expected = [json.loads(item) if item == "1234" else item for item in expected]
    for chunks in ([stream], list(stream), [stream.encode()]):
        assert kinds(read(*chunks, limit=10)) == expected


def test_a_larger_event_says_what_to_do():
    (payload,) = read("data: 12345", limit=10)
    assert (
        payload["error"]["message"] == "An event was larger than the limit and was dropped. Raise `limit` to read it."
    )


@pytest.mark.parametrize("data", ['{"n', '{"n": 1} x', '[{"n": 1}', "[" * 200_000, '{"n": ' + "9" * 10_000 + "}"])
def test_an_event_of_broken_or_hostile_json_is_an_error_in_the_stream_that_keeps_the_text(data):
    lost, after = read(f"data: {data}\n\ndata: 1")
    assert (lost["type"], lost["error"]["type"], lost["error"]["data"]) == ("error", "unreadable-event", data)
    assert lost["error"]["message"].startswith("The JSON of an event cannot be read: ")
    assert after == 1


def lines(*fragments):
    return [f"data: {json.dumps(fragment)}\n\n" for fragment in fragments]


def piece(text):
    return {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": text}}]}}]}


def block(text):
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": text}}


STREAMS = {
    "openai-chat": lines(
        {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "remove"}}]}}]},
        *map(piece, ['{"path": "/data', "/" + "x" * 400, '"}']),
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    ),
    "anthropic-messages": lines(
        {"type": "message_start", "message": {"id": "m", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "a", "name": "remove"}},
        *map(block, ['{"path": "/data', "/" + "x" * 400, '"}']),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ),
}


@pytest.mark.parametrize("events", STREAMS.values(), ids=STREAMS)
def test_a_fold_that_lost_a_piece_is_no_success_although_the_rest_joins_to_json(events):
    whole = toolfold.finalize(toolfold.feed_all(toolfold.new(), sse.payloads(events)))
    assert whole.unwrap()[0].arguments == {"path": "/data/" + "x" * 400}
    damaged = [event.replace("}", "", 1) if "xxx" in event else event for event in events]
    for payloads, kind in (
        (sse.payloads(events, limit=300), "oversized-event"),
        (sse.payloads(damaged), "unreadable-event"),
    ):
        faults = toolfold.finalize(toolfold.feed_all(toolfold.new(), payloads)).failure()
        assert faults.stream_error.type == kind


def test_memory_is_bounded_by_the_limit():
    states = accumulate(
        ["data: "] + ["x" * 7] * 200, lambda state, chunk: sse.step(state, chunk)[0], initial=sse.SseState(100)
    )
    sizes = [sum(map(len, [*state.line, *state.data])) for state in states]
    assert max(sizes) <= 100
    assert sizes[-1] == 1


def test_one_character_at_a_time_is_neither_kept_nor_copied_one_by_one():
    state = sse.SseState()
    for character in "data: " + "x" * 10_000:
        state, _ = sse.step(state, character)
    assert len(state.line) <= 10_006 / 64 + 1  # not an object for each
    assert max(map(len, state.line)) <= 64  # and no character is copied more than 64 times


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def streams(draw):
    """A stream in the bytes that a server sends, and the payloads that it means."""
    expected = draw(st.lists(JSON.filter(lambda payload: payload != ""), max_size=5))
    end = draw(LINE_ENDS)
    parts = []
    for payload in expected:
        noise = draw(st.sampled_from(["", ": ping" + end, "event: x" + end, end]))
        text = json.dumps(payload, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
        lines = [f"data: {line}{end}" for line in text.split("\n")]
        parts.append(noise + "".join(lines) + end)
    return ("\ufeff" * draw(st.booleans()) + "".join(parts)).encode("utf-8", "replace"), expected


@given(streams(), st.lists(st.integers(min_value=0), max_size=12))
@example(('data: "🦀"\r\n\r\n'.encode(), ["🦀"]), list(range(30)))
def test_any_cutting_gives_the_same_payloads(stream, places):
    raw, expected = stream
    assert read(raw) == expected
    assert read(*cut(raw, places)) == expected
    assert read(*cut(raw.decode(), places)) == expected


@given(
    st.text(alphabet="data: \r\n:[]1x\ufeffé").map(str.encode) | st.binary(),
    st.lists(st.integers(min_value=0), max_size=12),
    st.integers(min_value=0, max_value=40),
)
def test_any_cutting_of_anything_gives_the_same_payloads(raw, places, limit):
    assert read(*cut(raw, places), limit=limit) == read(raw, limit=limit)


@given(st.binary(), st.lists(st.integers(min_value=0), max_size=5))
def test_the_iterator_is_the_step_and_nothing_more(raw, places):
    state, found = sse.SseState(), []
    for chunk in cut(raw, places):
        state, payloads = sse.step(state, chunk)
        found += payloads
    assert [*found, *sse.flush(state)] == read(raw)
