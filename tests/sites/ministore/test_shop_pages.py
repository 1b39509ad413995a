from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from sites.kit.application import SiteConfig
from sites.kit.database import WorkingCopy, build_database
from sites.kit.localization import LANGUAGES
from sites.ministore import SITE
from tests.sites.ministore.customer import Page, Shop
from tests.sites.page_rules import check_digits, check_filled, check_markup

OpenShop = Callable[[str], Shop]
GUEST_PAGES = (
    "/",
    "/login",
    "/c/shoes",
    "/search?q=a&min_price=x",
    "/search?q=zzzz",
    "/brands",
    "/brand/7",
    "/help/shipping",
    "/help/returns",
    "/help/coupons",
    "/nothing-here",
)
MEMBER_PAGES = ("/account", "/orders", "/orders?status=delivered", "/cart", "/checkout/address")


def all_pages(shop: Shop) -> Iterator[Page]:
    """Each kind of page once, those of a member too, with the cart filled."""
    pid = shop.row("SELECT pid FROM questions GROUP BY pid ORDER BY COUNT(*) DESC, pid")["pid"]
    qid = shop.number("SELECT qid FROM answers GROUP BY qid ORDER BY COUNT(*) DESC, qid")
    reviewed = shop.row("SELECT pid FROM reviews GROUP BY pid ORDER BY COUNT(*) DESC, pid")["pid"]
    shoe = shop.row("SELECT pid FROM product_options ORDER BY pid")["pid"]
    paths = (f"/p/{pid}", f"/p/{pid}/questions", f"/questions/{qid}", f"/p/{reviewed}/reviews", f"/p/{shoe}")
    for path in (*GUEST_PAGES, *paths):
        yield shop.get(path)
    chair = shop.row("SELECT id FROM products WHERE ship_class = 'bulky' AND stock > 3")["id"]
    shop.fill_cart((chair, 2))
    for path in MEMBER_PAGES:
        yield shop.get(path)
    yield shop.post("/cart/add", pid=chair, qty="99")
    yield shop.post("/checkout/address/new", phone="1")
    shop.choose(method="pickup", pickup_point="pp1", pay="card", note="-", gift_wrap="1")
    for step in ("shipping", "payment", "review"):
        yield shop.get(f"/checkout/{step}")
    yield shop.post("/checkout/place", agree="1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_keeps_the_rules_of_markup(open_shop: OpenShop, lang: str) -> None:
    for page in all_pages(open_shop(lang)):
        assert page.status == (404 if page.path == "/nothing-here" else 200), page.path
        check_markup(page, lang)
        check_filled(page)


@pytest.mark.parametrize("lang", ["bn", "hi", "ur"])
def test_every_number_is_in_the_digits_of_the_language(open_shop: OpenShop, lang: str) -> None:
    for page in all_pages(open_shop(lang)):
        check_digits(page, "select[name=size]", "select[name=card_id]")


def test_every_link_leads_somewhere_and_every_form_has_a_route(shop: Shop) -> None:
    links: dict[str, str] = {}
    for page in all_pages(shop):
        links |= {node.attributes["href"] or "": page.path for node in page.tree.css("a")}
        for form in page.tree.css("form[method=post]"):
            action = form.attributes["action"] or ""
            assert shop.post_only(action)[0] in (200, 303, 404), action
        shop.log_in()
    assert len(links) > 100
    for link, source in links.items():
        if link.startswith(("/brand/", "/p/")) and hash_of(link) % 9:
            continue
        assert shop.get(link).status == 200, (link, source)


def hash_of(text: str) -> int:
    return sum(map(ord, text))


def test_the_front_page_has_ten_categories_and_eight_deals(shop: Shop) -> None:
    page = shop.get("/")
    assert len(page.tree.css(".tiles a")) == 10
    assert len(page.products) == 8
    assert (
        shop.number(
            f"SELECT COUNT(*) FROM products WHERE list_price_c > price_c AND stock > 0"
            f" AND id IN ({','.join(map(repr, page.products))})"
        )
        == 8
    )


def facts(page: Page) -> dict[str, str]:
    return {
        row.css("th")[0].text().strip(): row.css("td")[0].text().strip()
        for row in page.tree.css("section.panel table tr")
        if row.css("th[scope=row]") and row.css("td")
    }


def test_a_product_page_states_its_facts(shop: Shop) -> None:
    row = shop.row(
        "SELECT p.*, m.name AS material_name FROM products p JOIN materials m ON m.code = p.material"
        " WHERE warranty_m > 1 AND return_days > 0 AND weight_g > 1000 AND ship_class = 'bulky'"
    )
    stated = facts(shop.get(f"/p/{row['id']}"))
    assert stated["Product number"] == row["id"]
    assert stated["Material"] == row["material_name"]
    assert stated["Width"] == f"{row['w_mm']:,} mm"
    assert stated["Warranty"] == f"{row['warranty_m']} months"
    assert stated["Return period"] == f"{row['return_days']} days"
    assert float(stated["Weight"].removesuffix(" kg").replace(",", "")) * 1000 == row["weight_g"]
    assert stated["Shipping class"] == "Bulky item"


@pytest.mark.parametrize(
    ("condition", "expected"),
    [("stock = 0", "Out of stock"), ("stock = 3", "Only 3 left in stock"), ("stock = 10", "In stock")],
)
def test_the_stock_in_words(shop: Shop, condition: str, expected: str) -> None:
    pid = shop.row("SELECT id FROM products WHERE cat <> 'shoes'")["id"]
    shop.write(f"UPDATE products SET {condition} WHERE id = ?", pid)
    page = shop.get(f"/p/{pid}")
    assert page.one(".stock").text() == expected
    assert bool(page.tree.css("form[action='/cart/add']")) == (condition != "stock = 0")


def test_the_histogram_adds_up_to_the_reviews(shop: Shop) -> None:
    row = shop.row("SELECT pid, review_count FROM product_ratings ORDER BY review_count DESC")
    bars = shop.get(f"/p/{row['pid']}").tree.css(".histogram td.num")
    assert len(bars) == 5
    assert sum(int(bar.text()) for bar in bars) == row["review_count"]


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        ("stars=5", "rating = 5"),
        ("verified=1", "verified = 1"),
        ("stars=4&verified=1&sort=helpful", "rating = 4 AND verified = 1"),
        ("", "1"),
    ],
)
def test_reviews_can_be_filtered(shop: Shop, query: str, condition: str) -> None:
    pid = shop.row("SELECT pid FROM product_ratings ORDER BY review_count DESC")["pid"]
    page = shop.get(f"/p/{pid}/reviews?{query}")
    total = shop.number(f"SELECT COUNT(*) FROM reviews WHERE pid = ? AND {condition}", pid)
    assert f"of {total}" in page.text
    assert len(page.tree.css("article.review")) == min(total, 20)


