"""A site of a few lines, and a visitor who sees what the middleware makes of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from werkzeug.test import Client, TestResponse
from werkzeug.wrappers import Request, Response

from disruptions import Control, DisruptionMiddleware

PREFIX, HEADER, TOKEN = "/_control", "X-Token", "open-sesame"
CONTROL = Control(PREFIX, HEADER, TOKEN)
HOST = "http://plain.en.localhost"
TYPES = {"css": "text/css", "png": "image/png", "woff2": "font/woff2"}
MOVED = {"/moved": "/arrived?way=moved", "/out": "http://example.com/"}
LINK = re.compile(r'<a [^>]*href="([^"]+)"')


@dataclass
class PlainSite:
    """A WSGI application that knows nothing of interruptions, and notes what it carries out."""

    carried_out: list[str] = field(default_factory=list)
    """Method and path of every request that is no GET."""
    resets: int = 0
    moved: dict[str, str] = field(default_factory=lambda: dict(MOVED))
    """Path -> where it is redirected."""

    def __call__(self, environ, start_response) -> Iterable[bytes]:
        return self._answer(Request(environ))(environ, start_response)

    def _answer(self, request: Request) -> Response:
        if request.path.startswith(PREFIX):
            return self._control(request)
        if request.method not in ("GET", "HEAD"):
            return self._carry_out(request)
        if request.path.startswith("/static/"):
            return Response(b"SITE file", content_type=TYPES[request.path.rpartition(".")[2]])
        return self._page(request.path, request.query_string.decode())

    def _control(self, request: Request) -> Response:
        is_reset = request.headers.get(HEADER) == TOKEN and request.path == f"{PREFIX}/reset"
        self.resets += is_reset
        return Response("reset") if is_reset else Response("no page", 404, mimetype="text/html")

    def _carry_out(self, request: Request) -> Response:
        self.carried_out.append(f"{request.method} {request.path}")
        if request.path == "/form-with-errors":
            return Response("SITE errors", mimetype="text/html")
        return Response(status=303, headers={"Location": "/done?by=post"})

    def _page(self, path: str, query: str) -> Response:
        if path in self.moved:
            return Response(status=302, headers={"Location": self.moved[path]})
        special = {
            "/broken": Response("SITE broken", 500, mimetype="text/html"),
            "/data": Response("SITE,data", mimetype="text/csv"),
        }
        sheets = '<link rel="icon" href="x"><link rel="stylesheet" href="/static/a.css?v=1">'
        status = 404 if path.startswith("/nothing") else 200
        return special.get(path) or Response(f"{sheets}SITE {path}?{query}", status, mimetype="text/html")


@dataclass
class Visitor:
    """A browser without cookies: asks, follows redirects one by one, reads links."""

    client: Client
    site: PlainSite

    def get(self, target: str, *, referer: str | None = None, **headers: str) -> TestResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if referer is not None:
            sent["Referer"] = f"{HOST}{referer}"
        return self.client.get(target, base_url=HOST, headers=sent)

    def open(self, target: str, *, referer: str | None = None) -> TestResponse:
        """As `get`, but follows redirects with the same referrer, as browsers do."""
        response = self.get(target, referer=referer)
        while 300 <= response.status_code < 400:
            response = self.get(response.headers["Location"].removeprefix(HOST), referer=referer)
        return response

    def post(self, target: str) -> TestResponse:
        return self.client.post(target, base_url=HOST, data={"a": "1"})

    def control(
        self, method: str, endpoint: str = "disruptions", token: str = TOKEN, **kwargs
    ) -> TestResponse:
        return self.client.open(
            f"{PREFIX}/{endpoint}", method=method, base_url=HOST, headers={HEADER: token}, **kwargs
        )

    def arm(self, mode: str = "once", seed: int = 1) -> None:
        assert self.control("POST", json={"mode": mode, "seed": seed}).status_code == 200

    def state(self) -> dict:
        found = self.control("GET").json
        assert isinstance(found, dict)
        return found

    def kinds(self) -> list[tuple[str, int, str | None]]:
        return [(one["kind"], one["requests"], one["ending"]) for one in self.state()["interruptions"]]


def links_of(page: TestResponse) -> list[str]:
    """The links of a page, in order."""
    return LINK.findall(page.text)


def is_of_site(page: TestResponse) -> bool:
    """Whether anything of the site can be read in an answer."""
    return "SITE" in page.text


def make_visitor(lang: str = "en") -> Visitor:
    """A visitor of a site of its own."""
    site = PlainSite()
    middleware = DisruptionMiddleware(site, lang=lang, site_name="Plain", control=CONTROL)
    return Visitor(Client(middleware), site)


@pytest.fixture
def visitor() -> Visitor:
    """A visitor of an unarmed site in English."""
    return make_visitor()
