"""Streams of Hugging Face's text-generation-inference: one index and one id for every call of a response."""

from tests.rows.build import Row, chunk, end, entry, fault, sound

USAGE = {"object": "chat.completion.chunk", "id": "", "model": "m", "choices": [], "usage": {"total_tokens": 9}}


def head(name: str, text: str = "{") -> dict[str, object]:
    return chunk(entry(0, "q", name, text, type="function"), role="assistant")


def tail(text: str) -> dict[str, object]:
    return chunk(entry(0, "q", None, text, type="function"), role="assistant")


ROWS = [
    Row(
        "tgi_one_call",
        [head("f"), tail('"n"'), tail(": 1"), tail("}"), end("stop"), USAGE],
        [sound("q", "f", {"n": 1}, index=0)],
        (),
    ),
    Row(
        "tgi_one_call_without_arguments",
        [head("f"), tail("}"), end("eos_token"), USAGE, "[DONE]"],
        [sound("q", "f", {})],
        (),
    ),
    Row(
        "tgi_calls_of_different_tools",
        [head("f"), tail('"n":1}'), head("g"), tail('"n":2}'), end("stop_sequence"), USAGE],
        [sound("q", "f", {"n": 1}), sound("q", "g", {"n": 2})],
        ("id-duplicate", "index-reused"),
    ),
    Row(
        "tgi_calls_of_one_tool_cannot_be_told_from_one_call",
        [head("f"), tail('"n":1}'), head("f"), tail('"n":2}'), end("stop"), USAGE],
        [fault("concatenated-json", "q", "f", '{"n":1}{"n":2}')],
    ),
    Row(
        "tgi_a_single_entry_where_a_list_is_expected",
        [
            {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": one}}]}
            for one in (entry(0, "q", "f", '{"n":'), entry(0, "q", None, "1}"))
        ]
        + [end("stop")],
        [sound("q", "f", {"n": 1})],
        (),
    ),
    Row("tgi_a_limit", [head("f"), tail('"n'), end("length"), USAGE], [fault("truncated", "q", "f", '{"n')]),
    Row(
        "tgi_a_whole_response_with_an_object",
        [
            {
                "object": "chat.completion",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "stop",
                        "message": {
                            "role": "assistant",
                            "tool_calls": [entry(..., "0", "f", {"n": 1}, type="function")],
                        },
                    }
                ],
            }
        ],
        [sound("0", "f", {"n": 1})],
    ),
]
