"""Reading objects that lie about themselves."""

from typing import Any

from toolfold.wires._read import get, lacks


class Liar:
    """Looks like a model of pydantic, and raises whatever it is asked."""

    __pydantic_fields__: dict[str, Any] = {}  # noqa: RUF012

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return super().__getattribute__(name)
        raise RuntimeError(name)


def test_an_object_that_raises_has_nothing_and_is_looked_at_closely() -> None:
    assert get(Liar(), "id") is None
    assert not lacks(Liar(), frozenset({"data"}))


def test_what_is_no_model_is_looked_at_closely() -> None:
    assert not lacks(object(), frozenset({"data"}))
