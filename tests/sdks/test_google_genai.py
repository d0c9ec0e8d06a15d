"""The objects of the google-genai package, made by its own parsing, fed as they come."""

import json
import warnings
from typing import Any

import pytest

import toolfold
from tests.conftest import require
from tests.rows import TABLES
from tests.rows.build import Row, call, parts, path
from tests.rows.gemini_live import (
    begin,
    calls,
    cancel,
    content,
    created,
    delta,
    grown,
    one,
    other,
    over,
    step,
    stop,
    whole,
)
from tests.sdks.compare import meanings

genai = require("google.genai")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the package's own: it warns of names of its own that it is to drop
    interactions = require("google.genai.interactions")
types = genai.types


def fold(fragments: Any) -> toolfold.State:
    return toolfold.feed_all(toolfold.new(), fragments)


def response(fragment: Any) -> Any:
    """What the client makes of a chunk; it drops what it does not know."""
    if not isinstance(fragment, dict) or "candidates" not in fragment:
        return fragment
    try:
        return types.GenerateContentResponse._from_response(response=fragment, kwargs={})
    except ValueError:
        return fragment


GENERATED = TABLES["gemini-generate"]


@pytest.mark.parametrize("row", GENERATED, ids=[row.name for row in GENERATED])
def test_responses(row: Row) -> None:
    fragments = json.loads(json.dumps(row.fragments, default=lambda _: "c2ln"))  # bytes are base64 in JSON
    if row.error is None:  # an error beside the candidates is dropped
        assert meanings(fold(map(response, fragments))) == meanings(fold(row.fragments))


def test_a_call_object_is_there_also_where_it_says_nothing() -> None:
    terminator = response(parts(call()))
    found = terminator.candidates[0].content.parts[0].function_call
    assert (found is not None, found.name, found.args) == (True, None, None)
    stream = [parts(call("go", willContinue=True)), parts(call()), parts(finish="STOP")]
    (sound,) = toolfold.finalize(fold(map(response, stream))).unwrap()
    assert sound.arguments == {}


def test_a_null_that_came_as_null_is_seen_among_the_fields_that_were_set() -> None:
    edits = [path("$.a", nullValue=None), path("$.b", nullValue="NULL_VALUE"), path("$.c", numberValue=50)]
    stream = [parts(call("go", partialArgs=edits)), parts(finish="STOP")]
    objects = [response(one) for one in stream]
    seen = objects[0].candidates[0].content.parts[0].function_call.partial_args
    assert (seen[0].null_value, seen[2].number_value) == (None, 50.0)
    (sound,) = toolfold.finalize(fold(objects)).unwrap()
    assert sound.arguments == {"a": None, "b": None, "c": 50}
    assert type(sound.arguments["c"]) is int


def test_signatures_are_bytes_and_sit_beside_the_call() -> None:
    fragment = parts({**call("go", {"a": 1}), "thoughtSignature": "c2ln"}, finish="STOP")
    found = response(fragment)
    assert found.candidates[0].content.parts[0].thought_signature == b"sig"
    (sound,) = toolfold.finalize(fold([found])).unwrap()
    assert sound.extras == {"thoughtSignature": "c2ln"}
    back = toolfold.messages.assistant([sound], "gemini-generate")
    assert types.Content.model_validate(back).parts[0].thought_signature == b"sig"


def test_what_goes_back_is_content_of_the_package() -> None:
    (sound,) = toolfold.finalize(fold([calls(one(args={"a": 1}))])).unwrap()
    assert types.Content.model_validate(toolfold.messages.assistant([sound], "gemini-live")).parts[0].function_call.id
    answer = toolfold.messages.tool_result(sound, {"n": 1}, "gemini-live")
    assert types.LiveClientMessage.model_validate(answer).tool_response.function_responses[0].id == "f1"


# -- Live


