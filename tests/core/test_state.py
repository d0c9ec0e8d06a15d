"""The state as a value."""

import copy
import pickle
from collections.abc import Mapping

import pytest
from pyrsistent import PMap

import toolfold
from tests.rows.build import chunk, end, entry
from toolfold import State

TWO = [
    chunk(entry(1, "b", "g", '{"n"')),
    chunk(entry(0, "a", "f", '{"long": "' + "x" * 80)),
    chunk(entry(1, text=":1}")),
]


def state_of(*fragments: object) -> State:
    return toolfold.feed_all(toolfold.new(), fragments)


def test_it_is_a_mapping_in_output_order() -> None:
    state = state_of(*TWO)
    assert isinstance(state, Mapping)
    assert list(state) == [1, 0]
    assert [call.name for call in state.values()] == ["f", "g"]
    assert state[0].text == '{"n":1}'
    assert 7 not in state
    with pytest.raises(KeyError):
        state[7]


def test_calls_is_a_persistent_map_of_every_call() -> None:
    state = state_of(*TWO)
    assert isinstance(state.calls, PMap)
    assert {key: call.name for key, call in state.calls.items()} == {0: "g", 1: "f"}
    assert toolfold.new().calls == {}


def test_equal_however_it_was_made() -> None:
    one = state_of(
        chunk(entry(0, "a", "f", "")),
        chunk(entry(0, text='{"n"')),
        chunk(entry(0, text=':"')),
        chunk(entry(0, text="xyz")),
    )
    other = state_of(
        chunk(entry(0, "a", "f", "")),
        chunk(entry(0, text='{"n"')),
        chunk(entry(0, text=':"x')),
        chunk(entry(0, text="yz")),
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one != state_of(*TWO)
    assert one != {0: one[0]}
    assert one[0] == other[0]
    assert hash(one[0]) == hash(other[0])
    assert one[0] != "call"


def test_the_two_facts_that_joining_loses_are_content() -> None:
    placeholder = state_of(chunk(entry(0, "a", "f", "{}")), chunk(entry(0, text="{}")))
    glued = state_of(chunk(entry(0, "a", "f", "{}{}")))
    assert placeholder[0].text == glued[0].text
    assert placeholder != glued


def test_it_never_changes() -> None:
    state = state_of(*TWO)
    for name in ("calls", "seed", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, "x")
    with pytest.raises(AttributeError):
        del state.calls  # type: ignore[misc]
    with pytest.raises(TypeError):
        state[0] = state[1]  # type: ignore[index]


def test_copies_are_itself_and_pickles_are_equal() -> None:
    state = state_of(*TWO)
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(state, protocol)) == state


def test_plain_data_and_back() -> None:
    state = state_of(*TWO)
    assert State(**state._asdict()) == state
    assert State(**toolfold.new("salt")._asdict()) == State(seed="salt") == State("salt")


@pytest.mark.parametrize("saved", [{"calls": []}, {"seed": 3}])
def test_the_constructor_takes_a_seed_or_a_saved_state(saved: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="State takes a text seed"):
        State(**saved)


def test_the_constructor_names_what_is_wrong_with_a_saved_state() -> None:
    with pytest.raises(ValueError, match="calls: expected a list"):
        State(**{**state_of(*TWO)._asdict(), "calls": 3})


def test_repr_can_be_read() -> None:
    assert repr(toolfold.new()) == "State()"
    text = repr(state_of(*TWO))
    assert text.startswith("State(1: PartialCall(f, id='a', text='{\"long\": \"xxx")
    assert "…" in text
    assert "(no name yet)" in repr(state_of(chunk(entry(0, text="{"))))
    many = state_of(*(chunk(entry(number, f"c{number}", "f")) for number in range(10)))
    assert repr(many).endswith("… 2 more)")
    few = state_of(*(chunk(entry(number, f"c{number}", "f")) for number in range(8)))
    assert repr(few).count("PartialCall(f, id=") == 8
    assert repr(few).endswith("7: PartialCall(f, id='c7', text=''))")
    assert ", 7: PartialCall(" in repr(few)


