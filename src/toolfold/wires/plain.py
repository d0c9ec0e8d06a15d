"""The plain piece of the chat family: a chunk that holds one entry with an index and a piece of text, and no more.

This is the one shape that is read twice, here for speed and in ``openai_chat`` for everything else.
"""

ENTRY = frozenset({"index", "id", "type", "function"})
FUNCTION = frozenset({"name", "arguments"})


def plain_piece(fragment: dict[str, object], /) -> tuple[int, int, str] | None:
    """Return the choice, the index and the text of a chunk that says no more; else None.

    >>> entry = {"index": 1, "function": {"arguments": "x"}}
    >>> plain_piece({"choices": [{"index": 0, "delta": {"tool_calls": [entry]}, "finish_reason": None}]})
    (0, 1, 'x')
    """
    try:
        (choice,) = fragment["choices"]  # type: ignore[misc]
        delta = choice["delta"]
        (entry,) = delta["tool_calls"]
        function = entry["function"]
        text, index, number = function["arguments"], entry["index"], choice["index"]
    except (KeyError, TypeError, ValueError):
        return None
    if type(text) is not str or not text or type(index) is not int or type(number) is not int or number < 0:
        return None
    if choice.get("finish_reason") or "error" in fragment or "error" in choice or "function_call" in delta:
        return None
    if (len(entry) != 2 or len(function) != 1) and not _says_no_more(entry, function):
        return None
    return number, index, text


def _says_no_more(entry: dict[str, object], function: dict[str, object]) -> bool:
    if entry.get("id") or function.get("name"):
        return False
    return entry.keys() <= ENTRY and function.keys() <= FUNCTION and entry.get("type") in (None, "function")
