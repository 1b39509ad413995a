import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.forms import RuleError
from sites.kit.money import QUANTUM_C
from sites.ministore import pricing
from sites.ministore.pricing import Coupon, Line, price_order

LINES = st.lists(
    st.builds(
        Line,
        pid=st.just("P0001"),
        cat=st.sampled_from(["kitchen", "shoes", "bags"]),
        brand_id=st.integers(1, 3),
        qty=st.integers(1, 10),
        unit_c=st.integers(1, 2000).map(lambda quanta: quanta * 25),
        bulky=st.booleans(),
        free_ship=st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


def line(amount_c: int, **changes: object) -> Line:
    usual = {"pid": "P0001", "cat": "kitchen", "brand_id": 1, "bulky": False, "free_ship": False}
    return Line(**{**usual, "qty": 1, "unit_c": amount_c, **changes})  # type: ignore[arg-type]


def coupon(**changes: object) -> Coupon:
    usual = {
        "code": "SAVE10",
        "kind": "percent",
        "value": 10,
        "min_subtotal_c": 0,
        "max_discount_c": None,
        "cat": None,
        "brand_id": None,
        "starts": "2026-01-01",
        "ends": "2026-12-31",
        "usage_limit": None,
        "used": 0,
        "per_user": 1,
        "first_order_only": False,
    }
    return Coupon(**{**usual, **changes})  # type: ignore[arg-type]


COUPONS = st.builds(
    coupon,
    kind=st.sampled_from(["percent", "fixed", "freeship"]),
    value=st.integers(0, 4).map(lambda step: step * 25),
    max_discount_c=st.none() | st.integers(0, 400).map(lambda quanta: quanta * 25),
    cat=st.none() | st.sampled_from(["kitchen", "shoes"]),
)


@given(LINES, st.sampled_from(pricing.SHIP_METHODS), st.booleans(), st.none() | COUPONS)
def test_parts_are_whole_quanta_and_add_up(
    lines: list[Line], method: str, gift_wrap: bool, used: Coupon | None
) -> None:
    totals = price_order(lines, method, gift_wrap=gift_wrap, coupon=used)
    parts = (totals.subtotal_c, totals.discount_c, totals.shipping_c, totals.giftwrap_c)
    assert all(part >= 0 and part % QUANTUM_C == 0 for part in parts)
    assert totals.discount_c <= totals.subtotal_c == sum(entry.qty * entry.unit_c for entry in lines)
    assert totals.total_c == totals.subtotal_c - totals.discount_c + totals.shipping_c + totals.giftwrap_c


@pytest.mark.parametrize(
    ("lines", "method", "expected_c"),
    [
        ([line(4975)], "standard", 500),
        ([line(5000)], "standard", 0),
        ([line(100, free_ship=True)], "standard", 0),
        ([line(100, free_ship=True), line(100)], "standard", 500),
        ([line(100)], "express", 1200),
        ([line(90000)], "express", 1200),
        ([line(100)], "pickup", 0),
        ([line(100, bulky=True)], "standard", 2000),
        ([line(9000, bulky=True), line(9000, bulky=True)], "standard", 1500),
        ([line(9000, bulky=True)], "pickup", 0),
    ],
)
def test_shipping_price(lines: list[Line], method: str, expected_c: int) -> None:
    assert price_order(lines, method).shipping_c == expected_c


def test_free_shipping_looks_at_the_amount_after_the_discount() -> None:
    totals = price_order([line(5000)], "standard", coupon=coupon())
    assert (totals.discount_c, totals.shipping_c) == (500, 500)


@pytest.mark.parametrize(
    ("used", "lines", "expected_c"),
    [
        (coupon(value=10), [line(1250)], 125),
        (coupon(value=10), [line(1125)], 125),  # 112.5 is half way: up
        (coupon(value=10), [line(1100)], 100),  # 110 is nearer to 100 than to 125
        (coupon(value=25, max_discount_c=4000), [line(20000)], 4000),
        (coupon(value=15, cat="kitchen"), [line(1000), line(2000, cat="shoes")], 150),
        (coupon(value=12, brand_id=2), [line(1000), line(2500, brand_id=2)], 300),
        (coupon(kind="fixed", value=5000), [line(30000)], 5000),
        (coupon(kind="fixed", value=5000), [line(3000)], 3000),
        (coupon(kind="freeship", value=0), [line(3000)], 0),
    ],
)
def test_discount(used: Coupon, lines: list[Line], expected_c: int) -> None:
    assert pricing.discount(used, lines) == expected_c


def test_free_shipping_by_coupon_leaves_the_surcharge() -> None:
    free = coupon(kind="freeship", value=0)
    assert price_order([line(2000)], "standard", coupon=free).shipping_c == 0
    assert price_order([line(2000, bulky=True)], "standard", coupon=free).shipping_c == 1500
    assert price_order([line(2000)], "express", coupon=free).shipping_c == 1200


REFUSALS = [
    ("E_COUPON_NOT_STARTED", {"starts": "2026-04-01"}),
    ("E_COUPON_EXPIRED", {"ends": "2026-03-15"}),
    ("E_COUPON_EXHAUSTED", {"usage_limit": 100, "used": 100}),
    ("E_COUPON_USED", {"per_user": 1}),
    ("E_COUPON_FIRST_ORDER", {"first_order_only": True}),
    ("E_COUPON_MIN_SUBTOTAL", {"min_subtotal_c": 5025}),
    ("E_COUPON_NOT_APPLICABLE", {"cat": "shoes"}),
]


def refusal(used: Coupon | None, uses_by_user: int = 1) -> str | None:
    try:
        pricing.check_coupon(
            used, [line(5000)], today="2026-03-16", uses_by_user=uses_by_user, has_orders=True
        )
    except RuleError as error:
        return error.code
    return None


def test_a_coupon_that_does_not_exist() -> None:
    assert refusal(None) == "E_COUPON_UNKNOWN"


@pytest.mark.parametrize("place", range(len(REFUSALS)))
def test_coupons_are_refused_in_the_stated_order(place: int) -> None:
    """A coupon that fails on a condition and on all later ones is refused for the first."""
    harmless: dict[str, object] = {"per_user": 0}
    for _, condition in REFUSALS[place:]:
        harmless |= condition
    assert refusal(coupon(**harmless)) == REFUSALS[place][0]


def test_a_coupon_on_its_first_and_last_day() -> None:
    assert refusal(coupon(starts="2026-03-16", ends="2026-03-16", per_user=2)) is None
    assert refusal(coupon(per_user=2), uses_by_user=2) == "E_COUPON_USED"
    assert refusal(coupon(usage_limit=100, used=99), uses_by_user=0) is None


@pytest.mark.parametrize(
    ("status", "method", "expected_c"),
    [("placed", "card", 9000), ("confirmed", "wallet", 9000), ("packed", "card", 8750), ("packed", "cod", 0)],
)
def test_refund(status: str, method: str, expected_c: int) -> None:
    assert pricing.refund(status, method, 9000) == expected_c


@pytest.mark.parametrize(
    ("qty", "stock", "code"),
    [
        (1, 1, None),
        (10, 50, None),
        (11, 50, "E_QTY_LIMIT"),
        (4, 3, "E_QTY_LIMIT"),
        (0, 3, "E_QTY_LIMIT"),
        (1, 0, "E_OUT_OF_STOCK"),
    ],
)
def test_quantity(qty: int, stock: int, code: str | None) -> None:
    if code is None:
        pricing.check_quantity(qty, stock)
        return
    with pytest.raises(RuleError) as refused:
        pricing.check_quantity(qty, stock)
    assert refused.value.code == code
