"""Places inside a fragment: reading and replacing what lies there, and the place that holds argument text."""

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace

from toolfold.core.deltas import Delta, Piece
from toolfold.wires.envelopes import opened
from toolfold.wires.wire import Wire

Place = tuple[str | int, ...]

DATA = frozenset(
    {"arguments", "input", "args", "parameters", "metadata", "ProviderState", "extra_content", "caller", "raw"}
)
"""Keys whose values SDKs hand over as plain data, inside objects that are read by attribute."""


def places(fragment: object, /, here: Place = ()) -> Iterator[tuple[Place, object]]:
    """Yield every place inside plain data, containers included, with what lies there; the outermost comes first.

    >>> list(places({"a": [1]}))
    [((), {'a': [1]}), (('a',), [1]), (('a', 0), 1)]
    """
    todo: list[tuple[Place, object]] = [(here, fragment)]
    while todo:
        place, value = todo.pop()
        yield place, value
        todo.extend((((*place, key), inner) for key, inner in reversed([*_inside(value)])))


def _inside(value: object) -> Iterable[tuple[str | int, object]]:
    if isinstance(value, dict):
        return ((key, inner) for key, inner in value.items() if isinstance(key, str))
    return enumerate(value) if isinstance(value, list) else ()


def replaced(fragment: object, place: Place, value: object, /) -> object:
    """Return a fragment with another value at a place; nothing of the given fragment changes.

    >>> replaced({"a": [1, 2]}, ("a", 1), None)
    {'a': [1, None]}
    """
    return _edited(fragment, place, lambda _: value)


def without(fragment: object, place: Place, /) -> object:
    """Return a fragment without the key or the entry at a place.

    >>> without({"a": [1, 2], "b": 3}, ("a", 0)), without({"a": 1}, ("a",))
    ({'a': [2], 'b': 3}, {})
    """
    *above, last = place

    def less(value: object) -> object:
        if isinstance(value, dict):
            return {key: inner for key, inner in value.items() if key != last}
        return [inner for number, inner in enumerate(value) if number != last] if isinstance(value, list) else value

    return _edited(fragment, tuple(above), less)


def _edited(fragment: object, place: Place, edit: Callable[[object], object]) -> object:
    trail = [fragment]
    for segment in place:
        holder = trail[-1]
        trail.append(holder[segment] if isinstance(holder, dict | list) else None)  # type: ignore[index]
    value = edit(trail.pop())
    for holder, segment in zip(reversed(trail), reversed(place), strict=True):
        if isinstance(holder, dict):
            value = {**holder, segment: value}
        elif isinstance(holder, list):
            value = [value if number == segment else inner for number, inner in enumerate(holder)]
    return value


def text_place(wire: Wire, fragment: object, deltas: tuple[Delta, ...], /) -> Place | None:
    """Return the place of the one text that a fragment adds to a call, if it says nothing else of the call.

    It is found by trial: where another text stands there, the fragment says another text, and the same otherwise.

    >>> from toolfold import WIRES
    >>> [wire] = [wire for wire in WIRES if wire.name == "looprig"]
    >>> text_place(wire, {"Index": 0, "InputJSON": "{"}, wire.decode({"Index": 0, "InputJSON": "{"}))
    ('InputJSON',)
    """
    pieces = [delta for delta in deltas if isinstance(delta, Piece)]
    if len(pieces) != 1 or not pieces[0].text or pieces[0].id or pieces[0].name:
        return None
    for place, value in places(fragment):
        if isinstance(value, str) and value:
            tried = reads(wire, replaced(fragment, place, PROBE))
            if tried != deltas and with_text(tried, "") == with_text(deltas, ""):
                return place
    return None


PROBE = " [probe] "


def reads(wire: Wire, fragment: object, /) -> tuple[Delta, ...]:
    """Return what a wire says of a fragment, or nothing if the fragment is not its own."""
    inside = opened(fragment)
    return wire.decode(inside) if wire.recognises(inside) else ()


def with_text(deltas: tuple[Delta, ...], text: str, /) -> tuple[Delta, ...]:
    """Return the deltas with another text in their pieces."""
    return tuple(delta._replace(text=text) if isinstance(delta, Piece) else delta for delta in deltas)


def as_object(value: object, /, data: frozenset[str] = DATA) -> object:
    """Return JSON data as objects that are read by attribute, as an SDK has them.

    >>> as_object({"delta": {"args": {"a": 1}}}).delta.args
    {'a': 1}
    """
    if isinstance(value, dict) and all(isinstance(key, str) and key.isidentifier() for key in value):
        return SimpleNamespace(
            **{key: inner if key in data else as_object(inner, data) for key, inner in value.items()}
        )
    return [as_object(inner, data) for inner in value] if isinstance(value, list) else value
