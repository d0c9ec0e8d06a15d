"""The tool loop of docs/examples, against APIs on a socket that check what they are sent."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import toolfold
from tests.conftest import example, require
from tests.examples import fake_apis as fake
from toolfold.validation import toolset

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "agent_loop.py"
PAGE = ROOT / "docs" / "how-to" / "agent-loop.md"
QUESTION = "Book me seats"
WORDS = ("Alle Plä", "tze sind gebucht. 🚂")
PATIENCE = 20

require("jsonschema_rs")
openai_sdk, anthropic_sdk = require("openai"), require("anthropic")


loop = example("agent_loop")


class Tool:
    """The tool that is called, and the proof that it was."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.ran = threading.Event()

    def __call__(self, call: toolfold.ToolCall) -> object:
        self.calls.append(call.arguments)
        self.ran.set()
        return {"booked": call.arguments["to"] if call.arguments else None}

    def awaited(self) -> None:
        """Wait, in the middle of a response, for the tool: it is there because it was started early, or never."""
        assert self.ran.wait(PATIENCE), "the call was not started before the stream ended"


def conversed(provider: Any, tool: Tool, path: Path) -> str:
    loop.save(path, loop.Saved([{"role": "user", "content": QUESTION}], toolfold.new()))
    return loop.converse(provider, toolset(loop.TOOLS), tool, path)


# -- OpenAI


def openai_first(tool: Tool) -> Any:
    def reply(body: Any) -> Iterator[bytes]:
        assert body["messages"] == [{"role": "user", "content": QUESTION}]
        assert [one["function"]["name"] for one in body["tools"]] == ["book_seat"]
        yield from fake.called(0, "call_1", '{"to": "Zür', 'ich", "sea', 'ts": 2}')
        yield from fake.called(1, "call_2", '{"to": "Bergen",', ' "seats": "two"}')
        yield from fake.called(2, "call_3", '{"to": "Os')
        yield from fake.called(3, "call_4", "{}", name="book_seats")
        yield from fake.finished("tool_calls")
        tool.awaited()
        yield fake.last()

    return reply


def openai_second(body: Any) -> Iterator[bytes]:
    _, assistant, *answers = body["messages"]
    calls = {one["id"]: one["function"] for one in assistant["tool_calls"]}
    assert calls == {
        "call_1": {"name": "book_seat", "arguments": '{"to": "Zürich", "seats": 2}'},
        "call_2": {"name": "book_seat", "arguments": '{"to": "Bergen", "seats": "two"}'},
        "call_3": {"name": "book_seat", "arguments": "{}"},
        "call_4": {"name": "book_seats", "arguments": "{}"},
    }
    assert [(one["role"], one["tool_call_id"]) for one in answers] == [("tool", id_) for id_ in calls]
    assert json.loads(answers[0]["content"]) == {"booked": "Zürich"}
    assert '$.seats must be an integer, not the string "two"' in answers[1]["content"]
    assert "truncated" in answers[2]["content"]
    assert 'the nearest is "book_seat"' in answers[3]["content"]
    yield from fake.called(0, "call_5", '{"to": "Bergen", "seats": 2}')
    yield from fake.finished("tool_calls")
    yield fake.last()


def openai_third(body: Any) -> Iterator[bytes]:
    assert [one["role"] for one in body["messages"]] == ["user", "assistant", *["tool"] * 4, "assistant", "tool"]
    assert body["messages"][-1]["tool_call_id"] == "call_5"
    yield from (fake.chunk(content=piece) for piece in WORDS)
    yield from fake.finished("stop")
    yield fake.last()


def test_openai(tmp_path: Path) -> None:
    tool = Tool()
    with fake.serving("/v1/chat/completions", [openai_first(tool), openai_second, openai_third]) as api:
        client = openai_sdk.OpenAI(base_url=f"http://127.0.0.1:{api.server_port}/v1", api_key="x", max_retries=0)
        assert conversed(loop.openai(client, "m", loop.TOOLS), tool, tmp_path / "run.json") == "".join(WORDS)
        assert (api.wrong, api.asked) == ([], 3)
    assert tool.calls == [{"to": "Zürich", "seats": 2}, {"to": "Bergen", "seats": 2}]


