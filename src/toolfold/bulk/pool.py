"""Work done by several processes, which end when their parent does, however that ends."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from toolfold.bulk.work import Unusable

Advance = Callable[[int], None]
Task = Callable[[int, Advance], None]
"""A piece of work by its number; it says now and then how much is done."""

PAUSE = 0.2
"""Seconds between two looks at how far the processes are."""


RunAll = Callable[[Task, Sequence[int], Advance], None]


@contextmanager
def crew(processes: int, /) -> Iterator[RunAll]:
    """Yield a function that runs a task for each of many numbers, by this process alone or by several others.

    A task must pickle, and what it makes must be on the disk. A process that dies, which is most often one that the
    system ended for want of memory, makes the run ``Unusable``.
    """
    if processes == 1:
        yield _by_itself
        return
    context = get_context("spawn")  # a fork would copy the locks that other threads of the parent hold
    counter = context.Value("q", 0)
    theirs, ours = context.Pipe(duplex=False)
    given: tuple[Any, Any] = (counter, theirs)
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=given)
    with theirs, ours, pool:
        try:
            yield _By(pool, counter).run_all
        except BaseException:
            ours.close()  # the processes end now, not when all is done that they were given
            raise


def _by_itself(task: Task, numbers: Sequence[int], advance: Advance, /) -> None:
    for number in numbers:
        task(number, advance)


class _By:
    def __init__(self, pool: ProcessPoolExecutor, counter: Any) -> None:
        self._pool, self._counter, self._told = pool, counter, 0

    def run_all(self, task: Task, numbers: Sequence[int], advance: Advance, /) -> None:
        waiting = {self._pool.submit(_run, task, number) for number in numbers}
        while waiting:
            done, waiting = wait(waiting, PAUSE, FIRST_COMPLETED)
            try:
                for future in done:
                    future.result()
            except BrokenProcessPool as error:
                raise Unusable("a process died, perhaps for want of memory; the same command goes on") from error
            before, self._told = self._told, self._counter.value
            advance(self._told - before)


_counter: Any = None


def _begin(counter: Any, line: Connection) -> None:
    """Make a new process ready: an interrupt is its parent's business, and it ends when its parent does."""
    global _counter  # noqa: PLW0603  # a process of the pool has no other way to be given it
    _counter = counter
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(line,), daemon=True).start()


def _end_with_parent(line: Connection) -> None:
    line.poll(None)  # nothing is ever sent: it is readable when it is closed
    os._exit(1)


def _run(task: Task, number: int) -> None:
    task(number, _advance)


def _advance(count: int) -> None:
    with _counter.get_lock():
        _counter.value += count
