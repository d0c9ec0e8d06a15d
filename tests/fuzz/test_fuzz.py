"""What the fuzz targets check holds for their seeds, and for a few changes of them that are the same every time."""

import json
from random import Random
from types import ModuleType

import pytest

from tests.fuzz import saved, stream

TURNS = 70
each_target = pytest.mark.parametrize("target", [stream, saved], ids=["stream", "saved"])


@each_target
def test_changed_inputs_break_nothing(target: ModuleType) -> None:
    rng, seeds, tried = Random(4), target.seeds(), 0
    for _ in range(TURNS):
        data, other = rng.sample(seeds, 2)
        data = target.mutated(data, rng) if rng.randrange(4) else target.crossed(data, other, rng)
        tried += target.check(data)
    assert tried > TURNS // 4


@each_target
def test_a_change_is_the_same_every_time_and_an_input_again(target: ModuleType) -> None:
    for number, data in enumerate(target.seeds()[:40]):
        one, two = (target.mutated(data, Random(number)) for _ in range(2))
        assert one == two
        json.loads(one)


@each_target
@pytest.mark.parametrize("data", [b"", b"\xff", b"[", b"7", b"{}", b'{"fragments":7}', b"[" * 100_000])
def test_what_is_no_input_is_left_alone(target: ModuleType, data: bytes) -> None:
    assert target.check(data) is False
    json.loads(target.mutated(data, Random(1)))
    assert target.crossed(data, b"{", Random(1)) == data


def test_a_target_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream.toolfold, "peek", lambda _, previous=(): (len(previous),))
    with pytest.raises(AssertionError, match="read on, the views are others"):
        stream.check(stream.seeds()[0])
