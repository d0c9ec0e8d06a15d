"""Chunks for the AI SDK made of what changed: every wire's streams, the way back, and the npm package itself."""

import json
import os
import shutil
import subprocess
from collections import Counter
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest
from returns.result import Success

import toolfold
from tests.bridges.streams import WIRES, rows, sent
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import begin, block, chunk, delta, end, entry, over, stop
from toolfold import sse as server_sent
from toolfold.bridges.ai_sdk import HEADERS, chunks, closing_chunks, sse

LIVE = [True, False]


def all_chunks(found: list[toolfold.State], **how: Any) -> list[dict[str, Any]]:
    return sent(found, chunks, closing_chunks, **how)


def folded(*fragments: Any) -> list[toolfold.State]:
    return [*accumulate(fragments, toolfold.feed, initial=toolfold.new())]


def told(*fragments: Any, **how: Any) -> list[dict[str, Any]]:
    return [one for before, after in pairwise(folded(*fragments)) for one in chunks(before, after, **how)]


def kinds(found: list[dict[str, Any]]) -> list[str]:
    return [one["type"] for one in found]


def sound(state: toolfold.State) -> list[toolfold.ToolCall]:
    return [one.unwrap() for one in toolfold.outcomes(state) if isinstance(one, Success)]


class Screen:
    """A front end that takes nothing out of order."""

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        self.over: list[tuple[str, str, Any]] = []
        self.renamed: set[str] = set()
        self.failed = False

    def take(self, one: dict[str, Any]) -> None:
        assert not self.failed, "nothing comes after an error"
        id_ = one.get("toolCallId", "")
        match one["type"]:
            case "tool-input-start":
                assert id_ not in self.open, "a call starts once"
                self.open[id_] = one["toolName"]
            case "tool-input-delta":
                assert one["inputTextDelta"], "an empty piece says nothing"
                assert id_ in self.open
            case "tool-input-available" | "tool-input-error":
                self.renamed |= {id_} if self.open.pop(id_) != one["toolName"] else set()
                self.over.append((id_, one["toolName"], one["input"]))
            case "tool-output-error":
                assert id_ in {call[0] for call in self.over}
            case "error":
                self.failed = True
            case kind:
                pytest.fail(f"what is {kind}?")


def shown(found: list[dict[str, Any]]) -> Screen:
    screen = Screen()
    for one in found:
        screen.take(one)
    return screen


@pytest.mark.parametrize("live", LIVE)
@pytest.mark.parametrize("wire", TABLES)
def test_every_stream_is_sent_in_order_and_whole(wire: str, live: bool) -> None:
    for row, found in rows(wire):
        screen = shown(all_chunks(found, live=live))
        if screen.failed:
            continue
        assert not screen.open, row.name
        for call in sound(found[-1]):
            assert (call.id, call.name, call.text if call.kind == "custom" else call.arguments) in screen.over, row.name


@pytest.mark.parametrize("wire", TABLES)
def test_what_is_sent_is_read_back_as_the_same_calls(wire: str) -> None:
    """Through the bytes of server-sent events."""
    feed = toolfold.feeder(WIRES["ai-sdk-ui"])
    for row, found in rows(wire):
        for live in LIVE:
            made = all_chunks(found, live=live)
            screen = shown(made)
            again = toolfold.new()
            for one in server_sent.payloads([*(sse(one).encode() for one in made), sse(None).encode()]):
                again = feed(again, one)
            back = [(call.id, call.name, call.arguments, call.run_by) for call in sound(again)]
            for call in sound(found[-1]):
                if call.kind == "function" and not screen.failed and call.id not in screen.renamed:
                    assert (call.id, call.name, call.arguments, call.run_by) in back, (row.name, live)


@pytest.mark.parametrize("wire", TABLES)
def test_a_python_servers_models_take_every_chunk(wire: str) -> None:
    models = require("pydantic_ai.ui.vercel_ai.response_types")
    known = {
        "tool-input-start": models.ToolInputStartChunk,
        "tool-input-delta": models.ToolInputDeltaChunk,
        "tool-input-available": models.ToolInputAvailableChunk,
        "tool-input-error": models.ToolInputErrorChunk,
        "tool-output-error": models.ToolOutputErrorChunk,
        "error": models.ErrorChunk,
    }
    lacking = {"inputEncoding", "title"}  # which the format has and these models do not
    for _, found in rows(wire):
        for one in all_chunks(found):
            said = {key: value for key, value in one.items() if key not in lacking}
            known[one["type"]].model_validate(json.loads(json.dumps(said)))


# -- what each case looks like


def test_a_call_as_it_is_written() -> None:
    stream = [begin(), block(0, "a", "go", {}), delta(0, '{"to":'), delta(0, '"Oslo"}'), stop(0), *over()]
    assert told(*stream, dynamic=True) == [
        {"type": "tool-input-start", "toolCallId": "a", "toolName": "go", "dynamic": True},
        {"type": "tool-input-delta", "toolCallId": "a", "inputTextDelta": '{"to":'},
        {"type": "tool-input-delta", "toolCallId": "a", "inputTextDelta": '"Oslo"}'},
        {
            "type": "tool-input-available",
            "toolCallId": "a",
            "toolName": "go",
            "dynamic": True,
            "input": {"to": "Oslo"},
        },
    ]


