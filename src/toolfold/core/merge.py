"""What a piece changes in the call it belongs to."""

from typing import assert_never

from toolfold.arguments.rope import EMPTY_ROPE, append, length, since
from toolfold.core.call import Head, PartialCall, has_text
from toolfold.core.deltas import Merge, Piece, Traits
from toolfold.core.extras import merged_extras
from toolfold.core.limits import WIDEST


def with_piece(call: PartialCall, piece: Piece, /) -> PartialCall:
    """Return the call with a piece merged in, or the same call if the piece says nothing new."""
    head = with_names(call.head, piece)
    if head.kind != call.head.kind and has_text(call):  # what was shown as JSON so far stays JSON
        head = head._replace(kind=call.head.kind)
    if not piece.text:
        return call if head is call.head else call._replace(head=head)
    return with_text(call if head is call.head else call._replace(head=head), piece.text)


def with_names(head: Head, piece: Piece, /) -> Head:
    """Return the head with the piece's id, name and traits, or the same head."""
    traits = piece.traits
    last = traits.merge in (Merge.LAST, Merge.APPEND)
    id_ = piece.id if piece.id and (last or not head.id) else head.id
    name = merged_name(head.name, piece.name, traits.merge)
    extras = merged_extras(head.extras, traits.extras, last=last)
    display = head.display_text if traits.display_text is None else traits.display_text
    kind = traits.kind if traits.kind == "custom" else head.kind
    run_by = traits.run_by if traits.run_by == "provider" else head.run_by
    said = (id_, name, extras, display, kind, run_by)
    if said == (head.id, head.name, head.extras, head.display_text, head.kind, head.run_by):
        return head
    after = head._replace(id=id_, name=name, extras=extras, display_text=display, kind=kind, run_by=run_by)
    return after._replace(spent=head.spent + max(0, _said(after) - _said(head)))


def _said(head: Head) -> int:
    """Return the number of characters that a head holds of what pieces say of a call beside its arguments."""
    return sum(map(len, filter(None, (head.id, head.name, head.display_text)))) + head.extras.characters


def merged_name(name: str | None, piece: str | None, merge: Merge, /) -> str | None:
    """Return a name with another piece of it, by the rule of its wire.

    >>> merged_name("edit_ex", "isting_file", Merge.GROW), merged_name("get", "get_page", Merge.GROW)
    ('edit_existing_file', 'get_page')
    """
    if not piece or piece == name:
        return name
    if not name:
        return piece
    match merge:
        case Merge.FIRST:
            return name
        case Merge.LAST:
            return piece
        case Merge.GROW:
            return piece if piece.startswith(name) else name + piece
        case Merge.APPEND:
            return name + piece
        case other:  # pragma: no cover  # the enumeration is closed
            assert_never(other)


def with_text(call: PartialCall, text: str, /) -> PartialCall:
    """Return the call with another piece of argument text."""
    head, rope = call.head, call.rope
    if not has_text(call):
        head = head._replace(chain=len(text), first_empty=text == "{}")
    elif head.chain:
        head = head._replace(chain=_chain(call, text))
    return call._replace(head=head, rope=append(rope, text))


def _chain(call: PartialCall, text: str) -> int:
    """Return the piece's length if it starts with the whole piece before it, else 0."""
    last = call.head.chain
    if len(text) < last:
        return 0
    return len(text) if text.startswith("".join(since(call.rope, length(call.rope) - last))) else 0


def replaced(call: PartialCall, text: str, /) -> PartialCall:
    """Return the call with other arguments instead of the ones so far."""
    restarts = (call.head.restarts + 1) % WIDEST  # all that counts is that it is another
    head = call.head._replace(chain=0, first_empty=False, patched=None, restarts=restarts)
    return with_text(PartialCall(head, EMPTY_ROPE), text)


def opening_head(head: Head, traits: Traits, /) -> Head:
    """Return a new call's head with what is said only once, when a call opens."""
    return head._replace(kind=traits.kind, run_by=traits.run_by, endless=traits.endless, implicit=traits.implicit)
