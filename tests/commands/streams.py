"""Streams that the tests of the verbs share."""

from tests.rows.build import chunk, end, entry

PING = {"type": "ping"}
SOUND = [chunk(entry(0, "c1", "search", '{"q":')), PING, chunk(entry(0, text='"Oslo"}')), end()]
CUT = [
    PING,
    chunk(entry(0, "c1", "search", '{"q":')),
    chunk(entry(1, "c2", "mail", '{"to":"an')),
    chunk(entry(0, text='"x"}')),
    end("length"),
]
REUSED = [chunk(entry(0, "c1", "search", '{"q":1}')), chunk(entry(0, "c2", "search", '{"q":2}')), end()]
FAILED = [*SOUND[:3], {"error": {"type": "overloaded", "message": "later"}}]
NOTHING = [PING, {"choices": [], "usage": {}}]
