"""A recorded stream as one page that a browser opens from disk: any step of it, what the step did, and why.

Everything is in the one file: no request is made, by it or for it. What came from the stream is data in it. It is JSON
in which no character has a meaning to HTML, the page's script writes it as text only, and a policy in the page's head
lets no other script run and nothing be fetched, so that a stream full of markup shows as markup.
"""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from toolfold.arguments.strict import REPAIR_FAULTS
from toolfold.change import changes
from toolfold.core.extras import written
from toolfold.core.state import State
from toolfold.core.tool_call import ToolCall
from toolfold.fold import Feed, feed, new
from toolfold.show.fragment_texts import Packing, text_of
from toolfold.show.mattered import Mattered, Values
from toolfold.show.outcome import Report, report_on
from toolfold.show.text import escaped
from toolfold.show.timelines import Timelines, calls_data, fault_data

SCRIPTS = ("texts", "json", "recording", "list", "written", "fragment", "cards", "strip", "search", "steps", "app")
"""The parts of the page's script, in the order in which they need each other."""

EMPTY = new()
UNTITLED = "Recorded stream"

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_MEANT_BY_HTML = str.maketrans({"<": r"\u003c", ">": r"\u003e", "&": r"\u0026"})


def render_page(
    fragments: Iterable[object], /, *, feed: Feed = feed, start: State = EMPTY, title: str = UNTITLED
) -> str:
    """Return the page that shows a stream step by step: one HTML text that needs nothing else.

    The fragments are folded with ``feed`` from ``start`` on, and each is let go once its text is taken.

    >>> page = render_page([{"type": "ping"}, "</script><script>alert(1)</script>"], title="two fragments")
    >>> page.startswith("<!doctype html>"), "alert(1)</script>" in page
    (True, False)
    """
    script = _script()
    style = _asset("page.css")
    filled = {
        "title": escape(escaped(title)),
        "script_hash": _hash(script),
        "style_hash": _hash(style),
        "style": style,
        "script": script,
        "data": embedded(page_data(fragments, feed, start)),
    }
    return _PLACE.sub(lambda place: filled[place[1]], _asset("page.html"))


def render_frame(
    fragments: Iterable[object],
    /,
    *,
    feed: Feed = feed,
    start: State = EMPTY,
    title: str = UNTITLED,
    height: int = 640,
) -> str:
    """Return the page inside a frame, which is what a notebook shows for ``_repr_html_``.

    The frame is a sandbox: the page's script runs in it and reaches nothing of the notebook, whose styles do not reach
    the page either.

    >>> render_frame([{"type": "ping"}])[:77]
    '<iframe title="Recorded stream" sandbox="allow-scripts" width="100%" height="'
    """
    page = escape(render_page(fragments, feed=feed, start=start, title=title))
    size = f'width="100%" height="{height}"'
    return f'<iframe title="{escape(escaped(title))}" sandbox="allow-scripts" {size} srcdoc="{page}"></iframe>'


def embedded(data: object, /) -> str:
    r"""Return JSON that can stand inside a script element: ASCII, without a character that HTML gives a meaning.

    >>> embedded(["</script>", "\u2028"])
    '["\\u003c/script\\u003e","\\u2028"]'
    """
    return json.dumps(data, separators=(",", ":"), allow_nan=False).translate(_MEANT_BY_HTML)


def page_data(fragments: Iterable[object], feed: Feed = feed, start: State = EMPTY, /) -> dict[str, object]:
    """Return all that the page knows, as JSON data."""
    state, step = start, 0
    packing, timelines, mattered, marks = Packing(), Timelines(), Mattered(feed), _Numbered()
    timelines.take(step, EMPTY, start, changes(EMPTY, start))
    for step, fragment in enumerate(fragments, start=1):
        before, state = state, feed(state, fragment)
        text = text_of(fragment)
        packing.add(text)
        did = changes(before, state)
        timelines.take(step, before, state, did)
        marks.take(mattered.values(before, text, did))
    shapes, values, rows = packing.packed()
    return {
        "steps": step,
        "shapes": shapes,
        "values": values,
        "rows": rows,
        "marks": list(map(list, marks.sets)),
        "marked": marks.rows,
        "calls": calls_data(timelines, state),
        "notes": timelines.notes,
        "ends": [list(end) for end in timelines.ends],
        "end": _end(state, report_on(state, step)),
    }


class _Numbered:
    """Collects which values of each fragment mattered, equal answers once."""

    def __init__(self) -> None:
        self.sets: dict[Values, int] = {(): 0}
        self.rows: list[int] = []

    def take(self, found: Values, /) -> None:
        self.rows.append(self.sets.setdefault(found, len(self.sets)))


def _end(state: State, report: Report) -> dict[str, object]:
    """Return what ``finalize`` says, which nobody knows before the stream is over."""
    faults = dict(report.faults)
    carried = [[call.key, text] for call in state.values() if (text := written(call.head.extras))]
    return {
        "wire": report.wire,
        "calls": [[one.call, fault_data(faults[one.call]) if one.call in faults else None] for one in report.verdicts],
        "ids": [[one.call, one.found.id] for one in report.verdicts if one.found.id_made_up],
        "notes": [[note.call, note.kind, note.message] for note in report.notes],
        "taken": [*_taken(state, report)],
        "extras": carried,
    }


def _taken(state: State, report: Report) -> Iterator[list[object]]:
    """Yield the arguments of sound calls whose text does not say them by itself."""
    mended = {note.call for note in report.notes if note.kind in REPAIR_FAULTS}
    for call, _, found in report.verdicts:
        if not isinstance(found, ToolCall) or found.value is None:
            continue
        if call in mended or found.text != state[call].text:
            yield [call, found.value]


def _hash(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _script() -> str:
    return "\n".join(['(() => {\n"use strict";', *(_asset(f"{name}.js") for name in SCRIPTS), "})();"])


@cache
def _asset(name: str) -> str:
    return files("toolfold").joinpath("show", "page", name).read_text("utf-8")
