"""Checking calls against the tools that there are."""

import datetime as dt
import json
import pickle
import threading
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Success

import toolfold
from tests.conftest import require
from tests.rows.build import chunk, end, entry
from toolfold.messages import FORMATS
from toolfold.validation import InvalidArguments, Tools, UnknownTool, toolset, validate

require("jsonschema_rs")

FORECAST = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "minLength": 2},
        "days": {"type": "integer", "minimum": 1, "maximum": 14},
        "unit": {"enum": ["c", "f"]},
        "note": {"type": ["string", "null"]},
        "stops": {
            "type": "array",
            "maxItems": 2,
            "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
        },
    },
    "required": ["city"],
    "additionalProperties": False,
}
GEMINI = {
    "type": "OBJECT",
    "properties": {
        "city": {"type": "STRING", "minLength": "2"},
        "days": {"type": "INTEGER", "format": "int32", "minimum": 1, "maximum": 14},
        "unit": {"type": "STRING", "enum": ["c", "f"]},
        "note": {"type": "STRING", "nullable": True},
        "stops": {
            "type": "ARRAY",
            "max_items": 2,
            "items": {"type": "OBJECT", "required": ["name"], "properties": {"name": {"type": "STRING"}}},
        },
    },
    "required": ["city"],
    "property_ordering": ["city", "days"],
}
FORMS = {
    "openai-chat": [{"type": "function", "function": {"name": "forecast", "parameters": FORECAST, "strict": True}}],
    "openai-responses": [{"type": "web_search"}, {"type": "function", "name": "forecast", "parameters": FORECAST}],
    "anthropic": [
        {"type": "bash_20250124", "name": "bash"},
        {"type": "custom", "name": "forecast", "input_schema": FORECAST},
    ],
    "gemini": [{"googleSearch": {}}, {"function_declarations": [{"name": "forecast", "parameters": GEMINI}]}],
    "gemini-json": {"functionDeclarations": [{"name": "forecast", "parametersJsonSchema": FORECAST}]},
    "bedrock": {"tools": [{"toolSpec": {"name": "forecast", "inputSchema": {"json": FORECAST}}}]},
    "mcp": {"tools": [{"name": "forecast", "inputSchema": FORECAST}]},
    "mapping": {"forecast": FORECAST},
    "one": {"name": "forecast", "input_schema": FORECAST},
}
GOOD = {"city": "Oslo", "days": 3, "unit": "c", "note": None, "stops": [{"name": "Moss"}]}


def call(arguments: Any, name: str = "forecast", **more: Any) -> toolfold.ToolCall:
    text = json.dumps(arguments)
    return toolfold.ToolCall(id="c1", name=name, text=text, value=text, **more)


def said(arguments: Any, tools: Any) -> list[str]:
    checked = validate(call(arguments), tools)
    return [] if isinstance(checked, Success) else [*map(str, checked.failure().problems)]


# -- forms


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: str) -> None:
    tools = toolset(FORMS[form])
    assert validate(call(GOOD), tools) == Success(call(GOOD))
    assert said({"city": 1, "days": "3", "stops": [{}]}, tools) == [
        "$.city must be a string, not 1",
        '$.days must be an integer, not the string "3"',
        "$.stops[0].name is missing; it must be a string",
    ]


def test_objects_of_sdks() -> None:
    google, mcp, openai = require("google.genai.types"), require("mcp.types"), require("openai")
    pydantic = require("pydantic")
    declaration = google.FunctionDeclaration(name="forecast", parameters=google.Schema.model_validate(GEMINI))
    model = pydantic.create_model("forecast", city=(str, ...), days=(int, 1))
    for tools in (
        [google.Tool(function_declarations=[declaration])],
        [mcp.Tool(name="forecast", input_schema=FORECAST)],
        mcp.ListToolsResult(tools=[mcp.Tool(name="forecast", input_schema=FORECAST)]).model_dump(by_alias=True),
        [openai.pydantic_function_tool(model)],
    ):
        assert said({"city": "Oslo", "days": "3"}, tools) == ['$.days must be an integer, not the string "3"']


