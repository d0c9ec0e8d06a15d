"""The loop that people write by hand, done with care: the speed to beat."""

import json
from collections import defaultdict
from typing import Any

from tests.bench import formats
from tests.bench.contender import Contender, Found

Calls = dict[tuple[int, int], dict[str, Any]]


def fold(chunks: list[Any]) -> Calls:
    """Lists of texts in dicts, changed in place; it takes what a well-behaved server sends, and nothing else."""
    calls: Calls = defaultdict(lambda: {"id": "", "name": "", "texts": []})
    for chunk in chunks:
        for choice in chunk["choices"]:
            for entry in choice["delta"].get("tool_calls") or ():
                call = calls[choice["index"], entry["index"]]
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


def calls(folded: Calls) -> Found:
    return [(call["id"], call["name"], call["arguments"]) for call in folded.values()]


HAND = Contender("hand-written loop", "lists of texts in dicts, changed in place", formats.chat, fold, calls)
