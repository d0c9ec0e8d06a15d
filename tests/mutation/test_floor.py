"""The score of a run is counted right, and one that has fallen is told."""

import json
from pathlib import Path

import pytest

from tests.mutation import floor
from tests.mutation.floor import Score, fallen, report, scores

ROOT = Path(__file__).parents[2]


def test_results_are_read_as_mutmut_left_them(tmp_path: Path) -> None:
    for name, codes in (("a", {"x": 1, "y": 0, "z": 24, "n": 33, "s": -11}), ("b", {"x": None, "y": 3}), ("c", {})):
        meta = tmp_path / "src" / "toolfold" / "core" / f"{name}.py.meta"
        meta.parent.mkdir(parents=True, exist_ok=True)
        meta.write_text(json.dumps({"exit_code_by_key": codes}))
    assert scores(tmp_path) == {
        "toolfold.core.a": Score(5, 5, 2, 1, ("y", "n")),
        "toolfold.core.b": Score(2, 1, 1, 0, ()),
    }


def test_a_score_that_has_fallen_is_told() -> None:
    found = {"a": Score(10, 10, 8, 1, ("x",)), "b": Score(10, 9, 1, 0, ()), "c": Score(10, 10, 5, 0, ())}
    assert fallen(found, {"a": 90.0, "b": 99.0}, {}) == []
    assert fallen(found, {"a": 90.1}, {}) == ["a: 90.0 % of the mutants are found, and the floor is 90.1 %"]
    assert fallen(found, {"a": 100.0}, {"a": 1}) == []


def test_the_report_ends_with_what_has_fallen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(floor, "floors", lambda: {"a": 95.0})
    assert report({"a": Score(10, 10, 8, 1, ("x",))}) == 1
    assert capsys.readouterr().out.endswith("a: 90.0 % of the mutants are found, and the floor is 95.0 %\n")
    assert report({}) == 0


def test_every_floor_and_every_equivalent_mutant_is_of_a_module_that_is_there() -> None:
    for module in (*floor.floors(), *floor.equivalent()):
        assert (ROOT / "src" / Path(*module.split("."))).with_suffix(".py").is_file(), module
