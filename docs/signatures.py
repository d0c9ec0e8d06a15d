"""Signatures in the reference as they stand in the source, and links to public names wherever they are defined.

At run time an alias is what it stands for, so that ``Result[ToolCall, Fault]`` would come out with fourteen classes in
it, and a record with the fields of its parents. The source says it in the words that readers are to use.
"""

import ast
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from docutils.nodes import Element
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

BOUND = ("self", "cls")

INNER = ("PartialCall", "PartialView")
"""Records that only the fold makes, of parts that are nobody's business."""

SPELLED = {
    "Event": "dict[str, object]",
    "Feed": "Callable[[State, object], State]",
    "Found": "ToolCall | Fault",
    "Fragments": "Sequence[object]",
    "Key": "str | int",
    "Kind": "Literal['function', 'custom']",
    "Outcome": "Result[ToolCall, Fault]",
    "Path": "tuple[str | int, ...]",
    "PathEdit": "tuple[str, str | int | float | bool | None, bool]",
    "Plain": "dict[str, object]",
    "Place": "str | PathLike[str]",
    "Tables": "Callable[[Table], Table]",
    "Tally": "Counter[str]",
    "RunBy": "Literal['client', 'provider']",
    "toolfold.bridges.ai_sdk.Chunk": "dict[str, object]",
}
"""Aliases that are not public, in full; with a module where another one has a public name like it."""

ALIAS = re.compile(rf"(?<!['\w.])(?:\w+\.)?({'|'.join(name.rpartition('.')[2] for name in SPELLED)})(?!['\w])")

Signature = tuple[str, str | None]
Spelled = Callable[[ast.AST], str]


def signature(what: str, obj: object) -> Signature | None:
    """What goes in and what comes out, as written; None where the source does not say it."""
    if not callable(obj) or (isinstance(obj, type) and issubclass(obj, Exception)):
        return None
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(obj))).body[0]
    except (OSError, TypeError):
        return None
    spelled = partial(_spelled, inspect.getmodule(obj))
    if isinstance(node, ast.FunctionDef):
        return _of_function(node, spelled, bound=what == "method")
    if isinstance(node, ast.ClassDef):
        return _of_class(node, spelled, obj)
    return None


def _of_function(node: ast.FunctionDef, spelled: Spelled, *, bound: bool) -> Signature:
    args = node.args
    first = args.posonlyargs or args.args
    if bound and first and first[0].arg in BOUND:
        first.pop(0)
    return f"({spelled(args)})", None if node.returns is None else spelled(node.returns).strip("'")


def _of_class(node: ast.ClassDef, spelled: Spelled, obj: object) -> Signature:
    fields = [spelled(field) for field in _fields(node)]
    is_record = dataclasses.is_dataclass(obj) or hasattr(obj, "_fields")
    if not fields or not is_record or node.name in INNER:
        return "", None
    by_name = any("kw_only" in ast.unparse(decorator) for decorator in node.decorator_list)
    return f"({', '.join(['*', *fields] if by_name else fields)})", None


def _fields(node: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation):
            yield one


def _spelled(module: ModuleType | None, node: ast.AST) -> str:
    """The source of a node with aliases in full; a class of the same name, such as ``pathlib.Path``, is none."""

    def meaning(alias: re.Match[str]) -> str:
        if isinstance(getattr(module, alias[1], None), type):
            return alias[0]
        here = f"{module.__name__}.{alias[1]}" if module else alias[1]
        return SPELLED.get(here) or SPELLED.get(alias[1], alias[0])

    return ALIAS.sub(meaning, ast.unparse(node))


def _replaced(_app: Sphinx, what: str, _name: str, obj: object, *_: object) -> Signature | None:
    return signature(what, obj)


def _skipped(_app: Sphinx, _what: str, _name: str, obj: object, *_: object) -> bool | None:
    """Leave out what ``NamedTuple`` says of a field, since the signature says more; None leaves it to Sphinx."""
    return True if (getattr(obj, "__doc__", "") or "").startswith("Alias for field number") else None


def _public(app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: Element) -> Element | None:
    """The public name that an annotation means, where Sphinx looks for one in another module."""
    if node.get("refdomain") != "py":
        return None
    domain, name = env.domains["py"], f"toolfold.{node['reftarget'].rpartition('.')[2]}"
    if name not in domain.data["objects"]:
        return None
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", name, node, shown)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("autodoc-process-signature", _replaced)
    app.connect("autodoc-skip-member", _skipped)
    app.connect("missing-reference", _public)
    return {"parallel_read_safe": True}
