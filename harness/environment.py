"""The environment of a worker: all sites in all languages behind one listener, put back before each episode.

Source: LoWAgent paper, sections 3.1 and appendix A (reset before each episode, endpoints behind a token).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import httpx

from disruptions import ENDPOINT, Mode
from harness.addresses import take_apart
from harness.interruptions import InterruptionState, states_from_json, wrap_site
from harness.pictures import catalogue_pictures
from sites.kit.changes import RowChange
from sites.kit.control import PREFIX, TOKEN_HEADER, changes_from_json
from sites.kit.errors import ServerError
from sites.kit.server import Listener
from sites.kit.site import Site

CONTROL_TIMEOUT_S = 60.0


class Environment:
    """Owns the listener of one process; a context manager. Also the browsers' `Gateway`."""

    def __init__(
        self,
        sites: Sequence[str | Site],
        langs: Sequence[str],
        *,
        cache_dir: Path | None = None,
        pictures: Path | None = None,
    ) -> None:
        """Start serving.

        Args:
            sites: names of the registry, or declarations.
            langs: codes of the language table.
            cache_dir: where built databases are kept; the user's cache by default.
            pictures: folder with a folder of pictures for each site; the project's own by default, where they
                have been made.

        Raises:
            UnknownNameError: no such site or language.
            ServerError: no port can be had.
        """
        self._sites = tuple(sites)
        self._langs = tuple(langs)
        self._cache_dir = cache_dir
        self._pictures = pictures or catalogue_pictures()
        self._client = httpx.Client(timeout=CONTROL_TIMEOUT_S, trust_env=False)
        self._listener = self._listen()

    @property
    def port(self) -> int:
        """The loopback port that serves every site now."""
        return self._listener.port

    @property
    def listener(self) -> Listener:
        """The listener that serves now."""
        return self._listener

    def url(self, site: str, lang: str, path: str = "/") -> str:
        """The address of a page, the same in every run: the browsers know the port."""
        return self._listener.address(site, lang) + path

    def reset(self, site: str, lang: str) -> None:
        """Put a site's database back to how it was built, disarmed; start the listener again where it died.

        The first call builds the database, or takes it from the cache.

        Raises:
            LoWAgentError: the site can't be made.
        """
        if not self._listener.alive:
            self._listener.close()
            self._listener = self._listen()
        self._listener.application(site, lang)
        self._call("POST", site, lang, "reset")

    def changes(self, site: str, lang: str) -> tuple[RowChange, ...]:
        """The rows changed since the last reset.

        Raises:
            ServerError: the site does not answer.
        """
        return changes_from_json(self._call("GET", site, lang, "changes")["changes"])

    def arm(self, site: str, lang: str, mode: Mode, seed: int) -> None:
        """Put interruptions before the pages of a site, until its next reset.

        Raises:
            ServerError: the site does not answer.
        """
        self._call("POST", site, lang, ENDPOINT, {"mode": mode, "seed": seed})

    def interruptions(self, site: str, lang: str) -> tuple[InterruptionState, ...]:
        """The interruptions of a site since it was armed.

        Raises:
            ServerError: the site does not answer.
        """
        return states_from_json(self._call("GET", site, lang, ENDPOINT)["interruptions"])

    def last_error(self, url: str) -> str | None:
        """The last line of the traceback that the site behind ``url`` last failed with, if it tells."""
        site, _, lang = take_apart(url).authority.removesuffix(".localhost").partition(".")
        try:
            traceback = self._call("GET", site, lang, "health").get("last_error")
        except ServerError:
            return None
        return traceback.strip().splitlines()[-1] if traceback else None

    def close(self) -> None:
        """Stop serving, and remove the working copies. Safe to call twice."""
        self._client.close()
        self._listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _listen(self) -> Listener:
        listener = Listener(
            self._sites, self._langs, cache_dir=self._cache_dir, pictures=self._pictures, wrap=wrap_site
        )
        return listener.start()

    def _call(
        self, method: str, site: str, lang: str, endpoint: str, order: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        host = take_apart(self.url(site, lang)).authority
        what = f"{PREFIX}/{endpoint} of {host}"
        try:
            response = self._client.request(
                method,
                f"http://127.0.0.1:{self.port}{PREFIX}/{endpoint}",
                headers={"Host": host, TOKEN_HEADER: self._listener.token},
                json=order,
            )
            response.raise_for_status()
            return response.json()
        except httpx.HTTPError as error:
            raise ServerError(f"{what} does not answer: {error!r}") from error
        except ValueError as error:
            raise ServerError(f"{what} answered something else than JSON") from error
