"""What else is said of a call: merged as plain data would be, and nothing is read anew."""

import json
from functools import reduce
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

import toolfold
from tests.rows.build import chunk, entry
from toolfold.core.extras import NO_EXTRAS, Extras, extras_of, extras_text, merged_extras, plain_extras, written

VALUES = st.recursive(
    st.sampled_from([None, True, 0, 1, -2.5, "", "x", 'é"\n']),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
SAID = st.dictionaries(st.sampled_from(["a", "a!", "b", 'k"é', ""]), VALUES, max_size=3)


def plainly(before: dict[str, Any], said: dict[str, Any], *, last: bool) -> dict[str, Any]:
    """The same with plain data: key by key, and one level into objects."""
    winner, loser = (said, before) if last else (before, said)
    both = {key: {**loser[key], **winner[key]} for key in winner if _are_objects(winner[key], loser.get(key))}
    return {**loser, **winner, **both}


def _are_objects(one: object, other: object) -> bool:
    return isinstance(one, dict) and isinstance(other, dict)


@given(st.lists(st.tuples(SAID, st.booleans()), max_size=5))
@example([({"a": 1}, False), ({"a": {"c": {"d": 1}}}, True)])
@example([({"a": {}}, False), ({"a": {"b": 1}}, False), ({"a": 1}, False), ({"a": 1}, True), ({"a": {"c": 2}}, True)])
def test_extras_are_merged_as_plain_data_are(said: list[tuple[dict[str, Any], bool]]) -> None:
    found, wanted = NO_EXTRAS, dict[str, Any]()
    for more, last in said:
        found = merged_extras(found, extras_text(more), last=last)
        wanted = plainly(wanted, more, last=last)
        assert written(found) == extras_text(wanted)
        assert found == extras_of(extras_text(wanted))
        assert found.characters == len(written(found))
        assert plain_extras(written(found)) == wanted


@given(st.lists(SAID, min_size=1, max_size=4))
def test_what_is_known_already_changes_nothing(said: list[dict[str, Any]]) -> None:
    found = reduce(merged_extras, map(extras_text, said), NO_EXTRAS)
    assert merged_extras(found, written(found)) is found
    assert merged_extras(found, written(found), last=True) is found
    assert merged_extras(found, "") is found


def nested(depth: int) -> Any:
    return reduce(lambda inner, _: [inner], range(depth), 1)


def test_extras_that_are_nested_beyond_use_are_left_out_and_nothing_raises() -> None:
    for depth in (255, 256, *range(900, 1_000)):
        state = toolfold.feed(toolfold.new(), chunk(entry(0, "a", "f", "{}", more=nested(depth))))
        assert (state[0].extras == {}) is (depth > 255), depth
    saved: Any = toolfold.snapshot(state)
    saved["calls"][0]["extras"] = json.dumps({"more": nested(256)})
    assert str(toolfold.restore(saved).failure()) == "calls[0].extras: nested deeper than 256"
    assert toolfold.calls.new({"name": "f", "metadata": {"more": nested(256)}}).failure().kind == "bad-attribute"


def test_extras_are_one_text_whatever_their_order() -> None:
    assert extras_text({"b": [1], "a": {"d": 1, "c": 2}}) == '{"a":{"c":2,"d":1},"b":[1]}'
    assert written(extras_of(json.dumps({"b": [1], "a": {"d": 1, "c": 2}}))) == '{"a":{"c":2,"d":1},"b":[1]}'
    assert extras_text({}) == written(Extras()) == ""
    assert plain_extras("[1]") == {}
