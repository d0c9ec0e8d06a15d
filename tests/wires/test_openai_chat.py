"""What rows cannot say of the chat family: which shapes are its own, what the id of a chunk is for, and an index that
an SDK makes up.
"""

from types import SimpleNamespace
from typing import Any

import pytest

import toolfold
from tests.rows.build import chunk, entry


def folded(*ids: str, **head: Any) -> toolfold.State:
    """A state after one call in as many chunks as there are ids of chunks."""
    chunks = [chunk(entry(0, **head)), *(chunk(entry(0, text=text)) for text in ("{", "}"))]
    return toolfold.feed_all(toolfold.new(), [{**one, "id": id_} for one, id_ in zip(chunks, ids, strict=False)])


def made_up(*ids: str) -> str:
    [outcome] = toolfold.outcomes(folded(*ids, name="f"))
    call = outcome.unwrap()
    assert call.id_made_up
    return call.id


def test_an_id_that_is_made_up_is_made_of_that_of_the_first_chunk() -> None:
    assert made_up("m1", "m1", "m1") == made_up("m1", "m2", "m3") != made_up("m2", "m2", "m2")


def test_where_calls_have_ids_those_of_chunks_say_nothing() -> None:
    assert folded("m1", "m1", id_="c1", name="f") == folded("m2", "m3", id_="c1", name="f")
    assert folded("m1", id_="c1") == folded("m2", id_="c1")
    assert folded("m1", text="{") == folded("m2", text="{")


def test_an_index_that_was_not_given_is_none() -> None:
    """The SDK of Mistral shows a 0 where the server sent no index; its model knows what was given."""
    function = SimpleNamespace(name="f", arguments="{}")
    shown = SimpleNamespace(id="c1", index=0, function=function, model_fields_set={"id", "function"})
    [outcome] = toolfold.outcomes(toolfold.feed(toolfold.new(), SimpleNamespace(tool_calls=[shown])))
    assert outcome.unwrap().index is None


@pytest.mark.parametrize(
    "fragment",
    [
        {"object": "chat.completion.chunk", "choices": None},
        {"object": "chat.completion", "choices": None},
        *({"choices": [], key: "x"} for key in ("model", "usage", "id")),
        *({"choices": [{key: None}]} for key in ("delta", "message", "finish_reason", "content_filter_results")),
        {"choices": ({"delta": {}},)},
        [{"function": {}}, "x"],
        [{"custom": {}}],
    ],
)
def test_every_shape_is_recognised(fragment: Any) -> None:
    found = toolfold.detect(fragment)
    assert found is not None
    assert found.name == "openai-chat"


@pytest.mark.parametrize(
    "fragment",
    [
        {"object": "other", "choices": None},
        {"choices": []},
        {"choices": "x", "model": "m"},
        {"choices": [{"index": 0}]},
        [],
        ["x"],
        [{"function": {}}, {"index": 0}],
    ],
)
def test_what_only_looks_alike_is_not_recognised(fragment: Any) -> None:
    assert toolfold.detect(fragment) is None