def test_a_broken_call_has_its_text_and_the_reason() -> None:
    made = all_chunks(folded(chunk(entry(0, "a", "go", '{"x"')), end("length")))
    assert made[-1]["input"] == '{"x"'
    assert "truncated" in made[-1]["errorText"]


def test_what_the_provider_runs_says_so() -> None:
    search = block(0, "a", "web_search", {}, kind="server_tool_use")
    made = told(begin(), search, delta(0, '{"q":"x"}'), stop(0), *over())
    assert [one.get("providerExecuted") for one in made] == [True, None, True]


def test_free_text_is_no_json() -> None:
    custom = {"index": 0, "id": "a", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}
    made = all_chunks(folded(chunk(custom), end()))
    assert made[0]["inputEncoding"] == "text"
    assert made[-1]["input"] == "select 1"


def test_a_call_that_is_taken_back_after_its_end_failed() -> None:
    [row] = [row for row in TABLES["gemini-live"] if row.name == "a_call_taken_back"]
    assert kinds(told(*row.fragments))[-1] == "tool-output-error"


def test_an_error_of_the_provider_is_the_last_chunk() -> None:
    error = {"error": {"type": "overloaded", "message": "try later"}}
    made = told(chunk(entry(0, "a", "go", '{"x"')), error, chunk(entry(0, text=":1}")), end())
    assert made[-1] == {"type": "error", "errorText": "try later"}
    assert kinds(made) == ["tool-input-start", "tool-input-delta", "error"]


def test_half_a_surrogate_pair_can_be_sent() -> None:
    found = folded(chunk(entry(0, "a", "go", '{"t":"\ud83d"}')), end())
    text = "".join(map(sse, all_chunks(found)))
    assert "\\ud83d" in text.encode().decode()


def test_the_headers_name_the_version_of_the_format() -> None:
    assert HEADERS["x-vercel-ai-ui-message-stream"] == "v1"


# -- the package itself

SEVERAL = 2
SCRIPT = """
import { readFileSync } from "node:fs";
import { readUIMessageStream, uiMessageChunkSchema } from "ai";
const schema = typeof uiMessageChunkSchema === "function" ? uiMessageChunkSchema() : uiMessageChunkSchema;
const told = [];
for (const { name, chunks } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  for (const chunk of chunks) {
    const checked = await schema.validate(chunk);
    if (!checked.success) throw new Error(`${name}: ${JSON.stringify(chunk)}: ${checked.error}`);
  }
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let last = null;
  const errors = [];
  const onError = (error) => errors.push(String(error));
  for await (const message of readUIMessageStream({ stream, onError })) last = message;
  told.push({ name, errors, parts: last === null ? [] : last.parts });
}
console.log(JSON.stringify(told));
"""


AI_SDK = Path(os.environ.get("TOOLFOLD_AI_SDK") or "/nowhere")
needed = pytest.mark.skipif(
    not (AI_SDK / "node_modules" / "ai").is_dir() or shutil.which("node") is None,
    reason="TOOLFOLD_AI_SDK names no folder in which `npm install ai@6` was run",
)


@needed
def test_the_package_takes_every_stream_and_reads_the_same_calls(tmp_path: Path) -> None:
    streams, calls = [], {}
    for wire in TABLES:
        for row, found in rows(wire):
            made = [{"type": "start"}, {"type": "start-step"}, *all_chunks(found)]
            if "error" in kinds(made):
                continue
            name = f"{wire}/{row.name}"
            streams.append({"name": name, "chunks": made})
            ids = Counter(call.id for call in found[-1].values())  # a message has one part for an id
            calls[name] = [call for call in sound(found[-1]) if call.kind == "function" and ids[call.id] < SEVERAL]
    script = AI_SDK / f"toolfold-{os.getpid()}.mjs"  # beside the package, where node looks for it
    (tmp_path / "streams.json").write_text(json.dumps(streams), encoding="utf-8")
    script.write_text(SCRIPT, encoding="utf-8")
    try:
        command = [str(shutil.which("node")), str(script), str(tmp_path / "streams.json")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        script.unlink()
    assert done.returncode == 0, done.stderr[-2000:]
    for told in json.loads(done.stdout):
        assert told["errors"] == [], told["name"]
        parts = [part for part in told["parts"] if "toolCallId" in part]
        read = [(part["toolCallId"], part["type"].removeprefix("tool-"), part.get("input")) for part in parts]
        for call in calls[told["name"]]:
            assert (call.id, call.name, rounded(call.arguments)) in read, told["name"]


def rounded(value: Any) -> Any:
    """A value as JavaScript has it, whose numbers are doubles."""
    return json.loads(json.dumps(value), parse_int=lambda digits: int(digits) if len(digits) < 16 else float(digits))