def test_only_keywords_of_gemini_are_translated() -> None:
    odd = {"type": {"type": "STRING"}, "nullable": {"type": "BOOLEAN"}, "any_of": {"type": "TYPE_UNSPECIFIED"}}
    of_any = {"any_of": [{"type": "STRING"}, {"type": "NUMBER", "nullable": True}]}
    either = {"enum": ["a"], "type": "STRING", "nullable": True}
    schema = {"type": "OBJECT", "properties": {**odd, "either": either, "x": {**of_any, "nullable": True}}}
    tools = toolset({"functionDeclarations": [{"name": "forecast", "parameters": schema}]})
    assert said({"type": "a", "nullable": True, "any_of": 1, "either": None, "x": None}, tools) == []
    assert said({"type": 1, "x": []}, tools) == [
        "$.type must be a string, not 1",
        "$.x must be a string, a number or null, not an array",
    ]


def test_a_reference_within_a_schema_of_geminis() -> None:
    schema = {"defs": {"p": {"type": "STRING"}}, "properties": {"a": {"ref": "#/defs/p", "nullable": True}}}
    schema["properties"]["a"]["ref"] = "#/$defs/p"
    tools = toolset({"functionDeclarations": [{"name": "forecast", "parameters": schema}]})
    assert said({"a": None}, tools) == said({"a": "x"}, tools) == []
    assert said({"a": 1}, tools) == ["$.a must be a string or null, not 1"]


def test_tools_without_a_schema_take_any_object() -> None:
    tools = toolset([{"type": "local_shell"}, {"type": "computer_use_preview"}, {"type": "function", "name": "f"}])
    for name in ("local_shell", "computer", "f"):
        assert validate(call({"x": 1}, name), tools) == Success(call({"x": 1}, name))


def test_free_text_and_objects_are_not_mistaken_for_each_other() -> None:
    tools = toolset(
        [{"type": "custom", "name": "sql"}, {"type": "custom", "custom": {"name": "lark"}}, *FORMS["mcp"]["tools"]]
    )
    text = toolfold.ToolCall(id="c1", name="sql", kind="custom", text="select 1", value=None)
    assert validate(text, tools) == validate(replace(text, name="lark"), tools).map(
        lambda one: replace(one, name="sql")
    )
    [problem] = validate(replace(text, name="forecast"), tools).failure().problems
    assert str(problem) == "$ must be a JSON object, not free text"
    [problem] = validate(call({}, "sql"), tools).failure().problems
    assert str(problem) == "$ must be free text, not a JSON object"


def test_tools_of_a_namespace() -> None:
    other = {"type": "function", "name": "forecast", "parameters": {"type": "object", "required": ["x"]}}
    tools = toolset([{"type": "namespace", "name": "b", "tools": [other]}, *FORMS["openai-responses"]])
    within = call({"x": 1}, extras_text='{"namespace":"b"}')
    assert validate(within, tools) == Success(within)
    assert "$.city is missing; it must be a string" in said({"x": 1}, tools)


# -- what is said


