"""A stream as the objects that the SDKs of providers make of it, by their own parsing and without validation."""

from typing import Any

from tests.bench import formats
from tests.bench.streams import Stream


def chat(stream: Stream) -> list[Any]:
    from openai._models import construct_type  # noqa: PLC0415  # only where openai is measured
    from openai.types.chat import ChatCompletionChunk  # noqa: PLC0415

    return [construct_type(type_=ChatCompletionChunk, value=one) for one in formats.chat(stream)]


def responses(stream: Stream) -> list[Any]:
    from openai._models import construct_type  # noqa: PLC0415
    from openai.types.responses import ResponseStreamEvent  # noqa: PLC0415

    return [construct_type(type_=ResponseStreamEvent, value=one) for one in formats.responses(stream)]


def anthropic(stream: Stream) -> list[Any]:
    from anthropic._models import construct_type  # noqa: PLC0415
    from anthropic.types import RawMessageStreamEvent  # noqa: PLC0415

    return [construct_type(type_=RawMessageStreamEvent, value=one) for one in formats.anthropic(stream)]
