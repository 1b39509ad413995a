"""A customer of the shop: looks at pages, sends forms, and sees the rows that this changed."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser, LexborNode
from werkzeug.test import TestResponse

from sites.kit.changes import RowChange
from sites.kit.database import WorkingCopy
from sites.ministore import SITE

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

    @property
    def products(self) -> list[str]:
        """The ids of the products on its cards, in order."""
        return [(node.attributes["href"] or "")[3:] for node in self.tree.css(".card > a")]

    def one(self, selector: str) -> LexborNode:
        node = self.tree.css_first(selector)
        assert node is not None, f"no {selector} on {self.path}"
        return node

    def value(self, field: str) -> str | None:
        """What stands in a text field."""
        return self.one(f"[name={field}]").attributes.get("value")


def squeeze(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def only_row(changes: Sequence[RowChange]) -> dict:
    """The new image of the one row that changed."""
    assert len(changes) == 1
    assert changes[0].after is not None
    return dict(changes[0].after)


class Shop:
    """A customer of the shop in one language."""

    def __init__(self, lang: str, client: FlaskClient, copy: WorkingCopy) -> None:
        self.lang = lang
        self.copy = copy
        self._client = client

    def get(self, path: str) -> Page:
        """The page at a path, redirects followed."""
        return self._page(self._client.get(path, follow_redirects=True))

    def post(self, path: str, **fields: str) -> Page:
        """The page after a form was sent, redirects followed."""
        return self._page(self._client.post(path, data=fields, follow_redirects=True))

    def post_from(self, sender: str, path: str, **fields: str) -> Page:
        """The page after a form on another page was sent, redirects followed."""
        headers = {"Referer": f"http://localhost{sender}"}
        return self._page(self._client.post(path, data=fields, headers=headers, follow_redirects=True))

    def post_only(self, path: str, **fields: str) -> tuple[int, str | None]:
        """Status and address of the redirect that answers a form."""
        response = self._client.post(path, data=fields)
        return response.status_code, response.headers.get("Location")

    def log_in(self) -> Page:
        return self.post("/login", username=SITE.account.username, password=SITE.account.password)

    def row(self, sql: str, *values: object) -> sqlite3.Row:
        """The first row of a query on the shop's database."""
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

    def fill_cart(self, *wanted: tuple[str, int]) -> None:
        """Log in and put units of products into the cart."""
        self.log_in()
        for pid, qty in wanted:
            assert self.post("/cart/add", pid=pid, qty=str(qty)).path == "/cart"

    def choose(self, *, label: str = "home", method: str = "standard", pay: str = "cod", **more: str) -> Page:
        """Go through the steps of the checkout to the last one."""
        address = self.number(
            "SELECT a.id FROM addresses a JOIN users u ON u.id = user_id"
            " WHERE username = 'nadia' AND label = ?",
            label,
        )
        self.post("/checkout/address", address_id=str(address))
        self.post("/checkout/shipping", method=method, **more)
        card = {"card_id": str(self.number("SELECT MIN(id) FROM cards"))} if pay == "card" else {}
        return self.post("/checkout/payment", method=pay, **card)

    def _page(self, response: TestResponse) -> Page:
        return Page(response.request.path, response.status_code, response.text)
