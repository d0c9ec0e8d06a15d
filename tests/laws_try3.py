import pytest, toolfold
from hypothesis import given, settings, HealthCheck
from toolfold.testing import *
from toolfold.testing.check import check_row
from toolfold.testing.writers.writer import wire_named
import os
N=int(os.environ.get("N","60"))
@pytest.mark.parametrize("writer", WRITERS, ids=lambda w:w.name)
def test_it(writer):
    @settings(max_examples=N, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(streams(writer))
    def run(row):
        check_row(wire_named(writer.wire), row, feed=None if writer.wire=="nous" else toolfold.feed, shared=("ai-sdk-ui","openai-chat"))
    run()
