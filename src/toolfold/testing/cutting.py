"""Laws of how a stream is cut: argument text may be cut anywhere, and calls may be written beside each other."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby

from returns.result import Success

from toolfold.arguments.rope import join_surrogates
from toolfold.core.call import CallKey
from toolfold.core.deltas import Block, Delta, Latest, Numbered, Piece, Routed, Traits, Whole
from toolfold.core.state import State
from toolfold.fold import Feed, new
from toolfold.outcomes import judged, matched, outcomes
from toolfold.testing.places import places, reads, replaced, text_place, with_text
from toolfold.testing.trial import Saying, Trial, must, overheard, same, sayings, some

CUTS = 64
"""Cuts of one text that are tried one by one; a longer text is cut at so many places, spread evenly."""


def rechunking(trial: Trial, /) -> None:
    """Cut every argument text at every character, one cut at a time and all at once: every outcome is the same.

    A text counts if it is one JSON object without repair. A fragment that only adds text is cut as a fragment, every
    other piece as what the wire says of it: the head first, the rest of the text as a piece of its own.
    """
    fragments, feed = sayings(trial)
    wanted, sturdy = outcomes(trial.last), _sturdy(trial.last)
    exploded: list[object] = []
    for number, fragment in enumerate(fragments):
        cuts = list(_cuts(trial.states[number : number + 2], fragment, feed, sturdy))
        for at, halves in cuts:
            cut = reduce(feed, halves, trial.states[number])
            if cut != trial.states[number + 1]:  # two facts about pieces may differ, and must not matter
                ended = reduce(feed, fragments[number + 1 :], cut)
                same(outcomes(ended), wanted, f"fragment {number}, its text cut at {at}")
        exploded.extend(_in_characters(fragment) if cuts else (fragment,))
    same(outcomes(reduce(feed, exploded, new())), wanted, "all texts cut into characters")
    _check_fragments(trial, sturdy)


def _sturdy(state: State) -> set[CallKey]:
    """Return the calls that are sound without any repair, which cuts must not change."""
    found = ((one.call.key, judged(state, one)) for one in matched(state) if not one.given)
    return {key for key, (outcome, repairs) in found if isinstance(outcome, Success) and not {*repairs} - {"no-end"}}


def _cuts(
    states: Sequence[State], fragment: object, feed: Feed, sturdy: set[CallKey]
) -> Iterator[tuple[int, tuple[object, object]]]:
    """Yield every cut of the texts that a fragment adds to sturdy calls: where it is, and the two halves."""
    before, after = states
    if not isinstance(fragment, Saying) or before is after:
        return
    for place, delta in enumerate(fragment.said):
        if not isinstance(delta, Piece) or not _can_be_cut(delta):
            continue
        head = feed(before, Saying(fragment.by, fragment.said[:place])) if place else before
        touched = _touched(head, feed(head, Saying(fragment.by, (delta,))))
        if not touched or not touched <= sturdy:
            continue
        for at in some(len(delta.text) - 1, CUTS):
            first, second = _halves(delta, at + 1)
            if first.text.strip() or not (delta.id or delta.name):
                halves = (*fragment.said[:place], first), (second, *fragment.said[place + 1 :])
                yield at + 1, (Saying(fragment.by, halves[0]), Saying(fragment.by, halves[1]))


def _can_be_cut(piece: Piece) -> bool:
    return len(piece.text) > 1 and not isinstance(piece.at, Whole)


def _touched(before: State, after: State) -> set[CallKey]:
    """Return the calls that are not what they were."""
    was, now = before.calls, after.calls
    return {key for key in now if was.get(key) != now[key]}


def _halves(piece: Piece, at: int) -> tuple[Piece, Piece]:
    address = piece.at
    if isinstance(address, Block):
        address = address._replace(fresh=False)
    elif isinstance(address, Routed):
        address = address._replace(twin=False)
    plain = Traits(merge=piece.traits.merge, kind=piece.traits.kind, run_by=piece.traits.run_by)
    kept = plain._replace(implicit=piece.traits.implicit, endless=piece.traits.endless)
    return piece._replace(text=piece.text[:at]), Piece(address, text=piece.text[at:], traits=kept)


def _in_characters(fragment: object) -> Iterator[object]:
    """Yield a fragment with every text cut into characters."""
    if not isinstance(fragment, Saying):
        yield fragment
        return
    said: list[Delta] = []
    for delta in fragment.said:
        if not isinstance(delta, Piece) or not _can_be_cut(delta):
            said.append(delta)
            continue
        first, rest = _halves(delta, 1 + len(delta.text) - len(delta.text.lstrip()))
        yield Saying(fragment.by, (*said, first))
        yield from (Saying(fragment.by, (rest._replace(text=mark),)) for mark in rest.text)
        said = []
    if said:
        yield Saying(fragment.by, tuple(said))


def _check_fragments(trial: Trial, sturdy: set[CallKey]) -> None:
    """Cut the fragments themselves where they say nothing but a text: the wire reads both halves as they are."""
    said, _ = overheard(trial)
    known = {wire.name: wire for wire in trial.wires}
    wanted = outcomes(trial.last)
    for number, (name, deltas) in enumerate(said):
        fragment, (before, after) = trial.row.fragments[number], trial.states[number : number + 2]
        place = text_place(known[name], fragment, deltas) if name and before is not after else None
        if place is None or not _touched(before, after) <= sturdy:
            continue
        text = str(dict(places(fragment))[place])
        for at in some(len(text) + 1, CUTS):
            halves = [replaced(fragment, place, part) for part in (text[:at], text[at:])]
            for part, half in zip((text[:at], text[at:]), halves, strict=True):
                read, wanted_text = reads(known[name], half), join_surrogates(part)
                as_it_is = not part or read == with_text(deltas, wanted_text)
                must(as_it_is, f"fragment {number}, for the text {part!r}, says {read}")
            cut = before if _is_numbered(deltas) else reduce(trial.feed, halves, before)
            if cut not in (before, after):
                ended = reduce(trial.feed, trial.fragments[number + 1 :], cut)
                same(outcomes(ended), wanted, f"fragment {number} as two fragments, its text cut at {at}")


def _is_numbered(deltas: Sequence[Delta]) -> bool:
    """Say whether an event has a number of its own: two halves with one number are one event seen twice."""
    return any(isinstance(delta, Numbered) for delta in deltas)


def interleaving(trial: Trial, /) -> None:
    """Sort neighbouring pieces of calls that are already open, by call: in either order, every outcome is the same."""
    fragments, feed = sayings(trial)
    wanted = outcomes(trial.last)
    owners = [_owner(trial.states[n], trial.states[n + 1], fragment) for n, fragment in enumerate(fragments)]
    numbered = list(enumerate(owners))
    for backwards in (False, True):
        order: list[int] = []
        for is_piece, run in groupby(numbered, key=lambda item: item[1] is not None):
            found = list(run)
            found.sort(key=lambda item: item[1] or 0, reverse=backwards) if is_piece else None
            order.extend(number for number, _ in found)
        if order != sorted(order):
            mixed = reduce(feed, (fragments[number] for number in order), new())
            same(outcomes(mixed), wanted, f"the fragments in the order {order}")


def _owner(before: State, after: State, fragment: object) -> CallKey | None:
    """Return the one open call that a fragment adds text to by a key of its own, if it does no more than that."""
    if not isinstance(fragment, Saying) or before is after:
        return None
    pieces = [delta for delta in fragment.said if not isinstance(delta, Numbered)]
    touched = _touched(before, after)
    if not all(isinstance(one, Piece) and _is_plain(one) for one in pieces) or len(touched) != 1:
        return None
    [key] = touched
    return key if key in before else None


def _is_plain(piece: Piece) -> bool:
    if piece.name or piece.traits.extras or piece.traits.restarts or isinstance(piece.at, Latest | Whole):
        return False
    return not isinstance(piece.at, Routed) or piece.at.number is not None