def test_the_most_helpful_review_comes_first_and_tells_its_votes(shop: Shop) -> None:
    pid = shop.row("SELECT pid FROM product_ratings ORDER BY review_count DESC")["pid"]
    best = shop.row(
        "SELECT title, helpful FROM reviews JOIN review_scores ON review_id = id WHERE pid = ?"
        " ORDER BY helpful DESC, id",
        pid,
    )
    first = shop.get(f"/p/{pid}/reviews?sort=helpful").one("article.review").text()
    assert best["title"] in first
    assert f"{best['helpful']} " in first


def test_a_question_shows_its_answers_and_the_seller(shop: Shop) -> None:
    row = shop.row(
        "SELECT qid, COUNT(*) AS answers FROM answers GROUP BY qid HAVING SUM(by_seller) = 1 AND answers > 1"
    )
    page = shop.get(f"/questions/{row['qid']}")
    assert len(page.tree.css("article.review")) == row["answers"]
    assert page.text.count("Answer of the seller") == 1


def test_help_pages_hold_the_figures_of_the_rules(shop: Shop) -> None:
    text = shop.get("/help/shipping").text
    assert all(
        figure in text for figure in ("$5.00", "$12.00", "$50.00", "$15.00", "$2.50", "$200.00", "10 units")
    )
    assert shop.get("/help/nothing").status == 404


def test_orders_are_listed_and_filtered(shop: Shop) -> None:
    shop.log_in()
    assert len(shop.get("/orders").tree.css("tbody tr")) == 14
    delivered = shop.get("/orders?status=delivered")
    assert len(delivered.tree.css("tbody tr")) == 4
    assert {node.text() for node in delivered.tree.css(".badge")} == {"Delivered"}


def test_somebody_elses_order_is_not_found(shop: Shop) -> None:
    shop.log_in()
    other = shop.row(
        "SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id WHERE username <> 'nadia' ORDER BY o.id"
    )
    assert shop.get(f"/orders/{other['id']}").status == 404


def test_the_account_shows_wallet_addresses_and_cards(shop: Shop) -> None:
    page = shop.log_in()
    assert page.path == "/account"
    assert "$120.00" in page.text
    assert all(text in page.text for text in ("VISA 4242", "MC 5105", "Home address", "Office address"))
    assert len(page.tree.css(".choice")) == 3


@pytest.mark.parametrize("path", ["/account", "/orders", "/cart", "/checkout/address", "/orders/MS-100001"])
def test_a_guest_logs_in_and_goes_on(shop: Shop, path: str) -> None:
    page = shop.get(path)
    assert page.path == "/login"
    target = page.value("next")
    assert target == path


def test_looking_changes_nothing(shop: Shop) -> None:
    for page in all_pages(shop):
        if page.path == "/orders":
            break
    shop.write("DELETE FROM cart_items")
    assert shop.changes() == {}


def test_every_picture_is_called_as_its_product(open_shop: OpenShop) -> None:
    shop = open_shop("ur")
    named = {
        node.attributes["src"]: node.attributes["alt"]
        for page in all_pages(shop)
        for node in page.tree.css("img")
    }
    assert len(named) > 20
    for source, alternative in named.items():
        pid = (source or "").removeprefix("/pictures/")
        assert alternative == shop.row("SELECT name FROM products WHERE id = ?", pid)["name"]


@pytest.fixture
def illustrated(tmp_path: Path) -> Iterator[FlaskClient]:
    """Visits a shop that has the picture of P0001."""
    (tmp_path / "P0001.webp").write_bytes(b"RIFF")
    with closing(WorkingCopy.create(build_database(SITE, "en"), tmp_path / "copy", SITE)) as copy:
        yield SITE.create_app(SiteConfig("en", copy, "a token that no page knows", tmp_path)).test_client()


def test_a_picture_is_served_for_good(illustrated: FlaskClient) -> None:
    with illustrated.get("/pictures/P0001") as picture:
        assert (picture.data, picture.mimetype) == (b"RIFF", "image/webp")
        kept = set(picture.headers["Cache-Control"].split(", "))
    assert kept == {"public", "max-age=31536000", "immutable"}


def test_a_neutral_drawing_stands_in_until_there_is_a_picture(illustrated: FlaskClient) -> None:
    drawing = illustrated.get("/pictures/P0002")
    assert (drawing.status_code, drawing.data[:4]) == (200, b"<svg")
    assert drawing.headers["Cache-Control"] == "no-store"
    assert illustrated.get("/pictures/P9999").status_code == 404
