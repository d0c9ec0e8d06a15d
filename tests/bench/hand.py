"""The loop that people write by hand, done with care: the speed to beat."""

import json
from typing import Any

from tests.bench import formats
from tests.bench.contender import Contender, Found


def fold(chunks: list[Any]) -> dict[tuple[int, int], dict[str, Any]]:
    """Lists of texts in dicts, changed in place; what any server but a well-behaved one sends breaks it."""
    calls: dict[tuple[int, int], dict[str, Any]] = {}
    for chunk in chunks:
        for choice in chunk["choices"]:
            for entry in choice["delta"].get("tool_calls") or ():
                key = choice["index"], entry["index"]
                call = calls.get(key)
                if call is None:
                    call = calls[key] = {"id": "", "name": "", "texts": []}
                if entry.get("id"):
                    call["id"] = entry["id"]
                function = entry["function"]
                if function.get("name"):
                    call["name"] = function["name"]
                if function.get("arguments"):
                    call["texts"].append(function["arguments"])
    for call in calls.values():
        call["arguments"] = json.loads("".join(call["texts"]))
    return calls


def calls(folded: dict[tuple[int, int], dict[str, Any]]) -> Found:
    return [(call["id"], call["name"], call["arguments"]) for call in folded.values()]


HAND = Contender("hand-written loop", "lists of texts in dicts, changed in place", formats.chat, fold, calls)
