"""The same on Ray Data, with a Ray of one process on this machine."""

import pytest

from tests.bulk.streams import SOME, alone, answers, mixed, write
from tests.conftest import require
from toolfold.bulk import Options, folded, keyed

ray = require("ray")
require("ray.data")
require("pyarrow")

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray warns of itself

OPTIONS = Options("stream_id", order="seq", fragment="data")


@pytest.fixture(scope="module", autouse=True)
def local_ray():
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR", configure_logging=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def test_streams_grouped_by_ray_come_to_what_they_come_to_alone(tmp_path):
    records = mixed(SOME)
    write(records[::2], tmp_path / "one.parquet")
    write(records[1::2], tmp_path / "two.parquet")
    entries = ray.data.read_parquet(str(tmp_path)).map_batches(keyed(OPTIONS), batch_format="pyarrow")
    groups = entries.groupby("stream", num_partitions=2)
    rows = groups.map_groups(folded(OPTIONS), batch_format="pyarrow").take_all()
    rows.sort(key=lambda row: (row["stream"], -1 if row["call"] is None else row["call"]))
    assert answers(rows) == {stream: found for stream, found in alone(SOME).items() if found}
