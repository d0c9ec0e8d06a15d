"""Write the page of the laws from the laws themselves.

python -m tests.docs.laws
"""

from collections.abc import Iterator
from pathlib import Path

from toolfold.testing import LAWS, Law

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "laws.md"

HEAD = """# Laws

Fifteen things hold for every stream on every wire. Each is a property that anyone can run: `toolfold.testing.LAWS`
holds its number, name, statement and property, and a property takes a stream on trial and raises an `AssertionError`
that says what does not hold, and where. This page is made from them (`python -m tests.docs.laws`); a test fails if it
is out of date.

```python
import toolfold
from toolfold.testing import LAWS, Row, trial_of

[chat] = [wire for wire in toolfold.WIRES if wire.name == "openai-chat"]
head = {"index": 0, "id": "c1", "function": {"name": "add", "arguments": '{"a"'}}
tail = {"index": 0, "function": {"arguments": ":1}"}}
trial = trial_of(chat, Row("two_pieces", [[head], [tail]], []), toolfold.feed)
for law in LAWS:
    law.check(trial)
```

The tests of toolfold run them over every row of every wire's table, over generated streams of every wire (cut anywhere,
interleaved, with noise, repeated heads, late and missing ids, limits, lost connections and errors), and over recorded
streams where there are any. Each law has a test in which something broken breaks it. `check_wire` runs them over the
table of [a wire of your own](../how-to/add-a-wire.md).

Beside them stand three more. The fast lane that plain pieces of text take gives the very states that the rules give. A
machine that feeds, saves, restores, pickles, branches, abandons and finalises at random agrees with a model made of
plain dicts and joined strings. And the saved form of a state is the same byte for byte under any hash seed, in threads,
in other processes, and without pyrsistent's C extension.

How many streams are tried is a profile of hypothesis: `fast` without a word, `ci` (derandomised) where the environment
says `CI`, and `long` for a night:

```bash
python -m pytest tests/laws --hypothesis-profile=long
```

Streams that nobody would write are looked for by a fuzzer that is guided by coverage (extra `fuzz`). It starts from
every row of every table, breaks them in the ways streams break (fragments lost, repeated, swapped, mixed with those of
other wires, any value at any place), and follows what reaches new branches. For a stream, every reader must answer,
what is kept must stay within the limits, and the laws that speak of any stream must hold; for a saved state, `restore`
must say where and why it is bad, or give a state that works and saves itself as it was. An input that breaks something
is left as a file of JSON, and becomes a row or a test:

```bash
poe fuzz
python -m tests.fuzz stream --seconds 36000 --corpus build/fuzz/found
python -m tests.fuzz stream --input crash-0123
```

That the tests look at every line is tested too (extra `mutation`): the fold is changed in some fourteen thousand small
ways, and a test has to fail for each. `tests/mutation/floor.toml` holds the share that each module was found to reach,
and a run that falls below it fails; `equivalent.toml` lists changes that change nothing, and why. All of it takes
hours, one module some minutes:

```bash
poe mutants
poe mutants 'toolfold.core.address*'
```
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for law in LAWS for line in _section(law))])


def _section(law: Law) -> Iterator[str]:
    first, _, _ = (law.property.__doc__ or "").strip().replace("``", "`").partition("\n")
    yield f"## {law.number}. {law.name.capitalize()}\n"
    yield f"{law.statement}\n"
    yield f"`{law.property.__module__}.{law.property.__name__}`: {first}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
