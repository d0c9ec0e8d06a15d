"""A check is a step for `.bind`, whatever comes after it."""

from functools import partial
from typing import assert_type

from returns.result import Result

import toolfold
from toolfold.validation import InvalidArguments, UnknownTool, toolset, validate

tools = toolset([])
check = partial(validate, tools=tools)
for outcome in toolfold.outcomes(toolfold.new()):
    checked = outcome.bind(check)
    assert_type(checked, Result[toolfold.ToolCall, toolfold.Fault])
    match checked.failure():
        case InvalidArguments(problems=problems):
            assert_type(problems[0].path, tuple[str | int, ...])
        case UnknownTool(nearest=nearest):
            assert_type(nearest, tuple[str, ...])
        case fault:
            toolfold.messages.tool_error(fault, "openai-chat")
