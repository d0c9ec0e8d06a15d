"""The work of a fold, counted: linear in what is received, whatever the stream does and however it is watched.

Time is measured in `tests/bench` and asserted nowhere. What is asserted is what time depends on: how many characters
are read, copied and parsed, and how often a persistent map is written. Each is counted where the library does it.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import Any

import pytest
from pyrsistent import PMap

from tests.bench import formats
from tests.bench.streams import interleaved, one_call
from tests.rows.build import call, chunk, end, entry, parts, path
from toolfold import State, changes, feed, feed_all, finalize, new, peek
from toolfold.arguments import decode, machine, patch, rope

SMALL, LARGE = 1_000, 10_000
SLACK = 1.25
"""What half-full blocks and the like make of the tenfold; work that grows with the square makes a hundredfold."""

Work = Counter[str]


def everywhere(monkeypatch: pytest.MonkeyPatch, function: Any, spy: Any) -> None:
    """Put a spy in the place of a function in every module that holds it."""
    for module in [one for name, one in sys.modules.items() if name.partition(".")[0] == "toolfold"]:
        for name in [name for name, held in vars(module).items() if held is function]:
            monkeypatch.setattr(module, name, spy)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """What is done from now on, by kind: `scanned`, `joined`, `parsed` (characters) and `written` (entries of maps)."""
    done: Work = Counter()

    def counting(kind: str, function: Any, size: Callable[..., int]) -> Any:
        def spy(*arguments: Any, **named: Any) -> Any:
            result = function(*arguments, **named)
            done[kind] += size(result, *arguments)
            return result

        return spy

    def parts(*arguments: Any) -> Iterator[str]:
        for part in since(*arguments):
            done["joined"] += len(part)
            yield part

    since = rope.since
    spy = partial(everywhere, monkeypatch)
    spy(since, parts)
    spy(rope.joined, counting("joined", rope.joined, lambda text, *_: len(text)))
    spy(rope.append, counting("joined", rope.append, lambda _, before, piece: len(before.tail) + len(piece)))
    spy(patch.render, counting("joined", patch.render, lambda text, *_: len(text)))
    spy(machine._read, counting("scanned", machine._read, lambda _, *given: len(given[1])))
    spy(decode.decoded, counting("parsed", decode.decoded, lambda _, text: len(text)))
    monkeypatch.setattr(json, "loads", counting("parsed", json.loads, lambda _, text: len(text)))
    evolver = PMap._Evolver
    for name in ("set", "remove"):
        monkeypatch.setattr(evolver, name, counting("written", getattr(evolver, name), lambda *_: 1))
    return done


def folded(fragments: list[Any]) -> State:
    return reduce(feed, fragments, new())


def gathered(fragments: list[Any]) -> State:
    return feed_all(new(), fragments)


def looked(fragments: list[Any]) -> State:
    state, views = new(), ()
    for fragment in fragments:
        state = feed(state, fragment)
        views = peek(state, views)
    return state


def shown(fragments: list[Any]) -> State:
    state, views = new(), ()
    for fragment in fragments:
        state = feed(state, fragment)
        views = peek(state, views)
        for view in views:
            view.shared_arguments  # noqa: B018  # to make it is the work
    return state


def compared(fragments: list[Any]) -> State:
    before = new()
    for fragment in fragments:
        after = feed(before, fragment)
        changes(before, after)
        before = after
    return before


READERS = {"feed": folded, "feed_all": gathered, "peek": looked, "shown": shown, "changes": compared}


# -- streams of so many fragments


def chat(texts: list[str], *, names: bool = False, ids: bool = False) -> list[Any]:
    """One call, a chunk for each text; some servers send the name, or a new id, with each of them."""
    entries = (
        entry(0, f"id{at}" if ids or not at else ..., "f" if names or not at else ..., text)
        for at, text in enumerate(texts)
    )
    return [*map(chunk, entries), end()]


def long_list(count: int) -> list[str]:
    return ['{"n":[', *['"x",'] * (count - 2), '"x"]}']


def long_string(count: int) -> list[str]:
    return ['{"n":"', *["xxxx"] * (count - 2), '"}']


def late(whole: str, text: str, count: int, **more: Any) -> list[Any]:
    """A call, its end, and then so many pieces more."""
    return [chunk(entry(0, "a", "f", whole)), end(), *(chunk(entry(0, text=text, **more)) for _ in range(count))]


def resent(count: int) -> list[Any]:
    """A whole call that comes again and again."""
    return chat(['{"city": "Oslo", "days": 3}'] * count, names=True)


def prodded(count: int) -> list[Any]:
    """A large whole call, and small pieces that each could begin another one."""
    return chat([json.dumps({"n": "x" * count}), *["{"] * count], names=True)


def cumulative(count: int) -> list[Any]:
    """A server that sends all the text so far in each piece."""
    whole = '{"city": "Oslo"}'
    pieces = [whole[:size] for size in range(1, len(whole) + 1)]
    heads = [(at, text) for at in range(count // len(pieces)) for text in pieces]
    return [*(chunk(entry(at, f"c{at}", "f", text)) for at, text in heads), end()]


def by_path(count: int) -> list[Any]:
    """Gemini's arguments by path: one string that grows."""
    more = parts(call(partialArgs=[path("$.t", stringValue="xxxx", more=True)], willContinue=True))
    return [parts(call("go", willContinue=True)), *[more] * count, parts(call()), parts(finish="STOP")]


