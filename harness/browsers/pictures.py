"""The pictures of a page, fetched as a browser fetches them: for captions, which no screenshot can give.

They are asked for beside the page, without its cookies: what a site shows in its lists is the same for all.
"""

from dataclasses import replace
from functools import lru_cache

import httpx

from harness.browsers.gateway import Gateway
from harness.browsers.loopback import LoopbackTransport, request_target
from harness.browsers.navigation import Territory
from harness.errors import BrowserError
from harness.extraction import read_pictures
from harness.observation import Observation, PagePicture

TIMEOUT_S = 30.0
KEPT_PICTURES = 256
"""Of one browser: lists show the same products again and again."""


class PictureReader:
    """Fetches pictures from the sites of one gateway, each but once as long as it is remembered."""

    def __init__(self, gateway: Gateway) -> None:
        self._client = httpx.Client(
            transport=LoopbackTransport(gateway), timeout=TIMEOUT_S, trust_env=False, follow_redirects=False
        )
        self._fetched = lru_cache(KEPT_PICTURES)(self._fetch)

    def add(self, seen: Observation, html: str, territory: Territory) -> Observation:
        """The observation with the pictures of its page, and with their places in its text.

        Pictures outside the territory, and those that the site hasn't got, are empty.

        Args:
            seen: the page.
            html: its markup.
            territory: where pictures may be fetched.

        Raises:
            BrowserError: the sites can't be reached.
        """
        pictured = read_pictures(html, seen.url)
        pictures = tuple(
            PagePicture(
                source.index,
                source.alt,
                self._fetched(source.url) if territory.holds(source.url) else b"",
            )
            for source in pictured.sources
        )
        return replace(seen, pictures=pictures, pictured_text=pictured.text)

    def close(self) -> None:
        """Close the connections, and forget what was fetched. Safe to call twice."""
        self._fetched.cache_clear()
        self._client.close()

    def _fetch(self, url: str) -> bytes:
        try:
            response = self._client.get(
                url, headers={"Accept": "image/*"}, extensions={"target": request_target(url)}
            )
        except httpx.HTTPError as error:
            raise BrowserError(f"the picture {url} can't be reached: {error!r}") from error
        return response.content if response.is_success else b""
