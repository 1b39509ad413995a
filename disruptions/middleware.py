"""WSGI middleware that puts interruptions before the pages of any site.

It knows nothing of the site but what goes through it: fonts, styles and pictures go through untouched,
everything else is a page, and the style sheets that the site's front page links dress the pages of the
interruptions too.

Unarmed it is transparent. It is armed for one episode through the site's control endpoints, by the same
token, and a reset disarms it, so nothing of one episode reaches the next. Its state lies in memory, never in
a database.
"""

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from werkzeug.wrappers import Request, Response

from disruptions.pages import InterruptionPages, Look, read_style_sheets
from disruptions.state import MODES, Answer, Disruptions, GoTo, Leave, Mode, SiteAnswer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ENDPOINT = "disruptions"
"""Under the control prefix: POST ``{"mode": "once", "seed": 7}`` arms, DELETE disarms, GET tells the state.
"""
RESET_ENDPOINT = "reset"
"""The site's own; a reset through it also disarms."""

_READING = frozenset({"GET", "HEAD"})
_STATIC_TYPES = (
    "font/",
    "image/",
    "audio/",
    "video/",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/font",
    "application/octet-stream",
)
"""Beginnings of the types of what a page is made of; anything else is a page."""
_PARTS_OF_PAGES = frozenset({"audio", "font", "image", "script", "style", "video"})
"""What ``Sec-Fetch-Dest`` says of a request that a page makes for a part of itself."""
_FAILED = 500
_PATH_SAFE = "/!$&'()*+,;=:@~%"


@dataclass(frozen=True, slots=True)
class Control:
    """How the control endpoints of a site are reached."""

    prefix: str
    """Path under which they lie, such as ``/_harness``."""
    token_header: str
    token: str


@dataclass(frozen=True, slots=True)
class _Armed:
    seed: int
    disruptions: Disruptions


class DisruptionMiddleware:
    """A site behind interruptions; itself a WSGI application."""

    def __init__(
        self, application: "WSGIApplication", *, lang: str, site_name: str, control: Control
    ) -> None:
        """Wrap an application.

        Args:
            application: the site in one language.
            lang: that language.
            site_name: the site as its visitors know it.
            control: its control endpoints.

        Raises:
            UnknownNameError: no such language.
            ContentError: the texts of the language are missing.
        """
        self._application = application
        self._pages = InterruptionPages(lang)
        self._site_name = site_name
        self._control = control
        self._armed: _Armed | None = None

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        endpoint = self._endpoint(environ)
        if endpoint == ENDPOINT:
            return self._control_answer(Request(environ))(environ, start_response)
        if endpoint == RESET_ENDPOINT and environ["REQUEST_METHOD"] == "POST":
            self._armed = None
        armed = self._armed
        if armed is None or endpoint is not None:
            return self._application(environ, start_response)
        response = self._answer(armed, environ)
        if response is None:
            return self._application(environ, start_response)
        return response(environ, start_response)

    @cached_property
    def _look(self) -> Look:
        """What the site's front page looks like; read once, when the first interruption is shown."""
        environ: WSGIEnvironment = Request.from_values("/").environ  # pyright: ignore
        front = Response.from_app(self._application, environ, buffered=True)
        return Look(self._site_name, read_style_sheets(front.get_data(as_text=True)))

    def _endpoint(self, environ: "WSGIEnvironment") -> str | None:
        """Name of the control endpoint that is asked with the right token; None for any other request."""
        prefix = f"{self._control.prefix}/"
        path: str = environ.get("PATH_INFO", "")
        if not path.startswith(prefix):
            return None
        sent = Request(environ).headers.get(self._control.token_header, "")
        is_right = hmac.compare_digest(sent.encode(), self._control.token.encode())
        return path.removeprefix(prefix) if is_right else None

    def _answer(self, armed: _Armed, environ: "WSGIEnvironment") -> Response | None:
        """What is answered in place of the site; None where the site answers a request unseen."""
        disruptions = armed.disruptions
        if environ["REQUEST_METHOD"] not in _READING:
            return self._response(armed, environ, disruptions.before_other())
        target = _target(environ)
        answer = disruptions.before_get(target)
        if answer is not None:
            return self._response(armed, environ, answer)
        reply = Response.from_app(self._application, environ)
        if reply.status_code >= _FAILED:
            return reply  # a broken site is told as such, never as a page that an agent did not reach
        if environ.get("HTTP_SEC_FETCH_DEST") in _PARTS_OF_PAGES:
            return reply  # perhaps the error page of a missing picture, which nobody sees
        answer = disruptions.after_get(
            target, from_site=_is_from_site(environ), answer=_summary(reply, _origin(environ), target)
        )
        if answer is None:
            return reply
        reply.close()
        return self._response(armed, environ, answer)

    def _response(self, armed: _Armed, environ: "WSGIEnvironment", answer: Answer | None) -> Response | None:
        if answer is None:
            return None
        if isinstance(answer, GoTo):
            address = f"{_origin(environ)}{answer.target}"
            return _unstored(Response(status=303, headers={"Location": address}))
        if isinstance(answer, Leave):
            html = self._pages.departure(answer, armed.seed, self._look)
        else:
            html = self._pages.interruption(answer, armed.seed, self._look)
        return _unstored(Response(html, content_type="text/html; charset=utf-8"))

    def _control_answer(self, request: Request) -> Response:
        if request.method == "DELETE":
            self._armed = None
        elif request.method == "POST":
            order = _read_order(request)
            if order is None:
                return _json({"error": f'expected {{"mode": one of {", ".join(MODES)}, "seed": int}}'}, 400)
            self._armed = _Armed(order[1], Disruptions(order[0]))
        elif request.method != "GET":
            return _json({"error": "expected GET, POST or DELETE"}, 405)
        return _json(_state(self._armed))


