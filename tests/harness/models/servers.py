"""Models that are played over real HTTP, and time that takes none."""

import json
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from harness.models import Message, TextPart
from harness.models.client import Machinery

PATH = "/v1/chat/completions"
PROMPT = (Message("system", (TextPart("You act."),)), Message("user", (TextPart("What now?"),)))


@dataclass
class PaperTime:
    """A clock that only sleeping moves."""

    seconds: float = 0.0
    naps: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.seconds += seconds

    def machinery(self) -> Machinery:
        start = datetime(2026, 11, 29, 12, 0, 0, tzinfo=UTC)
        return Machinery(
            sleep=self.sleep,
            clock=lambda: self.seconds,
            now=lambda: start + timedelta(seconds=self.seconds),
            random=Random(0),
        )


def chat_completion(text="click 3", finish="stop", output=5, **more) -> dict[str, object]:
    """A body as OpenAI sends it."""
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": 100, "completion_tokens": output, "total_tokens": 100 + output}
    return {"choices": [{"index": 0, "finish_reason": finish, "message": message}], "usage": usage | more}


@dataclass
class ScriptedModel:
    """Answers calls in the order of its script, and keeps what it was sent."""

    server: HTTPServer
    requests: list[Request] = field(default_factory=list)

    @property
    def spec(self) -> str:
        return f"openai/scripted@http://127.0.0.1:{self.server.port}"

    @property
    def bodies(self) -> list[dict]:
        return [request.get_json() for request in self.requests]

    def play(self, *script: Response | dict) -> None:
        steps = iter(script)

        def answer(request: Request) -> Response:
            self.requests.append(request)
            step = next(steps)
            return step if isinstance(step, Response) else json_response(step)

        self.server.expect_request(PATH, method="POST").respond_with_handler(answer)


def json_response(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(body), status, headers, content_type="application/json")


class Held(bytes):
    """Bytes after which nothing comes, with the connection open."""


class Trickled(bytes):
    """Bytes after which a blank comes now and then, and no end."""


class RawServer:
    """Answers each connection with the next piece of bytes, then cuts it, unless it says otherwise."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = pieces
        self._over = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.spec = f"openai/raw@http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        for piece in self._pieces:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                _read_request(connection)
                connection.sendall(piece)
                if isinstance(piece, Held):
                    self._over.wait(30)
                while isinstance(piece, Trickled) and not self._over.wait(0.02):
                    connection.sendall(b"1\r\n \r\n")

    def close(self) -> None:
        self._over.set()
        self._socket.close()
        self._thread.join(10)


def _read_request(connection: socket.socket) -> None:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        (
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        ),
        0,
    )
    while len(body) < length:
        body += connection.recv(65536)
