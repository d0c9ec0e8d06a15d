"""Whether a sound call is one that the tools can run: the tool exists, and its arguments are what it takes.

The fold knows no schema, so that a stream means the same whatever the tools are; this is a step after it:

    outcome.bind(partial(validate, tools=toolset(tools)))

Schemas are checked by jsonschema-rs (``pip install 'toolfold[schema]'``), models by pydantic; neither is imported
before it is needed.
"""

from toolfold.core.refusals import InvalidArguments, Problem, UnknownTool
from toolfold.validation.check import validate
from toolfold.validation.tools import Tool, Tools, toolset

__all__ = ["InvalidArguments", "Problem", "Tool", "Tools", "UnknownTool", "toolset", "validate"]
