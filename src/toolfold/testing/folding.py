"""Laws of the fold as a function: it changes nothing, needs nothing but the state, and goes on from any state."""

import json
import pickle
from collections.abc import Callable, Iterator
from functools import reduce

from returns.result import Success

from toolfold.change import changes
from toolfold.core.restore import restore
from toolfold.core.seal import Seal
from toolfold.core.snapshot import snapshot
from toolfold.core.state import State
from toolfold.fold import feed as feed_any
from toolfold.fold import feed_all, new
from toolfold.history import History
from toolfold.outcomes import finalize, notes, outcomes, ready
from toolfold.testing.hostile import JSON, OBJECTS, variants
from toolfold.testing.places import places, reads, replaced, text_place
from toolfold.testing.trial import Trial, must, overheard, same, shown, some
from toolfold.views import peek

NOISE: tuple[object, ...] = (
    {"type": "ping"},
    {},
    [],
    None,
    7,
    "text",
    '{"choices": []}',
    {"choices": [], "usage": {"total_tokens": 1}},
    object(),
)
"""Fragments that say nothing about calls, on any wire."""


def purity(trial: Trial, /) -> None:
    """Fold, read and then scribble over every fragment and answer: no state changes, nor does a second fold differ."""
    fragments = trial.fragments
    given = [repr(fragment) for fragment in fragments]
    states = [new()]
    for fragment in fragments:
        states.append(trial.feed(states[-1], fragment))
    before = [printed(state) for state in states]
    same([repr(fragment) for fragment in fragments], given, "feed changed a fragment")
    for state in states:
        read(state)
    answers = outcomes(states[-1])
    for value in (*fragments, *(answer.unwrap().arguments for answer in answers if isinstance(answer, Success))):
        scribble(value)
    same([printed(state) for state in states], before, "a state changed after its fold")
    same(outcomes(states[-1]), answers, "an answer changed after it was given")
    must(tuple(states) == trial.states, "the same fragments gave other states the second time")


def printed(state: State, /) -> str:
    """Return a state as one text; equal states have equal texts."""
    return json.dumps(snapshot(state), sort_keys=True)


def scribble(value: object, /) -> None:
    """Change plain data everywhere, as a careless caller might."""
    for _, inner in list(places(value)):
        if isinstance(inner, dict):
            inner["scribbled"] = True
        elif isinstance(inner, list):
            inner.append("scribbled")


def silence(trial: Trial, /) -> None:
    """Feed noise and empty pieces between all fragments: the very same state object comes back."""
    for number, state in enumerate(trial.states):
        for noise in NOISE:
            must(trial.feed(state, noise) is state, f"after {number} fragments, {shown(noise)} gave another state")
    for number, empty in _empty_pieces(trial):
        state = trial.states[number + 1]
        must(trial.feed(state, empty) is state, f"after {number + 1} fragments, an empty piece gave another state")


def _empty_pieces(trial: Trial) -> Iterator[tuple[int, object]]:
    """Yield fragments that add text to a call, without the text."""
    said, _ = overheard(trial)
    known = {wire.name: wire for wire in trial.wires}
    for number, (name, deltas) in enumerate(said):
        place = text_place(known[name], trial.row.fragments[number], deltas) if name else None
        if place is not None:
            yield number, replaced(trial.row.fragments[number], place, "")


def totality(trial: Trial, /) -> None:
    """Put hostile values at every place of the fragments: neither the wire nor ``feed`` nor any reader raises.

    A wire may raise for an object that raises itself, since ``feed`` catches that; for no JSON may it.
    """
    for turn, number in enumerate(some(len(trial.row.fragments), 3)):
        fragment, state = trial.row.fragments[number], trial.states[number]
        for hostile in variants(fragment, JSON, turn):
            _guarded(reads, (trial.wire, hostile), f"the wire, of fragment {number}")
            _fed(trial, state, hostile, number)
        for hostile in variants(fragment, OBJECTS, turn):
            _fed(trial, state, hostile, number)


def _fed(trial: Trial, state: State, fragment: object, number: int) -> None:
    after = _guarded(trial.feed, (state, fragment), f"feed, of fragment {number}")
    if isinstance(after, State) and after is not state:
        _guarded(read, (after,), f"a reader, after fragment {number}")


def _guarded(action: Callable[..., object], given: tuple[object, ...], what: str) -> object:
    try:
        return action(*given)
    except Exception as error:
        raise AssertionError(f"{what} made hostile, raised {error!r}: {shown(given[-1])}") from error


def read(state: State, /) -> None:
    """Ask a state everything that can be asked."""
    _ = finalize(state), finalize(state, strict=True), outcomes(state), changes(new(), state)
    for seal in Seal:
        ready(state, at_least=seal)
    for note in notes(state):
        str(note.message)
    for view in peek(state):
        _ = view.arguments, view.shared_arguments, view.open_path, view.closed_paths, view.whole, view.text
    _ = repr(state), hash(state), json.dumps(snapshot(state))


def batching(trial: Trial, /) -> None:
    """Cut the stream in two anywhere: folding both parts one after the other is folding the whole."""
    for cut in some(len(trial.states)):
        rest = trial.fragments[cut:]
        must(reduce(trial.feed, rest, trial.states[cut]) == trial.last, f"cut at {cut}, reduce gives another state")
        if trial.feed is feed_any:
            must(feed_all(trial.states[cut], rest) == trial.last, f"cut at {cut}, feed_all gives another state")


def resume(trial: Trial, /) -> None:
    """Save and restore the state anywhere, in every form: it is equal, and the rest of the stream ends equally."""
    for cut in some(len(trial.states), 12):
        state = trial.states[cut]
        saved = json.loads(json.dumps(snapshot(state)))
        must(State(**saved) == state, f"after {cut} fragments, the constructor makes another state of the snapshot")
        pickled = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own pickle, made on this line
        for form, back in (("snapshot", restore(saved).unwrap()), ("pickle", pickled)):
            must(back == state, f"after {cut} fragments, the {form} gives another state")
            must(hash(back) == hash(state), f"after {cut} fragments, the {form} gives another hash")
            seen = peek(state)
            for views in (seen, peek(back)):
                must(peek(back, views) == seen, f"after {cut} fragments, the {form} is seen otherwise, looked at again")
            ended = reduce(trial.feed, trial.fragments[cut:], back)
            must(ended == trial.last, f"resumed from the {form} after {cut} fragments, the stream ends otherwise")
            same(outcomes(ended), outcomes(trial.last), f"resumed from the {form} after {cut} fragments")


def replay(trial: Trial, /) -> None:
    """Keep a history, fold the first n fragments anew, and branch there, for every n: made-up ids too are the same."""
    history = History(trial.fragments, feed=trial.feed)
    for cut in some(len(trial.states)):
        again = reduce(trial.feed, trial.fragments[:cut], new())
        must(again == trial.states[cut], f"the first {cut} fragments gave another state")
        must(history.at(cut) == again, f"the history's state after {cut} fragments is another")
        same(outcomes(history.at(cut)), outcomes(again), f"the first {cut} fragments, by the history and folded anew")
    middle = len(trial.row.fragments) // 2
    branched = history.branch(middle).extend(trial.fragments[middle:])
    must(branched.state == trial.last, f"branched after {middle} fragments, the history ends otherwise")
