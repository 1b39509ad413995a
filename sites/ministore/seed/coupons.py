"""The twelve coupons: one for each rule that a coupon can run into."""

from sites.kit.seeding import Money, Percent, SlotValue, Text
from sites.ministore.pricing import Coupon, CouponKind

BRAND_MINIMUM_C = 4000


def plan_coupons(brand_id: int, brand: str) -> dict[str, Coupon]:
    """Coupons by code; the last one is for the products of one brand.

    ``used`` counts the customers' uses before the records begin. All can be used once by a customer, but
    for the brand's, which the test account has used once and may use again.
    """
    coupons = (
        _coupon("SAVE10", "percent", 10, used=412),
        _coupon("BIG50", "fixed", 5000, minimum_c=30_000, used=57),
        _coupon("MEGA25", "percent", 25, minimum_c=8000, cap_c=4000, used=188),
        _coupon("KITCHEN15", "percent", 15, cat="kitchen", used=96),
        _coupon("SHOES20", "percent", 20, minimum_c=6000, cat="shoes", used=73),
        _coupon("FREESHIP", "freeship", 0, minimum_c=2000, used=240),
        _coupon("WELCOME30", "percent", 30, cap_c=3000, first_order_only=True, used=301),
        _coupon("EID2026", "percent", 18, starts="2026-03-01", ends="2026-03-31", used=134),
        _coupon("WINTER40", "percent", 40, cap_c=5000, starts="2025-12-01", ends="2026-02-28", used=219),
        _coupon("SPRING12", "percent", 12, starts="2026-04-01", ends="2026-05-31"),
        _coupon("FLASH5", "fixed", 500, usage_limit=100, used=100),
        _coupon(
            f"{brand.upper()}12",
            "percent",
            12,
            minimum_c=BRAND_MINIMUM_C,
            brand_id=brand_id,
            per_user=3,
            used=18,
        ),
    )
    return {coupon.code: coupon for coupon in coupons}


def describe(coupon: Coupon, brand: str) -> Text:
    """What the list of coupons says of it."""
    values: dict[str, SlotValue] = {
        "value": Percent(coupon.value) if coupon.kind == "percent" else Money(coupon.value),
        "minimum": Money(coupon.min_subtotal_c),
        "cap": Money(coupon.max_discount_c or 0),
        "starts": coupon.starts,
        "ends": coupon.ends,
        "limit": coupon.usage_limit or 0,
        "brand": brand,
    }
    key = "brand" if coupon.brand_id is not None else coupon.code.lower()
    return Text(f"coupons.{key}", values)


def _coupon(
    code: str,
    kind: CouponKind,
    value: int,
    *,
    minimum_c: int = 0,
    cap_c: int | None = None,
    cat: str | None = None,
    brand_id: int | None = None,
    starts: str = "2026-01-01",
    ends: str = "2026-12-31",
    usage_limit: int | None = None,
    used: int = 0,
    per_user: int = 1,
    first_order_only: bool = False,
) -> Coupon:
    return Coupon(
        code=code,
        kind=kind,
        value=value,
        min_subtotal_c=minimum_c,
        max_discount_c=cap_c,
        cat=cat,
        brand_id=brand_id,
        starts=starts,
        ends=ends,
        usage_limit=usage_limit,
        used=used,
        per_user=per_user,
        first_order_only=first_order_only,
    )
