"""What the two formats of the AI SDK share: how a call, its end and a response's end are written."""

from collections.abc import Iterator

from toolfold.core.deltas import Block, Delta, Ended, Merge, Piece, Reach, Traits
from toolfold.wires._camel import extras_of, field, identity_of, text_of
from toolfold.wires._read import as_text, extras_json, has, identity, is_record, text

CUT = frozenset({"length", "content-filter", "error"})
KNOWN = frozenset({"type", "id", "toolCallId", "toolName", "title", "input", "inputTextDelta", "delta"}) | {
    "errorText",
    "error",
    "invalid",
}
NO_EXTRAS = Traits(merge=Merge.FIRST)
START = Traits(merge=Merge.FIRST, restarts=True)
ROLE = "assistant"


def call(at: Block, fragment: object, traits: Traits, /) -> Piece:
    """Return the head of a call."""
    key = str(at.key) or None
    return Piece(at, key, text_of(fragment, "toolName") or None, "", _said(fragment, traits))


def _said(fragment: object, traits: Traits) -> Traits:
    """Return the traits with who runs the call, its title, and all else that the fragment says of it."""
    found = extras_of(fragment, KNOWN)
    title = text(fragment, "title") or None
    if not found and title is None:
        return traits
    by_provider = found.get("providerExecuted") is True
    return traits._replace(
        run_by="provider" if by_provider else traits.run_by, extras=extras_json(found), display_text=title
    )


def ended(fragment: object, /) -> Iterator[Delta]:
    """Yield the end of a response, or of a step; newer models say the reason as an object, some say none."""
    reason = field(fragment, "finishReason")
    yield Ended(well=(text(reason, "unified") or as_text(reason)) not in CUT)


def approval(fragment: object, /) -> Iterator[Delta]:
    """Yield what an approval must name; it stays with the call, and asks for none that is not there."""
    key = identity_of(fragment, "toolCallId") or identity_of(field(fragment, "toolCall"), "toolCallId")
    found = {name: field(fragment, name) for name in ("approvalId", "signature") if field(fragment, name)}
    if key is not None:
        yield Piece(Block(key, reach=Reach.KNOWN), traits=NO_EXTRAS._replace(extras=extras_json(found)))


def is_whole(fragment: object, /) -> bool:
    """Say whether a fragment is a message of the assistant, or a result that was not streamed, if it has calls."""
    return text(fragment, "role") == ROLE or has(fragment, "finishReason") or has(fragment, "finish_reason")


def why(error: object, /) -> str:
    """Return why the arguments of a call are wrong."""
    said = text(error, "message") if is_record(error) else as_text(error)
    return said or identity(error, "name") or "the sender says that the arguments are invalid"
