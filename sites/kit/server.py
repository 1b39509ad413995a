"""The listener: every site in every language behind one loopback port, told apart by the Host header.

Pages live at ``http://ministore.ur.localhost/`` whatever the port: the browser of an episode sends
``*.localhost`` to the listener, so a page has the same address in every run. Applications and their
databases are made when they are first asked for, or by `Listener.application`, which also tells why one
can't be made.
"""

import logging
import secrets
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias

from sites.kit.context import SiteConfig
from sites.kit.database import WorkingCopy, build_database
from sites.kit.errors import LoWAgentError
from sites.kit.localization import get_language
from sites.kit.loopback import LoopbackServer
from sites.kit.site import Site
from sites.registry import get_site

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

DEFAULT_PORT = 8000
"""First port of the sites that a person looks at."""

Wrapper: TypeAlias = "Callable[[WSGIApplication, Site, SiteConfig], WSGIApplication]"
"""Puts middleware around the application of a site."""

_HOST_SUFFIX = ".localhost"
_PERSONS_HOSTS = frozenset({"127.0.0.1", "localhost"})

logger = logging.getLogger(__name__)


class ApplicationSet:
    """Some sites in some languages, each an application with its own working copy, made when needed."""

    def __init__(
        self,
        sites: Sequence[str | Site],
        langs: Sequence[str],
        *,
        token: str,
        cache_dir: Path | None = None,
        directory: Path | None = None,
        pictures: Path | None = None,
        wrap: "Wrapper | None" = None,
    ) -> None:
        """See `Listener`."""
        self.sites = {site.name: site for site in map(_as_site, sites)}
        self.langs = tuple(get_language(lang).code for lang in langs)
        self._token = token
        self._cache_dir = cache_dir
        self._pictures = pictures
        self._wrap = wrap
        self._made: dict[tuple[str, str], WSGIApplication] = {}
        self._copies: dict[tuple[str, str], WorkingCopy] = {}
        self._locks = {(name, lang): threading.Lock() for name in self.sites for lang in self.langs}
        self._directory = directory
        self._lock = threading.Lock()
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def knows(self, site: str, lang: str) -> bool:
        """Whether there is such an application."""
        return (site, lang) in self._locks

    def get(self, site: str, lang: str) -> "WSGIApplication":
        """The application; made on the first call.

        Raises:
            KeyError: there is none.
            LoWAgentError: it can't be made.
        """
        key = (site, lang)
        with self._locks[key]:
            if key not in self._made:
                self._made[key] = self._make(self.sites[site], lang)
            return self._made[key]

    def close(self) -> None:
        """Close the databases and remove the working copies."""
        for copy in self._copies.values():
            copy.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _make(self, site: Site, lang: str) -> "WSGIApplication":
        base = build_database(site, lang, cache_dir=self._cache_dir)
        copy = self._copies[site.name, lang] = WorkingCopy.create(base, self._copies_directory(), site)
        pictures = self._pictures / site.name if self._pictures else None
        config = SiteConfig(lang=lang, database=copy, token=self._token, pictures=pictures)
        application = site.create_app(config)
        return self._wrap(application, site, config) if self._wrap else application

    def _copies_directory(self) -> Path:
        if self._directory is not None:
            return self._directory
        with self._lock:
            if self._temporary is None:
                self._temporary = tempfile.TemporaryDirectory(prefix="lowagent-")
            return Path(self._temporary.name)


