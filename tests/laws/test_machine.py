"""The fold against a model that is obviously right: plain dicts and joined strings, on streams of honest servers."""

import copy
import json
import pickle
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, multiple, precondition, rule
from returns.result import Success

import toolfold
from toolfold import History, Seal, State
from toolfold.fold import Feed
from toolfold.testing import WRITERS, Call, Writer
from toolfold.testing.strategies import conversations, pieces
from toolfold.testing.streams import is_object, joined
from toolfold.testing.writers.writer import wire_named

STREAMED = [writer for writer in WRITERS if writer.piece is not None and not writer.numbered]


@dataclass
class Modelled:
    """A call as the model has it: pieces in a list, and whether something ended it."""

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
    """A state and the model of it, by call number; runs share nothing that changes."""

    state: State
    history: History
    calls: dict[int, Modelled]
    begun: bool = False
    ended: bool = False


class Machine(RuleBasedStateMachine):
    """Feeds, saves, restores, branches, abandons and finalises at random."""

    runs = Bundle("runs")

    @initialize(target=runs, data=st.data(), writer=st.sampled_from(STREAMED))
    def begin(self, data: st.DataObject, writer: Writer) -> Run:
        self.writer: Writer = writer
        self.feed: Feed = toolfold.feeder(wire_named(writer.wire))
        self.calls = data.draw(conversations(ids=True))
        self.cuts = [data.draw(pieces(call.text)) for call in self.calls]
        self.kept: list[tuple[State, str]] = []
        run = Run(toolfold.new(), History(feed=self.feed), {})
        return self.fed(run, writer.begin)

    def fed(self, run: Run, fragments: Any) -> Run:
        """The run after some fragments; the one before stays as it is, which is looked at in the end."""
        self.kept.append((run.state, json.dumps(toolfold.snapshot(run.state))))
        state, history = run.state, run.history
        for fragment in fragments:
            before = copy.deepcopy(fragment)
            state, history = self.feed(state, fragment), history.record(fragment)
            assert fragment == before
        return replace(run, state=state, history=history, calls=copy.deepcopy(run.calls))

    def next_number(self, run: Run) -> int | None:
        """The call to open next; a wire that writes one call after the other waits for the end of the one before."""
        number = len(run.calls)
        waits = not self.writer.interleaves and number and not run.calls[number - 1].closed
        return None if run.ended or waits or number == len(self.calls) else number

    @rule(target=runs, run=runs)
    def open_a_call(self, run: Run) -> Run:
        number = self.next_number(run)
        if number is None:
            return run
        after = self.fed(run, self.writer.opening(number, self.calls[number]))
        after.calls[number] = Modelled(self.calls[number], [*self.cuts[number]])
        return after

    @rule(target=runs, run=runs, data=st.data(), again=st.booleans())
    def grow_a_call(self, run: Run, data: st.DataObject, again: bool) -> Run:
        growing = [number for number, one in run.calls.items() if one.left and not one.abandoned]
        if not growing or run.ended:
            return run
        number = data.draw(st.sampled_from(growing))
        write = self.writer.again if again and self.writer.again else self.writer.piece
        assert write is not None
        text = run.calls[number].left[0]
        after = self.fed(run, write(number, run.calls[number].call, text))
        after.calls[number].got.append(after.calls[number].left.pop(0))
        return after

    @rule(target=runs, run=runs, data=st.data())
    def close_a_call(self, run: Run, data: st.DataObject) -> Run:
        done = [n for n, one in run.calls.items() if not one.left and not one.closed and not one.abandoned]
        if not done or run.ended:
            return run
        number = data.draw(st.sampled_from(done))
        after = self.fed(run, self.writer.closing(number, run.calls[number].call))
        after.calls[number].closed = True
        if self.writer.ends_with_data and not after.calls[number].text:
            after.calls[number].got.append("{}")
        return after

    @rule(target=runs, run=runs)
    def end_the_response(self, run: Run) -> Run:
        all_there = len(run.calls) == len(self.calls) and all(not one.left and one.closed for one in run.calls.values())
        if run.ended or not all_there or any(one.abandoned for one in run.calls.values()):
            return run
        return replace(self.fed(run, self.writer.end(self.calls)), ended=bool(self.writer.end(self.calls)))

    @rule(target=runs, run=runs, number=st.integers(0, 9))
    def noise(self, run: Run, number: int) -> Run:
        noises = [{"type": "ping"}, None, *self.writer.noise]
        after = self.fed(run, [noises[number % len(noises)]])
        assert after.state is run.state
        return after

    @rule(target=runs, run=runs)
    def save_and_restore(self, run: Run) -> Run:
        saved = json.loads(json.dumps(toolfold.snapshot(run.state)))
        back = toolfold.restore(saved).unwrap()
        assert back == run.state
        assert toolfold.snapshot(back) == toolfold.snapshot(run.state)
        return replace(run, state=back)

    @rule(target=runs, run=runs, protocol=st.integers(0, pickle.HIGHEST_PROTOCOL))
    def pickle_and_back(self, run: Run, protocol: int) -> Run:
        back = pickle.loads(pickle.dumps(run.state, protocol))
        assert back == run.state
        assert hash(back) == hash(run.state)
        return replace(run, state=back)

    @rule(target=runs, run=runs)
    def branch(self, run: Run) -> Any:
        return multiple(run, replace(run, calls=copy.deepcopy(run.calls)))

    @rule(target=runs, run=runs)
    @precondition(lambda self: not self.writer.endless)
    def abandon(self, run: Run) -> Run:
        if run.ended:
            return run
        after = self.fed(run, ())
        after = replace(after, state=toolfold.abandon(run.state, "cancelled"))
        sealing = bool(self.writer.closing(0, Call("f")))
        for one in after.calls.values():
            one.abandoned = one.abandoned or not (one.closed and sealing)
        return replace(after, history=History(start=after.state, feed=self.feed))

    @rule(run=runs)
    def look(self, run: Run) -> None:
        """The live view shows what the model holds, in the order of the numbers or of arrival."""
        seen = [(view.name, view.id, view.text) for view in toolfold.peek(run.state)]
        assert seen == [(one.call.name, self.id_of(one), one.text) for one in self.in_order(run)]
        assert len(run.state) == len(run.calls)

    @rule(run=runs)
    def finalise(self, run: Run) -> None:
        """Every outcome is what the model says, and the result is sound only if all of them are."""
        found = toolfold.outcomes(run.state)
        wanted = [self.judged(run, one) for one in self.in_order(run)]
        assert [self.plain(one) for one in found] == wanted
        result = toolfold.finalize(run.state)
        assert isinstance(result, Success) == all(kind == "sound" for kind, *_ in wanted)

    @rule(run=runs)
    def start_early(self, run: Run) -> None:
        """What is ready is over, by the model's word, and sound."""
        over = [one for one in run.calls.values() if run.ended or one.closed]
        for call in toolfold.ready(run.state, at_least=Seal.SEALED):
            assert (call.name, call.text) in [(one.call.name, one.text) for one in over if is_object(one.text)]

    @rule(run=runs)
    def go_back(self, run: Run) -> None:
        """The history knows the same, wherever the run was saved and restored meanwhile."""
        assert run.history.state == run.state

    def id_of(self, one: Modelled) -> str | None:
        return None if self.writer.ids == "never" else one.call.id

    def in_order(self, run: Run) -> list[Modelled]:
        """Calls are opened by number here, so that number and arrival are one order."""
        return [run.calls[number] for number in sorted(run.calls)]

    def judged(self, run: Run, one: Modelled) -> tuple[Any, ...]:
        if one.abandoned:
            return "abandoned", one.call.name, one.text
        if is_object(one.text):
            return "sound", one.call.name, json.loads(one.text)
        confirmed = run.ended or self.writer.endless or (one.closed and bool(self.writer.closing(0, one.call)))
        return ("sound", one.call.name, {}) if confirmed and not one.text else ("truncated", one.call.name, one.text)

    def plain(self, outcome: Any) -> tuple[Any, ...]:
        if isinstance(outcome, Success):
            return "sound", outcome.unwrap().name, outcome.unwrap().arguments
        return outcome.failure().kind, outcome.failure().name, outcome.failure().text

    def teardown(self) -> None:
        """No state that was ever seen has changed."""
        for state, saved in getattr(self, "kept", ()):
            assert json.dumps(toolfold.snapshot(state)) == saved


Machine.TestCase.settings = settings(max_examples=max(20, settings.default.max_examples // 2), stateful_step_count=40)
TestMachine = Machine.TestCase
