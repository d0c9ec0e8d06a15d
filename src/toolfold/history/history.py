"""The log of a stream, with the state after each of its fragments."""

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, islice
from typing import Self

from pyrsistent import PVector, pvector

from toolfold import fold
from toolfold.core.call import CallKey
from toolfold.core.state import State, base_of
from toolfold.history import files, search
from toolfold.history.blame import Blame, Origins, key_of
from toolfold.history.compare import Comparison, compared
from toolfold.history.kept import Kept, fragment_of, keep
from toolfold.history.steps import Step

EMPTY_STATE = fold.new()
NOTHING: PVector[Kept] = pvector()
NO_STATES: PVector[State] = pvector()


class History:
    """A log of fragments and every state on the way: an immutable value that can go back, branch and be compared.

    Step ``n`` is the ``n``-th fragment, counted from 1, and ``at(n)`` the state after it; ``at(0)`` is the state that
    the log started from. Iterating gives the fragments. A fragment is copied when it is recorded, so that what the
    caller does to it later changes nothing: JSON data and SDK objects come back as fresh plain data, and only an
    object whose copy would say something else is kept itself. Every state is kept, which costs a few hundred bytes a
    step, and nothing for a step that says nothing about calls.

    ``start`` and ``feed`` are what the fragments are folded with. It pickles if its feed does (the default one does)
    and folds anew when it is unpickled.

    >>> from functools import reduce
    >>> log = reduce(History.record, [{"type": "ping"}, [{"index": 0, "function": {"name": "now"}}]], History())
    >>> log
    History(2 fragments, 1 call, wire openai-chat)
    >>> len(log.at(1)), log.at(2)[0].name, log.first(lambda state: len(state) > 0)
    (0, 'now', 2)
    """

    __slots__ = ("_feed", "_log", "_start", "_states")

    _feed: fold.Feed
    _start: State
    _log: PVector[Kept]
    _states: PVector[State]

    def __new__(
        cls, fragments: Iterable[object] = (), /, *, start: State = EMPTY_STATE, feed: fold.Feed = fold.feed
    ) -> Self:
        """Record all the fragments of a stream."""
        return cls._made(feed, start, NOTHING, NO_STATES).extend(fragments)

    @classmethod
    def load(cls, path: files.Place, /, *, start: State = EMPTY_STATE, feed: fold.Feed = fold.feed) -> Self:
        """Read a history from a file that ``save`` wrote, or from any recording that the command line takes.

        What cannot be read raises ``toolfold.inputs.UnreadableInput``, which says where and why.
        """
        return cls(files.read(path), start=start, feed=feed)

    def save(self, path: files.Place, /) -> None:
        """Write the fragments as JSON lines, for ``load`` and for any other tool; a log of one is a JSON array.

        SDK objects are written as the data they hold. The start and the feed are not in the file.
        """
        files.write(path, self._log)

    @property
    def state(self) -> State:
        """The state after the last step."""
        return self._states[-1] if self._states else self._start

    def record(self, fragment: object, /) -> Self:
        """Return the history with one fragment more; made for ``functools.reduce``."""
        after = self._feed(self.state, fragment)
        kept = keep(fragment, self._feed, self.state, after)
        return self._with(self._log.append(kept), self._states.append(after))

    def extend(self, fragments: Iterable[object], /) -> Self:
        """Return the history with many fragments more, as ``record`` gives it one by one."""
        log, states = self._log.evolver(), self._states.evolver()
        feed, state = self._feed, self.state
        for fragment in fragments:
            before, state = state, feed(state, fragment)
            log.append(keep(fragment, feed, before, state))
            states.append(state)
        return self._with(log.persistent(), states.persistent())

    def at(self, n: int, /) -> State:
        """Return the state after the first ``n`` fragments."""
        self._checked(n, 0)
        return self._states[n - 1] if n else self._start

    def step(self, n: int, /) -> Step:
        """Return step ``n``: its fragment, the states before and after it, and what changed."""
        self._checked(n, 1)
        return Step(n, fragment_of(self._log[n - 1]), self.at(n - 1), self._states[n - 1])

    def steps(self) -> Iterator[Step]:
        """Yield every step, in order."""
        before = self._start
        for number, (kept, after) in enumerate(zip(self._log, self._states, strict=True), start=1):
            yield Step(number, fragment_of(kept), before, after)
            before = after

    def branch(self, n: int, /) -> Self:
        """Return the history of the first ``n`` fragments, to go on from there in another way."""
        self._checked(n, 0)
        return self._with(self._log[:n], self._states[:n])

    def without(self, n: int, /) -> Self:
        """Return the history as it would be if fragment ``n`` had never come; only what came after it is folded anew.

        >>> log = History([[{"index": 0, "function": {"name": "now"}}], [{"index": 0, "function": {"arguments": "{"}}]])
        >>> log.without(2).state == log.at(1)
        True
        """
        self._checked(n, 1)
        log, state = self._log.delete(n - 1), self.at(n - 1)
        if self._states[n - 1] is state:  # it said nothing, so that all that came after stands
            return self._with(log, self._states.delete(n - 1))
        after = accumulate(map(fragment_of, log[n - 1 :]), self._feed, initial=state)
        return self._with(log, self._states[: n - 1].extend(islice(after, 1, None)))

    def first(self, predicate: Callable[[State], object], /, *, monotone: bool = False) -> int | None:
        """Return the first ``n`` for which ``predicate(at(n))`` is true, None if there is none.

        With ``monotone`` you say that what is true once stays true, as for "there is a fault"; then the step is found
        by bisection, which asks for a few states instead of all.

        >>> log = History([{"type": "ping"}, [{"index": 0, "function": {"name": "now"}}]])
        >>> log.first(lambda state: len(state) == 1, monotone=True)
        2
        """
        return search.first([self._start, *self._states], predicate, monotone=monotone)

    def compare(self, other: "History", /, *, ids: bool = True) -> Comparison:
        """Return where two runs part, and how their calls differ in the end; without ``ids`` these may differ."""
        return compared(self.steps(), other.steps(), self.at(0), other.at(0), ids=ids)

    def blame(self, call: CallKey | str, /) -> Blame:
        """Return which steps gave a call its id, its name, each stretch of its text, its seal and its fault.

        The call is named by its number or by its id, a made-up one included.

        >>> log = History([[{"index": 0, "id": "c1", "function": {"name": "now"}}]])
        >>> log.blame("c1").name, log.blame(0).text
        ((1,), ())
        """
        key = call if isinstance(call, int) else key_of(self.state, call)
        origins = Origins(self._start)
        for step in self.steps():
            origins.add(step, step.changes)
        return origins.blame(self.state, key)

    def __iter__(self) -> Iterator[object]:
        """Iterate over the fragments, as fresh plain data."""
        return map(fragment_of, self._log)

    def __len__(self) -> int:
        """Count the fragments."""
        return len(self._log)

    def __eq__(self, other: object) -> bool:
        """Compare the fragments as they are written, the start and the feed."""
        if not isinstance(other, History):
            return NotImplemented
        same = self._feed is other._feed and self._start == other._start
        return self is other or (same and self._log == other._log)

    def __hash__(self) -> int:
        """Hash what follows from the fragments, since not every object among them has a hash."""
        return hash((len(self._log), self.state))

    def __repr__(self) -> str:
        """Show how much there is."""
        wire = base_of(self.state).wire
        size = f"{_counted(len(self), 'fragment')}, {_counted(len(self.state), 'call')}"
        return f"History({size}{f', wire {wire}' if wire else ''})"

    def _repr_html_(self) -> str:
        """Show the page of the stream in a notebook."""
        from toolfold.show.html import render_frame  # noqa: PLC0415  # the page is for looking at, the log is not

        return render_frame(self, feed=self._feed, start=self._start, title=repr(self))

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a history never changes."""
        msg = f"a History never changes; {name} cannot be set, record returns a new History"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> None:
        """Refuse: a history never changes."""
        self.__setattr__(name, None)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the log; every state follows from it."""
        feed = None if self._feed is fold.feed else self._feed
        return self._unpickled, (feed, self._start, tuple(self._log))

    def __copy__(self) -> Self:
        """Return itself: there is nothing to protect a copy from."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: there is nothing to protect a copy from."""
        return self

    @classmethod
    def _made(cls, feed: fold.Feed, start: State, log: PVector[Kept], states: PVector[State]) -> Self:
        """Put a history together; its slots are written past ``__setattr__``, which refuses everyone else."""
        made = object.__new__(cls)
        for name, value in (("_feed", feed), ("_start", start), ("_log", log), ("_states", states)):
            object.__setattr__(made, name, value)
        return made

    @classmethod
    def _unpickled(cls, feed: fold.Feed | None, start: State, log: tuple[Kept, ...]) -> Self:
        feed = fold.feed if feed is None else feed
        after = accumulate(map(fragment_of, log), feed, initial=start)
        return cls._made(feed, start, pvector(log), pvector(islice(after, 1, None)))

    def _with(self, log: PVector[Kept], states: PVector[State]) -> Self:
        return self._made(self._feed, self._start, log, states)

    def _checked(self, n: int, least: int) -> None:
        if not least <= n <= len(self._log):
            there = f"{least} to {len(self._log)}" if least <= len(self._log) else "nothing"
            msg = f"no step {n}: the history has {_counted(len(self._log), 'step')}, so {there} can be asked for"
            raise IndexError(msg)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
