"""Values that no provider should send, and fragments that hold them."""

from collections.abc import Iterator

from toolfold.testing.places import places, replaced

DEEP = 10_000


class Raises:
    """An object of which every attribute raises, as a broken lazy SDK object does."""

    def __getattr__(self, name: str) -> object:
        """Refuse."""
        raise RuntimeError(name)


class Endless(dict[str, object]):
    """A mapping that raises whenever anything is asked of it."""

    def __getitem__(self, key: str) -> object:
        """Refuse."""
        raise RuntimeError(key)

    def get(self, key: str, default: object = None) -> object:
        """Refuse."""
        raise RuntimeError(key, default)

    def __iter__(self) -> Iterator[str]:
        """Refuse."""
        raise RuntimeError


def _deep() -> object:
    found: object = 1
    for _ in range(DEEP):
        found = [found]
    return found


def _cyclic() -> object:
    found: dict[str, object] = {}
    found["again"] = found
    return found


JSON: tuple[object, ...] = (
    None,
    True,
    -1,
    2**70,
    0.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "{",
    "null",
    "\ud83d",
    "x" * 5_000,
    [],
    {},
    [[]],
    {"": {}},
    {"type": "function"},
    _deep(),
)
"""What JSON can hold, or Python's reader of it."""

OBJECTS: tuple[object, ...] = (
    b"\xff",
    (),
    object(),
    Raises(),
    Endless(a=1),
    _cyclic(),
    {1, 2},
    int,
    len,
)
"""What only Python code can hand over, by mistake or malice."""


def variants(fragment: object, values: tuple[object, ...], start: int = 0, /) -> Iterator[object]:
    """Yield the fragment with one of the values at one place, for each of its places; ``start`` picks the first.

    >>> list(variants({"a": 1}, (None, True)))
    [None, {'a': True}]
    """
    for number, (place, _) in enumerate(places(fragment), start):
        yield replaced(fragment, place, values[number % len(values)])
