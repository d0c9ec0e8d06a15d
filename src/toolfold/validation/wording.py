"""Words for what is wrong, as a model reads them."""

from toolfold.arguments.json_text import dumps

SHOWN = 60
LISTED = 20

NOUNS = {
    "array": "an array",
    "boolean": "a boolean",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}


def a_value(value: object, /) -> str:
    """Return a value as it is told: short ones whole, long ones cut, containers by what they are.

    >>> a_value("3"), a_value(3), a_value(None), a_value([1])
    ('the string "3"', '3', 'null', 'an array')
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    return f"the string {literal(value)}" if isinstance(value, str) else literal(value)


def literal(value: object, /) -> str:
    """Return the JSON of a value, cut where it is long.

    >>> literal("a" * 100)[-4:]
    'aaa…'
    """
    text = dumps(value[: SHOWN + 1] if isinstance(value, str) else value)
    return text if len(text) <= SHOWN + 2 else f"{text[:SHOWN]}…"


def types(names: object, /) -> str:
    """Return the names of JSON types as nouns, null last.

    >>> types(["null", "integer"])
    'an integer or null'
    """
    listed = sorted(map(str, names if isinstance(names, list) else [names]), key="null".__eq__)
    return any_of([NOUNS.get(name, name) for name in listed])


def any_of(words: list[str], /) -> str:
    """Return words as a list with ``or`` before the last; a long list is cut.

    >>> any_of(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) > LISTED:
        return f"{', '.join(words[:LISTED])} or one of {len(words) - LISTED} more"
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(number: object, noun: str, /) -> str:
    """Return a number of things.

    >>> counted(1, "item"), counted(2, "item")
    ('1 item', '2 items')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
