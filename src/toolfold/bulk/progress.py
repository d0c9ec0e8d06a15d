"""How far a run is: a bar with rate and time left on a terminal, now and then a line anywhere else."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TextIO

PAUSE = 10.0
"""Seconds between two lines where there is no terminal."""

_KILO = 1000


class Stage(NamedTuple):
    """One half of a run: what it does, how much there is in all and was done before, and what it is counted in."""

    doing: str
    total: int
    unit: str
    before: int = 0


@contextmanager
def progress(stage: Stage, stream: TextIO | None, /) -> Iterator[Callable[[int], None]]:
    """Yield a function that is told how much more is done."""
    if stream is None:
        yield lambda _count: None
    elif stream.isatty():
        with _bar(stage, stream) as advance:
            yield advance
    else:
        yield _Lines(stage, stream).advance


@contextmanager
def _bar(stage: Stage, stream: TextIO) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(file=stream),
    )
    with bar:
        task = bar.add_task(f"{stage.doing:8}", total=stage.total, completed=stage.before, rate="")
        began, done = time.monotonic(), 0

        def advance(count: int) -> None:
            nonlocal done
            done += count
            rate = done / max(time.monotonic() - began, 0.001)
            bar.update(task, advance=count, rate=f"{shown(rate)}{stage.unit}/s")

        yield advance


class _Lines:
    def __init__(self, stage: Stage, stream: TextIO) -> None:
        self._stage, self._stream = stage, stream
        self._began = self._told = time.monotonic()
        self._done = 0

    def advance(self, count: int) -> None:
        self._done += count
        now = time.monotonic()
        if now < self._told + PAUSE:
            return
        self._told = now
        rate = self._done / (now - self._began)
        done = self._stage.before + self._done
        left = max(self._stage.total - done, 0) / max(rate, 0.001)
        share = 100 * done // max(self._stage.total, 1)
        rate_shown = f"{shown(rate)}{self._stage.unit}/s"
        self._stream.write(f"toolfold: {self._stage.doing}: {min(share, 100)}%, {rate_shown}, {left:.0f} s left\n")
        self._stream.flush()


def shown(number: float, /) -> str:
    """Return a number as people read one, ready for its unit.

    >>> shown(950), shown(12_300), shown(4_560_000)
    ('950', '12.3k', '4.6M')
    """
    for prefix in ("", "k", "M"):
        if number < _KILO:
            return f"{number:.1f}{prefix}" if prefix else f"{number:.0f}"
        number /= _KILO
    return f"{number:.1f}G"
