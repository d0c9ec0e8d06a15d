"""The tools that there are, as a value that holds their compiled checks."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from toolfold.arguments.json_text import dumps, load
from toolfold.core.deltas import Kind
from toolfold.core.refusals import Problem
from toolfold.validation.forms import Declared, declared
from toolfold.validation.json_schema import Check, compiled
from toolfold.validation.pydantic_model import is_model, problems_of


class Tool(NamedTuple):
    """A tool: what it takes, as the text of a JSON Schema or as a model; any object will do if neither is known.

    ``kind`` is ``custom`` if it takes free text.
    """

    name: str
    kind: Kind = "function"
    schema: str | None = None
    model: type | None = None


class Tools(Mapping[str, Tool]):
    """Tools by name, in the order of their declaration, with their checks; made by ``toolset``.

    Immutable, and equal to other tools that take the same. It can be pickled; its checks are then compiled anew.

    >>> toolset([{"type": "function", "name": "now"}]) == toolset([{"type": "function", "function": {"name": "now"}}])
    True
    """

    __slots__ = ("_checks", "_formats", "_tools")

    _tools: dict[str, Tool]
    _checks: dict[str, Check]
    _formats: bool

    def __init__(self, tools: tuple[Tool, ...], formats: bool, /) -> None:  # noqa: FBT001  # for toolset and pickle
        """Compile the checks."""
        set_ = object.__setattr__
        set_(self, "_tools", {tool.name: tool for tool in tools})
        set_(self, "_checks", {tool.name: _check(tool, formats=formats) for tool in tools})
        set_(self, "_formats", formats)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: tools never change."""
        raise AttributeError(f"Tools never change; {name} cannot be set, toolset makes new ones")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse: tools never change."""
        self.__setattr__(name, None)

    def __getitem__(self, name: str, /) -> Tool:
        """Return one tool."""
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._tools)

    def __len__(self) -> int:
        """Count the tools."""
        return len(self._tools)

    def __hash__(self) -> int:
        """Hash what the tools take."""
        return hash((frozenset(self._tools.values()), self._formats))

    def __eq__(self, other: object) -> bool:
        """Compare what the tools take."""
        if not isinstance(other, Tools):
            return NotImplemented
        return (self._tools, self._formats) == (other._tools, other._formats)

    def __repr__(self) -> str:
        """Show the names."""
        return f"Tools({', '.join(self)})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what the tools take."""
        return Tools, (tuple(self._tools.values()), self._formats)

    def problems(self, name: str, text: str, most: int, /) -> tuple[Problem, ...]:
        """Return what is wrong with the JSON text of a tool's arguments, at most so many problems."""
        return self._checks[name](text, most)


def toolset(tools: object, /, *, formats: bool = False) -> Tools:
    """Return the tools of a request, compiled once, in whatever form they are declared to a provider.

    ``tools`` is a list of declarations as OpenAI (chat and Responses), Anthropic, Gemini, Bedrock or MCP have them, as
    plain data or as their SDKs' objects, or of pydantic models; or a mapping of names to JSON Schemas and models.
    ``formats`` says whether ``format`` is checked too, or only says what is meant. Entries for tools that the provider
    runs itself may be among them. What is no declaration is a ``TypeError``; a schema that is broken or refers outside
    itself (nothing is ever fetched), and two tools of one name, are a ``ValueError``.

    >>> toolset([{"type": "function", "function": {"name": "now"}}, {"type": "web_search"}])
    Tools(now, web_search)
    """
    found: dict[str, Tool] = {}
    for one in declared(tools):
        tool = _tool(one)
        if found.setdefault(tool.name, tool) != tool:
            raise ValueError(f"there are two tools with the name {tool.name!r}")
    return Tools(tuple(found.values()), formats)


def _tool(one: Declared) -> Tool:
    if is_model(one.takes):
        return Tool(one.name, one.kind, model=one.takes)
    return Tool(one.name, one.kind, None if one.takes is None else dumps(one.takes))


def _check(tool: Tool, *, formats: bool) -> Check:
    """Return the check of one tool; its schema is a copy of ours, so that nobody changes it afterwards."""
    model = tool.model
    if model is not None:
        return lambda text, most, /: problems_of(model, text, most)
    if tool.schema is None:
        return lambda _text, _most, /: ()
    try:
        return compiled(load(tool.schema), formats=formats)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"the schema of the tool {tool.name!r} cannot be used: {error}") from error
