"""Snapshots: plain, stable, checked part by part."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolfold
from tests.rows import TABLES
from tests.rows.build import begin, block, call, chunk, delta, entry, parts, path
from toolfold.testing.hostile import Endless, Raises

RICH = toolfold.abandon(
    toolfold.feed_all(
        toolfold.new("salt"),
        [
            chunk(entry(0, "a", "f", "{}")),
            chunk(entry(id_="b", name="g", text='{"n": "\ud83d')),
            chunk(entry(7, text="orphan"), choice=1),
            {"error": {"type": "busy", "message": "later"}},
            begin(),
            block(0, "c", "h", {"x": 1}, kind="server_tool_use"),
            delta(1, "x"),
            parts(
                {
                    **call("p", partialArgs=[path("$.n[0]", stringValue="x", more=True)], willContinue=True),
                    "thoughtSignature": "s",
                }
            ),
        ],
    ),
    "lost",
)
SAVED = json.loads(json.dumps(toolfold.snapshot(RICH)))


def where(saved: object) -> str:
    return toolfold.restore(saved).failure().where


def changed(at: tuple[Any, ...], value: object) -> dict[str, Any]:
    saved = copy.deepcopy(SAVED)
    place = saved
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = value
    return saved


def test_there_and_back() -> None:
    assert toolfold.restore(SAVED).unwrap() == RICH
    assert json.dumps(toolfold.snapshot(toolfold.restore(SAVED).unwrap())) == json.dumps(toolfold.snapshot(RICH))


HALF = "\ud83d"
HALVES = [
    [chunk(entry(0, "a", "f", '{"n": "' + HALF))],
    [chunk(entry(0, HALF, HALF + "f", HALF + "\ude00" + HALF))],
    [parts({**call("p", partialArgs=[path("$.n", stringValue=HALF, more=True)], willContinue=True)})],
    [parts({**call("p", partialArgs=[path(f"$['{HALF}']", stringValue="x", more=True)], willContinue=True)})],
    [begin(HALF), block(0, HALF, "h", {HALF: HALF}), {"type": "error", "error": {"type": HALF, "message": HALF}}],
]


@pytest.mark.parametrize("fragments", HALVES)
def test_half_a_character_is_saved_too(fragments: list[Any]) -> None:
    state = toolfold.feed_all(toolfold.new(HALF), fragments)
    saved = json.dumps(toolfold.snapshot(state), ensure_ascii=False).encode()  # as databases and frameworks want it
    assert toolfold.restore(json.loads(saved)).unwrap() == state
    assert len(state) == 1


@pytest.mark.parametrize(
    ("at", "value", "place"),
    [
        (("version",), 2, "version"),
        (("version",), True, "version"),
        (("calls",), None, "calls"),
        (("calls", 0), 3, "calls[0]"),
        (("calls", 0, "key"), 5, "calls[0]"),
        (("calls", 0, "unknown"), 5, "calls[0]"),
        (("calls", 0, "text"), 5, "calls[0].text"),
        (("calls", 0, "text"), "x", "calls[0]"),
        (("calls", 0, "text"), ["{}", 5], "calls[0].text[1]"),
        (("calls", 0, "text"), [["{}"]], "calls[0].text[0]"),
        (("calls", 0, "chain"), 99, "calls[0]"),
        (("calls", 0, "rank"), 9, "calls[0].rank"),
        (("calls", 0, "seal"), 9, "calls[0].seal"),
        (("calls", 0, "kind"), "tool", "calls[0].kind"),
        (("calls", 0, "endless"), 1, "calls[0].endless"),
        (("calls", 0, "extras"), "[]", "calls[0].extras"),
        (("calls", 0, "extras"), "{", "calls[0].extras"),
        (("calls", 0, "extras"), "{}", "calls[0].extras"),
        (("calls", 0, "sole"), 0, "calls[0].sole"),
        (("calls", 0, "twin"), 0, "calls[0].twin"),
        (("calls", 0, "trouble"), ["x"], "calls[0].trouble"),
        (("calls", 0, "trouble"), ["x", "y"], "calls[0].trouble[0]"),
        (("calls", 0, "patched"), ["[]", []], "calls[0].patched[0]"),
        (("calls", 0, "patched"), [{}, []], "calls[0].patched[0]"),
        (("calls", 0, "patched"), ["{}", [["missing"]]], "calls[0].patched[1]"),
        (("calls", 0, "patched"), ["{}", [[None]]], "calls[0].patched[1][0][0]"),
        (("calls", 0, "number"), 2**70, "calls[0].number"),
        (("groups",), [], "groups"),
        (("groups", 0, 2, "latest"), 99, "groups[0][2].latest"),
        (("groups", 0, 2, "bare"), [-1], "groups[0][2].bare[0]"),
        (("groups", 0, 2, "size"), 0, "groups[0][2].size"),
        (("groups", 0, 2, "size"), 9, "groups[0][2].size"),
        (("groups", 0, 2, "size"), 3, "groups[0][2].size"),
        (("calls", 0, "message"), 1, "calls[0].message"),
        (("calls", 0, "aliases"), 128, "calls[0].aliases"),
        (("slots", 0, 4), 99, "slots[0][4]"),
        (("slots", 0, 0), "x", "slots[0][0]"),
        (("slots", 0), [], "slots[0]"),
        (("slots", 0), ["index", 0, 0, 2**64, 0], "slots[0][3]"),
        (("slots", 0), ["message", 0, 0, "m", 4], "slots[0][4]"),
        (("error",), ["x"], "error"),
        (("limits",), {}, "limits"),
        (("limits", "calls"), -1, "limits.calls"),
        (("notes",), [["x", None, 0, 0]], "notes[0][2]"),
        (("seed",), None, "seed"),
        (("done",), None, "done"),
    ],
)
def test_a_bad_snapshot_says_where(at: tuple[Any, ...], value: object, place: str) -> None:
    bad = toolfold.restore(changed(at, value)).failure()
    assert bad.where == place
    assert str(bad) == f"{bad.where}: {bad.why}"


@pytest.mark.parametrize("number", [2**63, 2**64 - 1])
def test_numbers_come_back_as_far_as_wires_read_them(number: int) -> None:
    state = toolfold.feed(toolfold.new(), chunk(entry(number, "a", "f", "{}"), choice=number))
    assert state[0].choice == state[0].index == number
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state


@pytest.mark.parametrize("key", sorted(SAVED))
def test_a_missing_part_is_named(key: str) -> None:
    saved = {name: value for name, value in SAVED.items() if name != key}
    assert repr(key) in toolfold.restore(saved).failure().why


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (2, "not 2; a newer"),
        (0, "not 0"),
        (-1, "not -1"),
        pytest.param(10**5_000, "not this int; a newer", id="huge"),
        pytest.param(-(10**5_000), "not this int", id="tiny"),
        pytest.param(2**64, "not this int; a newer", id="wide"),
        pytest.param(2**64 - 1, f"not {2**64 - 1!s}; a newer", id="not so wide"),
        (True, "not this bool"),
        (1.0, "not this float"),
        (None, "not this NoneType"),
        ("1" * 99, "not '11111111111111111111'"),
        (Unspeakable(), "not this Unspeakable"),
    ],
)
def test_a_version_that_cannot_be_read_is_said(version: object, said: str) -> None:
    bad = toolfold.restore({**SAVED, "version": version}).failure()
    assert bad.where == "version"
    assert bad.why.startswith(f"this release reads version 1, {said}")
    assert bad.why.endswith("a newer release wrote this snapshot") == ("newer" in said)


def test_a_piece_of_no_call_is_noted_after_a_restore_too() -> None:
    small = toolfold.feeder(limits=toolfold.Limits(calls=1))
    full = small(toolfold.feed(toolfold.new(), chunk(entry(0, "a", "f", "{}"))), chunk(entry(1, "b", "g")))
    back = toolfold.restore(toolfold.snapshot(full)).unwrap()
    for stray in (chunk(entry(2, "c", text="{")), delta(7, "{}")):
        assert small(back, stray) == small(full, stray)
        assert toolfold.notes(small(back, stray))[0].kind == "call-limit"


MOST = 2**64 - 1


def test_what_is_counted_to_the_end_is_counted_no_further() -> None:
    """A state whose counters cannot grow goes on, and is saved and restored as any other."""
    head, small = chunk(entry(0, "a", "f", "{")), toolfold.feeder(limits=toolfold.Limits(call_characters=9))
    stray = {"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": "xx"}}
    saved: Any = toolfold.snapshot(small(toolfold.feed(toolfold.new(), stray), head))
    saved["notes"] = [[kind, call, MOST, MOST] for kind, call, *_ in saved["notes"]]
    saved["calls"][0] |= {"spent": MOST, "restarts": MOST}
    state = toolfold.restore(saved).unwrap()
    for fragment in (
        stray,
        chunk(entry(0, "a", "function")),
        parts(call("f", {}, "w")),
        parts(call("f", {"n": 1}, "w")),
        chunk(entry(1, "b", "g", "{}")),
    ):
        state = small(state, fragment)
        assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state
    assert max(note.count for note in toolfold.notes(state)) == MOST


def test_arguments_may_begin_anew_any_number_of_times() -> None:
    part = {
        "event_kind": "part_start",
        "index": 0,
        "part": {"part_kind": "tool-call", "tool_name": "f", "tool_call_id": "a"},
    }
    saved: Any = toolfold.snapshot(toolfold.feed(toolfold.new(), part))
    saved["calls"][0]["restarts"] = MOST
    state = toolfold.restore(saved).unwrap()
    delta_ = {"event_kind": "part_end", "index": 0, "part": {**part["part"], "args": "{}"}}
    state = toolfold.feed(state, delta_)
    assert state[0].head.restarts != MOST
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state


@pytest.mark.parametrize(
    ("at", "value", "why"),
    [
        (("calls",), {}, "expected a list, not dict"),
        (("calls", 0), [], "expected an object, not list"),
        (("calls", 0, "text"), 5, "expected text, not int"),
        (("calls", 0, "key"), 5, "expected call 0 here, not 5"),
        (("calls", 0, "unknown" * 9), 5, f"{('unknown' * 9)[:40]!r} means nothing here"),
        (("calls", 0, 10**5_000), 5, "a key of type int means nothing here"),
        (("calls", 0, Unspeakable()), 5, "a key of type Unspeakable means nothing here"),
        (("calls", 0, "message"), 1, "a message begins only after one with a call"),
        (("calls", 0, "sole"), 0, "an orphan can only belong to an earlier call"),
        (("calls", 0, "twin"), 0, "only an earlier call can come once more"),
        (("calls", 0, "chain"), 99, "its text does not fit what is said of its pieces"),
        (("calls", 0, "kind"), "tool", "expected one of function, custom"),
        (("calls", 0, "endless"), 1, "expected true or false, not int"),
        (("calls", 0, "seal"), 9, "expected a whole number from 0 to 2"),
        (("calls", 0, "trouble"), ["x"], "expected 2 entries, not 1"),
        (("calls", 0, "extras"), "{}", "expected the text of a JSON object that is not empty"),
        (("calls", 0, "extras"), "[]", "expected the text of a JSON object"),
        (("calls", 0, "patched"), ["{}", [["a"]]], "expected paths to strings of the arguments"),
        (("calls", 0, "patched"), ['{"a":"x"}', [["a", 0]]], "expected paths to strings of the arguments"),
        (("calls", 0, "text"), [0xD7FF], "expected a whole number from 55296 to 57343"),
        (("calls", 0, "text"), [0xE000], "expected a whole number from 55296 to 57343"),
        (("groups",), [], "call 0 belongs to none of them"),
        (("groups", 0, 2, "latest"), 99, "is no call of this group"),
        (("message",), 9, "expected a whole number from 0 to 2"),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) and type(value[-1]) is str else "",
)
def test_a_bad_snapshot_says_why(at: tuple[Any, ...], value: object, why: str) -> None:
    assert toolfold.restore(changed(at, value)).failure().why == why


def test_surrogates_are_read_by_number() -> None:
    state = toolfold.restore(changed(("calls", 0, "text"), ["{", 0xD800, 0xDFFF, "}"])).value_or(None)
    assert state is None or state[0].text == "{\U000103ff}"
    for half in (0xD800, 0xDFFF):
        assert toolfold.restore(changed(("seed",), ["x", half])).unwrap() != RICH


@pytest.mark.parametrize("place", ["all", "calls", "limits", "version", "nothing to ask"])
def test_objects_that_raise_are_bad_snapshots(place: str) -> None:
    value = {"all": Endless(version=1), "nothing to ask": Raises()}.get(place, {**SAVED, place: Endless(a=1)})
    assert toolfold.restore(value).failure().where


def test_a_snapshot_that_raises_is_said_to() -> None:
    bad = toolfold.restore({**SAVED, "calls": Raising()}).failure()
    assert str(bad) == "the snapshot: something in it cannot be read (LookupError)"


class Raising(list[Any]):
    """A list whose entries cannot be had."""

    def __iter__(self) -> Any:
        raise LookupError


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_any_value_is_a_failure(value: object) -> None:
    assert where(value)


@given(st.randoms(use_true_random=False), json_values)
def test_a_changed_snapshot_is_a_failure_or_a_state_that_works(rng: random.Random, value: object) -> None:
    saved = copy.deepcopy(SAVED)
    place: Any = saved
    while isinstance(place, dict | list) and place:
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
        if rng.random() < 0.3 or not isinstance(place[key], dict | list) or not place[key]:
            place[key] = value
            break
        place = place[key]
    result = toolfold.restore(saved)
    if toolfold.restore(saved).value_or(None) is None:
        assert result.failure().where
        return
    state = result.unwrap()
    toolfold.outcomes(state), toolfold.finalize(state), toolfold.peek(state), toolfold.notes(state), repr(state)
    for fragment in TABLES["openai-chat"][0].fragments:
        state = toolfold.feed(state, fragment)
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state
