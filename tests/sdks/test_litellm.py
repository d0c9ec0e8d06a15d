"""The objects of litellm, made by its own parsing, read as what they are: chunks of the chat family."""

import copy
import os
from functools import reduce
from typing import Any

import pytest
from returns.result import Failure

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # without it the import asks the network for prices

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row, chunk, end, entry

require("litellm")
types = require("litellm.types.utils")

# its own models, built when the first one is made, use a qualifier that pydantic comments on
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* using the `ReadOnly` qualifier:UserWarning")

KINDS = {"chat.completion.chunk": types.ModelResponseStream, "chat.completion": types.ModelResponse}
UNLIKE = {
    "a_boolean_is_no_index": "a boolean becomes a number",
    "another_name_with_neither_id_nor_index_opens_a_call": "two calls in two chunks both get the index 0",
    "order_is_by_index_then_by_arrival": "a call without an index gets the index 0",
    "extras_inside_the_function_keep_their_nesting": "what is unknown inside a function is dropped",
    "mistral_errors_and_limits": "reasons that it does not know become stop",
}
"""Rows that the package makes something else of."""


def parsed(fragment: Any) -> Any:
    """What the package makes of a payload; a few that JSON could hold it refuses."""
    kind = KINDS.get(fragment.get("object")) if isinstance(fragment, dict) else None
    try:
        return fragment if kind is None else kind(**copy.deepcopy(fragment))
    except ValueError:
        return fragment


def fold(fragments: list[Any]) -> toolfold.State:
    """The state after all fragments, fed in both ways that there are."""
    state = toolfold.feed_all(toolfold.new(), fragments)
    assert state == reduce(toolfold.feed, fragments, toolfold.new())
    return state


def said(fragments: list[Any]) -> list[tuple[Any, ...]]:
    """What the outcomes say, but for indexes and made-up ids: the package makes up indexes and ids of chunks."""
    return [_said(outcome) for outcome in toolfold.outcomes(fold(fragments))]


def _said(outcome: Any) -> tuple[Any, ...]:
    one = outcome.failure() if isinstance(outcome, Failure) else outcome.unwrap()
    meant = one.kind if isinstance(outcome, Failure) else one.arguments
    return None if one.id_made_up else one.id, one.name, meant, one.choice, dict(one.extras)


ROWS = [row for row in TABLES["openai-chat"] if row.name not in UNLIKE]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_chunks_and_completions(row: Row) -> None:
    assert said([parsed(one) for one in row.fragments]) == said(row.fragments)


def test_most_rows_become_objects() -> None:
    made = [row for row in ROWS if any(not isinstance(parsed(one), dict | list | str) for one in row.fragments)]
    assert len(made) > len(ROWS) // 2


def test_parallel_calls_that_all_got_the_index_0_are_told_apart_by_their_ids() -> None:
    stream = [chunk(entry(id_="a", name="f", text='{"n":1}')), chunk(entry(id_="b", name="f", text='{"n":2}')), end()]
    objects = [parsed(one) for one in stream]
    assert [one.choices[0].delta.tool_calls[0].index for one in objects[:2]] == [0, 0]
    calls = toolfold.finalize(fold(objects)).unwrap()
    assert [(one.id, one.arguments) for one in calls] == [("a", {"n": 1}), ("b", {"n": 2})]


def test_custom_tools() -> None:
    stream = [
        chunk({"index": 0, "id": "a", "type": "custom", "custom": {"name": "run", "input": "print("}}),
        chunk({"index": 0, "type": "custom", "custom": {"input": "1)"}}),
        end(),
    ]
    [call] = toolfold.finalize(fold([parsed(one) for one in stream])).unwrap()
    assert (call.kind, call.name, call.text) == ("custom", "run", "print(1)")


def test_signatures_are_kept_beside_the_call_and_inside_its_id() -> None:
    fields = {"thought_signature": "c2ln"}
    stream = [chunk(entry(0, "call_1__thought__c2ln", "f", "", provider_specific_fields=fields)), end()]
    [call] = toolfold.finalize(fold([parsed(one) for one in stream])).unwrap()
    assert call.id == "call_1__thought__c2ln"
    assert call.extras == {"provider_specific_fields": fields}


def test_a_finish_reason_that_comes_too_early_discards_nothing() -> None:
    stream = [chunk(entry(0, "a", "f", ""), finish="stop"), chunk(entry(0, text='{"n":1}')), end("stop")]
    [call] = toolfold.finalize(fold([parsed(one) for one in stream])).unwrap()
    assert call.arguments == {"n": 1}


def test_arguments_that_are_null_become_empty_text() -> None:
    head = parsed(chunk(entry(0, "a", "f", None)))
    assert head.choices[0].delta.tool_calls[0].function.arguments == ""
    assert toolfold.finalize(fold([head, parsed(end())])).unwrap()[0].arguments == {}
