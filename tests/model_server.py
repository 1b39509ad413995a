"""A model's service that solves tasks by heart, over real HTTP: what OpenAI's chat completions look like.

It replies with the reference's actions (`tests.scripted_replies`), and fails as often and in such ways as it
is told (`tests.model_failures`). For proofs by hand: ``python -m tests.model_server --help``.
"""

import argparse
import json
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from disruptions import MODES
from harness.interruptions import DisruptionSetting
from sites.kit.errors import UnknownNameError
from sites.registry import SITE_NAMES
from tasks import load_instances
from tests.model_answers import Answer, Json, Prompt, completion, describe_picture, models, refusal
from tests.model_failures import FAILURES, FailurePlan
from tests.scripted_replies import Script, UnknownPromptError, find_reply, write_scripts

HOST = "127.0.0.1"
MODEL = "x"
COMPLETIONS = "/v1/chat/completions"
MODELS = "/v1/models"
STATS = "/stats"
STALL_S = 60.0
"""How long a call that is never answered is kept waiting, if the client waits that long."""
TRICKLE_S = 0.2
"""Between two blanks of a body that never comes."""


@dataclass(slots=True)
class Stats:
    """What the service did."""

    calls: int = 0
    passed: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    """Failure -> calls; ``unknown_prompt``, ``wrong_key`` and ``bad_request`` are the client's own."""
    calls_of: Counter[str] = field(default_factory=Counter)
    """Instance (``ministore-017-ur``) -> calls."""
    pictures: Counter[str] = field(default_factory=Counter)
    """``PNG 1280x720`` -> pictures that came and could be decoded."""
    input_tokens: int = 0
    """Of every call whose usage the client could read; so are the three that follow."""
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    under_way: int = 0
    most_at_once: int = 0

    def as_json(self) -> Json:
        """All of it."""
        return {name: getattr(self, name) for name in self.__slots__}

    def note(self, answer: Answer) -> None:
        """Count an answer."""
        self.calls += 1
        if answer.failure is None:
            self.passed += 1
        else:
            self.failed[answer.failure] += 1
        if (usage := answer.usage) is not None:
            self.input_tokens += usage["prompt_tokens"]
            self.cached_tokens += usage["prompt_tokens_details"]["cached_tokens"]
            self.output_tokens += usage["completion_tokens"]
            self.reasoning_tokens += usage["completion_tokens_details"]["reasoning_tokens"]


class ModelServer:
    """The service on a loopback port; a context manager."""

    def __init__(
        self,
        scripts: Sequence[Script],
        *,
        failures: FailurePlan | None = None,
        api_key: str | None = None,
        port: int = 0,
        stall_s: float = STALL_S,
    ) -> None:
        """Bind the port; nothing is answered before the context is entered.

        Args:
            scripts: what it knows.
            failures: which calls fail; none by default.
            api_key: what clients have to send; None for anything.
            port: 0 for any free one.
            stall_s: how long a call that is never answered is kept waiting.
        """
        self.failures = failures or FailurePlan()
        """May be replaced at any time."""
        self.stats = Stats()
        self.holding = threading.Event()
        """Set once a call is held (`hold`)."""
        self._scripts = tuple(scripts)
        self._api_key = api_key
        self._stall_s = stall_s
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._gate = threading.Event()
        self._passes: int | None = None
        self._http = _HttpServer(self, port)
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """The base URL: ``http://127.0.0.1:PORT/v1``."""
        return f"http://{HOST}:{self._http.server_port}/v1"

    def hold(self, after: int) -> None:
        """Take so many more calls, and keep those that follow waiting until `release`."""
        with self._lock:
            self._passes = after
            self._gate.clear()
            self.holding.clear()

    def release(self) -> None:
        """Answer the calls that were held, and those that follow."""
        with self._lock:
            self._passes = None
            self._gate.set()

    def stall(self) -> None:
        """Wait for longer than the client does."""
        self._closing.wait(self._stall_s)

    def trickle(self) -> Iterator[bytes]:
        """Blanks for as long as that, now and then."""
        for _ in range(int(self._stall_s / TRICKLE_S)):
            if self._closing.wait(TRICKLE_S):
                return
            yield b" "

    def answer(self, authorization: str | None, body: bytes) -> Answer:
        """What a request for a completion gets; it is counted, and held where calls are being held."""
        self._pass_gate()
        with self._lock:
            self.stats.under_way += 1
            self.stats.most_at_once = max(self.stats.most_at_once, self.stats.under_way)
        answer = self._judge(authorization, body)
        with self._lock:
            self.stats.note(answer)
        return answer

    def end(self) -> None:
        """A call is over."""
        with self._lock:
            self.stats.under_way -= 1

    def report(self) -> str:
        """The figures as JSON."""
        with self._lock:
            return json.dumps(self.stats.as_json(), ensure_ascii=False, indent=2)

    def close(self) -> None:
        """Stop serving. Safe to call twice."""
        self._closing.set()
        self.release()
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
        self._http.server_close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _pass_gate(self) -> None:
        with self._lock:
            if self._passes is None:
                return
            self._passes -= 1
            if self._passes >= 0:
                return
            self.holding.set()
        self._gate.wait()

    def _judge(self, authorization: str | None, body: bytes) -> Answer:
        if self._api_key is not None and authorization != f"Bearer {self._api_key}":
            return refusal(401, "Incorrect API key provided", "wrong_key")
        try:
            prompt = Prompt.of(json.loads(body))
            pictures = [describe_picture(picture) for picture in prompt.pictures]
            script, reply = find_reply(self._scripts, prompt.text, prompt.pictures)
        except UnknownPromptError as error:
            return refusal(400, str(error), "unknown_prompt")
        except ValueError as error:
            return refusal(400, str(error), "bad_request")
        with self._lock:
            self.stats.calls_of[script.instance_id] += 1
            self.stats.pictures.update(pictures)
        return completion(MODEL, prompt, reply, self.failures.draw(script.instance_id))