def live(fragment: Any) -> Any:
    known = ("setupComplete", "serverContent", "toolCall", "toolCallCancellation", "goAway", "usageMetadata")
    if not any(key in fragment for key in known):
        return fragment
    try:
        return types.LiveServerMessage._from_response(response=fragment, kwargs={})
    except ValueError:
        return fragment


LIVE = [row for row in TABLES["gemini-live"] if row.name != "extras"]


@pytest.mark.parametrize("row", LIVE, ids=[row.name for row in LIVE])
def test_live_messages(row: Row) -> None:
    assert meanings(fold(map(live, row.fragments))) == meanings(fold(row.fragments))


def test_live_messages_are_objects() -> None:
    stream = [calls(one(args={"a": 1}), one("f2", args={})), cancel("f2"), content(turnComplete=True)]
    objects = [live(fragment) for fragment in stream]
    assert {type(found).__name__ for found in objects} == {"LiveServerMessage"}
    assert [toolfold.detect(found).name for found in objects] == ["gemini-live"] * 3
    assert meanings(fold(objects)) == meanings(fold(stream))


# -- Interactions


def event(fragment: Any) -> Any:
    """What the client makes of an event of a stream, by the reading that it uses itself."""
    from google.genai._gaos.utils.serializers import unmarshal_json  # noqa: PLC0415

    kind = interactions.InteractionSSEEvent if "event_type" in fragment else interactions.Interaction
    try:
        return unmarshal_json(json.dumps(fragment, default=vars), kind)
    except (ValueError, TypeError):
        return fragment


STEPS = [row for row in TABLES["gemini-interactions"] if row.name != "what_the_sdk_does_not_know"]


@pytest.mark.parametrize("row", STEPS, ids=[row.name for row in STEPS])
def test_interaction_events(row: Row) -> None:
    assert meanings(fold(map(event, row.fragments))) == meanings(fold(row.fragments))


def test_arguments_that_did_not_come_are_an_object_of_nulls() -> None:
    stream = [other(0, "google_search_call", id="s1", signature=""), stop(0), over("completed")]
    objects = [event(fragment) for fragment in stream]
    assert objects[0].step.arguments.queries is None
    assert meanings(fold(objects)) == meanings(fold(stream))
    assert toolfold.outcomes(fold(objects))[0].unwrap().arguments == {}


def test_what_the_package_does_not_know_stays_as_it_came() -> None:
    stream = [
        {"event_type": "step.start", "index": 0, "step": {"type": "computer_call", "id": "s1", "arguments": {"x": 1}}},
        stop(0),
        begin(1),
        grown(1, "arguments_delta", arguments='{"a":1}'),
        {**stop(1), "future": 1},
        {"event_type": "step.something", "index": 1},
        over(),
    ]
    objects = [event(fragment) for fragment in stream]
    assert objects[0].step.is_unknown
    assert objects[5].is_unknown
    assert meanings(fold(objects)) == meanings(fold(stream))


def test_a_signature_that_the_class_has_no_field_for_is_kept() -> None:
    stream = [created(), begin(0, signature="c2ln"), delta(0, "{}"), stop(0), over()]
    (sound,) = toolfold.finalize(fold(map(event, stream))).unwrap()
    assert sound.extras == {"signature": "c2ln"}
    assert "signature" not in interactions.FunctionCallStep.model_fields


def test_a_whole_interaction_and_what_goes_back() -> None:
    fragment = whole(step({"a": 1}, signature="c2ln"), step({}, "k2"), model="gemini", created="2026-01-01T00:00:00Z")
    found = event(fragment)
    assert type(found).__name__ == "Interaction"
    assert meanings(fold([found])) == meanings(fold([fragment]))
    calls_ = toolfold.finalize(fold([found])).unwrap()
    answer = toolfold.messages.tool_result(calls_[0], "4", "gemini-interactions")
    assert interactions.FunctionResultStep.model_validate(answer).call_id == "k1"
    back = toolfold.messages.assistant(calls_, "gemini-interactions")["steps"]
    assert [interactions.FunctionCallStep.model_validate(one).id for one in back] == ["k1", "k2"]
