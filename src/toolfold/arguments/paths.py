"""JSON paths: where something is inside the arguments."""

import json
import re

Path = tuple[str | int, ...]
"""Names of members and positions in arrays, from the root down."""

_SHOWN = 80
_PLAIN_NAME = re.compile(r"[^\W\d]\w*+")
_SEGMENT = re.compile(
    r"""\.(?P<name>[^\s.\[\]()*?@'",:]++)
    | \[\s*+(?:
        (?P<index>0|[1-9][0-9]{0,15}+)
        | "(?P<double>(?:[^"\\]++|\\.)*+)"
        | '(?P<single>(?:[^'\\]++|\\.)*+)'
    )\s*+\]""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_QUOTE_IN_SINGLE = re.compile(r"""\\(?:'|(?P<other>.))|(?P<quote>")""", re.DOTALL)


def parse_path(text: str, max_depth: int, /) -> Path | str:
    """Return the path that RFC 9535 text names, or in words why it names none.

    Only singular paths: a wildcard, a slice, a filter or a descent names many places or none. Bare names may also hold
    dashes and start with digits, since no other reading of them is possible.

    >>> parse_path("$.items[0]['k.y']", 8)
    ('items', 0, 'k.y')
    >>> parse_path("$.items[*]", 8)
    "'$.items[*]' is not a path to one place: not understood at character 7"
    """
    if not text.startswith("$"):
        return f"{shown(text)} is not a path: it has to start with $"
    path: list[str | int] = []
    position = 1
    while position < len(text) and len(path) <= max_depth:
        found = _SEGMENT.match(text, position)
        segment = None if found is None else _segment(found)
        if found is None or segment is None:
            return f"{shown(text)} is not a path to one place: not understood at character {position}"
        path.append(segment)
        position = found.end()
    if len(path) > max_depth:
        return f"{shown(text)} is deeper than {max_depth}"
    return tuple(path) or "'$' names the arguments as a whole: a path has to name something inside"


def _segment(found: re.Match[str]) -> str | int | None:
    """Return what one segment names; nothing if its quoted text has an escape that JSON does not know."""
    if found["index"] is not None:
        return int(found["index"])
    if found["name"] is not None:
        return found["name"]
    quoted = found["double"]
    if quoted is None:
        quoted = _QUOTE_IN_SINGLE.sub(_as_in_double, found["single"])
    try:
        return str(json.loads(f'"{quoted}"', strict=False))
    except ValueError:
        return None


def _as_in_double(found: re.Match[str]) -> str:
    """Return an escape or a quote of single-quoted text as double-quoted text writes it."""
    if found["quote"] is not None:
        return '\\"'
    return "'" if found["other"] is None else found[0]


def path_text(path: Path, /) -> str:
    """Return the path as a person reads it.

    >>> path_text(("items", 0, "k.y"))
    '$.items[0]["k.y"]'
    """
    return "$" + "".join(map(_segment_text, path))


def _segment_text(segment: str | int) -> str:
    if isinstance(segment, int):
        return f"[{segment}]"
    return f".{segment}" if _PLAIN_NAME.fullmatch(segment) else f"[{json.dumps(segment, ensure_ascii=False)}]"


def short_path(path: Path, /) -> str:
    """Return the path as a message says it: its two ends, if it is long.

    >>> short_path(("a", 0)), len(short_path(("a" * 1_000_000,)))
    ('$.a[0]', 161)
    """
    return clipped(path_text(path))


def clipped(text: str, /) -> str:
    """Return some text as it stands, or its two ends if it is long: a message is short whatever it speaks of.

    >>> clipped("a" * 200)[78:83]
    'aa…aa'
    """
    return text if len(text) <= 2 * _SHOWN else f"{text[:_SHOWN]}…{text[-_SHOWN:]}"


def shown(text: str, /) -> str:
    """Return a bounded literal of some text, to be quoted in a message.

    >>> shown("a" * 200)[-8:]
    "aaaaaa'…"
    """
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + "…"
