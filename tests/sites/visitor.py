"""A visitor of a site: looks at pages, sends forms, and sees the rows that this changed."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from selectolax.lexbor import LexborHTMLParser, LexborNode
from werkzeug.test import TestResponse

from sites.kit.application import SiteApp, SiteConfig
from sites.kit.changes import RowChange
from sites.kit.database import WorkingCopy, build_database
from sites.kit.site import Site

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Page:
    """A page as it was answered."""

    path: str
    status: int
    html: str

    @property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)

    @property
    def text(self) -> str:
        """The text of the page's main part, spaces collapsed."""
        return squeeze(self.one("main").text())

    @property
    def errors(self) -> list[str]:
        """The codes of its errors."""
        return [node.attributes["data-code"] or "" for node in self.tree.css("p.error")]

    def one(self, selector: str) -> LexborNode:
        node = self.tree.css_first(selector)
        assert node is not None, f"no {selector} on {self.path}"
        return node

    def value(self, field: str) -> str | None:
        """What stands in a text field."""
        return self.one(f"[name={field}]").attributes.get("value")

    def table(self, selector: str = "main table") -> list[list[str]]:
        """The cells of a table's body, row by row."""
        return cells(self.one(selector))


PageT = TypeVar("PageT", bound=Page)


@contextmanager
def site_apps(site: Site, folder: Path) -> Iterator[Callable[[str], SiteApp]]:
    """Gives the application of a site in a language, made once, with working copies below the folder."""
    made: dict[str, SiteApp] = {}

    def app_in(lang: str) -> SiteApp:
        if lang not in made:
            copy = WorkingCopy.create(build_database(site, lang), folder / lang, site)
            app = site.create_app(SiteConfig(lang, copy, "a token that no page knows"))
            assert isinstance(app, SiteApp)
            made[lang] = app
        return made[lang]

    yield app_in
    for app in made.values():
        app.site_config.database.close()


@contextmanager
def fresh_apps(app_in: Callable[[str], SiteApp]) -> Iterator[Callable[[str], SiteApp]]:
    """Gives the same applications with their databases put back, and puts them back at the end."""
    opened: list[WorkingCopy] = []

    def fresh_in(lang: str) -> SiteApp:
        app = app_in(lang)
        app.site_config.database.reset()
        opened.append(app.site_config.database)
        return app

    yield fresh_in
    for copy in opened:
        copy.reset()


def cells(node: LexborNode) -> list[list[str]]:
    """The cells of the table, or of what holds one, without its head."""
    return [[squeeze(cell.text()) for cell in row.css("th, td")] for row in node.css("tbody tr")]


def squeeze(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def only_row(changes: Sequence[RowChange]) -> dict:
    """The new image of the one row that changed."""
    assert len(changes) == 1
    assert changes[0].after is not None
    return dict(changes[0].after)


class Visitor(Generic[PageT]):
    """Somebody at a site in one language, with a browser's cookies."""

    def __init__(self, app: SiteApp, page_type: type[PageT]) -> None:
        self.lang = app.site_config.lang
        self.copy = app.site_config.database
        self._account = app.site.account
        self._client = app.test_client()
        self._page_type = page_type

    def get(self, path: str) -> PageT:
        """The page at a path, redirects followed."""
        return self._page(self._client.get(path, follow_redirects=True))

    def post(self, path: str, **fields: str) -> PageT:
        """The page after a form was sent, redirects followed."""
        return self._page(self._client.post(path, data=fields, follow_redirects=True))

    def post_from(self, sender: str, path: str, **fields: str) -> PageT:
        """The page after a form on another page was sent, redirects followed."""
        headers = {"Referer": f"http://localhost{sender}"}
        return self._page(self._client.post(path, data=fields, headers=headers, follow_redirects=True))

    def post_only(self, path: str, **fields: str) -> tuple[int, str | None]:
        """Status and address of the redirect that answers a form."""
        response = self._client.post(path, data=fields)
        return response.status_code, response.headers.get("Location")

    def log_in(self) -> PageT:
        """The test account, logged in."""
        return self.post("/login", username=self._account.username, password=self._account.password)

    def row(self, sql: str, *values: object) -> sqlite3.Row:
        """The first row of a query on the site's database."""
        with closing(self.copy.connect()) as db:
            row = db.execute(sql, values).fetchone()
        assert row is not None, sql
        return row

    def number(self, sql: str, *values: object) -> int:
        return self.row(sql, *values)[0]

    def write(self, sql: str, *values: object) -> None:
        with closing(self.copy.connect()) as db:
            db.execute(sql, values)

    def changes(self) -> dict[str, list[RowChange]]:
        """The changed rows by table."""
        tables: dict[str, list[RowChange]] = {}
        for change in self.copy.changes():
            tables.setdefault(change.table, []).append(change)
        return tables

    def _page(self, response: TestResponse) -> PageT:
        return self._page_type(response.request.path, response.status_code, response.text)
