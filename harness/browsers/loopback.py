"""Requests to the sites over loopback: every host of theirs lies behind one port."""

import httpx

from harness.addresses import take_apart
from harness.browsers.gateway import Gateway


class LoopbackTransport(httpx.BaseTransport):
    """Sends every request to the gateway's port, its ``Host`` header and its target untouched."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the client's own keeps its host, to which the cookies belong."""
        rerouted = httpx.Request(
            request.method,
            f"http://127.0.0.1:{self._gateway.port}/",
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return self._inner.handle_request(rerouted)

    def close(self) -> None:
        """Close the connections."""
        self._inner.close()


def request_target(url: str) -> bytes:
    """What the request line asks for, exactly as the address writes it: the extension ``target`` of httpx."""
    address = take_apart(url)
    return str(address._replace(fragment=None)).removeprefix(f"http://{address.authority}").encode("ascii")