def replaced(count: int) -> list[Any]:
    """Gemini's whole calls, sent again under one id with other arguments."""
    return [*(parts(call("go", {"n": at}, "a")) for at in range(count)), parts(finish="STOP")]


STREAMS: dict[str, Callable[[int], list[Any]]] = {
    "one call": lambda count: formats.chat(one_call(count)),
    "one call, in blocks": lambda count: formats.anthropic(one_call(count)),
    "one call, in numbered events": lambda count: formats.responses(one_call(count)),
    "id and name on every fragment": lambda count: formats.chat_heads(one_call(count)),
    "8 interleaved calls": lambda count: formats.chat(interleaved(count)),
    "8 interleaved calls, in blocks": lambda count: formats.anthropic(interleaved(count)),
    "more interleaved calls than are held beside the map": lambda count: formats.chat(interleaved(count, 20)),
    "a name on every fragment": lambda count: chat(long_list(count), names=True),
    "a fresh id on every fragment": lambda count: chat(long_list(count), ids=True),
    "a fresh id and the name on every fragment": lambda count: chat(long_list(count), ids=True, names=True),
    "late text of a whole call": lambda count: late('{"n": 1}', "xxxx", count),
    "late text of an open call": lambda count: late('{"n": [', '"x",', count),
    "late resends": lambda count: late('{"n": 1}', '{"n": 1}', count, name="f"),
    "resends": resent,
    "whole calls replaced": replaced,
    "small pieces that could begin a call after a large one": prodded,
    "all the text so far in each piece": cumulative,
    "one long string": lambda count: chat(long_string(count)),
    "arguments by path": by_path,
}

SHOWN_AND_COMPARED = (
    "one call",
    "8 interleaved calls",
    "a fresh id and the name on every fragment",
    "late text of an open call",
    "late resends",
    "whole calls replaced",
    "small pieces that could begin a call after a large one",
)

READ = [
    *((stream, "feed") for stream in STREAMS),
    *((stream, "feed_all") for stream in ("one call", "8 interleaved calls", "late text of an open call")),
    *((stream, reader) for stream in SHOWN_AND_COMPARED for reader in ("shown", "changes")),
    ("one long string", "peek"),  # what is shown of it is a copy: see below
    ("one long string", "changes"),
    ("arguments by path", "peek"),  # a change by path is told as a whole
]


def counted(work: Work, reader: Callable[[list[Any]], State], fragments: list[Any]) -> Work:
    work.clear()
    finalize(reader(fragments))
    return Counter(work)


def grown(small: Work, large: Work) -> dict[str, float]:
    """What became more than ten times as much."""
    times = {kind: done / max(small[kind], SMALL / 10) for kind, done in large.items()}
    return {kind: growth for kind, growth in times.items() if growth > SLACK * LARGE / SMALL}


@pytest.mark.parametrize(("stream", "reader"), READ)
def test_ten_times_the_fragments_are_ten_times_the_work(work: Work, stream: str, reader: str) -> None:
    small, large = (counted(work, READERS[reader], STREAMS[stream](count)) for count in (SMALL, LARGE))
    assert grown(small, large) == {}


def test_work_that_grows_with_the_square_is_seen() -> None:
    assert grown(Counter(joined=SMALL, parsed=SMALL), Counter(joined=LARGE, parsed=LARGE * 10)) == {"parsed": 100}


@pytest.mark.parametrize("reader", ["feed", "feed_all"])
@pytest.mark.parametrize(
    "stream", ["one call", "one call, in blocks", "one call, in numbered events", "8 interleaved calls"]
)
def test_a_plain_stream_is_parsed_once_scanned_never_and_its_text_writes_no_map(
    work: Work, stream: str, reader: str
) -> None:
    small, large = (counted(work, READERS[reader], STREAMS[stream](count)) for count in (SMALL, LARGE))
    received = 4 * LARGE
    assert large["scanned"] == 0
    assert received <= large["parsed"] <= received + 100
    assert large["written"] == small["written"]


def test_a_look_reads_each_character_once(work: Work) -> None:
    looks = counted(work, looked, formats.chat(one_call(LARGE)))
    assert looks["scanned"] == 4 * LARGE


def test_what_is_shown_of_an_open_string_is_copied_once_a_look(work: Work) -> None:
    fragments = chat(long_string(SMALL))
    asked = counted(work, shown, fragments)["joined"] - counted(work, looked, fragments)["joined"]
    assert 0 < asked <= sum(4 * at for at in range(SMALL))


class Blocks(list[str]):
    """A vector that counts how many of its items are touched; a slice touches them all, as pyrsistent's own does."""

    touched = 0

    def __getitem__(self, at: Any) -> Any:
        self.touched += len(self) if isinstance(at, slice) else 1
        return super().__getitem__(at)


def test_reading_on_touches_the_last_block_only() -> None:
    blocks: Any = Blocks(["x" * rope.BLOCK] * 1_000)
    text = rope.Rope(blocks, "tail", 1_000 * rope.BLOCK)
    assert "".join(rope.since(text, text.flushed - 2)) == "xxtail"
    assert blocks.touched <= 4
