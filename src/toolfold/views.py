"""Live views: what can be shown of each call while the stream runs."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from toolfold.arguments import patch
from toolfold.arguments.paths import Path
from toolfold.arguments.reader import (
    START,
    Reading,
    Stage,
    closed_paths,
    is_closed,
    open_path,
    read_on,
    shared_value,
    stage,
    value,
)
from toolfold.arguments.rope import length, since
from toolfold.core.call import CallKey, PartialCall, has_text
from toolfold.core.lookup import seal_of, standing
from toolfold.core.seal import Seal
from toolfold.core.state import State, base_of


@dataclass(frozen=True, slots=True)
class PartialView:
    """A call as it can be shown now. Nothing in it is a promise, except that a closed path has its final value.

    >>> from toolfold import feed, new, peek
    >>> [view] = peek(feed(new(), [{"index": 0, "function": {"name": "go", "arguments": '{"to": "Os'}}]))
    >>> view.arguments, view.open_path, view.is_closed(("to",)), view.whole
    ({'to': 'Os'}, ('to',), False, False)
    """

    call: PartialCall
    seal: Seal
    reading: Reading = field(compare=False, repr=False)

    @property
    def key(self) -> CallKey:
        """The call's number by arrival."""
        return self.call.key

    @property
    def id(self) -> str | None:
        """The provider's id, if one came."""
        return self.call.id

    @property
    def name(self) -> str | None:
        """The tool's name so far."""
        return self.call.name

    @property
    def index(self) -> int | None:
        """The provider's index, if it gave one."""
        return self.call.index

    @property
    def text(self) -> str:
        """The argument text so far, joined at every access."""
        return self.call.text

    @property
    def arguments(self) -> object:
        """The arguments so far as fresh plain data, made at every access; None before anything came."""
        patched = self.call.head.patched
        return value(self.reading) if patched is None else patch.plain(patched)

    @property
    def shared_arguments(self) -> object:
        """The arguments so far as immutable data that shares its parts with the views before it: cheap at any size."""
        patched = self.call.head.patched
        return shared_value(self.reading) if patched is None else patch.plain(patched)

    @property
    def open_path(self) -> Path | None:
        """The path that is being written, ``()`` for the root; None if nothing is."""
        patched = self.call.head.patched
        if patched is None:
            return open_path(self.reading)
        paths = patch.open_paths(patched)
        return None if self.call.head.patch_closed else paths[-1] if paths else ()

    @property
    def closed_paths(self) -> tuple[Path, ...]:
        """The paths whose values are final, in the order in which they were written."""
        return closed_paths(self._settled())

    @property
    def whole(self) -> bool:
        """Whether the text is one whole JSON value now; it may still grow, so that this is no end."""
        if self.call.head.patched is not None:
            return self.call.head.patch_closed
        return stage(self.reading) is Stage.WHOLE

    def is_closed(self, path: Path, /) -> bool:
        """Say whether the value at a path is final."""
        return is_closed(self._settled(), path)

    def _settled(self) -> Reading:
        """Return the reading of what cannot change: of arguments sent by path, nothing before they are closed."""
        if self.call.head.patched is None:
            return self.reading
        return read_on(START, self.call.text) if self.call.head.patch_closed else START


def peek(state: State, previous: Iterable[PartialView] = (), /) -> tuple[PartialView, ...]:
    """Return a live view of every call, in output order.

    Given the views of an earlier state of the same stream, only what is new is read, so that a look at every
    fragment costs no more than one at the end. The result is equal either way.

    >>> from toolfold import new
    >>> peek(new())
    ()
    """
    known = {view.call.head.key: view for view in previous}
    depth = base_of(state).limits.depth
    return tuple(_view(state, call, known.get(call.head.key), depth) for call in standing(state))


def _view(state: State, call: PartialCall, before: PartialView | None, depth: int) -> PartialView:
    seal = seal_of(state, call)
    if before is not None and before.call is call:
        return before if before.seal == seal else PartialView(call, seal, before.reading)
    return PartialView(call, seal, _reading(call, before, depth))


def _reading(call: PartialCall, before: PartialView | None, depth: int) -> Reading:
    """Return the reading of a call's text, from the furthest of what was read of it before."""
    if call.head.kind == "custom" or call.head.patched is not None:
        return START
    same = before is not None and before.call.head.restarts == call.head.restarts
    if not has_text(call):
        kept = same and before is not None and before.call.head.preview is call.head.preview
        return before.reading if kept and before is not None else read_on(START, call.head.preview, depth)
    reading = call.reading
    if same and before is not None and has_text(before.call) and before.reading.position > reading.position:
        reading = before.reading
    if reading.position > length(call.rope):
        reading = START
    for text in since(call.rope, reading.position):
        reading = read_on(reading, text, depth)
    return reading