class Listener:
    """All sites in all languages behind one port; a context manager."""

    def __init__(
        self,
        sites: Sequence[str | Site],
        langs: Sequence[str],
        *,
        cache_dir: Path | None = None,
        directory: Path | None = None,
        port: int = 0,
        token: str | None = None,
        pictures: Path | None = None,
        wrap: "Wrapper | None" = None,
    ) -> None:
        """Bind the port; nothing is built or answered yet.

        Args:
            sites: Names of the registry, or declarations.
            langs: Codes of the language table.
            cache_dir: Where built databases are kept; the user's cache by default.
            directory: Where the working copies go; a temporary folder by default.
            port: 0 for any free port.
            token: Secret of the control endpoints; random by default.
            pictures: Folder with a folder of pictures for each site.
            wrap: Middleware around each application, if any.

        Raises:
            UnknownNameError: no such site or language.
            ServerError: the port is taken.
        """
        self.token = token or secrets.token_urlsafe(32)
        self._applications = ApplicationSet(
            sites,
            langs,
            token=self.token,
            cache_dir=cache_dir,
            directory=directory,
            pictures=pictures,
            wrap=wrap,
        )
        self._server = LoopbackServer(self._dispatch, port=port)
        self.port = self._server.port

    @property
    def alive(self) -> bool:
        """Whether it answers requests."""
        return self._server.alive

    def address(self, site: str, lang: str) -> str:
        """Scheme and host of a site as every page and record shows them; the port is 80."""
        return f"http://{site}.{lang}{_HOST_SUFFIX}"

    def application(self, site: str, lang: str) -> "WSGIApplication":
        """The application of a site in a language; made now if it was not yet.

        Raises:
            KeyError: the listener has none of this name.
            LoWAgentError: the database, the interface text or the application can't be made.
        """
        return self._applications.get(site, lang)

    def start(self) -> Self:
        """Begin to answer."""
        self._server.start()
        return self

    def close(self) -> None:
        """Stop, and remove the working copies. Safe to call twice."""
        self._server.close()
        self._applications.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _dispatch(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        site, lang = _split_host(environ.get("HTTP_HOST", ""))
        if not self._applications.knows(site, lang):
            return _plain(start_response, "404 Not Found", "no site has this host name")
        try:
            application = self._applications.get(site, lang)
        except LoWAgentError:
            logger.exception("%s in %s can't be served", site, lang)
            return _plain(start_response, "500 Internal Server Error", "the site can't be made")
        return application(environ, start_response)


@contextmanager
def serve_for_people(
    sites: Sequence[str | Site],
    lang: str,
    *,
    port: int = DEFAULT_PORT,
    cache_dir: Path | None = None,
    pictures: Path | None = None,
) -> Iterator[Mapping[str, str]]:
    """Serve each site on a port of its own, from ``port`` up, until the block ends; yields name -> address.

    Raises:
        UnknownNameError: no such site or language.
        LoWAgentError: a site can't be made, or a port is taken.
    """
    with ExitStack() as stack:
        token = secrets.token_urlsafe(32)
        made = ApplicationSet(sites, [lang], token=token, cache_dir=cache_dir, pictures=pictures)
        stack.callback(made.close)
        addresses: dict[str, str] = {}
        for number, name in enumerate(made.sites):
            application = _for_persons(made.get(name, lang))
            server = stack.enter_context(LoopbackServer(application, port=port and port + number))
            addresses[name] = f"http://127.0.0.1:{server.port}/"
        yield addresses


def _for_persons(application: "WSGIApplication") -> "WSGIApplication":
    """Accept only names of this machine: no page elsewhere reaches the site under a name of its own."""

    def guarded(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        host = _host_name(environ.get("HTTP_HOST", ""))
        if host not in _PERSONS_HOSTS and not host.endswith(_HOST_SUFFIX):
            return _plain(start_response, "404 Not Found", "no site has this host name")
        return application(environ, start_response)

    return guarded


def _as_site(site: str | Site) -> Site:
    return site if isinstance(site, Site) else get_site(site)


def _host_name(host: str) -> str:
    return host.lower().partition(":")[0].rstrip(".")


def _split_host(host: str) -> tuple[str, str]:
    """Site and language of ``<site>.<lang>.localhost``; empty when it is another name."""
    name = _host_name(host)
    if not name.endswith(_HOST_SUFFIX):
        return "", ""
    site, _, lang = name.removesuffix(_HOST_SUFFIX).partition(".")
    return site, lang


def _plain(start_response: "StartResponse", status: str, text: str) -> Iterable[bytes]:
    start_response(status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
    return [text.encode()]
