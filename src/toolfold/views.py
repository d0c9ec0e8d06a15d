"""Live views: what can be shown of each call while the stream runs."""

from collections.abc import Iterable
from typing import NamedTuple

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
from toolfold.arguments.rope import append, length, since
from toolfold.core.base import Base
from toolfold.core.call import CallKey, PartialCall, has_text
from toolfold.core.lookup import seal_of, standing
from toolfold.core.seal import Seal
from toolfold.core.state import State


class Origin(NamedTuple):
    """What the state of a view was made of, by which a later state is known to differ in nothing but text."""

    base: Base
    warm: tuple[PartialCall, ...]
    views: int


class PartialView(NamedTuple):
    """A call as it can be shown now. Nothing in it is a promise, except that a closed path has its final value.

    >>> from toolfold import feed, new, peek
    >>> [view] = peek(feed(new(), [{"index": 0, "function": {"name": "go", "arguments": '{"to": "Os'}}]))
    >>> view.arguments, view.open_path, view.is_closed(("to",)), view.whole
    ({'to': 'Os'}, ('to',), False, False)
    """

    known: PartialCall
    """The call as its state held it, without the text that came since."""
    fresh: str
    seal: Seal
    reading: Reading
    place: int = 0
    origin: Origin | None = None

    def __eq__(self, other: object) -> bool:
        """Compare the calls and how sure it is that they are over."""
        if not isinstance(other, PartialView):
            return NotImplemented
        return self is other or (self.seal is other.seal and self.call == other.call)

    def __ne__(self, other: object) -> bool:
        """Negate ``__eq__``; a tuple would otherwise compare its parts."""
        return not self == other

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash((self.call, self.seal))

    def __repr__(self) -> str:
        """Show the call and its seal."""
        return f"PartialView(call={self.call!r}, seal={self.seal!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what can be shown, not the state that it came from."""
        return PartialView, (self.call, "", self.seal, self.reading)

    @property
    def call(self) -> PartialCall:
        """The call so far."""
        known, fresh = self.known, self.fresh
        return known._replace(rope=append(known.rope, fresh)) if fresh else known

    @property
    def key(self) -> CallKey:
        """The call's number by arrival."""
        return self.known.key

    @property
    def id(self) -> str | None:
        """The provider's id, if one came."""
        return self.known.id

    @property
    def name(self) -> str | None:
        """The tool's name so far."""
        return self.known.name

    @property
    def index(self) -> int | None:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """The provider's index, if it gave one."""
        return self.known.index

    @property
    def text(self) -> str:
        """The argument text so far, joined at every access."""
        return self.call.text

    @property
    def arguments(self) -> object:
        """The arguments so far as fresh plain data, made at every access; None before anything came."""
        patched = self.known.head.patched
        return value(self.reading) if patched is None else patch.plain(patched)

    @property
    def shared_arguments(self) -> object:
        """The arguments so far as immutable data that shares its parts with the views before it: cheap at any size."""
        patched = self.known.head.patched
        return shared_value(self.reading) if patched is None else patch.plain(patched)

    @property
    def open_path(self) -> Path | None:
        """The path that is being written, ``()`` for the root; None if nothing is."""
        patched = self.known.head.patched
        if patched is None:
            return open_path(self.reading)
        paths = patch.open_paths(patched)
        return None if self.known.head.patch_closed else paths[-1] if paths else ()

    @property
    def closed_paths(self) -> tuple[Path, ...]:
        """The paths whose values are final, in the order in which they were written."""
        return closed_paths(self._settled())

    @property
    def whole(self) -> bool:
        """Whether the text is one whole JSON value now; it may still grow, so that this is no end."""
        if self.known.head.patched is not None:
            return self.known.head.patch_closed
        return stage(self.reading) is Stage.WHOLE

    def is_closed(self, path: Path, /) -> bool:
        """Say whether the value at a path is final."""
        return is_closed(self._settled(), path)

    def _settled(self) -> Reading:
        """Return the reading of what cannot change: of arguments sent by path, nothing before they are closed."""
        if self.known.head.patched is None:
            return self.reading
        return read_on(START, self.call.text) if self.known.head.patch_closed else START


def peek(state: State, previous: Iterable[PartialView] = (), /) -> tuple[PartialView, ...]:
    """Return a live view of every call, in output order.

    Given the views of an earlier state of the same stream, only what is new is read, so that a look at every
    fragment costs no more than one at the end. The result is equal either way.

    >>> from toolfold import new
    >>> peek(new())
    ()
    """
    before = tuple(previous)
    return _longer(state, before) or _anew(state, before)


def _longer(state: State, before: tuple[PartialView, ...]) -> tuple[PartialView, ...] | None:
    """Return the views if nothing came since but text of the call touched last, as it is for nearly every fragment."""
    base, warm, at, _, pending, fresh = state._parts  # noqa: SLF001
    origin = before[0].origin if before else None
    if origin is None or origin.base is not base or origin.warm is not warm or pending or len(before) != origin.views:
        return None
    touched = warm[at] if at >= 0 else None
    found = []
    for place, view in enumerate(before):
        known, said, seal, reading, was, same = view
        if was != place or same is not origin:
            return None
        if known is not touched:
            if said:
                return None
            found.append(view)
        elif not fresh.startswith(said) or reading.position != length(known.rope) + len(said):
            return None
        else:
            reading = read_on(reading, fresh[len(said) :], base.limits.depth)
            found.append(PartialView(known, fresh, seal, reading, place, origin))
    return tuple(found)


def _anew(state: State, before: tuple[PartialView, ...]) -> tuple[PartialView, ...]:
    """Return the views of all calls, the reading of each continued where it stopped."""
    base, warm, at, _, pending, fresh = state._parts  # noqa: SLF001
    known = {view.known.head.key: view for view in before}
    calls = standing(state)
    origin = None if pending else Origin(base, warm, len(calls))
    touched = warm[at] if fresh and not pending else None
    found = []
    for place, call in enumerate(calls):
        reading = _reading(call, known.get(call.head.key), base.limits.depth)
        held, text = (touched, fresh) if touched is not None and touched.head is call.head else (call, "")
        found.append(PartialView(held, text, seal_of(state, call), reading, place, origin))
    return tuple(found)


def _reading(call: PartialCall, before: PartialView | None, depth: int) -> Reading:
    """Return the reading of a call's text, from the furthest of what was read of it before."""
    if call.head.kind == "custom" or call.head.patched is not None:
        return START
    if before is not None and before.known is call and not before.fresh:
        return before.reading
    same = before is not None and before.known.head.restarts == call.head.restarts
    if not has_text(call):
        kept = same and before is not None and before.known.head.preview is call.head.preview
        return before.reading if kept and before is not None else read_on(START, call.head.preview, depth)
    reading = call.reading
    if same and before is not None and _had_text(before) and before.reading.position > reading.position:
        reading = before.reading
    if reading.position > length(call.rope):
        reading = START
    for text in since(call.rope, reading.position):
        reading = read_on(reading, text, depth)
    return reading


def _had_text(view: PartialView) -> bool:
    return bool(view.fresh) or has_text(view.known)
