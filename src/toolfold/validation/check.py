"""Whether the tools that there are can run a call."""

from difflib import get_close_matches
from typing import TypedDict

from returns.result import Failure, Result, Success

from toolfold.core.deltas import Kind, RunBy
from toolfold.core.faults import Fault, message_of
from toolfold.core.refusals import InvalidArguments, Problem, UnknownTool
from toolfold.core.tool_call import ToolCall
from toolfold.validation.tools import Tool, Tools, toolset
from toolfold.validation.wording import any_of, literal

MOST = 8
"""Problems of one call that are told."""
NEAREST = 3
COMPARED = 100
"""Characters of a name that are compared with the others, since comparing is quadratic."""

SERVER = "server_label"
"""Names, in a call's extras, the server whose tool it is: only the provider knows that tool."""


def validate(call: ToolCall, tools: object) -> Result[ToolCall, Fault]:
    """Check a call against the tools that there are: the same call, or a fault that a model can mend.

    ``tools`` is best what ``toolset`` made; anything that it takes is compiled at every call. It is a step for
    ``.bind``: ``outcome.bind(partial(validate, tools=tools))``. The fault is ``UnknownTool`` or ``InvalidArguments``,
    whose problems name the JSON path of each. Calls that the provider runs are its own to check. It never raises,
    whatever the arguments are.

    >>> tools = toolset([{"type": "function", "function": {"name": "forecast"}}])
    >>> validate(ToolCall(id="c1", name="Forecasts"), tools).failure().nearest
    ('forecast',)
    """
    if not isinstance(call, ToolCall):
        raise TypeError(f"validate takes a ToolCall, not {type(call).__name__}; for an outcome, use outcome.bind")
    known = tools if isinstance(tools, Tools) else toolset(tools)
    if call.run_by == "provider" or SERVER in call.extras:
        return Success(call)
    name = _name(call, known)
    if name is None:
        return Failure(_unknown(call, known))
    problems = _problems(call, known[name], known)
    return Failure(_invalid(call, problems)) if problems else Success(call)


def _name(call: ToolCall, tools: Tools) -> str | None:
    """Return the name under which a call's tool is known; tools of a namespace have the namespace's name before it."""
    within = f"{call.extras.get('namespace')}.{call.name}"
    return next((name for name in (within, call.name) if name in tools), None)


def _problems(call: ToolCall, tool: Tool, tools: Tools) -> tuple[Problem, ...]:
    if tool.kind == "custom" and call.kind == "custom":
        return ()
    if call.value is None or tool.kind == "custom":
        wanted, came = ("free text", "a JSON object") if tool.kind == "custom" else ("a JSON object", "free text")
        return (Problem(path=(), kind="wrong-type", message=f"must be {wanted}, not {came}"),)
    return tools.problems(tool.name, call.value, MOST)


def _invalid(call: ToolCall, problems: tuple[Problem, ...]) -> InvalidArguments:
    seen = "; ".join(map(str, problems))
    return InvalidArguments(
        **_shared(call),
        message=message_of(InvalidArguments.kind, call.name, seen),
        problems=problems,
    )


def _unknown(call: ToolCall, tools: Tools) -> UnknownTool:
    """Return the fault of a call without a tool: the names that resemble it, or all if none does."""
    nearest = _nearest(call.name, tools)
    offered = any_of([literal(name) for name in nearest or tools])
    hint = f"; the nearest is {offered}" if nearest else f"; there is {offered}" if tools else "; there are no tools"
    seen = f"there is no tool of this name{hint}"
    return UnknownTool(**_shared(call), message=message_of(UnknownTool.kind, call.name, seen), nearest=nearest)


def _nearest(name: str, tools: Tools) -> tuple[str, ...]:
    plain = {_plain(known): known for known in reversed([*tools])}
    return tuple(plain[found] for found in get_close_matches(_plain(name), plain, NEAREST))


def _plain(name: str) -> str:
    """Return a name without what is most often mistaken: case, dashes, and a prefix that ends in a dot."""
    return name[:COMPARED].casefold().replace("-", "_").rpartition(".")[2]


class _Shared(TypedDict):
    """What a fault takes over from its call."""

    id: str
    id_made_up: bool
    name: str
    text: str
    choice: int
    index: int | None
    call_kind: Kind
    run_by: RunBy
    extras_text: str
    call: ToolCall


def _shared(call: ToolCall) -> _Shared:
    return {
        "id": call.id,
        "id_made_up": call.id_made_up,
        "name": call.name,
        "text": call.text,
        "choice": call.choice,
        "index": call.index,
        "call_kind": call.kind,
        "run_by": call.run_by,
        "extras_text": call.extras_text,
        "call": call,
    }
