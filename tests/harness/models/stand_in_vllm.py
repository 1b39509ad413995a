"""Stands in for a vLLM server: answers, late or never, and leaves children that don't want to go.

    python stand_in_vllm.py LOCK [late|dies|never|stubborn] --port N …

While it or its child lives, LOCK is locked.
"""

import fcntl
import json
import os
import signal
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

LATE_REQUESTS = 3


def main(lock: str, mode: str, arguments: list[str]) -> None:
    print("loading", json.dumps(arguments), flush=True)
    if mode == "dies":
        print("ValueError: no such model", file=sys.stderr, flush=True)
        sys.exit(3)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with Path(lock).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if os.fork() == 0:
            while True:
                signal.pause()
        serve(mode, int(arguments[arguments.index("--port") + 1]))


def serve(mode: str, port: int) -> None:
    asked = 0

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            nonlocal asked
            asked += 1
            is_ready = mode != "never" and (mode != "late" or asked > LATE_REQUESTS)
            self.send_response(200 if is_ready else 503)
            self.end_headers()

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            body = json.dumps(
                {"choices": [{"message": {"content": "click 3"}, "finish_reason": "stop"}]}
            ).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    HTTPServer(("127.0.0.1", port), Answers).serve_forever()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
