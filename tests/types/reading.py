"""What reading a stream gives, for type checkers; never run."""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

from toolfold import inputs, sse

assert_type(sse.payloads([b"data: 1", "\n\n"]), Iterator[object])
assert_type(sse.step(sse.SseState(), b"data: 1"), tuple[sse.SseState, tuple[object, ...]])
assert_type(sse.flush(sse.SseState(limit=10)), tuple[object, ...])
assert_type(inputs.read_fragments(Path("stream.jsonl")), Iterator[object])
assert_type(inputs.UnreadableInput("stream.jsonl", 1, "not JSON").line, int | None)
