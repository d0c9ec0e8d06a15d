"""The formats of the reference systems: nous, brainlid and looprig."""

from toolfold.testing.writers.writer import Call, Fragments, Writer, present


def _listed(number: int, call: Call, text: str, *, head: bool) -> Fragments:
    said = present(id=call.id) if head else {}
    function = {**(present(name=call.name) if head else {}), "arguments": text}
    return [[{"index": number, **said, "function": function}]]


NOUS = Writer(
    wire="nous",
    dialect="lists",
    opening=lambda number, call: _listed(number, call, "", head=True),
    piece=lambda number, call, text: _listed(number, call, text, head=False),
    again=lambda number, call, text: _listed(number, call, text, head=True),
    noise=[[]],
    ids="optional",
    endless=True,
)


def _tagged(phase: str, number: int, **more: object) -> Fragments:
    return [{"_phase": phase, "_index": number, **more}]


NOUS_TAGGED = Writer(
    wire="nous",
    dialect="tagged",
    opening=lambda number, call: _tagged("start", number, **present(id=call.id), name=call.name),
    piece=lambda number, _, text: _tagged("partial", number, partial_json=text),
    closing=lambda number, _: _tagged("stop", number),
    noise=_tagged("stop", 99),
    ids="optional",
    endless=True,
)

NOUS_WHOLE = Writer(
    wire="nous",
    dialect="whole",
    opening=lambda _, call: [present(id=call.id, name=call.name, input=call.arguments)],
    ids="optional",
    indexed=False,
    endless=True,
)


def _brainlid(number: int, call: Call, text: str, *, head: bool) -> Fragments:
    said = present(call_id=call.id, name=call.name) if head else {}
    return [{"status": "incomplete", "type": "function", "index": number, **said, "arguments": text}]


BRAINLID = Writer(
    wire="brainlid",
    opening=lambda number, call: _brainlid(number, call, "", head=True),
    piece=lambda number, call, text: _brainlid(number, call, text, head=False),
    again=lambda number, call, text: _brainlid(number, call, text, head=True),
    closing=lambda number, call: [
        {
            **present(status="complete", type="function", index=number, call_id=call.id, name=call.name),
            "arguments": call.arguments,
        }
    ],
    ends_with_data=True,
    ids="optional",
    endless=True,
)


def _looprig(number: int, call: Call, text: str, *, head: bool) -> Fragments:
    id_, name = (call.id, call.name) if head else ("", "")
    return [{"Index": number, "ID": id_, "Name": name, "InputJSON": text}]


LOOPRIG = Writer(
    wire="looprig",
    opening=lambda number, call: _looprig(number, call, "", head=True),
    piece=lambda number, call, text: _looprig(number, call, text, head=False),
    again=lambda number, call, text: _looprig(number, call, text, head=True),
    ids="optional",
    endless=True,
)

WRITERS = (NOUS, NOUS_TAGGED, NOUS_WHOLE, BRAINLID, LOOPRIG)
