"""The HTTP APIs of OpenAI and Anthropic, as far as a tool loop needs them, on a socket and strict about what is sent.

A script says, for each request in turn, what must have been sent and what is streamed back. The bytes are cut where it
hurts: between the two characters of a line end, inside characters of several bytes, and everywhere else now and then.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Reply = Iterator[bytes]
Script = list[Callable[[Body], Reply]]

PIECE = 11


def cut(data: bytes) -> Reply:
    """The bytes in bad pieces."""
    start = 0
    for end, byte in enumerate(data, start=1):
        if byte == ord("\r") or byte >= 0x80 or end - start >= PIECE:
            yield data[start:end]
            start = end
    yield data[start:]


def event(data: Any, name: str | None = None) -> bytes:
    """One server-sent event, with line ends of two characters."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    head = f"event: {name}\r\n" if name else ""
    return f"{head}data: {text}\r\n\r\n".encode()


class Api(ThreadingHTTPServer):
    """A server that plays a script once; whatever is wrong with a request is told to the client and kept."""

    daemon_threads = True

    def __init__(self, path: str, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.path, self.script, self.asked, self.wrong = path, script, 0, list[str]()

    def reply(self, path: str, body: Body) -> Reply:
        assert path == self.path, f"{path} is not {self.path}"
        assert body["stream"] is True
        assert self.asked < len(self.script), "nothing more is expected"
        self.asked += 1
        return self.script[self.asked - 1](body)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Api

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        try:
            pieces = self.server.reply(self.path, body)
            first = next(pieces)  # what is wrong with the request is found before anything is sent
        except Exception as error:  # noqa: BLE001  # a failed check of a test
            self.server.wrong.append(repr(error))
            self.answer(400, json.dumps({"error": {"type": "invalid_request_error", "message": repr(error)}}).encode())
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        try:
            self.piece(first)
            for data in pieces:
                self.piece(data)
            self.wfile.write(b"0\r\n\r\n")
        except OSError:  # the client was killed
            self.close_connection = True
        except Exception as error:  # noqa: BLE001  # a failed check of a test
            self.server.wrong.append(repr(error))
            self.close_connection = True

    def piece(self, data: bytes) -> None:
        for part in cut(data):
            if part:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
                self.wfile.flush()

    def answer(self, status: int, data: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def serving(path: str, script: Script) -> Iterator[Api]:
    """The API on a port of its own, until the test is over."""
    api = Api(path, script)
    thread = threading.Thread(target=api.serve_forever)
    thread.start()
    try:
        yield api
    finally:
        api.shutdown()
        api.server_close()
        thread.join()


# -- OpenAI


def chunk(finish: str | None = None, content: str | None = None, **call: Any) -> bytes:
    delta = {**({"content": content} if content else {}), **({"tool_calls": [call]} if call else {})}
    choice = {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": finish}
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return event({**head, "choices": [choice]})


def called(index: int, id_: str, *pieces: str, name: str = "book_seat") -> Iterator[bytes]:
    yield chunk(index=index, id=id_, type="function", function={"name": name, "arguments": ""})
    yield from (chunk(index=index, function={"arguments": piece}) for piece in pieces)


def finished(reason: str) -> Iterator[bytes]:
    yield chunk(reason)


def last() -> bytes:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return event({**head, "choices": [], "usage": usage}) + event("[DONE]")


# -- Anthropic


def said(kind: str, **more: Any) -> bytes:
    return event({"type": kind, **more}, kind)


def message_start() -> bytes:
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    return said("message_start", message={**message, "stop_reason": None, "stop_sequence": None})


def text_block(index: int, *pieces: str) -> Iterator[bytes]:
    yield said("content_block_start", index=index, content_block={"type": "text", "text": ""})
    for piece in pieces:
        yield said("content_block_delta", index=index, delta={"type": "text_delta", "text": piece})
    yield said("content_block_stop", index=index)


def tool_block(index: int, id_: str, *pieces: str, closed: bool = True, name: str = "book_seat") -> Iterator[bytes]:
    block = {"type": "tool_use", "id": id_, "name": name, "input": {}}
    yield said("content_block_start", index=index, content_block=block)
    yield from (input_piece(index, piece) for piece in pieces)
    if closed:
        yield said("content_block_stop", index=index)


def input_piece(index: int, piece: str) -> bytes:
    return said("content_block_delta", index=index, delta={"type": "input_json_delta", "partial_json": piece})


def message_end(reason: str) -> bytes:
    delta = {"stop_reason": reason, "stop_sequence": None}
    return said("message_delta", delta=delta, usage={"output_tokens": 9}) + said("message_stop")
