"""Search: what a reader asks for, the products that answer, and the choices that make sense among them.

A query is folded like the products' search keys, and every word must occur in the key of a product (no
word boundaries: they break inside Indic words, and Amharic glues prefixes to words). Products whose name
holds every word come first. All other filters are plain columns.

Source: the sites' common rules, section 4; the measured search recipe in the localisation facts.
"""

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from urllib.parse import urlencode

from sites.kit.forms import RuleError
from sites.kit.localization import fold, parse_cents, to_ascii_digits
from sites.kit.paging import read_page_number
from sites.ministore.queries import DISCOUNT_SQL

SORTS = ("relevance", "price_asc", "price_desc", "rating", "reviews", "newest", "discount")
MIN_RATINGS = ("4.5", "4", "3", "2")
FLAGS = ("in_stock", "on_sale", "free_ship")
TEXTS = ("q", "cat", "brand", "color", "material", "min_price", "max_price", "min_rating")

_ORDER_SQL: Mapping[str, str] = {
    "relevance": "name_hit DESC, p.id",
    "price_asc": "p.price_c, p.id",
    "price_desc": "p.price_c DESC, p.id",
    "rating": "r.rating DESC NULLS LAST, p.id",
    "reviews": "COALESCE(r.review_count, 0) DESC, p.id",
    "newest": "p.created_at DESC, p.id",
    "discount": f"{DISCOUNT_SQL} DESC, p.id",
}
_PRODUCT_ID = re.compile(r"p[0-9]{4}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Filters:
    """One search as it was asked, each value as it was typed or chosen ('' where nothing was)."""

    q: str = ""
    cat: str = ""
    brand: str = ""
    color: str = ""
    material: str = ""
    min_price: str = ""
    max_price: str = ""
    min_rating: str = ""
    in_stock: bool = False
    on_sale: bool = False
    free_ship: bool = False
    sort: str = "relevance"
    page: int = 1

    def query(self, **changes: object) -> str:
        """The query string of this search with some values changed, without what is empty or usual."""
        asked = replace(self, **changes)  # type: ignore[arg-type]
        pairs = [(name, getattr(asked, name)) for name in TEXTS if getattr(asked, name)]
        pairs += [(name, "1") for name in FLAGS if getattr(asked, name)]
        if asked.sort != SORTS[0]:
            pairs.append(("sort", asked.sort))
        if asked.page > 1:
            pairs.append(("page", str(asked.page)))
        return urlencode(pairs)


@dataclass(frozen=True, slots=True)
class Facets:
    """The values that occur among the products that the words and the category leave."""

    brands: frozenset[str]
    colors: frozenset[str]
    materials: frozenset[str]


@dataclass(slots=True)
class Condition:
    """SQL conditions on product ``p`` (and its ratings ``r``) with their values."""

    parts: list[str] = field(default_factory=list)
    values: list[str | int] = field(default_factory=list)

    def add(self, sql: str, *values: str | int) -> None:
        """Ask for one thing more."""
        self.parts.append(sql)
        self.values.extend(values)

    @property
    def sql(self) -> str:
        """All of them together."""
        return " AND ".join(self.parts) or "1"


def read_filters(args: Mapping[str, str], **presets: str) -> Filters:
    """The search that a query string asks for; numbers in any digits, what is unknown left out."""
    texts = {name: args.get(name, "").strip() for name in TEXTS} | presets
    flags = {name: to_ascii_digits(args.get(name, "")) not in ("", "0") for name in FLAGS}
    sort = args.get("sort", SORTS[0])
    texts["min_rating"] = to_ascii_digits(texts["min_rating"].replace("٫", "."))
    return Filters(
        **texts,  # type: ignore[arg-type]
        **flags,  # type: ignore[arg-type]
        sort=sort if sort in SORTS else SORTS[0],
        page=read_page_number(args),
    )


def product_id(text: str) -> str | None:
    """The product id that was typed into the search field, if it is one."""
    typed = to_ascii_digits(text.strip())
    return typed.upper() if _PRODUCT_ID.fullmatch(typed) else None


def find(db: sqlite3.Connection, filters: Filters, lang: str) -> list[str]:
    """The ids of all products that answer, in the order asked for.

    Raises:
        RuleError: a price can't be read (E_FORMAT), or there is no such choice (E_RANGE).
    """
    words = fold(filters.q).split()
    condition = _base_condition(filters, words)
    _add_choices(condition, filters)
    _add_prices(condition, filters, lang)
    hits = " AND ".join("instr(p.name_key, ?) > 0" for _ in words) or "1"
    ratings = "LEFT JOIN product_ratings r ON r.pid = p.id" if _needs_ratings(filters) else ""
    rows = db.execute(
        f"SELECT p.id, ({hits}) AS name_hit FROM products p {ratings}"
        f" WHERE {condition.sql} ORDER BY {_ORDER_SQL[filters.sort]}",
        (*words, *condition.values),
    )
    return [row["id"] for row in rows]


def facets(db: sqlite3.Connection, filters: Filters) -> Facets:
    """The brands, colours and materials that occur under the words and the category of a search."""
    condition = _base_condition(filters, fold(filters.q).split())
    row = db.execute(
        "SELECT group_concat(DISTINCT p.brand_id) AS brands, group_concat(DISTINCT p.color) AS colors,"
        f" group_concat(DISTINCT p.material) AS materials FROM products p WHERE {condition.sql}",
        condition.values,
    ).fetchone()
    return Facets(
        brands=_codes(row["brands"], filters.brand),
        colors=_codes(row["colors"], filters.color),
        materials=_codes(row["materials"], filters.material),
    )


def _codes(listed: str | None, chosen: str) -> frozenset[str]:
    return frozenset((listed or "").split(",")) | {chosen}


def _needs_ratings(filters: Filters) -> bool:
    """Ratings are computed over all reviews: only searches that ask for them pay for it."""
    return bool(filters.min_rating) or filters.sort in ("rating", "reviews")


def _base_condition(filters: Filters, words: list[str]) -> Condition:
    condition = Condition()
    for word in words:
        condition.add("instr(p.search_key, ?) > 0", word)
    if filters.cat:
        condition.add("p.cat = ?", filters.cat)
    return condition


def _add_choices(condition: Condition, filters: Filters) -> None:
    if filters.brand:
        condition.add("p.brand_id = ?", filters.brand)
    if filters.color:
        condition.add("p.color = ?", filters.color)
    if filters.material:
        condition.add("p.material = ?", filters.material)
    if filters.min_rating:
        condition.add("r.tenths >= ?", _rating_tenths(filters.min_rating))
    if filters.in_stock:
        condition.add("p.stock > 0")
    if filters.on_sale:
        condition.add("p.list_price_c > p.price_c")
    if filters.free_ship:
        condition.add("p.free_ship = 1")


def _add_prices(condition: Condition, filters: Filters, lang: str) -> None:
    for name, sign in (("min_price", ">="), ("max_price", "<=")):
        typed = getattr(filters, name)
        if not typed:
            continue
        limit_c = parse_cents(typed, lang)
        if limit_c is None:
            raise RuleError("E_FORMAT", field=name)
        condition.add(f"p.price_c * ? {sign} ?", limit_c.denominator, limit_c.numerator)


def _rating_tenths(text: str) -> int:
    if text not in MIN_RATINGS:
        raise RuleError("E_RANGE", field="min_rating")
    return int(Fraction(text) * 10)
