"""The parts that the laws and the strategies are made of."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolfold
from toolfold.testing import WRITERS, Call, Row, Writer, canonical, conversations, streams, trial_of
from toolfold.testing.folding import scribble
from toolfold.testing.hostile import JSON, OBJECTS, variants
from toolfold.testing.places import as_object, places, replaced, text_place, without
from toolfold.testing.strategies import halves, json_objects, looks_cumulative, merged, pieces, texts
from toolfold.testing.streams import Move, composed, is_object, joined
from toolfold.testing.trial import Saying, copied, sayings, shown, some, steps
from toolfold.testing.writers.writer import wire_named

DATA = st.recursive(
    st.integers() | st.text(max_size=3),
    lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=3), x, max_size=3),
)


def test_importing_the_library_does_not_import_what_its_tests_need() -> None:
    unwanted = ("hypothesis", "pytest", "toolfold.testing")
    program = f"import sys, toolfold; print([name for name in sys.modules if name in {unwanted}])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@given(DATA)
def test_every_place_can_be_read_and_replaced(data: Any) -> None:
    for place, value in places(data):
        assert replaced(data, place, value) == data
        changed = replaced(data, place, "new")
        assert dict(places(changed))[place] == "new"


@given(st.dictionaries(st.text(max_size=3), DATA, min_size=1))
def test_a_place_can_be_taken_out(data: dict[str, Any]) -> None:
    before = repr(data)
    for place, _ in places(data):
        if place:
            smaller = without(data, place)
            assert sum(1 for _ in places(smaller)) < sum(1 for _ in places(data))
    assert repr(data) == before


def test_objects_read_by_attribute_keep_data_as_data() -> None:
    found: Any = as_object({"a": [{"b": 1}], "args": {"c": {"d": 2}}, "not an identifier": 3, "e": {"not so": 4}})
    assert found == {"a": [{"b": 1}], "args": {"c": {"d": 2}}, "not an identifier": 3, "e": {"not so": 4}}
    found = as_object({"a": [{"b": 1}], "args": {"c": {"d": 2}}, "e": {"not so": 4}})
    assert (found.a[0].b, found.args, found.e) == (1, {"c": {"d": 2}}, {"not so": 4})


def test_the_place_of_a_text_is_proved() -> None:
    wire = wire_named("looprig")
    twice = {"Index": 0, "ProviderState": "{", "InputJSON": "{", "ProviderStateFormat": "x"}
    assert text_place(wire, twice, wire.decode(twice)) == ("InputJSON",)
    head = {"Index": 0, "ID": "a", "InputJSON": "{"}
    assert text_place(wire, head, wire.decode(head)) is None


def test_variants_put_one_value_in_each_place() -> None:
    fragment = {"a": [1, {"b": 2}]}
    found = list(variants(fragment, JSON, 3))
    assert len(found) == len(list(places(fragment)))
    assert fragment == {"a": [1, {"b": 2}]}
    for objects in OBJECTS:
        toolfold.feed(toolfold.new(), {"choices": [objects]})


def test_scribbling_reaches_everything() -> None:
    data: Any = {"a": [{"b": 1}]}
    scribble(data)
    assert data == {"a": [{"b": 1, "scribbled": True}, "scribbled"], "scribbled": True}


def test_what_cannot_be_copied_is_handed_on() -> None:
    class Stubborn:
        def __deepcopy__(self, memo: object) -> object:
            raise TypeError

    one = Stubborn()
    assert copied([one, [1]])[0] is one


def test_long_values_are_shown_without_their_middle() -> None:
    assert len(shown("x" * 10_000)) < 700
    assert shown([1]) == "[1]"


@given(st.integers(1, 2_000), st.integers(2, 50))
def test_some_places_hold_both_ends(count: int, most: int) -> None:
    found = some(count, most)
    assert found[0] == 0
    assert found[-1] == count - 1
    assert len(found) <= max(most, 1)
    assert found == sorted(set(found))


@given(streams())
def test_sayings_say_what_the_wires_said(row: Row) -> None:
    writer = next(one for one in WRITERS if one.name == row.name)
    trial = trial_of(wire_named(writer.wire), row, None if writer.wire == "nous" else toolfold.feed)
    fragments, feed = sayings(trial)
    state = toolfold.new()
    for fragment, wanted in zip(fragments, trial.states[1:], strict=True):
        state = feed(state, fragment)
        assert state == wanted
    assert all(isinstance(one.delta, tuple) for one in steps(trial))
    assert [one.by for one in fragments if isinstance(one, Saying)].count("") == 0


# -- streams and strategies


@given(st.data(), st.text())
def test_pieces_make_the_text(data: st.DataObject, text: str) -> None:
    assert joined(data.draw(pieces(text))) == text
    assert joined([*halves(text)]) == text


@given(texts())
def test_argument_texts_are_objects_or_nothing(text: str) -> None:
    assert text == "" or is_object(text)


@given(json_objects(), conversations(), conversations(ids=True), conversations(ids=False))
def test_conversations_have_what_was_asked_for(
    value: Any, either: tuple[Call, ...], named: tuple[Call, ...], nameless: tuple[Call, ...]
) -> None:
    assert isinstance(value, dict)
    assert all(call.name for call in either)
    assert all(call.id for call in named)
    assert not any(call.id for call in nameless)
    assert len({call.id for call in named}) == len(named)


@given(
    st.lists(st.lists(st.integers(), max_size=4), max_size=3).flatmap(
        lambda rows: st.tuples(st.just(rows), merged(rows))
    )
)
def test_merging_keeps_the_order_of_each(found: tuple[list[list[int]], list[int]]) -> None:
    rows, mixed = found
    assert sorted(mixed) == sorted(number for row in rows for number in row)


def test_what_looks_cumulative_is_told() -> None:
    cut = [Move("piece", 0, '{"a":'), Move("piece", 0, '{"a":{}}')]
    assert looks_cumulative(cut)
    assert not looks_cumulative([*cut, Move("piece", 0, "}")])
    assert not looks_cumulative(cut[:1])
    assert not looks_cumulative([])


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_noise_says_nothing_on_its_wire(writer: Writer) -> None:
    feed = toolfold.feeder(wire_named(writer.wire))
    calls = (Call("now", "{}", "c1"),)
    for state in (toolfold.new(), feed(toolfold.new(), [*writer.begin, *writer.opening(0, calls[0])][-1])):
        for noise in writer.noise:
            assert feed(state, noise) is state


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_every_fragment_of_a_writer_is_json(writer: Writer) -> None:
    row = canonical(writer, (Call("now", "", "c1"), Call("add", '{"a":1}', "c2")))
    allowed = dict | list | str | int | float | bool | None
    for fragment in (*row.fragments, *writer.noise, *writer.error):
        assert all(isinstance(value, allowed) for _, value in places(fragment))


LIMITED = [one for one in WRITERS if one.limit is not None and one.piece is not None]


@pytest.mark.parametrize("writer", LIMITED, ids=lambda writer: writer.name)
def test_a_limit_cuts_the_call_that_was_being_written(writer: Writer) -> None:
    row = composed(writer, (Call("add", '{"a":1}', "c1"),), [Move("open"), Move("piece", text='{"a"')], "limit")
    assert row.outcomes[0]["error"] == "truncated"


def test_an_unknown_wire_has_no_name() -> None:
    with pytest.raises(StopIteration):
        wire_named("acme")
