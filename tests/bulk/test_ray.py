"""The example of the how-to runs on a Ray of this machine, and does so with many more streams than it shows."""

import re
from pathlib import Path

import pytest

from tests.bulk.streams import SOME, alone, answers, lines_of, mixed
from tests.conftest import require

ray = require("ray")
require("ray.data")
require("pyarrow")

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray warns of itself

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "ray.md"


def test_the_example_with_more_streams_comes_to_what_each_comes_to_alone():
    """All at once, since a Ray takes many seconds to start."""
    [example] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    writes, folds, checks = re.split(r"^(?=ray.init|found = )", example, flags=re.MULTILINE)
    names = {}
    try:
        exec(writes, names)  # noqa: S102  # a page of our own
        with names["log"].open("ab") as log:
            log.write(lines_of(mixed(SOME)))
        exec(folds, names)  # noqa: S102
        rows = names["calls"]
        names["calls"] = [row for row in rows if row["stream"] not in SOME]
        exec(checks, names)  # noqa: S102
    finally:
        ray.shutdown()
    more = [row for row in rows if row["stream"] in SOME and row["call"] is not None]
    more.sort(key=lambda row: (row["stream"], row["call"]))
    assert answers(more) == {stream: found for stream, found in alone(SOME).items() if found}
