"""The fold against a model that is obviously right: plain dicts and joined strings, on streams of honest servers."""

import copy
import json
import pickle
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from returns.result import Success

import toolfold
from toolfold import History, State
from toolfold.fold import Feed
from toolfold.testing import WRITERS, Call, Writer
from toolfold.testing.strategies import conversations, pieces
from toolfold.testing.streams import is_object, joined
from toolfold.testing.writers.writer import wire_named

STREAMED = [writer for writer in WRITERS if writer.piece is not None and not writer.numbered]


@dataclass
class Modelled:
    """A call as the model has it: what is still to come, what came, and whether something ended it."""

    call: Call
    left: list[str]
    got: list[str] = field(default_factory=list)
    closed: bool = False
    abandoned: bool = False

    @property
    def text(self) -> str:
        return joined(self.got)


@dataclass
class Run:
    """A state, its history and the model of it, by call number; two runs share nothing that changes."""

    state: State
    history: History
    calls: dict[int, Modelled] = field(default_factory=dict)
    ended: bool = False


class Machine(RuleBasedStateMachine):
    """Feeds, saves, restores, pickles, branches, abandons and finalises at random."""

    @initialize(data=st.data(), writer=st.sampled_from(STREAMED))
    def begin(self, data: st.DataObject, writer: Writer) -> None:
        self.writer: Writer = writer
        self.seals = bool(writer.closing(0, Call("f")))
        self.feed: Feed = toolfold.feeder(wire_named(writer.wire))
        self.calls = data.draw(conversations(ids=True).filter(bool))
        self.cuts = [data.draw(pieces(call.text)) for call in self.calls]
        self.seen: list[tuple[State, str]] = []
        self.others: list[Run] = []
        self.run = Run(toolfold.new(), History(feed=self.feed))
        self.fed(writer.begin)

    def fed(self, fragments: Any) -> None:
        """Fold some fragments on; the state before is looked at again in the end."""
        for fragment in fragments:
            before = copy.deepcopy(fragment)
            self.seen.append((self.run.state, json.dumps(toolfold.snapshot(self.run.state))))
            state = self.feed(self.run.state, fragment)
            self.run = replace(self.run, state=state, history=self.run.history.record(fragment))
            assert fragment == before

    def living(self, *, left: bool) -> list[int]:
        """The numbers of the calls that are being written, with text to come or without."""
        calls = self.run.calls.items()
        return [n for n, one in calls if bool(one.left) == left and not one.closed and not one.abandoned]

    def can_open(self) -> bool:
        number = len(self.run.calls)
        waits = not self.writer.interleaves and number and not self.run.calls[number - 1].closed
        return not self.run.ended and not waits and number < len(self.calls)

    @rule()
    @precondition(can_open)
    def open_a_call(self) -> None:
        number = len(self.run.calls)
        self.fed(self.writer.opening(number, self.calls[number]))
        self.run.calls[number] = Modelled(self.calls[number], [*self.cuts[number]])

    @rule(data=st.data(), again=st.booleans(), times=st.integers(1, 4))
    @precondition(lambda self: self.living(left=True) and not self.run.ended)
    def grow_a_call(self, data: st.DataObject, again: bool, times: int) -> None:
        number = data.draw(st.sampled_from(self.living(left=True)))
        one = self.run.calls[number]
        write = self.writer.again if again and self.writer.again else self.writer.piece
        assert write is not None
        for _ in range(min(times, len(one.left))):
            self.fed(write(number, one.call, one.left[0]))
            one.got.append(one.left.pop(0))

    @rule(data=st.data())
    @precondition(lambda self: self.living(left=False) and not self.run.ended)
    def close_a_call(self, data: st.DataObject) -> None:
        self.close(data.draw(st.sampled_from(self.living(left=False))))

    def close(self, number: int) -> None:
        one = self.run.calls[number]
        self.fed(self.writer.closing(number, one.call))
        one.closed = True
        if self.seals:
            self.end_with_data(one)

    def end_with_data(self, one: Modelled) -> None:
        """Some ends say the arguments once more, as data: a call without any then has an empty object."""
        if self.writer.ends_with_data and not one.text:
            one.got.append("{}")

    def can_end(self) -> bool:
        calls = self.run.calls.values()
        return len(calls) == len(self.calls) and all(one.closed for one in calls) and not self.run.ended

    @rule()
    @precondition(can_end)
    def end_the_response(self) -> None:
        fragments = self.writer.end(self.calls)
        self.fed(fragments)
        self.run.ended = bool(fragments)
        for one in self.run.calls.values():
            self.end_with_data(one)

    @rule()
    @precondition(lambda self: not self.run.ended and not any(one.abandoned for one in self.run.calls.values()))
    def write_all_that_is_left(self) -> None:
        """Ends are rare where every step is drawn; this is the same moves in one go."""
        for number, call in enumerate(self.calls):
            if number not in self.run.calls:
                self.open_a_call()
            one = self.run.calls[number]
            while one.left and self.writer.piece:
                self.fed(self.writer.piece(number, call, one.left[0]))
                one.got.append(one.left.pop(0))
            if not one.closed:
                self.close(number)
        self.end_the_response()

    @rule(number=st.integers(0, 9))
    def noise(self, number: int) -> None:
        before, noises = self.run.state, [{"type": "ping"}, None, *self.writer.noise]
        self.fed([noises[number % len(noises)]])
        assert self.run.state is before

    @rule()
    def save_and_restore(self) -> None:
        saved = json.loads(json.dumps(toolfold.snapshot(self.run.state)))
        back = toolfold.restore(saved).unwrap()
        assert back == self.run.state
        assert toolfold.snapshot(back) == toolfold.snapshot(self.run.state)
        self.run = replace(self.run, state=back)

    @rule(protocol=st.integers(0, pickle.HIGHEST_PROTOCOL))
    def pickle_and_back(self, protocol: int) -> None:
        back = pickle.loads(pickle.dumps(self.run.state, protocol))
        assert back == self.run.state
        assert hash(back) == hash(self.run.state)
        self.run = replace(self.run, state=back)

    @rule()
    def branch(self) -> None:
        self.others.append(replace(self.run, calls=copy.deepcopy(self.run.calls)))

    @rule(data=st.data())
    @precondition(lambda self: self.others)
    def go_to_another_branch(self, data: st.DataObject) -> None:
        place = data.draw(st.integers(0, len(self.others) - 1))
        self.run, self.others[place] = self.others[place], self.run

    @rule()
    @precondition(lambda self: any(not one.closed for one in self.run.calls.values()) and not self.run.ended)
    def abandon(self) -> None:
        state = toolfold.abandon(self.run.state, "cancelled")
        self.run = replace(self.run, state=state, history=History(start=state, feed=self.feed))
        for one in self.run.calls.values():
            one.abandoned = one.abandoned or not (one.closed and self.seals)
        for number, one in self.run.calls.items():  # what comes now comes too late
            self.fed(self.writer.piece(number, one.call, "late") if self.writer.piece and one.abandoned else ())

    @invariant()
    def the_live_view_shows_what_the_model_holds(self) -> None:
        if not hasattr(self, "run"):
            return
        seen = [(view.name, view.id, view.text) for view in toolfold.peek(self.run.state)]
        nameless = self.writer.ids == "never"
        assert seen == [(one.call.name, None if nameless else one.call.id, one.text) for one in self.in_order()]
        assert self.run.history.state == self.run.state

    @invariant()
    def every_outcome_is_what_the_model_says(self) -> None:
        if not hasattr(self, "run"):
            return
        wanted = [self.judged(one) for one in self.in_order()]
        assert [plain(one) for one in toolfold.outcomes(self.run.state)] == wanted
        sound = all(kind == "sound" for kind, *_ in wanted)
        assert isinstance(toolfold.finalize(self.run.state), Success) == sound

    @invariant()
    def what_is_ready_is_over(self) -> None:
        if hasattr(self, "run"):
            over = [one for one in self.run.calls.values() if self.run.ended or (one.closed and self.seals)]
            ready = [(call.name, call.text) for call in toolfold.ready(self.run.state)]
            assert sorted(ready) == sorted((one.call.name, one.text) for one in over if is_object(one.text))

    def in_order(self) -> list[Modelled]:
        """Calls are opened by number here, so that number and arrival are one order."""
        return [self.run.calls[number] for number in sorted(self.run.calls)]

    def judged(self, one: Modelled) -> tuple[Any, ...]:
        if one.abandoned:
            return "abandoned", one.call.name, one.text
        if is_object(one.text):
            return "sound", one.call.name, json.loads(one.text)
        confirmed = self.run.ended or self.writer.endless or (one.closed and self.seals)
        return (
            ("sound", one.call.name, {})
            if confirmed and not one.text.strip()
            else ("truncated", one.call.name, one.text)
        )

    def teardown(self) -> None:
        """No state that was ever seen has changed."""
        for state, saved in getattr(self, "seen", ()):
            assert json.dumps(toolfold.snapshot(state)) == saved


def plain(outcome: Any) -> tuple[Any, ...]:
    if isinstance(outcome, Success):
        return "sound", outcome.unwrap().name, outcome.unwrap().arguments
    return outcome.failure().kind, outcome.failure().name, outcome.failure().text


Machine.TestCase.settings = settings(max_examples=max(20, settings.default.max_examples // 2), stateful_step_count=30)
TestMachine = Machine.TestCase
