"""A state inside pydantic models."""

import json
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows.build import chunk, entry

pydantic = require("pydantic")


def models() -> Any:
    class Run(pydantic.BaseModel, frozen=True):  # type: ignore[name-defined,misc]
        tools: toolfold.State

    return Run


STATE = toolfold.feed(toolfold.new("salt"), chunk(entry(0, "a", "f", '{"n": "京')))


def test_a_state_and_its_saved_form_are_taken() -> None:
    run = models()
    assert run(tools=STATE).tools is STATE
    assert run(tools=toolfold.snapshot(STATE)).tools == STATE


def test_json_there_and_back() -> None:
    run = models()
    saved = run(tools=STATE).model_dump_json()
    assert json.loads(saved)["tools"]["version"] == 1
    assert run.model_validate_json(saved).tools == STATE
    assert run(tools=STATE).model_dump()["tools"] == toolfold.snapshot(STATE)


def test_what_is_no_state_is_refused_with_the_place() -> None:
    for wrong in ({"version": 9}, 3, None):
        with pytest.raises(pydantic.ValidationError, match=r"version|expected an object"):
            models()(tools=wrong)


def test_json_schema() -> None:
    assert models().model_json_schema()["properties"]["tools"]["type"] == "object"
