"""Recorded streams, which lie outside the repository: where TOOLFOLD_STREAMS says, if it says so."""

import base64
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from toolfold import sse

FOLDER = Path(os.environ.get("TOOLFOLD_STREAMS") or "/nowhere")
OF_FAMILY = {"mistral-chat": "openai-chat", "sse-bytes": "openai-chat"}
"""Folders of recordings whose format is another wire's."""

needed = pytest.mark.skipif(not FOLDER.is_dir(), reason="TOOLFOLD_STREAMS names no folder of recorded streams")


class Recording(NamedTuple):
    name: str
    wire: str
    events: list[Any]


def recordings() -> list[Recording]:
    """Every recording: JSON files with a wire and its events, in folders named for the wire."""
    found = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(FOLDER.glob("*/*/*.json"))]
    return [
        Recording(f"{path.parent.name}-{path.stem}", OF_FAMILY.get(data["wire"], data["wire"]), events_of(data))
        for path, data in found
        if isinstance(data, dict) and "wire" in data and "events" in data
    ]


def events_of(data: dict[str, Any]) -> list[Any]:
    if data["wire"] != "sse-bytes":
        return data["events"]
    return [*sse.payloads(base64.b64decode(part) for part in data["events"])]