# -- Anthropic


def anthropic_first(tool: Tool) -> Any:
    def reply(body: Any) -> Iterator[bytes]:
        assert body["messages"] == [{"role": "user", "content": QUESTION}]
        assert [one["name"] for one in body["tools"]] == ["book_seat"]
        yield fake.message_start()
        yield from fake.text_block(0, "Einen Augen", "blick, bïtte.")
        yield from fake.tool_block(1, "toolu_1", '{"to": "Zür', 'ich", "sea', 'ts": 2}')
        tool.awaited()  # with most of the response still to come
        yield from fake.tool_block(2, "toolu_2", '{"to": "Bergen",', ' "seats": "two"}')
        yield from fake.tool_block(3, "toolu_3", '{"to": "Os')
        yield fake.message_end("tool_use")

    return reply


def anthropic_second(body: Any) -> Iterator[bytes]:
    _, assistant, user = body["messages"]
    assert assistant["role"] == "assistant"
    assert assistant["content"] == [
        {"type": "text", "text": "Einen Augenblick, bïtte."},
        {"type": "tool_use", "id": "toolu_1", "name": "book_seat", "input": {"to": "Zürich", "seats": 2}},
        {"type": "tool_use", "id": "toolu_2", "name": "book_seat", "input": {"to": "Bergen", "seats": "two"}},
        {"type": "tool_use", "id": "toolu_3", "name": "book_seat", "input": {}},
    ]
    assert user["role"] == "user"
    first, second, third = user["content"]
    assert [one["tool_use_id"] for one in user["content"]] == ["toolu_1", "toolu_2", "toolu_3"]
    assert json.loads(first["content"]) == {"booked": "Zürich"}
    assert "is_error" not in first
    assert second["is_error"] is third["is_error"] is True
    assert "$.seats must be an integer" in second["content"]
    assert "truncated" in third["content"]
    yield fake.message_start()
    yield from fake.tool_block(0, "toolu_4", '{"to": "Bergen"}')
    yield fake.message_end("tool_use")


def anthropic_third(body: Any) -> Iterator[bytes]:
    assert [one["role"] for one in body["messages"]] == ["user", "assistant"] * 2 + ["user"]
    assert [one["tool_use_id"] for one in body["messages"][-1]["content"]] == ["toolu_4"]
    yield fake.message_start()
    yield from fake.text_block(0, *WORDS)
    yield fake.message_end("end_turn")


def test_anthropic(tmp_path: Path) -> None:
    tool = Tool()
    with fake.serving("/v1/messages", [anthropic_first(tool), anthropic_second, anthropic_third]) as api:
        client = anthropic_sdk.Anthropic(base_url=f"http://127.0.0.1:{api.server_port}", api_key="x", max_retries=0)
        assert conversed(loop.anthropic(client, "m", loop.TOOLS), tool, tmp_path / "run.json") == "".join(WORDS)
        assert (api.wrong, api.asked) == ([], 3)
    assert tool.calls == [{"to": "Zürich", "seats": 2}, {"to": "Bergen"}]


def test_an_api_tells_a_loop_that_forgets_an_answer() -> None:
    """The fakes can fail: an answer less, and the request is refused."""
    body = {"messages": [{}, {"tool_calls": [{"id": "call_1", "function": {"name": "f", "arguments": "{}"}}]}]}
    with pytest.raises(AssertionError):
        next(openai_second(body))


def test_bytes_are_cut_inside_characters_and_line_ends() -> None:
    pieces = [*fake.cut(fake.event({"city": "Zürich 🚂"}, "x"))]
    assert b"".join(pieces) == fake.event({"city": "Zürich 🚂"}, "x")
    assert any(piece.endswith(b"\r") for piece in pieces)
    with pytest.raises(UnicodeDecodeError):
        [piece.decode() for piece in pieces]


# -- killed half-way


