"""How far a long answer has come, on a terminal only."""

import time
from typing import TextIO

from toolfold.show.text import shortened, terminal_width

PAUSE = 0.1
"""Seconds between two drawings; a bar that is drawn for every fragment costs more than the fragments."""

BAR = 20
ERASE = "\r\x1b[K"


class Progress:
    """A bar on the last line of a terminal; on anything else nothing is written."""

    def __init__(self, total: int, stream: TextIO | None) -> None:
        self._total, self._stream = total, stream if stream is not None and stream.isatty() else None
        self._next, self._drawn = 0.0, False

    def show(self, done: int, doing: str) -> None:
        """Draw how much is done and what is being done, unless that was just drawn."""
        if self._stream is None or time.monotonic() < self._next:
            return
        self._next, self._drawn = time.monotonic() + PAUSE, True
        full = BAR * done // max(self._total, 1)
        text = f"[{'#' * full}{'.' * (BAR - full)}] {done}/{self._total}  {doing}"
        self._stream.write(ERASE + shortened(text, terminal_width() - 1))
        self._stream.flush()

    def clear(self) -> None:
        """Take the bar away, so that a line can be written; the next drawing brings it back."""
        if self._stream is not None and self._drawn:
            self._stream.write(ERASE)
            self._stream.flush()
            self._drawn = False
