"""What a view can ask for while it serves a request: its application, language and database.

`get_db` gives one connection a request. GET and HEAD requests get it read-only: links are safe, and a
page that wrote something on being looked at would fail an episode that did nothing wrong. Writes go into
`transaction`.
"""

import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import cast

from flask import Flask, current_app, g, request

from sites.kit.database import WorkingCopy
from sites.kit.localization import Language, get_language
from sites.kit.site import Site
from sites.kit.translation import Text

ExceptionInfo = tuple[type, BaseException, TracebackType] | tuple[None, None, None]

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """What a site's application is made from."""

    lang: str
    """Code of the language table."""
    database: WorkingCopy
    """The database that the application reads and writes."""
    token: str
    """Secret of the control endpoints; session tokens derive from it too."""
    pictures: Path | None = None
    """Folder of the site's pictures, if there is one."""


class SiteApp(Flask):
    """A Flask application that knows its site, its configuration and the messages of its error codes."""

    site: Site
    site_config: SiteConfig
    error_messages: dict[str, Text]
    """Error code -> text, with ``%(name)s`` for the parameters of the `RuleError`."""
    last_error: str | None = None
    """Traceback of the last request that failed with 500; for the harness, never shown on a page."""

    def log_exception(self, exc_info: ExceptionInfo) -> None:
        """Log the exception of a failed request, and keep it for the harness."""
        self.last_error = "".join(traceback.format_exception(*exc_info))
        super().log_exception(exc_info)


def site_app() -> SiteApp:
    """The application that serves this request."""
    return cast("SiteApp", current_app)


def current_language() -> Language:
    """The interface language of the application."""
    return get_language(site_app().site_config.lang)


def get_db() -> sqlite3.Connection:
    """The connection of this request, read-only in GET requests. It is closed for you."""
    if "db" not in g:
        g.lease = ExitStack()
        g.db = g.lease.enter_context(site_app().site_config.database.lease())
        read_only = request.method in _SAFE_METHODS
        g.db.execute(f"PRAGMA query_only = {'ON' if read_only else 'OFF'}")
    return g.db


@contextmanager
def transaction() -> Iterator[sqlite3.Connection]:
    """Write all that the block writes, or nothing if it raises. When nested, the outermost block decides."""
    connection = get_db()
    if connection.in_transaction:
        yield connection
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def release_db(_error: BaseException | None = None) -> None:
    """Give the connection back; called when a request ends."""
    g.pop("db", None)
    lease = g.pop("lease", None)
    if lease is not None:
        lease.close()
