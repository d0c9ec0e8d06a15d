"""AG-UI: what goes back, and what it says when it is read again."""

from typing import Any

import pytest

import toolfold
from tests.rows import TABLES
from tests.rows.ag_ui import args, called, chunk, message, run, secret, start, stop
from tests.rows.build import Row
from tests.sdks.compare import meanings
from toolfold import messages

WIRE = "ag-ui"
ROWS = [
    row
    for row in TABLES[WIRE]
    if row.outcomes and row.error is None and all("error" not in one and one["id"] for one in row.outcomes)
]
CALL = toolfold.ToolCall(id="c1", name="go", text='{"a": 1}', value='{"a": 1}')


def said(state: toolfold.State) -> list[Any]:
    """All but who runs a call, and what belongs to its message: an answer alone says the first."""
    return [
        (*one[:5], *one[6:8], {key: value for key, value in one[8].items() if key != "parentMessageId"})
        for one in meanings(state)
    ]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_goes_back_says_the_same(row: Row) -> None:
    state = toolfold.feed_all(toolfold.new(), row.fragments)
    if len({one[0] for one in said(state)}) < len(said(state)):
        return  # one id for several calls: a message cannot say that
    back = messages.assistant(toolfold.outcomes(state), WIRE)
    for fragment in (back, {"type": "MESSAGES_SNAPSHOT", "messages": [back]}):
        assert said(toolfold.feed(toolfold.new(), fragment)) == said(state)


def test_a_message() -> None:
    stream = run(
        start(parentMessageId="m1", subagentRunId="s1", metadata={"x": 1}),
        args('{"a": 1}'),
        stop(),
        secret("c2VjcmV0"),
        chunk("c2", "come"),
    )
    calls = toolfold.finalize(toolfold.feed_all(toolfold.new(), stream))
    assert messages.assistant(calls, WIRE) == {
        **message(called('{"a": 1}', encryptedValue="c2VjcmV0", metadata={"x": 1}), called("{}", "c2", "come")),
        "subagentRunId": "s1",
    }


def test_ids_of_messages_are_made_where_none_came() -> None:
    assert messages.assistant([CALL], WIRE)["id"] == "assistant_c1"
    assert messages.assistant([], WIRE) == {"id": "assistant", "role": "assistant"}


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("4", "4"),
        ({"n": 4}, '{"n":4}'),
        ([{"type": "text", "text": "4"}], [{"type": "text", "text": "4"}]),
        ([{"type": "car"}], '[{"type":"car"}]'),
        ([{"type": 1}], '[{"type":1}]'),
    ],
)
def test_results(content: Any, sent: Any) -> None:
    answer = {"id": "tool_c1", "role": "tool", "toolCallId": "c1", "content": sent}
    assert messages.tool_result(CALL, content, WIRE) == answer


def test_errors() -> None:
    fault = toolfold.Truncated(id="c1", name="go", text="{", message="it was cut")
    answer = {"id": "tool_c1", "role": "tool", "toolCallId": "c1", "content": "it was cut", "error": "it was cut"}
    assert messages.tool_error(fault, WIRE) == answer
    assert messages.assistant([fault], WIRE)["toolCalls"] == [called("{}")]
