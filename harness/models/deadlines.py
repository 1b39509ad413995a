"""A deadline for whole HTTP calls.

Timeouts of the HTTP client hold for each read alone, so a gateway that sends a blank line now and then, to
keep the connection open, holds a call for ever. Here the body of a response is watched while it comes.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from openai import DefaultHttpxClient

_HTTP: Any = import_module(DefaultHttpxClient.__mro__[1].__module__.partition(".")[0])
"""The library that the ``openai`` client is built on: httpx, or httpx2 from its version 3."""
_DEADLINE = "lowagent.deadline"


def watch_deadline(
    client: DefaultHttpxClient, timeout_s: float, clock: Callable[[], float] = time.monotonic
) -> None:
    """Make calls of a client end with its read timeout where the body isn't whole in time.

    Args:
        client: of the ``openai`` package.
        timeout_s: seconds from the request to the end of the body.
        clock: seconds that only grow.
    """

    def begin(request: Any) -> None:
        request.extensions[_DEADLINE] = clock() + timeout_s

    def watch(response: Any) -> None:
        deadline = response.request.extensions[_DEADLINE]
        response.stream = _Watched(response.stream, response.request, lambda: clock() > deadline)

    hooks = client.event_hooks
    client.event_hooks = {"request": [*hooks["request"], begin], "response": [*hooks["response"], watch]}


class _Watched(_HTTP.SyncByteStream):
    """The body of a response, with a deadline."""

    def __init__(self, stream: Any, request: Any, is_late: Callable[[], bool]) -> None:
        self._stream = stream
        self._request = request
        self._is_late = is_late

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            yield chunk
            if self._is_late():
                raise _HTTP.ReadTimeout("the body did not end in time", request=self._request)

    def close(self) -> None:
        self._stream.close()
