"""The review pages of a run that goes on, served to this machine alone: they load again when it grows.

Only loopback is listened to, only review pages and what they show are handed out, and only where the request
names this machine: a page of another site can't read a run by pointing a name of its own at it.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from time import monotonic, time_ns
from typing import Any
from urllib.parse import unquote, urlsplit

from harness.errors import ConfigError, RecordError
from harness.records.reader import EPISODES_FILE, MANIFEST_FILE, STEPS_FILE
from harness.review.site import REVIEW_FOLDER, write_review

LOOPBACK = "127.0.0.1"
HOSTS = frozenset({LOOPBACK, "localhost"})
FOLDERS = frozenset({REVIEW_FOLDER, "screenshots", "sent", "pictures", "traces"})
"""What is handed out of a run's folder."""
VERSION_PATH = "/version"
LOOK_EVERY_S = 1.0
REST = 4.0
"""Times as long as writing took, it rests before it looks again: a run must not be slowed down by being
looked at."""

Signature = tuple[tuple[int, int], ...]
"""(size in bytes, time of the last change in ns) of the record's files."""


class LiveReview:
    """The pages of a run, written again whenever its record has changed."""

    def __init__(self, run_dir: Path, against: Path | None, say: Callable[[str], None]) -> None:
        """Write them for the first time.

        Args:
            run_dir: folder of the run.
            against: folder of a second run to compare it with.
            say: is told what is wrong with a record that grows.

        Raises:
            RecordError: a folder holds no readable run.
        """
        self.run_dir = run_dir
        self._against = against
        self._say = say
        self._seen = self._signature()
        self.index = write_review(run_dir, against)
        self.version = _now_ms()
        """When pages were last written, in ms since 1970: what was opened before has to be loaded again."""

    def refresh(self) -> bool:
        """Write the pages again if the record has changed since; returns whether it had."""
        signature = self._signature()
        if signature == self._seen:
            return False
        self._seen = signature
        try:
            write_review(self.run_dir, self._against)
        except (RecordError, OSError) as error:
            self._say(f"the pages stay as they are: {error}")
            return False
        self.version = _now_ms()
        return True

    def keep_fresh(self, stopped: threading.Event) -> None:
        """Look at the record now and then, until told to stop."""
        rest_s = LOOK_EVERY_S
        while not stopped.wait(rest_s):
            started = monotonic()
            self.refresh()
            rest_s = max(LOOK_EVERY_S, REST * (monotonic() - started))

    def _signature(self) -> Signature:
        runs = (self.run_dir,) if self._against is None else (self.run_dir, self._against)
        files = (run / name for run in runs for name in (MANIFEST_FILE, EPISODES_FILE, STEPS_FILE))
        stats = (file.stat() if file.is_file() else None for file in files)
        return tuple((stat.st_size, stat.st_mtime_ns) if stat else (0, 0) for stat in stats)


@contextmanager
def serve_review(live: LiveReview, port: int) -> Iterator[str]:
    """Serve the pages while the context is open, and keep them fresh.

    Args:
        live: the pages.
        port: of loopback; 0 for a free one.

    Yields:
        The address of the index.

    Raises:
        ConfigError: the port is taken.
    """
    try:
        server = _Server((LOOPBACK, port), partial(_Handler, live=live))
    except OSError as error:
        raise ConfigError(
            f"port {port} can't be had ({error.strerror}): choose another with --port"
        ) from None
    stopped = threading.Event()
    threads = (
        threading.Thread(target=server.serve_forever, daemon=True),
        threading.Thread(target=live.keep_fresh, args=(stopped,), daemon=True),
    )
    for thread in threads:
        thread.start()
    try:
        index = live.index.relative_to(live.run_dir).as_posix()
        yield f"http://{LOOPBACK}:{server.server_address[1]}/{index}"
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()
        for thread in threads:
            thread.join()


class _Server(ThreadingHTTPServer):
    """Says nothing of requests that were given up, as a page that loads again gives up its own."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of all other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SimpleHTTPRequestHandler):
    """Files of a run's folder, and the version of its pages."""

    def __init__(self, *args: Any, live: LiveReview, **kwargs: Any) -> None:
        self._live = live
        super().__init__(*args, directory=str(live.run_dir), **kwargs)

    def do_GET(self) -> None:
        """A file, or the version."""
        if not self._is_allowed():
            return
        if urlsplit(self.path).path == VERSION_PATH:
            self._send_version()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        """The head of a file."""
        if self._is_allowed():
            super().do_HEAD()

    def end_headers(self) -> None:
        """Pages change under the same address, and need nothing from elsewhere."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Referrer-Policy", "no-referrer")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of requests."""

    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        """Folders are not listed."""
        self.send_error(HTTPStatus.NOT_FOUND, f"no page at {self.path}")

    def _is_allowed(self) -> bool:
        host = (self.headers.get("Host") or "").rpartition(":")[0] or self.headers.get("Host")
        if host not in HOSTS:
            self.send_error(HTTPStatus.FORBIDDEN, f"this server answers as {LOOPBACK} and localhost alone")
            return False
        path = urlsplit(self.path).path
        asked = unquote(path)
        parts = PurePosixPath(asked).parts[1:]
        is_page = bool(parts) and parts[0] in FOLDERS and ".." not in parts and "\0" not in asked
        if path != VERSION_PATH and not is_page:
            self.send_error(HTTPStatus.NOT_FOUND, "no page of the review")
            return False
        return True

    def _send_version(self) -> None:
        body = str(self._live.version).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _now_ms() -> int:
    return time_ns() // 1_000_000
