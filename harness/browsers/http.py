"""The text browser: requests over loopback, no rendering, as in the paper's text setting.

It sends what Chromium would send (the same address, form data, cookies and ``Referer``), and reads the
answer with the same extractor. Source: LoWAgent paper, section 3.2.
"""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus

import httpx

from harness.addresses import resolve, take_apart
from harness.browsers.gateway import Gateway, failure_message
from harness.browsers.loopback import LoopbackTransport, request_target
from harness.browsers.navigation import Territory, form_at, link_at
from harness.browsers.pictures import PictureReader
from harness.errors import ActionFailed, BrowserError
from harness.extraction import ParsedPage, describe_other_content, parse_page, prune
from harness.form_encoding import FORM_CONTENT_TYPE, encode_form
from harness.form_filling import resolve_values, submission
from harness.observation import Observation

MAX_REDIRECTS = 20
TIMEOUT_S = 30.0
METHOD_KEEPING_REDIRECTS = (HTTPStatus.TEMPORARY_REDIRECT, HTTPStatus.PERMANENT_REDIRECT)


class HttpBrowser:
    """A browser without a screen. One client, and with it one set of cookies, an episode."""

    name = "http"

    def __init__(
        self, gateway: Gateway, *, timeout_s: float = TIMEOUT_S, html: bool = False, pictures: bool = False
    ) -> None:
        """Prepare; nothing is asked for before the first episode.

        Args:
            gateway: how the sites are reached.
            timeout_s: for one request.
            html: whether each observation carries the pruned markup.
            pictures: whether it carries the files of the page's pictures.
        """
        self._gateway = gateway
        self._timeout_s = timeout_s
        self._html = html
        self._pictures = PictureReader(gateway) if pictures else None
        self._client: httpx.Client | None = None
        self._territory = Territory("")
        self._page: ParsedPage | None = None

    def start(self, url: str) -> Observation:
        """Drop the old cookies, and open ``url``; its host is the territory of the episode."""
        self._end_episode()
        self._client = httpx.Client(
            transport=LoopbackTransport(self._gateway), timeout=self._timeout_s, trust_env=False
        )
        self._territory = Territory.of(url)
        return self._open("GET", self._territory.target(url, url))

    def goto(self, path: str) -> Observation:
        """Open a path of the host, or a full address on it."""
        return self._open("GET", self._territory.target(path, self._current.observation.url))

    def click(self, index: int) -> Observation:
        """Follow link ``index``."""
        page = self._current.observation
        return self._open(
            "GET", self._territory.target(link_at(page, index).href, page.url), referer=page.url
        )

    def fill(self, index: int, fields: Mapping[str, str]) -> Observation:
        """Set fields of form ``index`` and submit it."""
        page = self._current.observation
        form = form_at(page, index)
        controls = self._current.controls[index - 1]
        data = encode_form(submission(controls, resolve_values(form, controls, fields)))
        url = self._territory.target(form.action, page.url)
        if form.method == "get":
            url = str(take_apart(url)._replace(query=data, fragment=None))
            return self._open("GET", url, referer=page.url)
        return self._open("POST", url, data, referer=page.url)

    def observe(self) -> Observation:
        """The current page; it can't have changed by itself."""
        return self._current.observation

    def close(self) -> None:
        """Drop cookies and connections."""
        self._end_episode()
        if self._pictures is not None:
            self._pictures.close()

    def _end_episode(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = self._page = None

    @property
    def _current(self) -> ParsedPage:
        if self._page is None:
            raise BrowserError("no page is open: call start() first")
        return self._page

    def _open(self, method: str, url: str, data: str = "", referer: str | None = None) -> Observation:
        origin = url
        for _ in range(MAX_REDIRECTS):
            response = self._send(method, url, data, referer)
            location = response.headers.get("location") if response.is_redirect else None
            if location is None:
                self._page = self._read(response, url)
                return self._page.observation
            url = resolve(location, url)
            if not self._territory.holds(url):
                raise ActionFailed(self._territory.refusal(url))
            if response.status_code not in METHOD_KEEPING_REDIRECTS:
                method, data = "GET", ""
        raise BrowserError(f"{origin} redirects more than {MAX_REDIRECTS} times, last to {url}")

    def _send(self, method: str, url: str, data: str, referer: str | None) -> httpx.Response:
        if self._client is None:
            raise BrowserError("no page is open: call start() first")
        headers = {"Accept": "text/html,*/*;q=0.8"}
        if referer is not None:
            headers["Referer"] = referer
        if method == "POST":
            headers |= {"Content-Type": FORM_CONTENT_TYPE, "Origin": f"http://{self._territory.host}"}
        content = data.encode("ascii") if method == "POST" else None
        try:
            return self._client.request(
                method, url, content=content, headers=headers, extensions={"target": request_target(url)}
            )
        except httpx.HTTPError as error:
            raise BrowserError(f"{url} can't be reached: {error!r}") from error

    def _read(self, response: httpx.Response, url: str) -> ParsedPage:
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise BrowserError(failure_message(self._gateway, url, response.status_code))
        content_type = response.headers.get("content-type", "")
        if not content_type.startswith("text/html"):
            return describe_other_content(url, response.status_code, content_type)
        return self._with_captures(parse_page(response.text, url, response.status_code), response.text)

    def _with_captures(self, parsed: ParsedPage, html: str) -> ParsedPage:
        seen = parsed.observation
        if self._html:
            seen = replace(seen, html=prune(html))
        if self._pictures is not None:
            seen = self._pictures.add(seen, html, self._territory)
        return replace(parsed, observation=seen)
