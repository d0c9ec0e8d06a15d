"""Mistral's conversations, as its SDK reads them: an index that did not come is zero there, and said to be unset."""

from types import SimpleNamespace

import pytest

import toolfold


@pytest.mark.parametrize(("given", "index"), [({"output_index"}, 0), (set(), None)])
def test_an_index_that_did_not_come_is_none(given: set[str], index: int | None) -> None:
    said = {"type": "function.call.delta", "id": "fc_1", "tool_call_id": "a", "name": "f", "arguments": "{}"}
    event = SimpleNamespace(**said, output_index=0, model_fields_set={*said, *given})
    [outcome] = toolfold.outcomes(toolfold.feed(toolfold.new(), event))
    assert outcome.unwrap().index == index