@pytest.mark.parametrize(
    ("schema", "value", "kind", "message"),
    [
        ({"type": "integer"}, "3", "wrong-type", '$.v must be an integer, not the string "3"'),
        ({"type": ["integer", "null"]}, {}, "wrong-type", "$.v must be an integer or null, not an object"),
        ({"enum": ["a", 1]}, "b", "wrong-value", '$.v must be "a" or 1, not the string "b"'),
        (
            {"enum": [*range(30)]},
            99,
            "wrong-value",
            f"$.v must be {', '.join(map(str, range(20)))} or one of 10 more, not 99",
        ),
        ({"const": "a"}, None, "wrong-value", '$.v must be "a", not null'),
        ({"minimum": 1}, 0, "minimum", "$.v must be at least 1, not 0"),
        ({"maximum": 1}, 2, "maximum", "$.v must be at most 1, not 2"),
        ({"exclusiveMinimum": 1}, 1, "exclusive-minimum", "$.v must be more than 1, not 1"),
        ({"exclusiveMaximum": 1}, 1, "exclusive-maximum", "$.v must be less than 1, not 1"),
        ({"multipleOf": 5}, 7, "multiple-of", "$.v must be a multiple of 5, not 7"),
        ({"minLength": 2}, "a", "min-length", "$.v must have at least 2 characters, not 1"),
        ({"maxLength": 1}, "abc", "max-length", "$.v must have at most 1 character, not 3"),
        ({"pattern": "^x"}, "y", "pattern", '$.v must match the pattern ^x, not the string "y"'),
        ({"minItems": 1}, [], "min-items", "$.v must have at least 1 item, not 0"),
        ({"maxItems": 1}, [1, 2], "max-items", "$.v must have at most 1 item, not 2"),
        ({"uniqueItems": True}, [1, 1], "unique-items", "$.v must not hold the same item twice"),
        ({"minProperties": 1}, {}, "min-properties", "$.v must have at least 1 key, not 0"),
        ({"maxProperties": 1}, {"a": 1, "b": 2}, "max-properties", "$.v must have at most 1 key, not 2"),
        ({"required": ["a b"]}, {}, "missing-key", '$.v["a b"] is missing'),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, "missing-key", "$.v.b is missing"),
        ({"additionalProperties": False}, {"a": 1}, "unexpected-key", "$.v.a is not a key that is allowed here"),
        (
            {"properties": {"b": {}}, "unevaluatedProperties": False},
            {"a": 1},
            "unexpected-key",
            '$.v.a is not a key that is allowed here, which are "b"',
        ),
        ({"properties": {"a": False}}, {"a": 1}, "unexpected-key", "$.v.a is not allowed here"),
        (
            {"propertyNames": {"maxLength": 1}},
            {"ab": 1},
            "unexpected-key",
            "$.v.ab is not a key that is allowed here: it must have at most 1 character, not 2",
        ),
        ({"items": {"type": "string"}}, ["a", 1], "wrong-type", "$.v[1] must be a string, not 1"),
        ({"not": {"type": "string"}}, "a", "not", "$.v breaks the rule not of its schema"),
        ({"contains": {"type": "string"}}, [1], "contains", "$.v breaks the rule contains of its schema"),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            [],
            "wrong-type",
            "$.v must be a string, an integer or null, not an array",
        ),
        (
            {"oneOf": [{"type": "integer"}, {"minimum": 0}]},
            3,
            "one-of",
            "$.v must be what exactly one of the alternatives takes, not 3",
        ),
        (
            {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"n": {"type": "integer"}}}]},
            {"n": "x"},
            "wrong-type",
            '$.v.n must be an integer, not the string "x"',
        ),
        (
            {
                "oneOf": [
                    {"properties": {"t": {"const": "a"}, "x": {"type": "string"}}},
                    {"properties": {"t": {"const": "b"}, "x": {"type": "integer"}}, "required": ["t", "y", "z"]},
                ]
            },
            {"t": "b", "y": 1, "x": 2},
            "missing-key",
            "$.v.z is missing",
        ),
    ],
)
def test_problems(schema: Any, value: Any, kind: str, message: str) -> None:
    tools = toolset({"f": {"properties": {"v": schema}}})
    [problem] = validate(call({"v": value}, "f"), tools).failure().problems
    assert (problem.kind, str(problem)) == (kind, message)


def test_what_is_called_is_said_and_bounded() -> None:
    [problem] = validate(call({"city": "O" * 10_000, "days": 99}), toolset(FORMS["mcp"])).failure().problems
    assert problem.message == "must be at most 14, not 99"
    fault = validate(call({"city": "Oslo", "unit": "x" * 10_000}), toolset(FORMS["mcp"])).failure()
    assert len(fault.message) < 300
    many = validate(call({"city": "Oslo", **{f"k{n}": n for n in range(100)}}), toolset(FORMS["mcp"])).failure()
    assert len(many.problems) == 8


