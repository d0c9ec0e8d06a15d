"""Write the page of the command line from the verbs themselves.

python -m tests.docs.commands
"""

import re
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from toolfold.cli import VERBS
from toolfold.commands.verb import Verb

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "commands.md"

NUMBER = re.compile(r": \d+$")
"""How many cores this machine has, which is another number elsewhere."""

HEAD = """# The command line

What `toolfold VERB --help` says, on one page. It is made from the verbs themselves (`python -m tests.docs.commands`); a
test fails if it is out of date. [Debug a bad stream](../how-to/debug-a-bad-stream.md) shows most of them at work.

The exit status is 0 if every call is sound, 1 if there is a fault or the provider reported an error, and 2 if there is
no answer; one line on standard error then says why.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for verb in VERBS for line in _section(verb))])


def _section(verb: Verb) -> Iterator[str]:
    parser = ArgumentParser(verb.name, add_help=False)
    verb.add_arguments(parser)
    yield f"## {verb.name}\n"
    yield f"{verb.summary[0].upper()}{verb.summary[1:]}. {verb.details}".rstrip() + "\n"
    yield "| argument | what it does |"
    yield "|---|---|"
    yield from (f"| {_called(action)} | {_help(action)} |" for action in parser._actions)
    yield ""


def _called(action: Action) -> str:
    """How an argument is written: its names, and a word for its value if it takes one."""
    value = "" if action.nargs == 0 else str(action.metavar or action.dest).upper()
    if action.choices and action.nargs != 0:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    names = action.option_strings or [""]
    return ", ".join(f"`{f'{name} {value}'.strip()}`" for name in names)


def _help(action: Action) -> str:
    if action.dest == "wire":
        return "do not guess [the wire](wires.md)"
    said = (action.help or "") % {"default": action.default}
    return NUMBER.sub("", said) if action.dest == "processes" else said


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