def _read_order(request: Request) -> tuple[Mode, int] | None:
    try:
        order = json.loads(request.get_data())
        mode, seed = order["mode"], order["seed"]
    except (ValueError, KeyError, TypeError):
        return None
    if mode not in MODES or not isinstance(seed, int):
        return None
    return cast("Mode", mode), seed


def _state(armed: _Armed | None) -> dict[str, object]:
    """What has happened since the arming, without the links of the moment."""
    if armed is None:
        return {"mode": None, "interruptions": []}
    return {
        "mode": armed.disruptions.mode,
        "seed": armed.seed,
        "interruptions": [
            {"kind": one.kind, "requests": one.requests, "ending": one.ending}
            for one in armed.disruptions.interruptions
        ],
    }


def _summary(reply: Response, origin: str, target: str) -> SiteAnswer:
    location = reply.headers.get("Location")
    if location is None or not 300 <= reply.status_code < 400:
        return SiteAnswer(is_page=not (reply.mimetype or "").startswith(_STATIC_TYPES))
    moved = urldefrag(urljoin(f"{origin}{target}", location)).url
    return SiteAnswer(is_page=False, moved_to=moved.removeprefix(origin) or "/")


def _target(environ: "WSGIEnvironment") -> str:
    """Path and query as they were requested."""
    uri: str = environ.get("REQUEST_URI", "")
    if uri.startswith("/"):
        return uri
    path = quote(environ.get("PATH_INFO", "").encode("latin-1"), safe=_PATH_SAFE) or "/"
    query = environ.get("QUERY_STRING", "")
    return f"{path}?{query}" if query else path


def _origin(environ: "WSGIEnvironment") -> str:
    host = environ.get("HTTP_HOST") or environ["SERVER_NAME"]
    return f"{environ['wsgi.url_scheme']}://{host}"


def _is_from_site(environ: "WSGIEnvironment") -> bool:
    referer = urlsplit(environ.get("HTTP_REFERER", ""))
    return bool(referer.netloc) and f"{referer.scheme}://{referer.netloc}" == _origin(environ)


def _unstored(response: Response) -> Response:
    """Going back is a visit like any other."""
    response.headers["Cache-Control"] = "no-store"
    return response


def _json(data: object, status: int = 200) -> Response:
    return _unstored(Response(json.dumps(data), status, content_type="application/json"))