def test_a_fault_holds_its_call_and_reads_well() -> None:
    wrong = call({"days": 0}, choice=2, index=4, extras_text='{"x":1}')
    fault = validate(wrong, toolset(FORMS["anthropic"])).failure()
    assert isinstance(fault, InvalidArguments)
    assert (fault.kind, fault.id, fault.name, fault.text, fault.call) == (
        "invalid-arguments",
        "c1",
        "forecast",
        wrong.text,
        wrong,
    )
    assert (fault.choice, fault.index, fault.extras, fault.run_by) == (2, 4, {"x": 1}, "client")
    assert fault.message == (
        "forecast cannot be run (invalid-arguments): $.days must be at least 1, not 0; $.city is missing; it must be a "
        "string. Correct this and send the whole call again; nothing was run."
    )
    assert hash(fault) == hash(validate(wrong, toolset(FORMS["anthropic"])).failure())
    assert pickle.loads(pickle.dumps(fault)) == fault


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("forecasts", ("forecast",)),
        ("Forecast", ("forecast",)),
        ("functions.forecast", ("forecast",)),
        ("search-web", ("search_web",)),
        ("zzz", ()),
        ("forecast" * 10_000, ()),
    ],
)
def test_an_unknown_tool_is_told_the_nearest_names(name: str, nearest: tuple[str, ...]) -> None:
    tools = toolset({"forecast": FORECAST, "search_web": True, "pay": {}})
    fault = validate(call({}, name), tools).failure()
    assert isinstance(fault, UnknownTool)
    assert fault.nearest == nearest
    offered = f'the nearest is "{nearest[0]}"' if nearest else 'there is "forecast", "search_web" or "pay"'
    assert f"there is no tool of this name; {offered}" in fault.message


def test_without_tools_there_is_nothing_to_offer() -> None:
    assert "there are no tools" in validate(call({}), []).failure().message


@pytest.mark.parametrize("wire", FORMATS)
def test_every_wire_answers_the_faults_and_sends_the_call_as_it_came(wire: str) -> None:
    tools = toolset(FORMS["mcp"])
    for wrong in (call({"days": 1}), call({"n": 1}, "forcast")):
        fault = validate(wrong, tools).failure()
        answer = toolfold.messages.tool_error(fault, wire)
        assert json.dumps(fault.message)[1:-1] in json.dumps(answer)
        assert toolfold.messages.assistant([fault], wire) == toolfold.messages.assistant([wrong], wire)


def test_a_step_for_bind() -> None:
    stream = [
        chunk(entry(0, "a", "forecast", '{"city":"Oslo"}'), entry(1, "b", "forecast", '{"city":1}')),
        chunk(entry(2, "c", "forecast", '{"city'), entry(3, "d", "weather", "{}")),
        end(),
    ]
    check = partial(validate, tools=toolset(FORMS["openai-chat"]))
    found = [one.bind(check) for one in toolfold.outcomes(toolfold.feed_all(toolfold.new(), stream))]
    assert [one.map(lambda call: call.id).alt(lambda fault: fault.kind).lash(Success).unwrap() for one in found] == [
        "a",
        "invalid-arguments",
        "truncated",
        "unknown-tool",
    ]


def test_what_the_provider_runs_is_its_own_to_check() -> None:
    searched = call({}, "web_search_call", run_by="provider")
    asked = call({}, "echo", extras_text='{"server_label":"s","type":"mcp_approval_request"}')
    tools = toolset([{"type": "mcp", "server_label": "s"}])
    assert validate(searched, tools) == Success(searched)
    assert validate(asked, tools) == Success(asked)


# -- models