def test_a_long_text_is_shown_in_part() -> None:
    exact, longer = (state_of(chunk(entry(0, "a", "f", "x" * size)))[0] for size in (60, 61))
    assert repr(exact) == f"PartialCall(f, id='a', text={'x' * 60!r})"
    assert repr(longer) == f"PartialCall(f, id='a', text={'x' * 60 + '…'!r})"
    assert (
        repr(state_of(chunk(entry(0)), chunk(entry(0, text="{")))[0]) == "PartialCall((no name yet), id=None, text='{')"
    )


def test_hashes_follow_what_is_said() -> None:
    states = [toolfold.new(), *(state_of(chunk(entry(0, "a", name, "{"))) for name in ("f", "g", "h"))]
    assert len({hash(state) for state in states}) == len(states)
    assert len({hash(state[0]) for state in states[1:]}) == len(states) - 1


def test_partial_calls_say_what_they_are() -> None:
    call = state_of(chunk(entry(4, "a", "f", "{", extra_content={"s": 1}), choice=2))[0]
    assert (call.key, call.id, call.name, call.text, call.index, call.choice) == (0, "a", "f", "{", 4, 2)
    assert (call.status, call.kind, call.run_by, call.display_text) == ("incomplete", "function", "client", None)
    assert call.extras == {"extra_content": {"s": 1}}


def test_faults_and_views_say_what_they_are() -> None:
    state = state_of(chunk(entry(4, "a", "f", "{", extra_content={"s": 1})), end())
    fault = toolfold.outcomes(state)[0].failure()
    assert (fault.kind, fault.index, fault.run_by, fault.extras) == (
        "truncated",
        4,
        "client",
        {"extra_content": {"s": 1}},
    )
    [view] = toolfold.peek(state)
    assert (view.key, view.id, view.name, view.index, view.text) == (0, "a", "f", 4, "{")
    assert (view.shared_arguments, view.is_closed(()), view.seal) == ({}, False, toolfold.Seal.ENDED)
    call = toolfold.finalize(state_of(chunk(entry(0, "a", "f", "{}")), end())).unwrap()[0]
    assert (call.status, call.execution_status, call.arguments) == ("complete", "identified", {})


@pytest.mark.parametrize("wrong", [None, {}, {"version": 1}, [], "state"])
def test_feed_says_what_to_do_when_it_is_not_given_a_state(wrong: object) -> None:
    with pytest.raises(TypeError, match="feed takes a State first"):
        toolfold.feed(wrong, {})  # type: ignore[arg-type]


def test_a_reducer_is_a_plain_function() -> None:
    assert toolfold.feed.__name__ == "feed"
    assert toolfold.feeder().__name__ == "feed"


def test_what_cannot_be_read_is_noted() -> None:
    class Trap(dict[str, object]):
        def __iter__(self):
            raise RuntimeError

    state = toolfold.feed(toolfold.new(), {"tool_calls": [Trap(id="a", function={"name": "f"}, x=1)]})
    assert [note.kind for note in toolfold.notes(state)] == ["unreadable"]


def test_a_switch_of_wire_is_noted() -> None:
    state = state_of(chunk(entry(0, "a", "f", "{}")), {"type": "tool_use", "id": "b", "name": "g", "input": {}})
    assert "wire-switched" in [note.kind for note in toolfold.notes(state)]
    assert [one.unwrap().id for one in toolfold.outcomes(state)] == ["a", "b"]


def test_under_strict_a_given_orphan_is_a_fault() -> None:
    state = state_of(chunk(entry(0, "a", "f", "")), chunk(entry(1, text="{}")), end())
    assert toolfold.finalize(state).unwrap()[0].id == "a"
    [fault] = toolfold.finalize(state, strict=True).failure().faults
    assert (fault.kind, fault.id) == ("orphan-arguments", "a")


def test_more_calls_than_are_kept_beside_the_map_are_written_back() -> None:
    heads = [chunk(entry(number, f"c{number}", "f", '{"n"')) for number in range(40)]
    tails = [chunk(entry(number, text=text)) for text in (":", "1", "}") for number in range(40)]
    state = state_of(*heads, *tails, end())
    assert [call.text for call in state.values()] == ['{"n":1}'] * 40
    assert toolfold.restore(toolfold.snapshot(state)).unwrap() == state
    assert len(toolfold.finalize(state).unwrap()) == 40
