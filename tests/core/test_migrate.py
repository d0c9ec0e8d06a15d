"""Snapshots of every version there was are read by this one, and what became of the streams is the same."""

import copy
import json
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import toolfold
from tests.core.snapshots.make import parts_of
from toolfold.core import restore
from toolfold.core.migrate import MIGRATIONS, Migration, migrated
from toolfold.core.place import BadPlaceError, Place
from toolfold.core.snapshot import VERSION
from toolfold.testing import Row, Trial
from toolfold.testing.check import answers, result
from toolfold.testing.writers.writer import wire_named

FOLDER = Path(__file__).parent / "snapshots"
FROZEN = {
    version: json.loads((FOLDER / f"v{version}.json").read_text(encoding="utf-8")) for version in range(1, VERSION + 1)
}
ALL = [
    pytest.param(version, one, id=f"v{version}, {one['name']}") for version, found in FROZEN.items() for one in found
]


@pytest.mark.parametrize(("version", "saved"), ALL)
def test_a_frozen_snapshot_is_read_and_goes_on(version: int, saved: dict[str, Any]) -> None:
    assert saved["snapshot"]["version"] == version
    state = toolfold.restore(saved["snapshot"]).unwrap()
    feed = toolfold.feeder(wire_named(saved["wire"])) if saved["wire"] == "nous" else toolfold.feed
    last = reduce(feed, saved["rest"], state)
    row = Row(saved["name"], saved["rest"], saved["outcomes"], error=saved["error"])
    for answer in (answers, result):
        answer(Trial(wire_named(saved["wire"]), row, feed, (state, last)))


@pytest.mark.parametrize("saved", FROZEN[VERSION], ids=lambda saved: saved["name"])
def test_a_snapshot_of_this_version_looks_as_it_did(saved: dict[str, Any]) -> None:
    """What looks otherwise is another version: it needs a number, a step from this one, and a file of its own."""
    assert json.dumps(toolfold.snapshot(toolfold.restore(saved["snapshot"]).unwrap())) == json.dumps(saved["snapshot"])


def test_the_frozen_snapshots_hold_all_that_a_snapshot_can_hold() -> None:
    parts = {part for saved in FROZEN[VERSION] for part in parts_of(saved["snapshot"])}
    assert {f"call {name}" for name in restore.FIELDS} <= parts
    assert {f"slot {kind}" for kind in ("id", "index", "key", "item", "reach", "message")} <= parts
    assert {saved["wire"] for saved in FROZEN[VERSION]} == {wire.name for wire in toolfold.WIRES}


def test_a_step_leads_from_every_older_version() -> None:
    assert set(MIGRATIONS) == set(range(1, VERSION))


# ------------------------------------------------------------- the way itself, tried on versions that never were


def from_minus_one(saved: dict[str, Any]) -> dict[str, Any]:
    """In version -1 the salt was called so."""
    return {**{key: value for key, value in saved.items() if key != "salt"}, "seed": saved["salt"]}


def from_zero(saved: dict[str, Any]) -> dict[str, Any]:
    """In version 0 every call was wrapped."""
    return {**saved, "calls": [call["call"] for call in saved["calls"]]}


STEPS: Mapping[int, Migration] = {-1: from_minus_one, 0: from_zero}


def aged(saved: dict[str, Any], version: int) -> dict[str, Any]:
    """The same snapshot, as an older release would have written it."""
    if version < 1:
        saved = {**saved, "version": 0, "calls": [{"call": call} for call in saved["calls"]]}
    if version < 0:
        saved = {**saved, "version": -1, "salt": saved["seed"]}
        del saved["seed"]
    return saved


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restore, "MIGRATIONS", STEPS)


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize("version", [-1, 0, 1])
def test_every_older_version_comes_through_all_steps(version: int) -> None:
    for saved in FROZEN[1][:20]:
        old = aged(saved["snapshot"], version)
        before = copy.deepcopy(old)
        assert toolfold.restore(old).unwrap() == toolfold.restore(saved["snapshot"]).unwrap()
        assert old == before


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize(
    ("change", "where", "why"),
    [
        ({"version": 2}, "version", "this release reads versions -1 to 1, not 2; a newer release wrote this snapshot"),
        ({"version": -2}, "version", "this release reads versions -1 to 1, not -2"),
        ({"salt": None, "version": 0, "calls": [{}]}, "the snapshot", "is none of version 0: KeyError('call')"),
        ({"calls": 7}, "the snapshot", "is none of version 0: TypeError(\"'int' object is not iterable\")"),
        ({"salt": 7}, "seed", "expected text, not int"),
    ],
)
def test_a_bad_snapshot_of_an_older_version_says_where(change: dict[str, Any], where: str, why: str) -> None:
    bad = toolfold.restore({**aged(FROZEN[1][0]["snapshot"], -1), **change}).failure()
    assert (bad.where, bad.why) == (where, why)


def test_every_step_is_told_its_version() -> None:
    told: list[object] = []

    def step(saved: dict[str, object]) -> dict[str, object]:
        told.append(saved["version"])
        return saved

    found = migrated(Place("the snapshot", {"version": 1, "a": 1}), {1: step, 2: step}, 3)
    assert (found.value, told) == ({"version": 3, "a": 1}, [1, 2])


def test_a_step_that_is_missing_is_told() -> None:
    with pytest.raises(BadPlaceError, match="is none of version 1: KeyError"):
        migrated(Place("the snapshot", {"version": 1}), {0: dict}, 2)
