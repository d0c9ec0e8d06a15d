"""Work that is either whole or not there: a folder gets its name when everything is in it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNFINISHED = ".tmp"
"""How what was not finished ends; the next run removes it."""


@contextmanager
def finished(folder: Path, /) -> Iterator[Path]:
    """Yield a new folder to fill, which takes its name at the end; a process that is killed before leaves no trace.

    If the folder is there by then, another process did the same work to the same end, and its result stays.
    """
    place = folder.with_name(f"{folder.name}.{os.getpid()}{UNFINISHED}")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    yield place
    try:
        place.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(place)


@contextmanager
def replaced(file: Path, folder: Path, /) -> Iterator[Path]:
    """Yield a name in a folder to write to; what is written is on the disk and whole when it takes the file's place."""
    place = folder / f"{file.name}.{os.getpid()}{UNFINISHED}"
    try:
        yield place
        with place.open("rb") as written:
            os.fsync(written.fileno())
        place.replace(file)
    finally:
        place.unlink(missing_ok=True)


def clean(folder: Path, /) -> None:
    """Remove what earlier processes did not finish."""
    for place in list(folder.rglob(f"*{UNFINISHED}")):
        shutil.rmtree(place, ignore_errors=True) if place.is_dir() else place.unlink(missing_ok=True)