def models() -> Any:
    pydantic = require("pydantic")

    class Stop(pydantic.BaseModel):
        name: str

    class Forecast(pydantic.BaseModel, extra="forbid", strict=True):
        city: str
        days: int = 1
        stops: tuple[Stop, ...] = ()
        via: Stop | int | None = None
        day: dt.date | None = None

        @pydantic.field_validator("city")
        @classmethod
        def known(cls, city: str) -> str:
            if city == "Atlantis":
                raise ValueError("no such city")
            if city == "bug":
                raise KeyError(city)
            return city

    return Forecast


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        ({"city": "Oslo", "stops": [{"name": "Moss"}], "via": 3, "day": "2026-11-30"}, []),
        ({"days": "3"}, ["$.city is missing", '$.days should be a valid integer, not the string "3"']),
        ({"city": "Oslo", "town": 1}, ["$.town is not a key that is allowed here"]),
        ({"city": "Oslo", "stops": [{}]}, ["$.stops[0].name is missing"]),
        ({"city": "Atlantis"}, ['$.city is refused (no such city), not the string "Atlantis"']),
        ({"city": "bug"}, ["$ could not be checked: the tool's own check failed with KeyError"]),
    ],
)
def test_models(arguments: Any, problems: list[str]) -> None:
    model = models()
    named = toolset({"forecast": model})
    assert said(arguments, named) == problems
    assert [*toolset([model])] == ["Forecast"]


def test_the_path_of_a_models_error_is_a_place_in_the_arguments() -> None:
    found = validate(call({"city": "Oslo", "via": {"nam": 1}}), toolset({"forecast": models()})).failure().problems
    assert {problem.where for problem in found} == {"$.via.name", "$.via"}


def test_a_raw_control_character_is_read_by_a_model_too() -> None:
    sound = toolfold.ToolCall(id="c1", name="forecast", text='{"city":"a\nb"}', value='{"city":"a\nb"}')
    assert validate(sound, toolset({"forecast": models()})) == Success(sound)


# -- misuse, hostility, cost


@pytest.mark.parametrize(
    ("tools", "error", "message"),
    [
        ({"f": {"type": "objekt"}}, ValueError, "the schema of the tool 'f' cannot be used"),
        ({"f": {"$ref": "#/nowhere"}}, ValueError, "nowhere"),
        ({"f": {"pattern": "("}}, ValueError, "regex"),
        ({"f": {"$schema": "https://example.com/meta"}}, ValueError, "meta-schema"),
        ([{"name": "f", "input_schema": "text"}], ValueError, "an object or a boolean, not str"),
        ([{"name": "f", "input_schema": True}, {"name": "f", "input_schema": {}}], ValueError, "two tools"),
        ([3], TypeError, "3 is not a tool"),
        ("forecast", TypeError, "'forecast' is not a tool"),
        (None, TypeError, "None is not a tool"),
        ([{}], TypeError, "is not a tool"),
        ([{"function": {"parameters": {}}}], TypeError, "without a name"),
        ({"f": 3}, TypeError, "is not a tool"),
    ],
)
def test_misuse_is_told_when_the_tools_are_made(tools: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("(", r"\(")):
        toolset(tools)


def test_a_schema_that_holds_itself_is_misuse() -> None:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"again": schema}
    with pytest.raises(ValueError, match="cannot be used"):
        toolset({"f": schema})


def test_only_calls_are_checked() -> None:
    with pytest.raises(TypeError, match=r"outcome\.bind"):
        validate(Success(call(GOOD)), [])  # type: ignore[arg-type]


def test_nothing_is_fetched() -> None:
    asked = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"type": "object"}')

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/schema.json"
        with pytest.raises(ValueError, match="cannot be used"):
            toolset({"f": {"$ref": url}})
        server.shutdown()
        thread.join()
    assert asked == []


