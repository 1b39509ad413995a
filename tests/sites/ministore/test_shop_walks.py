"""Random walks through the shop: whatever a customer does, the books balance and a reset undoes it all."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sites.kit.localization import LANGUAGES
from sites.kit.money import QUANTUM_C
from sites.ministore import SITE, pricing
from tests.sites.ministore.customer import Shop
from tests.sites.walks import WALKS, Step, changes_of_visit, check_walk, send

OpenShop = Callable[[str], Shop]

ORDERS = [f"MS-{number}" for number in range(100_029, 100_038)]
PIDS = st.integers(1, 2565).map("P{:04}".format)
CODES = st.sampled_from(["EID2026", "MEGA25", "BIG50", "KITCHEN15", "SHOES20", "FREESHIP", "SAVE10"])
METHODS = st.sampled_from(pricing.SHIP_METHODS)
PAYMENTS = st.sampled_from(pricing.PAY_METHODS)
REVIEW = {"rating": "5", "title": "Warm and light", "body": "I sleep well under it.", "recommend": "1"}
QUANTITIES = st.integers(1, 4).map(str)


def add(pid: str, qty: str) -> Step:
    return lambda shop: shop.post("/cart/add", pid=pid, qty=qty, size="40")


def order(method: str, pay: str, gift_wrap: str) -> Step:
    def run(shop: Shop) -> None:
        shop.choose(method=method, pay=pay, pickup_point="pp2", gift_wrap=gift_wrap)
        shop.post("/checkout/place", agree="1")

    return run


def change(order_id: str, qty: str, method: str) -> Step:
    def run(shop: Shop) -> None:
        numbers = shop.row("SELECT group_concat(id) FROM order_items WHERE order_id = ?", order_id)[0] or ""
        fields = {f"qty_{number}": qty for number in numbers.split(",")}
        shop.post(f"/orders/{order_id}/edit", method=method, address_id="2", note="Ring twice", **fields)

    return run


STEPS = st.one_of(
    st.builds(add, PIDS, QUANTITIES),
    st.builds(add, PIDS, QUANTITIES),
    st.builds(lambda code: send("/cart/coupon", code=code), CODES),
    st.builds(order, METHODS, PAYMENTS, st.sampled_from(["", "1"])),
    st.builds(change, st.sampled_from(ORDERS), QUANTITIES, st.sampled_from(["standard", "express"])),
    st.builds(lambda oid: send(f"/orders/{oid}/cancel", reason="other"), st.sampled_from(ORDERS)),
    st.builds(lambda pid: send(f"/p/{pid}/wishlist"), PIDS),
    st.builds(lambda pid: send(f"/p/{pid}/reviews/new", **REVIEW), PIDS),
    st.builds(lambda number: send(f"/reviews/{number}/helpful"), st.integers(1, 12_279)),
    st.builds(lambda number: send(f"/answers/{number}/helpful"), st.integers(1, 1_108)),
    st.builds(lambda number: send(f"/questions/{number}/answers", body="Yes"), st.integers(1, 300)),
    st.builds(lambda number: send(f"/account/addresses/{number}/default"), st.integers(1, 3)),
)
WALK = st.lists(STEPS, min_size=4, max_size=12)


@WALKS
@given(walk=WALK)
def test_the_books_balance_and_a_reset_undoes_everything(open_shop: OpenShop, walk: list[Step]) -> None:
    check_walk(open_shop("en"), walk, assert_books_balance)


def assert_books_balance(shop: Shop) -> None:
    assert shop.number("SELECT COUNT(*) FROM products WHERE stock < 0") == 0
    assert (
        shop.number(
            "SELECT COUNT(*) FROM products WHERE stock <>"
            " (SELECT SUM(o.stock) FROM product_options o WHERE o.pid = products.id)"
        )
        == 0
    )
    wrong = "total_c <> subtotal_c - discount_c + shipping_c + giftwrap_c OR subtotal_c <> " + (
        "(SELECT SUM(qty * unit_c) FROM order_items i WHERE i.order_id = orders.id)"
    )
    assert shop.number(f"SELECT COUNT(*) FROM orders WHERE {wrong}") == 0
    parts = ("subtotal_c", "discount_c", "shipping_c", "giftwrap_c", "refund_c")
    odd = " OR ".join(f"{part} % {QUANTUM_C} <> 0" for part in parts)
    assert shop.number(f"SELECT COUNT(*) FROM orders WHERE {odd} OR discount_c > subtotal_c") == 0
    assert shop.number("SELECT wallet_c FROM users WHERE id = 1") >= 0
    assert shop.number("SELECT COUNT(*) FROM addresses WHERE user_id = 1 AND is_default = 1") == 1
    twice = "SELECT COUNT(*) FROM (SELECT 1 FROM reviews GROUP BY pid, user_id HAVING COUNT(*) > 1)"
    assert shop.number(twice) == 0


@WALKS
@given(
    lines=st.lists(st.tuples(PIDS, QUANTITIES), min_size=1, max_size=3),
    pay=PAYMENTS,
)
def test_cancelling_undoes_what_placing_took(
    open_shop: OpenShop, lines: list[tuple[str, str]], pay: str
) -> None:
    shop = open_shop("en")
    shop.log_in()
    for pid, qty in lines:
        add(pid, qty)(shop)
    shop.choose(pay=pay)
    placed = shop.post("/checkout/place", agree="1").path
    assume(placed.startswith("/orders/"))
    taken = {table for table in ("products", "product_options", "users") if table in shop.changes()}
    assert "products" in taken
    assert ("users" in taken) == (pay == "wallet")
    assert shop.post(f"{placed}/cancel", reason="other").path == placed
    assert taken.isdisjoint(shop.changes())


@WALKS
@given(
    paths=st.lists(
        st.one_of(
            PIDS.map("/p/{}/wishlist".format),
            st.integers(1, 12_279).map("/reviews/{}/helpful".format),
            st.integers(1, 1_108).map("/answers/{}/helpful".format),
        ),
        min_size=1,
        max_size=4,
        unique=True,
    )
)
def test_every_toggle_twice_is_as_before(open_shop: OpenShop, paths: list[str]) -> None:
    shop = open_shop("en")
    shop.log_in()
    shop.write("DELETE FROM wishlist WHERE user_id = 1")  # the day of adding is not put back
    before = shop.changes()
    for path in (*paths, *paths):
        shop.post(path)
    assert shop.changes() == before


FULL_VISIT: tuple[Step, ...] = (
    send("/p/P0003/wishlist"),
    send("/wishlist/P0003/cart"),
    add("P0600", "2"),
    send("/cart/coupon", code="eid2026"),
    order("pickup", "card", "1"),
    change("MS-100034", "3", "express"),
    send("/orders/MS-100029/cancel", reason="other", detail="Not needed"),
    send("/orders/MS-100031/cancel", reason="too_slow"),
    send("/p/P0600/reviews/new", **REVIEW),
    send("/p/P0003/questions", body="Is it made of oak or of pine?"),
    send("/questions/7/answers", body="Of pine, I think"),
    send("/reviews/20/helpful"),
    send("/answers/20/helpful"),
    send("/account/addresses/2/default"),
    send("/account/addresses/3/delete"),
)


def test_the_same_visit_changes_the_same_rows_in_every_language(open_shop: OpenShop) -> None:
    changes = changes_of_visit(SITE, open_shop, LANGUAGES, FULL_VISIT)
    tables = {change.table for change in changes}
    assert tables >= {"orders", "coupon_uses", "addresses", "reviews", "questions", "answers"}
    assert tables >= {"review_votes", "answer_votes"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_error_is_without_words(open_shop: OpenShop, lang: str) -> None:
    """Each code that the new pages can give has a text of the language with the code in brackets."""
    shop = open_shop(lang)
    shop.log_in()
    own_review = shop.number("SELECT MIN(id) FROM reviews WHERE user_id = 1")
    own_question = shop.number("SELECT MIN(id) FROM questions WHERE user_id = 1")
    reviewed = shop.row("SELECT pid FROM reviews WHERE user_id = 1")["pid"]
    for path, code in (
        (f"/reviews/{own_review}/helpful", "E_OWN_CONTENT"),
        (f"/p/{reviewed}/reviews/new", "E_DUPLICATE_REVIEW"),
        ("/account/addresses/1/delete", "E_DEFAULT_ADDRESS"),
        ("/orders/MS-100030/cancel", "E_STATE"),
        ("/reviews/1/delete", "E_FORBIDDEN"),
        (f"/questions/{own_question}/answers", "E_OWN_QUESTION"),
    ):
        page = shop.post(path, **REVIEW)
        assert page.errors == [code]
        assert f"({code})" in page.one("p.error").text()
