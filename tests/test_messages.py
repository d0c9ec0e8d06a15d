"""Messages: each wire's shapes, what is echoed where, and that a message fed back gives the same calls."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from toolfold import (
    InvalidJson,
    MissingName,
    ToolCall,
    Truncated,
    calls,
    feed,
    feed_all,
    finalize,
    messages,
    new,
    outcomes,
)
from toolfold.wires import WIRES, Wire

PROVIDERS = ("openai-chat", "mistral-chat", "anthropic-messages", "gemini-generate")
CHATS = ("openai-chat", "mistral-chat")
CALL = ToolCall(id="c1", name="add", text='{"a": 1}', value='{"a": 1}', index=0)
FAULT = Truncated(id="c2", name="pay", text='{"amount":1', message="it was cut")


def chunk(*entries, finish=None, **delta):
    delta = {"tool_calls": list(entries), **delta} if entries else delta
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def entry(index=None, id_=None, name=None, arguments=None, **extras):
    function = {"name": name, "arguments": arguments}
    given_ = {
        "index": index,
        "id": id_,
        "function": {key: value for key, value in function.items() if value is not None},
    }
    return {key: value for key, value in given_.items() if value is not None} | extras


def block(index, content_block, *pieces):
    yield {"type": "content_block_start", "index": index, "content_block": content_block}
    for piece in pieces:
        delta = {"type": "input_json_delta", "partial_json": piece}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def response(*parts, finish=None):
    candidate = {"index": 0, "content": {"role": "model", "parts": list(parts)}, "finishReason": finish}
    return {"candidates": [{key: value for key, value in candidate.items() if value is not None}]}


def anthropic(*blocks, stop="tool_use"):
    yield {"type": "message_start", "message": {"id": "msg_1", "type": "message", "content": []}}
    for one in blocks:
        yield from one
    yield {"type": "message_delta", "delta": {"stop_reason": stop}}
    yield {"type": "message_stop"}


def whole(message, wire):
    """The response of the provider that does not stream, with a message of ours as its message."""
    match wire:
        case "anthropic-messages":
            return {"type": "message", "stop_reason": "tool_use", **message}
        case "gemini-generate":
            return {"candidates": [{"content": message, "finishReason": "STOP"}]}
        case _:
            choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
            return {"object": "chat.completion", "choices": [choice]}


def folded(stream):
    return feed_all(new(), stream)


def said(call, *, with_id=True):
    """What two equal calls say alike, the text aside, which an object does not keep."""
    id_ = call.id if with_id else None
    return (id_, call.name, call.arguments, call.extras, call.kind, call.run_by, call.display_text)


def same(call, back):
    """Whether a call came back as it was; a made-up id comes back as a real one, or is made up again."""
    with_id = not (call.id_made_up or back.id_made_up)
    return said(call, with_id=with_id) == said(back, with_id=with_id)


STREAMS = {
    "openai-chat/parallel": [
        chunk(entry(0, "c1", "add", "", type="function"), role="assistant"),
        chunk(entry(0, arguments='{"a": 1, ')),
        chunk(entry(1, "c2", "now", "", type="function")),
        chunk(entry(0, arguments='"b": "ø"}')),
        chunk(finish="tool_calls"),
        "[DONE]",
    ],
    "openai-chat/signatures": [
        chunk(
            entry(
                0,
                "c1",
                type="function",
                extra_content={"google": {"thought_signature": "sig"}},
                function={"name": "add", "arguments": "", "provider_specific_fields": {"thought_signature": "sig"}},
            )
        ),
        chunk(entry(0, arguments='{"a":1}')),
        chunk(finish="stop"),
    ],
    "openai-chat/custom": [
        chunk({"index": 0, "id": "c1", "type": "custom", "custom": {"name": "run", "input": ""}}),
        chunk({"index": 0, "custom": {"input": "print(1)\n"}}),
        chunk(finish="tool_calls"),
    ],
    "openai-chat/legacy": [
        chunk(function_call={"name": "add", "arguments": ""}),
        chunk(function_call={"arguments": '{"a":1}'}),
        chunk(finish="function_call"),
    ],
    "openai-chat/without-ids": [chunk(entry(0, name="add", arguments='{"a":1}'), finish="stop")],
    "mistral-chat/whole": [
        chunk(
            entry(0, "Ab3dE6gH9", "add", '{"a": 1}'),
            entry(1, "Zb3dE6gH9", "now", "{}"),
            finish="tool_calls",
        )
    ],
    "mistral-chat/null-ids": [
        chunk(entry(0, "null", "add", {"a": 1}), entry(1, "null", "now", {}), finish="tool_calls"),
    ],
    "anthropic-messages/client": [
        *anthropic(
            block(0, {"type": "text", "text": ""}),
            block(
                1,
                {"type": "tool_use", "id": "t1", "name": "add", "input": {}, "caller": {"type": "direct"}},
                '{"a"',
                ": 1}",
            ),
            block(2, {"type": "tool_use", "id": "t2", "name": "now", "input": {}}, ""),
        )
    ],
    "anthropic-messages/server": [
        *anthropic(
            block(0, {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}, '{"query": "x"}'),
            block(1, {"type": "mcp_tool_use", "id": "m1", "name": "echo", "server_name": "e", "input": {}}, '{"m": 1}'),
            block(2, {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}}),
        )
    ],
    "gemini-generate/signature-on-the-first": [
        response({"functionCall": {"name": "add", "args": {"a": 1}}, "thoughtSignature": "c2ln"}),
        response({"functionCall": {"name": "now"}}, {"functionCall": {"id": "g3", "name": "zones", "args": {}}}),
        response(finish="STOP"),
    ],
    "gemini-generate/by-path": [
        response({"functionCall": {"name": "note", "willContinue": True}, "thoughtSignature": "c2ln"}),
        response(
            {"functionCall": {"partialArgs": [{"jsonPath": "$.a[0].b", "stringValue": "hi"}], "willContinue": True}}
        ),
        response({"functionCall": {}}, finish="STOP"),
    ],
    "gemini-generate/server": [
        response({"executableCode": {"language": "PYTHON", "code": "print(1)"}, "thoughtSignature": "c2ln"}),
        response({"executableCode": {"id": "x1", "language": "PYTHON", "code": "print(2)"}}),
        response(
            {"toolCall": {"id": "g1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["x"]}}}, finish="STOP"
        ),
        response({"functionCall": {"name": "add", "args": {"a": 1}, "thoughtSignature": "inside"}}),
    ],
}


# ------------------------------------------------------------------------------------------------- fed back


@pytest.mark.parametrize("name", STREAMS)
def test_a_message_fed_back_gives_the_calls_it_was_made_of(name):
    wire, stream = name.split("/")[0], STREAMS[name]
    found = outcomes(folded(stream))
    message = messages.assistant(found, wire)
    back = outcomes(feed(new(), whole(message, wire)))
    assert len(found) == len(back)
    assert all(same(one.unwrap(), other.unwrap()) for one, other in zip(found, back, strict=True))
    assert messages.assistant(back, wire) == message
    assert json.loads(json.dumps(message)) == message


NAMES = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
DRAWN = st.lists(st.tuples(NAMES, st.dictionaries(NAMES, VALUES, max_size=3), VALUES), min_size=1, max_size=4)


def streamed(drawn, wire):
    """The same calls as a stream of any wire: whole texts in two pieces, and a further key to echo."""
    numbered = [(at, f"call{at:05d}", name, json.dumps(value), extra) for at, (name, value, extra) in enumerate(drawn)]
    if wire == "gemini-generate":
        parts = [
            {"functionCall": {"id": id_, "name": name, "args": json.loads(text), "more": extra}, "beside": extra}
            for _, id_, name, text, extra in numbered
        ]
        return [*(response(part) for part in parts), response(finish="STOP")]
    if wire == "anthropic-messages":
        return anthropic(
            *(
                block(at, {"type": "tool_use", "id": id_, "name": name, "input": {}, "more": extra}, text[:1], text[1:])
                for at, id_, name, text, extra in numbered
            )
        )
    heads = [chunk(entry(at, id_, name, text[:1], more=extra)) for at, id_, name, text, extra in numbered]
    return [*heads, *(chunk(entry(at, arguments=text[1:])) for at, _, _, text, _ in numbered), chunk(finish="stop")]


@pytest.mark.parametrize("wire", PROVIDERS)
@given(drawn=DRAWN)
def test_any_calls_come_back_from_a_message(wire, drawn):
    found = finalize(folded(streamed(drawn, wire))).unwrap()
    assert [call.arguments for call in found] == [value for _, value, _ in drawn]
    back = finalize(feed(new(), whole(messages.assistant(found, wire), wire))).unwrap()
    assert list(map(said, back)) == list(map(said, found))


@pytest.mark.parametrize("wire", ["nous", "brainlid"])
@given(drawn=DRAWN)
def test_any_calls_come_back_from_the_maps_of_a_reference_system(wire, drawn):
    given_ = [
        ToolCall(id=f"c{at}", name=name, value=json.dumps(value), index=at, extras_text=f'{{"metadata":{{"n":{at}}}}}')
        for at, (name, value, _) in enumerate(drawn)
    ]
    back = finalize(folded(messages.assistant(given_, wire)["tool_calls"])).unwrap()
    assert list(map(said, back)) == list(map(said, given_))


# --------------------------------------------------------------------------------------------- the assistant's message


def test_openai_chat_is_the_message_of_a_whole_completion():
    assert messages.assistant(finalize(folded(STREAMS["openai-chat/parallel"])), "openai-chat") == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1, "b": "ø"}'}},
            {"id": "c2", "type": "function", "function": {"name": "now", "arguments": "{}"}},
        ],
    }


def test_openai_chat_echoes_signatures_beside_and_inside_the_function():
    (written,) = messages.assistant(outcomes(folded(STREAMS["openai-chat/signatures"])), "openai-chat")["tool_calls"]
    assert written["extra_content"] == {"google": {"thought_signature": "sig"}}
    assert written["function"]["provider_specific_fields"] == {"thought_signature": "sig"}
    assert set(written) == {"id", "type", "function", "extra_content"}


def test_openai_chat_custom_tools_keep_their_free_text():
    (written,) = messages.assistant(outcomes(folded(STREAMS["openai-chat/custom"])), "openai-chat")["tool_calls"]
    assert written == {"id": "c1", "type": "custom", "custom": {"name": "run", "input": "print(1)\n"}}


def test_openai_chat_legacy_calls_are_answered_by_name():
    (call,) = finalize(folded(STREAMS["openai-chat/legacy"])).unwrap()
    assert messages.assistant([call], "openai-chat") == {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "add", "arguments": '{"a":1}'},
    }
    answer = {"role": "function", "name": "add", "content": '{"sum":3}'}
    assert messages.tool_result(call, {"sum": 3}, "openai-chat") == answer
    cut = finalize(folded(STREAMS["openai-chat/legacy"][:1])).failure().faults[0]
    assert messages.tool_error(cut, "openai-chat") == {"role": "function", "name": "add", "content": cut.message}


def test_openai_chat_has_room_for_one_legacy_call():
    (call,) = finalize(folded(STREAMS["openai-chat/legacy"])).unwrap()
    message = messages.assistant([call, replace(call, id="c2", name="now"), CALL], "openai-chat")
    assert message["function_call"]["name"] == "add"
    assert [list(one) for one in message["tool_calls"]] == [["id", "type", "function"]] * 2
    assert [one["function"]["name"] for one in message["tool_calls"]] == ["now", "add"]


@pytest.mark.parametrize("wire", CHATS)
def test_chat_without_calls_has_no_list_of_them(wire):
    assert messages.assistant([], wire) == {"role": "assistant", "content": None}


def test_chat_sends_a_made_up_id_and_mistral_one_that_it_takes():
    (call,) = finalize(folded(STREAMS["openai-chat/without-ids"])).unwrap()
    for wire, id_ in (("openai-chat", call.id), ("mistral-chat", call.id[-9:])):
        (written,) = messages.assistant([call], wire)["tool_calls"]
        assert written["id"] == messages.tool_result(call, "3", wire)["tool_call_id"] == id_
    two = finalize(folded(STREAMS["mistral-chat/null-ids"])).unwrap()
    ids = [one["id"] for one in messages.assistant(two, "mistral-chat")["tool_calls"]]
    assert len(set(ids)) == 2
    assert all(len(id_) == 9 and id_.isalnum() and id_.isascii() for id_ in ids)


def test_mistral_keeps_an_id_of_its_own():
    message = messages.assistant(finalize(folded(STREAMS["mistral-chat/whole"])), "mistral-chat")
    assert [one["id"] for one in message["tool_calls"]] == ["Ab3dE6gH9", "Zb3dE6gH9"]


def test_anthropic_blocks_hold_what_came_with_them():
    assert messages.assistant(outcomes(folded(STREAMS["anthropic-messages/client"])), "anthropic-messages") == {
        "role": "assistant",
        "content": [
            {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}, "caller": {"type": "direct"}},
            {"type": "tool_use", "id": "t2", "name": "now", "input": {}},
        ],
    }


def test_anthropic_calls_of_the_provider_keep_their_type():
    state = folded(STREAMS["anthropic-messages/server"])
    assert messages.assistant(outcomes(state), "anthropic-messages")["content"] == [
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "mcp_tool_use", "id": "m1", "name": "echo", "input": {"m": 1}, "server_name": "e"},
        {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}},
    ]
    only = messages.assistant(finalize(state), "anthropic-messages")["content"]
    assert [one["id"] for one in only] == ["t1"]


def test_gemini_signatures_stand_beside_their_calls_and_made_up_ids_are_left_out():
    state = folded(STREAMS["gemini-generate/signature-on-the-first"])
    assert messages.assistant(finalize(state), "gemini-generate") == {
        "role": "model",
        "parts": [
            {"functionCall": {"name": "add", "args": {"a": 1}}, "thoughtSignature": "c2ln"},
            {"functionCall": {"name": "now", "args": {}}},
            {"functionCall": {"id": "g3", "name": "zones", "args": {}}},
        ],
    }


def test_gemini_arguments_by_path_become_an_object():
    message = messages.assistant(finalize(folded(STREAMS["gemini-generate/by-path"])), "gemini-generate")
    call = {"name": "note", "args": {"a": [{"b": "hi"}]}}
    assert message["parts"] == [{"functionCall": call, "thoughtSignature": "c2ln"}]


def test_gemini_calls_of_the_provider_are_parts_of_their_own():
    found = outcomes(folded(STREAMS["gemini-generate/server"]))
    assert messages.assistant(found, "gemini-generate")["parts"] == [
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}, "thoughtSignature": "c2ln"},
        {"executableCode": {"id": "x1", "language": "PYTHON", "code": "print(2)"}},
        {"toolCall": {"id": "g1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["x"]}}},
        {"functionCall": {"name": "add", "args": {"a": 1}, "thoughtSignature": "inside"}},
    ]


def test_a_signature_in_the_bytes_of_an_sdk_is_the_text_of_the_wire():
    part = {"function_call": {"name": "add", "args": {}}, "thought_signature": b"sig"}
    message = messages.assistant(finalize(folded([response(part, finish="STOP")])), "gemini-generate")
    assert message["parts"] == [{"functionCall": {"name": "add", "args": {}}, "thoughtSignature": "c2ln"}]


def test_a9_nous_calls_always_have_an_id():
    (call,) = finalize(
        folded([{"name": "add", "arguments": {"a": 1}, "metadata": {"thought_signature": "s"}}])
    ).unwrap()
    assert messages.assistant([call], "nous") == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": call.id, "name": "add", "arguments": {"a": 1}, "metadata": {"thought_signature": "s"}},
        ],
    }
    assert call.id.startswith("call_")


def test_a6_nous_undecodable_arguments_keep_the_call_and_the_raw_text():
    state = folded([[entry(0, "c1", "add", '{"a": nonsense'), entry(1, "c2", "now", "")]])
    assert messages.assistant(outcomes(state), "nous")["tool_calls"] == [
        {"id": "c1", "name": "add", "arguments": {}, "_invalid_arguments": '{"a": nonsense'},
        {"id": "c2", "name": "now", "arguments": {}},
    ]
    fault = finalize(state).failure().faults[0]
    answer = {"role": "tool", "content": fault.message, "tool_call_id": "c1", "name": "add"}
    assert messages.tool_error(fault, "nous") == answer


def test_brainlid_calls_have_all_their_fields():
    attrs = {
        "status": "complete",
        "type": "function",
        "call_id": "c1",
        "name": "add",
        "arguments": {"a": 1},
        "index": 0,
        "display_text": "Adding",
        "metadata": {"execution_status": "executing"},
    }
    call = calls.new(attrs).unwrap()
    assert messages.assistant([call], "brainlid")["tool_calls"] == [attrs]
    bare = messages.assistant([ToolCall(id="c1", name="now")], "brainlid")["tool_calls"]
    assert bare == [attrs | {"name": "now", "arguments": {}, "index": None, "display_text": None, "metadata": None}]


def test_c6_looprig_blocks_keep_the_providers_state_and_its_label():
    scoped = {"ProviderState": {"s": [1]}, "ProviderStateFormat": "gemini"}
    stream = [
        {"Index": 0, "ID": "c1", "Name": "add", "InputJSON": '{"a":1}', **scoped},
        {"Index": 1, "Name": "now", "ID": "c2"},
    ]
    message = messages.assistant(finalize(folded(stream)), "looprig")
    assert message == {
        "role": "assistant",
        "blocks": [
            {"type": "tool_use", "ID": "c1", "Name": "add", "Input": {"a": 1}, **scoped},
            {"type": "tool_use", "ID": "c2", "Name": "now", "Input": {}},
        ],
    }
    message["blocks"][0]["ProviderState"]["s"].append(2)
    assert scoped["ProviderState"] == {"s": [1]}


# ----------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("received", "sent"),
    [
        (' {"a": 1}\n', ' {"a": 1}\n'),
        ("", "{}"),
        (" ", "{}"),
        ("null", "{}"),
        ('{"a": 1}{"a":1}', '{"a": 1}'),
        ('"{\\"a\\": 1}"', '{"a": 1}'),
        ('{"a": "one\ttwo"}', '{"a":"one\\ttwo"}'),
        ('{"n": 12345678901234567890, "f": 1.50}', '{"n": 12345678901234567890, "f": 1.50}'),
    ],
)
def test_argument_text_is_what_was_received_unless_it_needed_a_repair(received, sent):
    stream = [chunk(entry(0, "c1", "add", received)), chunk(finish="stop")]
    (call,) = finalize(folded(stream)).unwrap()
    (written,) = messages.assistant([call], "openai-chat")["tool_calls"]
    assert written["function"]["arguments"] == sent
    assert json.loads(sent) == call.arguments == messages.assistant([call], "anthropic-messages")["content"][0]["input"]


@pytest.mark.parametrize("wire", sorted(messages.FORMATS))
def test_free_text_is_sent_in_every_format(wire):
    call = ToolCall(id="c1", name="run", text="print(1)", value=None, kind="custom")
    assert "print(1)" in json.dumps(messages.assistant([call], wire))


@pytest.mark.parametrize("wire", sorted(messages.FORMATS))
def test_a_message_is_fresh(wire):
    call = replace(CALL, value='{"a": []}', text='{"a": []}', extras_text='{"more":{"b":[]}}')
    first = messages.assistant([call], wire)
    spoil(first)
    assert messages.assistant([call], wire) != first
    content = [{"type": "text", "text": "t", "content": "t", "more": []}]
    spoil(messages.tool_result(call, content, wire))
    assert content == [{"type": "text", "text": "t", "content": "t", "more": []}]


def spoil(value):
    """Change every list and map that can be reached."""
    for inner in list(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()):
        spoil(inner)
    if isinstance(value, dict):
        value["spoilt"] = True
    elif isinstance(value, list):
        value.append("spoilt")


@pytest.mark.parametrize("wire", PROVIDERS)
def test_the_execution_status_is_ours_and_not_sent(wire):
    call = calls.with_execution_status(CALL, "executing")
    assert messages.assistant([call], wire) == messages.assistant([CALL], wire)
    call = calls.with_execution_status(replace(CALL, extras_text='{"metadata":{"k":1}}'), "executing")
    assert "executing" not in json.dumps(messages.assistant([call], wire))
    assert '"metadata": {"k": 1}' in json.dumps(messages.assistant([call], wire))


@pytest.mark.parametrize("wire", PROVIDERS)
def test_extras_never_replace_what_the_format_says(wire):
    hostile = {"id": "x", "name": "x", "role": "x", "function": {"name": "x"}, "functionCall": {"name": "x", "id": "x"}}
    message = messages.assistant([replace(CALL, extras_text=json.dumps(hostile))], wire)
    (call,) = finalize(feed(new(), whole(message, wire))).unwrap()
    assert (call.id, call.name, call.arguments) == ("c1", "add", {"a": 1})


# ---------------------------------------------------------------------------------------------------- what goes in


BROKEN = [chunk(entry(0, "c1", "add", '{"a"')), chunk(entry(1, "c2", "now", "{}")), chunk(finish="stop")]


def ids(given_, wire="openai-chat"):
    return [one["id"] for one in messages.assistant(given_, wire)["tool_calls"]]


def test_outcomes_keep_their_order_and_a_failed_finalize_puts_the_faults_last():
    state = folded(BROKEN)
    assert ids(outcomes(state)) == ["c1", "c2"]
    assert ids(finalize(state)) == ["c2", "c1"]
    assert ids(finalize(state).failure()) == ["c2", "c1"]


def test_calls_faults_and_results_may_be_given_in_any_iterable():
    assert ids(iter((CALL, FAULT, Success(CALL), Failure(FAULT)))) == ["c1", "c2", "c1", "c2"]
    assert ids(CALL) == ids(Success((CALL,))) == ids(one for one in [CALL]) == ["c1"]


@pytest.mark.parametrize("wire", PROVIDERS)
def test_a_fault_is_its_call_with_empty_arguments_and_can_be_answered(wire):
    found = outcomes(folded(BROKEN))
    message = messages.assistant(found, wire)
    back = finalize(feed(new(), whole(message, wire))).unwrap()
    assert [(call.id, call.name, call.arguments) for call in back] == [("c1", "add", {}), ("c2", "now", {})]
    fault = found[0].failure()
    answer = json.dumps(messages.tool_error(fault, wire))
    assert '"c1"' in answer
    assert json.dumps(fault.message) in answer


def test_a_fault_keeps_its_extras():
    head = {"type": "tool_use", "id": "t1", "name": "add", "input": {}, "caller": {"type": "direct"}}
    state = folded(anthropic(block(0, head, '{"a"'), stop="max_tokens"))
    assert messages.assistant(outcomes(state), "anthropic-messages")["content"] == [head]


@pytest.mark.parametrize("wire", sorted(messages.FORMATS))
def test_a_call_without_a_name_gets_one_that_every_format_takes(wire):
    fault = MissingName(id="c1", name=None, text="{}", message="no name")
    assert "unnamed_tool" in json.dumps(messages.assistant([fault], wire))
    assert "null" not in json.dumps(messages.tool_error(fault, wire))


def test_a_broken_call_of_the_provider_is_left_out():
    head = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
    state = folded(anthropic(block(0, head, '{"query"'), stop="max_tokens"))
    assert messages.assistant(outcomes(state), "anthropic-messages")["content"] == []
    assert messages.assistant(finalize(state), "anthropic-messages")["content"] == []


@pytest.mark.parametrize("given_", [None, 1, "c1", {"id": "c1"}, [None], ["c1"], [{"id": "c1"}], folded(BROKEN)[0]])
def test_anything_else_is_a_misuse(given_):
    with pytest.raises(TypeError, match="expected calls"):
        messages.assistant(given_, "openai-chat")


def test_a_wire_is_given_by_name_or_as_itself():
    assert {"openai-chat", "anthropic-messages", "gemini-generate"} <= {wire.name for wire in WIRES}
    for wire in (wire for wire in WIRES if wire.name in messages.FORMATS):
        assert messages.assistant([CALL], wire) == messages.assistant([CALL], wire.name)
        assert messages.tool_result(CALL, "3", wire) == messages.tool_result(CALL, "3", wire.name)
        assert messages.tool_error(FAULT, wire) == messages.tool_error(FAULT, wire.name)


@pytest.mark.parametrize("wire", ["openai", "", Wire("mine", lambda _: False, lambda _: ())])
def test_an_unknown_wire_is_an_error_that_names_the_known_ones(wire):
    known = ", ".join(sorted(messages.FORMATS))
    for ask in (
        lambda: messages.assistant([CALL], wire),
        lambda: messages.tool_result(CALL, "3", wire),
        lambda: messages.tool_error(FAULT, wire),
    ):
        with pytest.raises(ValueError, match=known):
            ask()


# ------------------------------------------------------------------------------------------------ results and errors


@pytest.mark.parametrize("wire", CHATS)
@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("18 degrees", "18 degrees"),
        ("", ""),
        ({"degrees": 18}, '{"degrees":18}'),
        ([1, 2], "[1,2]"),
        ([], "[]"),
        (None, "null"),
        ([{"type": "text", "text": "18"}], [{"type": "text", "text": "18"}]),
        (({"type": "text", "text": "18"},), [{"type": "text", "text": "18"}]),
        ([{"type": "car", "wheels": 4}], '[{"type":"car","wheels":4}]'),
        ([{"type": "text", "text": "18"}, 3], '[{"type":"text","text":"18"},3]'),
        ([{"text": "18"}], '[{"text":"18"}]'),
        ([{"type": ["text"]}], '[{"type":["text"]}]'),
    ],
)
def test_chat_results_are_text_or_parts(wire, content, sent):
    assert messages.tool_result(CALL, content, wire) == {"role": "tool", "tool_call_id": "c1", "content": sent}


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("18", "18"),
        ([IMAGE, {"type": "text", "text": "18"}], [IMAGE, {"type": "text", "text": "18"}]),
        ({"degrees": 18}, '{"degrees":18}'),
        ([{"type": "car"}], '[{"type":"car"}]'),
        ([{"type": 1}], '[{"type":1}]'),
    ],
)
def test_anthropic_results_are_text_or_blocks(content, sent):
    result = {"type": "tool_result", "tool_use_id": "c1", "content": sent}
    assert messages.tool_result(CALL, content, "anthropic-messages") == result


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ({"degrees": 18}, {"degrees": 18}),
        ({}, {}),
        ("18", {"result": "18"}),
        ([1], {"result": [1]}),
        (None, {"result": None}),
        (18, {"result": 18}),
    ],
)
def test_gemini_results_are_objects(content, sent):
    result = {"functionResponse": {"id": "c1", "name": "add", "response": sent}}
    assert messages.tool_result(CALL, content, "gemini-generate") == result


def test_gemini_results_have_an_id_only_if_their_call_had_one():
    made_up = replace(CALL, id_made_up=True)
    result = {"functionResponse": {"name": "add", "response": {"result": "3"}}}
    assert messages.tool_result(made_up, "3", "gemini-generate") == result


@pytest.mark.parametrize("wire", sorted(messages.FORMATS))
def test_a_result_that_refers_to_itself_is_sent_as_text(wire):
    knot = {"type": "text", "text": "t", "content": "c"}
    knot["knot"] = knot
    assert len(json.dumps(messages.tool_result(CALL, [knot], wire))) < 1_000_000
    assert isinstance(messages.tool_result(CALL, knot, "gemini-generate")["functionResponse"]["response"], dict)


def test_nous_results_are_text_under_the_id_and_name():
    result = {"role": "tool", "content": '[{"type":"text"}]', "tool_call_id": "c1", "name": "add"}
    assert messages.tool_result(CALL, [{"type": "text"}], "nous") == result


def test_brainlid_results_say_whether_they_are_an_error():
    result = {"type": "function", "tool_call_id": "c1", "name": "add", "content": "3", "is_error": False}
    assert messages.tool_result(CALL, "3", "brainlid") == result
    parts = [{"type": "text", "content": "3"}]
    assert messages.tool_result(CALL, parts, "brainlid") == {**result, "content": parts}
    for data, sent in (([{"type": "car"}], '[{"type":"car"}]'), ([{"content": 1}], '[{"content":1}]')):
        assert messages.tool_result(CALL, data, "brainlid") == {**result, "content": sent}
    error = {"type": "function", "tool_call_id": "c2", "name": "pay", "content": "it was cut", "is_error": True}
    assert messages.tool_error(FAULT, "brainlid") == error


def test_looprig_results_are_messages_of_blocks():
    block_ = {"type": "text", "Text": "3"}
    result = {"role": "tool", "blocks": [block_], "tool_use_id": "c1"}
    assert messages.tool_result(CALL, "3", "looprig") == result
    assert messages.tool_result(CALL, [block_], "looprig") == result
    for data, sent in (({"n": 3}, '{"n":3}'), ([{"type": "car"}], '[{"type":"car"}]'), ([{"type": 1}], '[{"type":1}]')):
        assert messages.tool_result(CALL, data, "looprig")["blocks"] == [{"type": "text", "Text": sent}]
    error = {"role": "tool", "blocks": [{"type": "text", "Text": "it was cut"}], "tool_use_id": "c2", "is_error": True}
    assert messages.tool_error(FAULT, "looprig") == error


@pytest.mark.parametrize(
    ("wire", "answer"),
    [
        ("openai-chat", {"role": "tool", "tool_call_id": "c2", "content": "it was cut"}),
        ("mistral-chat", {"role": "tool", "tool_call_id": "c2", "content": "it was cut"}),
        (
            "anthropic-messages",
            {"type": "tool_result", "tool_use_id": "c2", "content": "it was cut", "is_error": True},
        ),
        ("gemini-generate", {"functionResponse": {"id": "c2", "name": "pay", "response": {"error": "it was cut"}}}),
    ],
)
def test_an_error_is_answered_with_the_message_of_the_fault(wire, answer):
    assert messages.tool_error(FAULT, wire) == answer


@pytest.mark.parametrize("wire", sorted({*messages.FORMATS} - {"cohere-v1"}))  # its calls have no ids
def test_a_result_for_a_fault_is_sent_under_its_id(wire):
    fault = InvalidJson(id="c9", name="pay", text="x", message="no JSON")
    assert '"c9"' in json.dumps(messages.tool_result(fault, "refunded", wire))
