"""The pages of goods: front page, search and category, brands, one product, and the pictures."""

import sqlite3
from collections.abc import Sequence

from flask import Blueprint, Response, abort, redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from sites.kit.accounts import current_user
from sites.kit.clock import SITE_NOW
from sites.kit.context import current_language, get_db, site_app
from sites.kit.forms import FormError, FormState, RuleError
from sites.kit.localization import localize_digits, sort_key
from sites.kit.paging import make_page
from sites.ministore import details, search
from sites.ministore.drawings import DRAWINGS, placeholder
from sites.ministore.forms import add_to_cart_form
from sites.ministore.labels import min_rating_options, sort_options
from sites.ministore.pricing import FREE_STANDARD_FROM_C, SHIP_METHODS, delivery_date, quantity_limit
from sites.ministore.queries import DISCOUNT_SQL, product_cards
from sites.ministore.questions import top_questions
from sites.ministore.reviews import newest_reviews, own_review_id, star_counts
from sites.ministore.search import Facets, Filters

PICTURE_MAX_AGE_S = 365 * 24 * 3600

_DEALS_SQL = f"""
SELECT id FROM (
    SELECT p.id, {DISCOUNT_SQL} AS discount,
        ROW_NUMBER() OVER (PARTITION BY p.cat ORDER BY {DISCOUNT_SQL} DESC, p.id) AS place
    FROM products p WHERE p.stock > 0 AND p.list_price_c > p.price_c
) WHERE place = 1 ORDER BY discount DESC, id LIMIT 8
"""
_PRODUCT_SQL = f"""
SELECT p.*, {DISCOUNT_SQL} AS discount,
    b.name AS brand, n.name AS country, c.name AS category, k.name AS kind_name,
    colors.name AS color_name, materials.name AS material_name,
    COALESCE(r.tenths, 0) AS tenths, COALESCE(r.review_count, 0) AS review_count
FROM products p JOIN brands b ON b.id = p.brand_id JOIN countries n ON n.code = b.country
    JOIN categories c ON c.slug = p.cat JOIN kinds k ON k.code = p.kind
    LEFT JOIN colors ON colors.code = p.color LEFT JOIN materials ON materials.code = p.material
    LEFT JOIN product_ratings r ON r.pid = p.id
WHERE p.id = ?
"""

catalog = Blueprint("catalog", __name__)


@catalog.get("/")
def home() -> str:
    """The front page: categories, and the best deal of eight of them."""
    db = get_db()
    deals = [row["id"] for row in db.execute(_DEALS_SQL)]
    return render_template(
        "catalog/home.html",
        categories=_categories(db),
        drawings=DRAWINGS,
        deals=product_cards(db, deals),
        free_from_c=FREE_STANDARD_FROM_C,
    )


@catalog.get("/search")
def search_page() -> ResponseReturnValue:
    """Products that answer a search; a product id leads to its page."""
    filters = search.read_filters(request.args)
    pid = search.product_id(filters.q)
    if pid and get_db().execute("SELECT 1 FROM products WHERE id = ?", (pid,)).fetchone():
        return redirect(f"/p/{pid}")
    return _list_page(filters, gettext("Search"), "")


@catalog.get("/c/<slug>")
def category_page(slug: str) -> str:
    """A category: the search with its category chosen."""
    row = get_db().execute("SELECT name FROM categories WHERE slug = ?", (slug,)).fetchone()
    if row is None:
        abort(404)
    return _list_page(search.read_filters(request.args, cat=slug), row["name"], "")


@catalog.get("/brands")
def brands_page() -> str:
    """All brands with their countries."""
    rows = get_db().execute(
        "SELECT b.id, b.name, n.name AS country,"
        " (SELECT COUNT(*) FROM products p WHERE p.brand_id = b.id) AS products"
        " FROM brands b JOIN countries n ON n.code = b.country ORDER BY b.name, b.id"
    )
    return render_template("catalog/brands.html", brands=rows.fetchall())


@catalog.get("/brand/<int:brand_id>")
def brand_page(brand_id: int) -> str:
    """A brand: the search with its brand chosen."""
    row = (
        get_db()
        .execute(
            "SELECT b.name, n.name AS country FROM brands b JOIN countries n ON n.code = b.country"
            " WHERE b.id = ?",
            (brand_id,),
        )
        .fetchone()
    )
    if row is None:
        abort(404)
    filters = search.read_filters(request.args, brand=str(brand_id))
    return _list_page(
        filters, row["name"], gettext("Country of the brand: %(country)s", country=row["country"])
    )


