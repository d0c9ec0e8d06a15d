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


def run_all(task: Task, numbers: Sequence[int], processes: int, advance: Advance, /) -> None:
    """Run a task for each number; it must pickle, and what it makes must be on the disk.

    A process that dies, which is most often one that the system ended for want of memory, makes the run ``Unusable``.
    """
    if processes == 1 or len(numbers) < 2:  # noqa: PLR2004  # one piece of work needs no second process
        for number in numbers:
            task(number, advance)
        return
    for done in _counted(task, numbers, min(processes, len(numbers))):
        advance(done)


def _counted(task: Task, numbers: Sequence[int], processes: int) -> Iterator[int]:
    """Run the tasks, and yield again and again how much was done since."""
    context = get_context("spawn")  # a fork would copy the locks that other threads of the parent hold
    counter, told = context.Value("q", 0), 0
    with _lifeline(context) as line:
        pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(counter, line))
        with pool:
            waiting = {pool.submit(_run, task, number) for number in numbers}
            while waiting:
                done, waiting = wait(waiting, PAUSE, FIRST_COMPLETED)
                try:
                    for future in done:
                        future.result()
                except BrokenProcessPool as error:
                    raise Unusable("a process died, perhaps for want of memory; the same command goes on") from error
                yield counter.value - told
                told = counter.value


@contextmanager
def _lifeline(context: Any) -> Iterator[Connection]:
    """Yield the end of a pipe that reads as closed when this process ends, or fails here."""
    theirs, ours = context.Pipe(duplex=False)
    try:
        yield theirs
    except BaseException:
        ours.close()  # the processes end now, not when they have done what they are at
        raise
    finally:
        ours.close()
        theirs.close()


_counter: Any = None


def _begin(counter: Any, line: Connection) -> None:
    """Make a new process ready: an interrupt is its parent's business, and so is its end."""
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