class Halfway:
    """What the server and the test tell each other about a process that is to be killed."""

    def __init__(self, saved: Path) -> None:
        self.saved, self.reached, self.killed = saved, threading.Event(), threading.Event()
        self.process = 0

    def until(self, enough: Any, piece: bytes) -> Iterator[bytes]:
        """Send pieces until the saved file shows enough; then say so, and wait for the kill."""
        while not (self.saved.exists() and enough(json.loads(self.saved.read_text(encoding="utf-8")))):
            yield piece
            assert not self.killed.wait(0.01)
        self.reached.set()
        self.killed.wait(PATIENCE)


def anthropic_half(half: Halfway) -> Any:
    def first(_: Any) -> Iterator[bytes]:
        yield fake.message_start()
        yield from fake.tool_block(0, "toolu_1", '{"to": "Zürich"}')
        yield from fake.tool_block(1, "toolu_2", '{"to": "Ber', closed=False)
        yield from half.until(lambda saved: "toolu_1" in saved["results"], fake.input_piece(1, "g"))

    def second(body: Any) -> Iterator[bytes]:
        _, assistant, user = body["messages"]
        assert [(one["id"], one["input"]) for one in assistant["content"]] == [
            ("toolu_1", {"to": "Zürich"}),
            ("toolu_2", {}),
        ]
        done, lost = user["content"]
        assert json.loads(done["content"]) == {"booked": {"to": "Zürich"}, "by_process": half.process}
        assert lost["is_error"] is True
        assert "the connection was lost" in lost["content"]
        yield fake.message_start()
        yield from fake.text_block(0, *WORDS)
        yield fake.message_end("end_turn")

    return [first, second]


def openai_half(half: Halfway) -> Any:
    def first(_: Any) -> Iterator[bytes]:
        yield from fake.called(0, "call_1", '{"to": "Zürich"}')
        yield from fake.called(1, "call_2", '{"to": "Ber')
        more = fake.chunk(index=1, function={"arguments": "g"})
        yield from half.until(lambda saved: "Berg" in json.dumps(saved["state"]), more)

    def second(body: Any) -> Iterator[bytes]:
        _, assistant, *answers = body["messages"]
        assert [one["id"] for one in assistant["tool_calls"]] == ["call_1", "call_2"]
        assert all("the connection was lost" in one["content"] for one in answers)  # neither had ended: neither was run
        assert [one["tool_call_id"] for one in answers] == ["call_1", "call_2"]
        yield from (fake.chunk(content=piece) for piece in WORDS)
        yield from fake.finished("stop")
        yield fake.last()

    return [first, second]


@pytest.mark.parametrize(
    ("name", "path", "base", "script"),
    [
        ("anthropic", "/v1/messages", "", anthropic_half),
        ("openai", "/v1/chat/completions", "/v1", openai_half),
    ],
)
def test_killed_half_way_and_resumed(tmp_path: Path, name: str, path: str, base: str, script: Any) -> None:
    """Kill -9 in the middle of the second call; a new process uses what was whole, and runs nothing twice."""
    saved = tmp_path / "run.json"
    half = Halfway(saved)
    with fake.serving(path, script(half)) as api:
        url = f"http://127.0.0.1:{api.server_port}{base}"
        command = [sys.executable, str(EXAMPLE), name, "m", QUESTION, "--saved", str(saved), "--base-url", url]
        env = {**os.environ, "OPENAI_API_KEY": "x", "ANTHROPIC_API_KEY": "x", "PYTHONIOENCODING": "utf-8"}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as process:
            half.process = process.pid
            assert half.reached.wait(PATIENCE), api.wrong
            process.kill()
        half.killed.set()
        again = subprocess.run(command, env=env, capture_output=True, check=False)
        assert api.wrong == []
        assert again.stdout.decode().strip() == "".join(WORDS), again.stderr.decode()[-2000:]
        assert api.asked == 2


# -- the page


def test_the_page_shows_the_example_as_it_is() -> None:
    code = EXAMPLE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        assert block.strip() in code