@catalog.get("/p/<pid>")
def product_page(pid: str) -> str:
    """One product."""
    return render_product(pid, add_to_cart_form(get_db(), pid).blank())


@catalog.get("/pictures/<pid>")
def picture(pid: str) -> Response:
    """The picture of a product, or a neutral drawing where there is none.

    A picture may be kept for ever; the drawing may not, because a picture may come in its place.
    """
    row = get_db().execute("SELECT cat FROM products WHERE id = ?", (pid,)).fetchone()
    if row is None:
        abort(404)
    folder = site_app().site_config.pictures
    file = folder / f"{pid}.webp" if folder else None
    if file and file.is_file():
        response = send_file(file.resolve(), mimetype="image/webp", max_age=PICTURE_MAX_AGE_S)
        response.cache_control.immutable = True
        return response
    return Response(placeholder(row["cat"]), mimetype="image/svg+xml")


def render_product(pid: str, form: FormState, *, wish_error: FormError | None = None) -> str:
    """The page of a product with this state of its forms; 404 when there is no such product."""
    db = get_db()
    user = current_user()
    user_id = user["id"] if user else None
    product = db.execute(_PRODUCT_SQL, (pid,)).fetchone()
    if product is None:
        abort(404)
    sizes = db.execute(
        "SELECT size, stock FROM product_options WHERE pid = ? ORDER BY size", (pid,)
    ).fetchall()
    return render_template(
        "catalog/product.html",
        product=product,
        bullets=product["bullets"].splitlines(),
        details=details.rows(product, current_language().code),
        sizes=sizes,
        form=form,
        limit=quantity_limit(max((row["stock"] for row in sizes), default=product["stock"])),
        estimates={method: delivery_date(SITE_NOW.date(), method).isoformat() for method in SHIP_METHODS},
        counts=star_counts(db, pid),
        reviews=newest_reviews(db, pid),
        questions=top_questions(db, pid),
        own_review_id=own_review_id(db, user_id, pid),
        wished=_is_wished(db, user_id, pid),
        wish_error=wish_error,
    )


def _is_wished(db: sqlite3.Connection, user_id: int | None, pid: str) -> bool:
    wish = db.execute("SELECT 1 FROM wishlist WHERE user_id = ? AND pid = ?", (user_id, pid)).fetchone()
    return wish is not None


def _list_page(filters: Filters, heading: str, intro: str) -> str:
    db = get_db()
    lang = current_language().code
    errors: dict[str, FormError] = {}
    pids: list[str] = []
    try:
        pids = search.find(db, filters, lang)
    except RuleError as error:
        errors[error.field or ""] = FormError.of(error)
    page = make_page(filters.page, len(pids))
    return render_template(
        "catalog/list.html",
        heading=heading,
        intro=intro,
        filters=filters,
        prices={name: localize_digits(getattr(filters, name), lang) for name in ("min_price", "max_price")},
        errors=errors,
        page=page,
        products=product_cards(db, page.of(pids)),
        sorts=sort_options(),
        min_ratings=min_rating_options(lang),
        **_choices(db, search.facets(db, filters), lang),
    )


def _choices(db: sqlite3.Connection, facets: Facets, lang: str) -> dict[str, list[tuple[str, str]]]:
    any_one = [("", gettext("Any"))]
    brands = db.execute("SELECT id, name FROM brands ORDER BY name, id").fetchall()
    return {
        "categories": any_one + [(row["slug"], row["name"]) for row in _categories(db)],
        "brands": any_one
        + [(str(row["id"]), row["name"]) for row in brands if str(row["id"]) in facets.brands],
        "colors": any_one + _named(db, "colors", facets.colors, lang),
        "materials": any_one + _named(db, "materials", facets.materials, lang),
    }


def _named(db: sqlite3.Connection, table: str, codes: frozenset[str], lang: str) -> list[tuple[str, str]]:
    rows = [(row["code"], row["name"]) for row in db.execute(f"SELECT code, name FROM {table}")]
    return sorted((row for row in rows if row[0] in codes), key=lambda row: sort_key(row[1], lang))


def _categories(db: sqlite3.Connection) -> Sequence[sqlite3.Row]:
    return db.execute("SELECT slug, name FROM categories ORDER BY seq").fetchall()
