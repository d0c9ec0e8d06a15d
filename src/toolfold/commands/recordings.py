"""Which recordings many names mean: a file is one, a folder holds some."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from toolfold.commands.verb import Refused

SUFFIXES = (".json", ".jsonl", ".ndjson", ".sse")
"""What is a recording inside a folder, gzipped or not; a file that is named is one whatever its name is."""


def recordings(names: Iterable[str], /) -> list[str]:
    """Return the files that are meant, each once, those of a folder in order; a folder without any is refused."""
    found: dict[str, None] = {}
    for name in names:
        inside = [name]
        if name != "-" and Path(name).is_dir():
            inside = list(_inside(name))
            if not inside:
                raise Refused(f"{name}: no recordings in this folder (*{', *'.join(SUFFIXES)}, gzipped or not)")
        found.update(dict.fromkeys(inside))
    return list(found)


def _inside(folder: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and name.removesuffix(".gz").endswith(SUFFIXES):
                yield str(Path(place, name))
