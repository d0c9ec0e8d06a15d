"""A complete tool loop for the APIs of OpenAI and Anthropic: stream, run early, answer, go on, survive a kill.

python docs/examples/agent_loop.py openai gpt-5 "Book me a seat to Bergen" --saved run.json

It needs `pip install toolfold[schema] openai anthropic` and the key of the provider in the environment.
"""

import argparse
import json
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from returns.result import Success

from toolfold import Fault, State, ToolCall, abandon, feed, messages, new, outcomes, ready, restore, snapshot
from toolfold.validation import Tools, toolset, validate

Message = dict[str, Any]
TURNS = 20


class Provider(NamedTuple):
    """What differs between the two: how to ask, where the words are, and how answers stand in the conversation."""

    wire: str
    ask: Callable[[list[Message]], Iterable[Any]]
    words: Callable[[Any], str]
    spoken: Callable[[Message, str], Message]
    answers: Callable[[list[Message]], list[Message]]


def openai(client: Any, model: str, tools: list[Message]) -> Provider:
    """OpenAI ends its calls with the finish reason, a little before the stream; each answer is a message."""

    def words(chunk: Any) -> str:
        return "".join(choice.delta.content or "" for choice in chunk.choices)

    return Provider(
        "openai-chat",
        lambda talk: client.chat.completions.create(model=model, messages=talk, tools=tools, stream=True),
        words,
        lambda message, text: {**message, "content": text or None},
        lambda answers: answers,
    )


def anthropic(client: Any, model: str, tools: list[Message]) -> Provider:
    """Anthropic ends each call by itself, while others are still to come; all answers stand in one message."""
    plain = [{"name": tool["function"]["name"], "input_schema": tool["function"]["parameters"]} for tool in tools]

    def words(event: Any) -> str:
        return getattr(event.delta, "text", "") if event.type == "content_block_delta" else ""

    def spoken(message: Message, text: str) -> Message:
        return {**message, "content": [*([{"type": "text", "text": text}] if text else []), *message["content"]]}

    return Provider(
        "anthropic-messages",
        lambda talk: client.messages.create(model=model, messages=talk, tools=plain, max_tokens=4096, stream=True),
        words,
        spoken,
        lambda answers: [{"role": "user", "content": answers}],
    )


class Saved(NamedTuple):
    """All that a new process needs: the conversation, the response being read, and the results of tools already run."""

    talk: list[Message]
    state: State
    words: str = ""
    results: dict[str, Any] = {}


def save(path: Path, saved: Saved) -> None:
    """Write the file whole or not at all, so that a kill at any moment leaves one that can be read."""
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps({**saved._asdict(), "state": snapshot(saved.state)}), encoding="utf-8")
    beside.replace(path)


def load(path: Path) -> Saved:
    """Read the file; one that was damaged is an error here, never a wrong call later."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Saved(**{**data, "state": restore(data["state"]).unwrap()})


class Desk:
    """Runs each call once, if the tools can run it, and remembers what came of it."""

    def __init__(self, tools: Tools, run: Callable[[ToolCall], object], results: dict[str, Any]) -> None:
        self.check = partial(validate, tools=tools)
        self.run = run
        self.pool = ThreadPoolExecutor()
        self.running: dict[str, Future[Any]] = {}
        for id_, result in results.items():
            self.running[id_] = Future()
            self.running[id_].set_result(result)

    def start(self, call: ToolCall) -> None:
        """Start a call unless it was started before, in this process or in an earlier one."""
        if call.run_by == "client" and call.id not in self.running and isinstance(self.check(call), Success):
            self.running[call.id] = self.pool.submit(self.run, call)

    def done(self) -> dict[str, Any]:
        """Return the results that are there by now."""
        return {id_: one.result() for id_, one in self.running.items() if one.done()}


def listen(provider: Provider, saved: Saved, desk: Desk, path: Path) -> Saved:
    """Read one response; start each call as soon as it cannot change any more, and save on the way."""
    for fragment in provider.ask(saved.talk):
        state = feed(saved.state, fragment)
        for call in ready(state):
            desk.start(call)
        words = saved.words + provider.words(fragment)
        if (state, words) != (saved.state, saved.words):
            saved = saved._replace(state=state, words=words, results=desk.done())
            save(path, saved)
    return saved


def answered(provider: Provider, saved: Saved, desk: Desk) -> list[Message]:
    """Return the conversation with the model's message, and an answer to every call: its result, or what is wrong."""
    found = [outcome.bind(desk.check) for outcome in outcomes(saved.state)]
    said = [one.unwrap() if isinstance(one, Success) else one.failure() for one in found]
    for one in said:
        if isinstance(one, ToolCall):
            desk.start(one)
    answers = [answer(provider, one, desk) for one in said if one.run_by == "client"]
    spoken = provider.spoken(messages.assistant(said, provider.wire), saved.words)
    return [*saved.talk, spoken, *provider.answers(answers)]


def answer(provider: Provider, one: ToolCall | Fault, desk: Desk) -> Message:
    """Return what the model is told of one call."""
    if isinstance(one, ToolCall):
        return messages.tool_result(one, desk.running[one.id].result(), provider.wire)
    return messages.tool_error(one, provider.wire)


def converse(provider: Provider, tools: Tools, run: Callable[[ToolCall], object], path: Path) -> str:
    """Go on with the saved conversation until the model has nothing left to call; return its last words."""
    saved = load(path)
    desk = Desk(tools, run, saved.results)
    if saved.state:  # a process died while this response came: what was open then will not come any more
        saved = saved._replace(state=abandon(saved.state, "the connection was lost"))
    else:  # nothing was called yet, so that the response is asked for again
        saved = saved._replace(words="")
    for _ in range(TURNS):
        if not saved.state:
            saved = listen(provider, saved, desk, path)
        if not saved.state:
            return saved.words
        talk = answered(provider, saved, desk)
        saved = Saved(talk, new(seed=str(len(talk))))  # ids that have to be made up differ from turn to turn
        save(path, saved)
    raise RuntimeError(f"the model still calls tools after {TURNS} turns")


def book_seat(call: ToolCall) -> object:
    """Run the one tool of this example: a thing that must not be done twice."""
    return {"booked": call.arguments, "by_process": os.getpid()}


TOOLS: list[Message] = [
    {
        "type": "function",
        "function": {
            "name": "book_seat",
            "description": "Books one seat",
            "parameters": {
                "type": "object",
                "properties": {"to": {"type": "string"}, "seats": {"type": "integer", "minimum": 1}},
                "required": ["to"],
                "additionalProperties": False,
            },
        },
    }
]


def client_of(name: str, base_url: str | None) -> Any:
    """Return the official client; only the one that is asked for has to be installed."""
    if name == "openai":
        from openai import OpenAI

        return OpenAI(base_url=base_url)
    from anthropic import Anthropic

    return Anthropic(base_url=base_url)


def main() -> None:
    """Start a conversation, or go on with a saved one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("provider", choices=["openai", "anthropic"])
    parser.add_argument("model")
    parser.add_argument("question")
    parser.add_argument("--saved", type=Path, default=Path("run.json"))
    parser.add_argument("--base-url")
    given = parser.parse_args()
    if not given.saved.exists():
        save(given.saved, Saved([{"role": "user", "content": given.question}], new()))
    make = {"openai": openai, "anthropic": anthropic}[given.provider]
    provider = make(client_of(given.provider, given.base_url), given.model, TOOLS)
    print(converse(provider, toolset(TOOLS), book_seat, given.saved))


if __name__ == "__main__":
    main()