def test_a_file_is_not_read(tmp_path: Any) -> None:
    (tmp_path / "schema.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="cannot be used"):
        toolset({"f": {"$ref": (tmp_path / "schema.json").as_uri()}})


def test_formats_are_checked_if_asked_for() -> None:
    schema = {"f": {"properties": {"at": {"format": "date"}}}}
    late = call({"at": "tomorrow"}, "f")
    assert validate(late, toolset(schema)) == Success(late)
    [problem] = validate(late, toolset(schema, formats=True)).failure().problems
    assert str(problem) == '$.at must be a date, not the string "tomorrow"'


def test_tools_are_values() -> None:
    schema = json.loads(json.dumps(FORECAST))
    tools = toolset({"forecast": schema})
    schema["required"].append("days")
    assert validate(call({"city": "Oslo"}), tools) == Success(call({"city": "Oslo"}))
    assert tools == toolset({"forecast": FORECAST}) != toolset({"forecast": schema})
    assert hash(tools) == hash(toolset(FORMS["mcp"]))
    again = pickle.loads(pickle.dumps(tools))
    assert isinstance(again, Tools)
    assert (again, repr(again), len(again)) == (tools, "Tools(forecast)", 1)
    assert said({}, again) == said({}, tools)
    with pytest.raises(AttributeError, match="never change"):
        tools.x = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="never change"):
        del tools._tools
    assert tools != "tools"


def test_of_large_arguments_one_problem_is_told() -> None:
    tools = toolset({"f": {"properties": {"v": {"items": {"type": "string"}}}}})
    [problem] = validate(call({"v": [*range(40_000)]}, "f"), tools).failure().problems
    assert str(problem) == "$.v[0] must be a string, not 0"


def test_deep_arguments_are_checked_or_refused() -> None:
    tools = toolset({"f": {"type": "object"}})
    for depth in (200, 5_000):
        deep = toolfold.ToolCall(id="c1", name="f", value='{"a":' + "[" * depth + "]" * depth + "}")
        checked = validate(deep, tools)
        assert isinstance(checked, Success) or checked.failure().problems[0].kind == "check-failed"


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abv"), inner)
)
TYPES = st.sampled_from(["string", "integer", "number", "object", "array", "null", "boolean"])
SCHEMAS = st.recursive(
    st.booleans()
    | st.fixed_dictionaries({}, optional={"type": TYPES | st.lists(TYPES, min_size=1, unique=True)})
    | st.fixed_dictionaries({}, optional={"enum": st.lists(LEAVES, min_size=1), "minimum": st.integers(-3, 3)})
    | st.fixed_dictionaries({}, optional={"maxLength": st.integers(0, 3), "maxItems": st.integers(0, 2)}),
    lambda inner: (
        st.fixed_dictionaries(
            {},
            optional={
                "properties": st.dictionaries(st.sampled_from("abv"), inner),
                "required": st.lists(st.sampled_from("abv"), unique=True),
                "additionalProperties": inner,
                "items": inner,
            },
        )
        | st.fixed_dictionaries({}, optional={"anyOf": st.lists(inner, min_size=1, max_size=3), "not": inner})
        | st.fixed_dictionaries({}, optional={"oneOf": st.lists(inner, min_size=1, max_size=3)})
    ),
    max_leaves=8,
)


@given(SCHEMAS, st.dictionaries(st.sampled_from("abv"), VALUES))
def test_the_verdict_is_that_of_the_reference_implementation(schema: Any, arguments: Any) -> None:
    jsonschema = require("jsonschema")
    text = json.dumps(arguments)
    made = toolfold.ToolCall(id="c1", name="f", text=text, value=text)
    checked = validate(made, toolset({"f": schema}))
    sound = jsonschema.Draft202012Validator(schema).is_valid(arguments)
    assert isinstance(checked, Success) is sound
    if not sound:
        assert all(leads_somewhere(problem, arguments) for problem in checked.failure().problems)


def leads_somewhere(problem: Any, arguments: Any) -> bool:
    """A path names a place in the arguments; that of a missing key ends one step beyond."""
    for step in problem.path[:-1] if problem.kind == "missing-key" else problem.path:
        arguments = arguments[step]
    return problem.kind != "missing-key" or problem.path[-1] not in arguments
