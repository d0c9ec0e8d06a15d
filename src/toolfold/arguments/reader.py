"""What argument text says while it is still being written."""

from collections.abc import Iterator
from enum import Enum

from toolfold.arguments.frames import Frame, contents, contents_with, from_root
from toolfold.arguments.grammar import PHASES
from toolfold.arguments.machine import START, Reading, read_on
from toolfold.arguments.paths import Path, short_path
from toolfold.arguments.rope import joined
from toolfold.arguments.shared import MISSING, Fields, child, children, plain

__all__ = [
    "START",
    "Reading",
    "Stage",
    "closed_paths",
    "is_closed",
    "is_object",
    "open_path",
    "read_on",
    "shared_value",
    "stage",
    "unbroken",
    "value",
    "whereabouts",
]

_VALUE_MODES = frozenset(("value", "string", "word", *PHASES))


class Stage(Enum):
    """How far text has come on its way to being one JSON value.

    ``OPEN`` is a proper prefix of one value, ``WHOLE`` one value and white space, ``TRAILING`` one value and something
    else. No JSON text starts like a ``BROKEN`` one, or it is deeper than allowed.
    """

    BLANK = "blank"
    OPEN = "open"
    WHOLE = "whole"
    TRAILING = "trailing"
    BROKEN = "broken"


_STAGES = {"trailing": Stage.TRAILING, "broken": Stage.BROKEN}
_ROOT_STAGES = {"value": Stage.BLANK, "after": Stage.WHOLE}


def stage(reading: Reading, /) -> Stage:
    """Return how far the text has come; whole text is no proof that its writer is done.

    >>> stage(read_on(START, '{"a": [1')), stage(read_on(START, '{"a": [1]} '))
    (<Stage.OPEN: 'open'>, <Stage.WHOLE: 'whole'>)
    """
    ended = _STAGES.get(reading.mode)
    if ended is not None:
        return ended
    return Stage.OPEN if reading.top.kind else _ROOT_STAGES.get(reading.mode, Stage.OPEN)


def is_object(reading: Reading, /) -> bool:
    """Say whether the text starts with an opening brace, white space aside: tools take nothing but objects.

    >>> is_object(read_on(START, ' {')), is_object(read_on(START, '"{'))
    (True, False)
    """
    frames = from_root(reading.top)
    root = frames[0].values
    return isinstance(root[0], Fields) if root else len(frames) > 1 and frames[1].kind == "{"


def value(reading: Reading, /) -> object:
    """Return the value so far as fresh plain data, for showing; never for running a tool.

    A string shows what has come of it. A number, a word or a name is not shown before it is complete, since its
    beginning is another number or no word at all.

    >>> value(read_on(START, '{"city": "Os')), value(read_on(START, '{"a": [1, 2'))
    ({'city': 'Os'}, {'a': [1]})
    """
    return plain(shared_value(reading))


def shared_value(reading: Reading, /) -> object:
    """Return the same value as data that shares all finished parts with the reading, whatever their size.

    >>> shared_value(read_on(START, '{"city": "Os'))
    Fields({"city":"Os"})
    """
    frame, inner = reading.top, _open_string(reading)
    while frame.below is not None:
        inner = contents(frame) if inner is MISSING else contents_with(frame, inner)
        frame = frame.below
    if inner is MISSING:
        return frame.values[0] if frame.values else None
    return inner


def _open_string(reading: Reading) -> object:
    """Return the value that is being written, if its beginning means anything; half a character does not."""
    if reading.mode != "string":
        return MISSING
    text = joined(reading.open)
    return text[:-1] if text and "\ud800" <= text[-1] <= "\udbff" else text


def open_path(reading: Reading, /) -> Path | None:
    """Return the path that is being written, or nothing if none is.

    A name's value is being written from the colon on. A number has not ended until something follows it.

    >>> open_path(read_on(START, '{"days": [1, 2')), open_path(read_on(START, '{"days": [1, 2]'))
    (('days', 1), ())
    """
    return _written(reading) if stage(reading) is Stage.OPEN else None


def _written(reading: Reading) -> Path:
    """Return the path of the value that is due or begun, or else of the innermost container."""
    frames = from_root(reading.top)
    if reading.mode not in _VALUE_MODES:
        frames.pop()
    return tuple(map(_next_segment, frames[1:]))


def _next_segment(frame: Frame) -> str | int:
    return frame.key if frame.kind == "{" else len(frame.values)


def is_closed(reading: Reading, path: Path, /) -> bool:
    """Say whether a path holds a value that no further text can change.

    >>> [is_closed(read_on(START, '{"a": [1, 2'), path) for path in [("a", 0), ("a", 1), ("a",)]]
    [True, False, False]
    """
    frames = from_root(reading.top)
    if frames[0].values:
        return _holds(frames[0].values[0], path)
    written = _written(reading)
    for place, frame in enumerate(frames[1 : len(path) + 1]):
        if path[: place + 1] != written[: place + 1]:
            return _holds(contents(frame), path[place:])
    return False


def _holds(node: object, path: Path) -> bool:
    """Say whether finished data has something at a path."""
    for segment in path:
        node = child(node, segment)
        if node is MISSING:
            return False
    return True


def closed_paths(reading: Reading, /) -> tuple[Path, ...]:
    """Return every path that no further text can change, in the order of the text.

    >>> closed_paths(read_on(START, '{"a": [1, 2], "b": "x'))
    (('a',), ('a', 0), ('a', 1))
    """
    root, *frames = from_root(reading.top)
    if root.values:
        return ((), *_paths_inside(root.values[0], ()))
    written = _written(reading)
    return tuple(
        path
        for place, frame in enumerate(frames)
        for path in _paths_inside(contents(frame), written[:place])
        if path[: place + 1] != written[: place + 1]
    )


def _paths_inside(tree: object, here: Path) -> Iterator[Path]:
    todo = [(here, tree)]
    while todo:
        path, node = todo.pop()
        if path != here:
            yield path
        todo.extend(reversed([((*path, segment), inner) for segment, inner in children(node)]))


def unbroken(text: str, /, max_depth: int = 256) -> Reading:
    """Return the reading of as much text as is not broken, so that a message can say where the first mistake is.

    Earlier readings stay valid, so the mistake is found in smaller and smaller steps instead of one by one.

    >>> unbroken('{"a": 1, }').position
    9
    """
    reading = START
    for size in (4096, 64, 2, 1):
        after = _step(reading, text, size, max_depth)
        while after.position > reading.position and stage(after) is not Stage.BROKEN:
            reading, after = after, _step(after, text, size, max_depth)
    return reading


def _step(reading: Reading, text: str, size: int, max_depth: int) -> Reading:
    return read_on(reading, text[reading.position : reading.position + size], max_depth)


def whereabouts(reading: Reading, /) -> str:
    """Return in words where the text stops, for messages.

    >>> whereabouts(read_on(START, '{"city": "Os')), whereabouts(read_on(START, '{"days": [1,'))
    ('inside the string at $.city', 'before the value at $.days[1]')
    """
    at = short_path(_written(reading))
    match reading.mode:
        case "value":
            return f"before the value at {at}"
        case "string" | "word":
            return f"inside the {reading.mode} at {at}"
        case "name":
            return f"inside a name of the object at {at}"
        case mode if mode in PHASES:
            return f"inside the number at {at}"
        case _:
            return f"inside the {'object' if reading.top.kind == '{' else 'array'} at {at}"
