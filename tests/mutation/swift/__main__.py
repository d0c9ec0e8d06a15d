"""mutmut, several times faster where functions are small and called millions of times.

mutmut puts a wrapper around every function, which looks up in the environment, at every call, which mutant is on
trial. That is most of the time of our tests. But a process tries one mutant only, and mutmut names it before the first
test: from then on every wrapper can have the code of the function itself, or of its one mutant.

It is a program of its own (`python -m tests.mutation.swift`), since importing it changes mutmut.
"""

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from mutmut.mutation import trampoline
from mutmut.workers import isolation

Found = Callable[..., Any]

wrappers: list[tuple[FunctionType, dict[str, FunctionType]]] = []
"""Every wrapper, with the function and its mutants by name."""

_wrap, _name_mutant = trampoline.wrap_in_trampoline, isolation.set_mutant_under_test


def _dispatch(*args: Any, __slow: Found = None, **named: Any) -> Any:  # type: ignore[assignment]
    return __slow(*args, **named)


DISPATCH: CodeType = _dispatch.__code__


def wrap(mutants: dict[str, FunctionType], is_classmethod: bool = False) -> Callable[[FunctionType], Found]:
    """Return mutmut's wrapper, in a form whose code can be exchanged."""

    def wrapped(function: FunctionType) -> Found:
        slow = _wrap(mutants, is_classmethod)(function)
        if is_classmethod or function.__code__.co_freevars:  # a method that says `super()`
            return slow
        wrapper = FunctionType(DISPATCH, function.__globals__, function.__name__)
        wrapper.__dict__.update(function.__dict__)
        wrapper.__module__, wrapper.__qualname__ = function.__module__, function.__qualname__
        wrapper.__doc__, wrapper.__annotations__ = function.__doc__, function.__annotations__
        wrapper.__kwdefaults__ = {"__slow": slow}
        wrappers.append((wrapper, mutants))
        return wrapper

    return wrapped


def name_mutant(name: str | None) -> None:
    """Take note of the mutant on trial, and give every wrapper its code."""
    _name_mutant(name)
    module, _, mutant = (name or "").rpartition(".")
    if not module:
        return
    for wrapper, mutants in wrappers:
        chosen = mutants.get(mutant) if wrapper.__module__ == module else None
        function = chosen or mutants["_mutmut_orig"]
        wrapper.__code__, wrapper.__defaults__ = function.__code__, function.__defaults__
        wrapper.__kwdefaults__ = function.__kwdefaults__


trampoline.wrap_in_trampoline = wrap
isolation.set_mutant_under_test = name_mutant

if __name__ == "__main__":
    from mutmut.__main__ import cli

    cli()
