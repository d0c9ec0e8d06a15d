"""What was odd but not fatal."""

from dataclasses import dataclass

from toolfold.core.call import CallKey

SAID = {
    "arguments-cumulative": "each piece repeated all text so far; the last one was taken",
    "arguments-double-encoded": "the arguments came as a JSON string that holds an object; it was unwrapped once",
    "arguments-not-text": "the arguments came as a value where the wire has text; its JSON was taken",
    "arguments-replaced": "a final value differed from the pieces and replaced them",
    "arguments-resent": "the same object came more than once; one was taken",
    "call-limit": "more calls came than the limits allow; what they said was dropped",
    "call-resent": "a call came again with the same id; one was kept",
    "discarded": "the provider began the step anew; the calls of it so far were dropped",
    "id-changed": "another id came for the rest of a call; the first one stays",
    "id-duplicate": "one id was used for two calls",
    "identical-calls": "two calls without ids are equal; both were kept",
    "index-mismatch": "arguments came at an index without a name; the only call that lacked arguments got them",
    "index-missing": "the call has no index",
    "index-reused": "a new call came at a used index",
    "late-delta": "something came for a call that had already ended",
    "no-end": "the stream stopped without an end signal, and the arguments are one whole object",
    "null-arguments": "the arguments were the word null; taken as no arguments",
    "notes-limit": "more notes came than the limits allow; they are only counted",
    "over-limit": "text beyond the limits was dropped",
    "patch-refused": "a JSON path could not be applied and was left out",
    "placeholder-arguments": "an empty object came before the arguments; it was dropped",
    "raw-control-character": "a string holds a raw control character, which JSON forbids",
    "text-dropped": "argument text came that names no call",
    "unreadable": "a fragment could not be read",
    "wire-switched": "the stream changed its format",
}
"""What each kind of note means. A wire may use kinds of its own."""


@dataclass(frozen=True, slots=True)
class Note:
    """An oddity: its kind, the call it concerns (None for the stream), how often, and how many characters.

    >>> Note("late-delta", 0, 2, 5).message
    'something came for a call that had already ended (2 times, 5 characters)'
    """

    kind: str
    call: CallKey | None = None
    count: int = 1
    characters: int = 0

    @property
    def message(self) -> str:
        """A sentence for people."""
        said = SAID.get(self.kind, self.kind)
        times = f"{self.count} times" if self.count > 1 else ""
        size = f"{self.characters} character{'s' if self.characters > 1 else ''}" if self.characters else ""
        counted = ", ".join(filter(None, (times, size)))
        return f"{said} ({counted})" if counted else said