class _HttpServer(ThreadingHTTPServer):
    """A thread a connection."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, service: ModelServer, port: int) -> None:
        super().__init__((HOST, port), _Handler)
        self.service = service

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up when they like; anything else is a defect of this service."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Speaks HTTP, and breaks off where a failure asks for it."""

    protocol_version = "HTTP/1.1"

    @property
    def service(self) -> ModelServer:
        """Whose requests these are."""
        assert isinstance(self.server, _HttpServer)
        return self.server.service

    def do_GET(self) -> None:
        """The models, and what the service did."""
        if self.path == MODELS:
            self._send(Answer(200, models(MODEL)))
        elif self.path == STATS:
            self._send_text(200, self.service.report())
        else:
            self._send(refusal(404, f"no such path: {self.path}", "bad_request"))

    def do_POST(self) -> None:
        """A completion."""
        length = int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(length)
        if len(body) < length:  # the client was killed as it wrote: no request came
            self.close_connection = True
            return
        if self.path != COMPLETIONS:
            self._send(refusal(404, f"no such path: {self.path}", "bad_request"))
            return
        answer = self.service.answer(self.headers.get("Authorization"), body)
        try:
            self._send_or_fail(answer)
        finally:
            self.service.end()

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `Stats` tell."""

    def _send_or_fail(self, answer: Answer) -> None:
        match answer.failure:
            case "no_answer":
                self.service.stall()
                self._cut()
            case "cut_before_headers":
                self._cut()
            case "stalled_body":
                self._send_half(answer)
                self.service.stall()
                self._cut()
            case "trickled_body":
                self._send_trickle()
                self._cut()
            case "cut_in_body":
                self._send_half(answer)
                self._cut()
            case _:
                self._send(answer)

    def _send(self, answer: Answer) -> None:
        self._send_text(answer.status, json.dumps(answer.body), answer)

    def _send_text(self, status: int, text: str, answer: Answer | None = None) -> None:
        self._send_head(status, len(text.encode()), answer)
        self.wfile.write(text.encode())

    def _send_half(self, answer: Answer) -> None:
        body = json.dumps(answer.body).encode()
        self._send_head(answer.status, len(body), answer)
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()

    def _send_trickle(self) -> None:
        self._send_head(200, 10**6, None)
        for blank in self.service.trickle():
            self.wfile.write(blank)
            self.wfile.flush()

    def _send_head(self, status: int, length: int, answer: Answer | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(length))
        for name, value in (answer.headers if answer else {}).items():
            self.send_header(name, value)
        self.end_headers()

    def _cut(self) -> None:
        self.close_connection = True
        with suppress(OSError):  # the client was faster
            self.connection.shutdown(socket.SHUT_RDWR)


def main() -> None:
    """Serve a model that knows the reference by heart, until Ctrl-C; then tell what it did."""
    given = _read_command_line()
    tasks = load_instances(
        given.site or SITE_NAMES, given.lang, given.kind, twins=True, intent_lang=given.intent_lang
    )
    _require_names("task", given.task, {one.id for one in tasks})
    _require_names("instance", given.broken, {one.instance_id for one in tasks})
    setting = DisruptionSetting(given.disruptions, given.run_seed) if given.disruptions else None
    scripts = write_scripts((one for one in tasks if not given.task or one.id in given.task), setting)
    plan = FailurePlan(given.failing, given.seed, tuple(given.ways or FAILURES), tuple(given.broken))
    with ModelServer(scripts, failures=plan, api_key=given.api_key, port=given.port) as server:
        print(f"--model openai/{MODEL}@{server.url} solves {len(scripts)} tasks; Ctrl-C ends it", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(server.report())


def _read_command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    add = parser.add_argument
    add("--lang", action="append", required=True, help="language of the run; repeatable")
    add("--site", action="append", help="site; repeatable; all if left out")
    add("--task", action="append", default=[], help="only this task; repeatable")
    add("--kind", choices=("text", "visual"), help="both if left out")
    add("--intent-lang", help="as given to the run")
    add("--disruptions", choices=MODES, help="as given to the run")
    add("--run-seed", type=int, default=0, help="--seed of the run, which chooses wordings of disruptions")
    add("--failing", type=float, default=0.0, metavar="SHARE", help="of the calls, 0 to 1")
    add("--seed", type=int, default=0, help="draws the calls that fail")
    add("--ways", action="append", choices=FAILURES, help="how they fail; repeatable; every way in turn")
    add("--broken", action="append", default=[], help="instance whose every call fails; repeatable")
    add("--api-key", help="what clients have to send; anything if left out")
    add("--port", type=int, default=0, help="any free one if left out")
    return parser.parse_args()


def _require_names(what: str, given: Sequence[str], known: Set[str]) -> None:
    for name in given:
        if name not in known:
            raise UnknownNameError(what, name, sorted(known))


if __name__ == "__main__":
    main()
