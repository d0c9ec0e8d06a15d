"""Measure `toolfold bulk` on streams of its own: speed by processes, and the memory of all processes together.

python -m tests.bulk.measure 1000000 FOLDER

It writes 270 bytes a fragment to the folder and as much again while it runs, and removes both. Linux only.
"""

import json
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

AT_ONCE, FILES, LENGTH = 1000, 4, 61
COMMAND = ["bulk", "--by", "stream_id", "--order", "seq", "--fragment", "data", "-o"]


def chunk(delta: object, finish: str | None = None) -> dict[str, object]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1790000000, "model": "m", "choices": [choice]}


def stream(number: int) -> list[str]:
    """Lines of a stream of some prose and two calls."""
    found = []
    for index in range(2):
        text = json.dumps({"city": "Zürich", "days": list(range(20)), "note": "x" * 60, "n": number})
        head = {"index": index, "id": f"call_{number}_{index}", "function": {"name": "weather", "arguments": ""}}
        cuts = range(0, len(text), 7)
        pieces = [{"index": index, "function": {"arguments": text[cut : cut + 7]}} for cut in cuts]
        found += [chunk({"tool_calls": [entry]}) for entry in (head, *pieces)]
    prose = [chunk({"content": "word "})] * (LENGTH - 1 - len(found))
    fragments = [*prose, *found, chunk({}, "tool_calls")]
    records = ({"stream_id": f"run-{number:08}", "seq": at, "data": one} for at, one in enumerate(fragments))
    return [f"{json.dumps(record)}\n" for record in records]


def write(fragments: int, folder: Path) -> int:
    """Write at least so many fragments, of streams that run at the same time, and return how many streams they are."""
    dice, number = random.Random(7), 0
    files = [(folder / f"log-{name}.jsonl").open("w", encoding="utf-8") for name in range(FILES)]
    while number * LENGTH < fragments:
        live = [iter(stream(number + one)) for one in range(AT_ONCE)]
        number += AT_ONCE
        out = files[number // AT_ONCE % FILES]
        while live:
            place = dice.randrange(len(live))
            line = next(live[place], None)
            if line is None:
                live[place] = live[-1]
                live.pop()
            else:
                out.write(line)
    for file in files:
        file.close()
    return number


def family(pid: int) -> Iterator[int]:
    """A process and those below it."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from family(int(child))


def size(pid: int) -> int:
    """KiB of memory that are a process's own share."""
    found = [line for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() if line.startswith("Pss:")]
    return int(found[0].split()[1]) if found else 0


def memory(pid: int) -> int:
    try:
        return sum(map(size, family(pid)))
    except OSError:  # one of them ended meanwhile
        return 0


def measure(folder: Path, streams: int, processes: int) -> str:
    """Run it, and return a row of the page's table."""
    argv = [*COMMAND, str(folder / "calls.parquet"), "--processes", str(processes), str(folder)]
    before, began, peak = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), 0
    run = subprocess.Popen([sys.executable, "-m", "toolfold", *argv], stdout=subprocess.DEVNULL)
    while run.poll() is None:
        peak = max(peak, memory(run.pid))
        time.sleep(0.2)
    took, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    rates = f"{streams / took:,.0f} | {streams / used:,.0f}"
    return f"| {streams * LENGTH:,} | {streams:,} | {processes} | {rates} | {peak / 1024:,.0f} MiB |"


def main(fragments: int, folder: Path) -> None:
    place = folder / "measure"
    place.mkdir()
    try:
        streams = write(fragments, place)
        print("| fragments | streams | processes | streams a second | a second of processor time | memory, at most |")
        print("|---|---|---|---|---|---|")
        for processes in (1, 2):
            print(measure(place, streams, processes), flush=True)
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
