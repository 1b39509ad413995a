"""The interface's words for the shop's codes: statuses, methods, sorts, address labels, error messages."""

from collections.abc import Mapping
from types import MappingProxyType

from flask_babel import gettext, lazy_gettext, ngettext

from sites.kit.localization import format_number, format_rating
from sites.kit.translation import Text
from sites.ministore.search import MIN_RATINGS, SORTS

STATUS_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "placed": lazy_gettext("Placed"),
        "confirmed": lazy_gettext("Confirmed"),
        "packed": lazy_gettext("Packed"),
        "shipped": lazy_gettext("Shipped"),
        "out_for_delivery": lazy_gettext("Out for delivery"),
        "delivered": lazy_gettext("Delivered"),
        "cancelled": lazy_gettext("Cancelled"),
        "returned": lazy_gettext("Returned"),
    }
)
SHIP_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "standard": lazy_gettext("Standard delivery"),
        "express": lazy_gettext("Express delivery"),
        "pickup": lazy_gettext("At a pickup point"),
    }
)
PAY_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "cod": lazy_gettext("Cash on delivery"),
        "card": lazy_gettext("Card"),
        "wallet": lazy_gettext("Wallet"),
    }
)
ADDRESS_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "home": lazy_gettext("Home address"),
        "office": lazy_gettext("Office address"),
        "other": lazy_gettext("Other address"),
    }
)
CANCEL_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "changed_mind": lazy_gettext("I changed my mind"),
        "wrong_item": lazy_gettext("I ordered the wrong item"),
        "too_slow": lazy_gettext("Delivery takes too long"),
        "found_cheaper": lazy_gettext("I found it cheaper elsewhere"),
        "other": lazy_gettext("Another reason"),
    }
)
SORT_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "relevance": lazy_gettext("Best match"),
        "price_asc": lazy_gettext("Price, lowest first"),
        "price_desc": lazy_gettext("Price, highest first"),
        "rating": lazy_gettext("Rating, highest first"),
        "reviews": lazy_gettext("Most reviews"),
        "newest": lazy_gettext("Newest"),
        "discount": lazy_gettext("Biggest discount"),
    }
)
ERROR_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "E_QTY_LIMIT": lazy_gettext("At most %(limit)s units of this item can be ordered."),
        "E_OUT_OF_STOCK": lazy_gettext("This item is out of stock."),
        "E_CART_EMPTY": lazy_gettext("Your cart is empty."),
        "E_EXPRESS_BULKY": lazy_gettext("Express delivery is not offered for bulky items."),
        "E_COD_LIMIT": lazy_gettext("Cash on delivery is not possible for an order as large as this."),
        "E_WALLET_FUNDS": lazy_gettext("There is not enough money in your wallet."),
        "E_COUPON_UNKNOWN": lazy_gettext("There is no such coupon."),
        "E_COUPON_NOT_STARTED": lazy_gettext("This coupon is not valid yet."),
        "E_COUPON_EXPIRED": lazy_gettext("This coupon has expired."),
        "E_COUPON_EXHAUSTED": lazy_gettext("This coupon has been used up."),
        "E_COUPON_USED": lazy_gettext("You have used this coupon already."),
        "E_COUPON_FIRST_ORDER": lazy_gettext("This coupon is only for a first order."),
        "E_COUPON_MIN_SUBTOTAL": lazy_gettext("The order is below the minimum of this coupon."),
        "E_COUPON_NOT_APPLICABLE": lazy_gettext("This coupon is not for any of these items."),
        "E_WISHLIST_FULL": lazy_gettext("A wishlist can hold at most %(limit)s products."),
        "E_DEFAULT_ADDRESS": lazy_gettext("The default address can't be deleted."),
        "E_DUPLICATE_REVIEW": lazy_gettext("You have already reviewed this product."),
        "E_OWN_CONTENT": lazy_gettext("You can't mark what you wrote yourself as helpful."),
        "E_OWN_QUESTION": lazy_gettext("You can't answer your own question."),
    }
)
LABELS: Mapping[str, Mapping[str, Text]] = MappingProxyType(
    {
        "status_texts": STATUS_TEXTS,
        "ship_texts": SHIP_TEXTS,
        "pay_texts": PAY_TEXTS,
        "address_texts": ADDRESS_TEXTS,
        "cancel_texts": CANCEL_TEXTS,
    }
)
"""What templates look the codes up in."""


def sort_options() -> list[tuple[str, str]]:
    """The seven orders of a product list."""
    return [(code, str(SORT_TEXTS[code])) for code in SORTS]


def star_options(lang: str) -> list[tuple[str, str]]:
    """The ratings that a review can give, the best first."""
    return [
        (str(stars), ngettext("%(count)s star", "%(count)s stars", stars, count=format_number(stars, lang)))
        for stars in (5, 4, 3, 2, 1)
    ]


def min_rating_options(lang: str) -> list[tuple[str, str]]:
    """The lowest ratings that can be asked for."""
    texts = (
        (code, format_rating(float(code), lang) if "." in code else format_number(int(code), lang))
        for code in MIN_RATINGS
    )
    return [("", gettext("Any")), *texts]
