"""Reading models of pydantic: what was given, what their type does not know, and nothing that is asked for in vain."""

from typing import Any

import pytest

from tests.conftest import require
from toolfold.wires._read import lacks
from toolfold.wires.toolkit import extras, get, has, is_record, keys

pydantic = require("pydantic")


class Model(pydantic.BaseModel, extra="allow"):  # type: ignore[call-arg, misc, name-defined]
    """An SDK's model: fields, and what it computes."""

    id: str = "none"
    index: int = 0

    @property
    def computed(self) -> str:
        return "c"


class Asking(Model):
    """A model that looks attributes up in a way of its own."""

    def __getattr__(self, name: str) -> Any:
        return "asked" if name == "alias" else super().__getattr__(name)


class Closed(pydantic.BaseModel):  # type: ignore[misc, name-defined]
    """A model that drops what its type does not know."""

    id: str


MODEL = Model(id="c1", more={"a": 1})
DATA = frozenset({"data"})


@pytest.mark.parametrize(
    ("model", "key", "found"),
    [
        (MODEL, "id", "c1"),
        (MODEL, "more", {"a": 1}),
        (MODEL, "computed", "c"),
        (MODEL, "name", None),
        (Closed(id="c1"), "name", None),
        (Asking(), "alias", "asked"),
    ],
)
def test_a_key(model: Any, key: str, found: object) -> None:
    assert get(model, key) == found


@pytest.mark.parametrize(
    ("model", "plain"),
    [(Model(id="c1"), True), (Closed(id="c1"), True), (MODEL, False), (Model(data=1), False), (Asking(), False)],
)
def test_what_is_plain_at_a_glance(model: Any, plain: bool) -> None:
    assert lacks(model, DATA) is plain


@pytest.mark.parametrize("name", ["id", "computed"])
def test_what_a_model_knows_is_looked_at_closely(name: str) -> None:
    assert not lacks(Model(), frozenset({name}))


def test_what_was_given() -> None:
    assert [has(MODEL, key) for key in ("id", "index", "more")] == [True, False, True]
    assert list(keys(MODEL)) == ["id", "more"]
    assert list(keys(Asking(id="c1"))) == ["id"]
    assert extras(MODEL, frozenset({"id"})) == {"more": {"a": 1}}
    assert is_record(MODEL)
    assert not is_record(Model)
