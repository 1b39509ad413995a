"""The forms of the shop, declared once: names are the same in every language."""

import sqlite3
from collections.abc import Sequence

from flask_babel import gettext, lazy_gettext

from sites.kit.accounts import require_user
from sites.kit.context import current_language, get_db
from sites.kit.forms import CheckField, Choice, ChoiceField, DigitsField, FormSpec, IntField, TextField
from sites.ministore.labels import ADDRESS_TEXTS, CANCEL_TEXTS, PAY_TEXTS, SHIP_TEXTS, star_options
from sites.ministore.pricing import SHIP_METHODS
from sites.ministore.queries import CartLine

NOTE_LENGTH = 200


def _addresses() -> tuple[Choice, ...]:
    rows = get_db().execute(
        "SELECT id, label FROM addresses WHERE user_id = ? ORDER BY id", (require_user()["id"],)
    )
    return tuple(Choice(str(row["id"]), ADDRESS_TEXTS[row["label"]]) for row in rows)


def _cards() -> tuple[Choice, ...]:
    rows = get_db().execute(
        "SELECT id, brand, last4 FROM cards WHERE user_id = ? ORDER BY id", (require_user()["id"],)
    )
    return tuple(Choice(str(row["id"]), f"{row['brand']} {row['last4']}") for row in rows)


def _pickup_points() -> tuple[Choice, ...]:
    return tuple(Choice(*row) for row in get_db().execute("SELECT id, name FROM pickup_points ORDER BY id"))


def _stars() -> tuple[Choice, ...]:
    return tuple(Choice(*option) for option in star_options(current_language().code))


CART_LINE = FormSpec(IntField(name="qty", label=lazy_gettext("Quantity"), initial=1))

CHOOSE_ADDRESS = FormSpec(ChoiceField(name="address_id", label=lazy_gettext("Address"), choices=_addresses))

_ADDRESS_FIELDS = (
    TextField(name="full_name", label=lazy_gettext("Full name"), max_length=80),
    DigitsField(name="phone", label=lazy_gettext("Phone number"), min_length=7, max_length=15),
    TextField(name="line1", label=lazy_gettext("House and street"), max_length=120),
    TextField(name="area", label=lazy_gettext("Area"), max_length=80),
    TextField(name="city", label=lazy_gettext("City"), max_length=80),
    DigitsField(name="postcode", label=lazy_gettext("Postcode"), min_length=3, max_length=6),
)
_LABEL_FIELD = ChoiceField(
    name="label",
    label=lazy_gettext("Kind of address"),
    choices=tuple(Choice(code, text) for code, text in ADDRESS_TEXTS.items()),
    initial="home",
)

CHECKOUT_ADDRESS = FormSpec(*_ADDRESS_FIELDS)

CHANGED_ADDRESS = FormSpec(_LABEL_FIELD, *_ADDRESS_FIELDS)

NEW_ADDRESS = FormSpec(
    _LABEL_FIELD,
    *_ADDRESS_FIELDS,
    CheckField(name="is_default", label=lazy_gettext("Make it my default address"), required=False),
)

_NOTE_FIELD = TextField(
    name="note", label=lazy_gettext("Delivery note"), max_length=NOTE_LENGTH, required=False, initial=""
)

SHIPPING = FormSpec(
    ChoiceField(
        name="method",
        label=lazy_gettext("Delivery method"),
        choices=tuple(Choice(code, text) for code, text in SHIP_TEXTS.items()),
        initial="standard",
    ),
    ChoiceField(
        name="pickup_point", label=lazy_gettext("Pickup point"), choices=_pickup_points, required=False
    ),
    _NOTE_FIELD,
    CheckField(name="gift_wrap", label=lazy_gettext("Wrap it as a gift"), required=False),
)

PAYMENT = FormSpec(
    ChoiceField(
        name="method",
        label=lazy_gettext("Payment method"),
        choices=tuple(Choice(code, text) for code, text in PAY_TEXTS.items()),
    ),
    ChoiceField(name="card_id", label=lazy_gettext("Card"), choices=_cards, required=False),
)

COUPON = FormSpec(TextField(name="code", label=lazy_gettext("Coupon code"), max_length=40))

PLACE = FormSpec(CheckField(name="agree", label=lazy_gettext("I agree to the terms of the shop")))

ORDER_CANCEL = FormSpec(
    ChoiceField(
        name="reason",
        label=lazy_gettext("Reason"),
        choices=tuple(Choice(code, text) for code, text in CANCEL_TEXTS.items()),
    ),
    TextField(
        name="detail", label=lazy_gettext("Details"), max_length=NOTE_LENGTH, required=False, initial=""
    ),
)

REVIEW = FormSpec(
    ChoiceField(name="rating", label=lazy_gettext("Stars"), choices=_stars),
    TextField(name="title", label=lazy_gettext("Title"), min_length=3, max_length=100),
    TextField(name="body", label=lazy_gettext("Your review"), min_length=10, max_length=2000, multiline=True),
    CheckField(name="recommend", label=lazy_gettext("I recommend this product"), required=False),
)

QUESTION = FormSpec(
    TextField(name="body", label=lazy_gettext("Your question"), min_length=10, max_length=300, multiline=True)
)

ANSWER = FormSpec(
    TextField(name="body", label=lazy_gettext("Your answer"), min_length=2, max_length=1000, multiline=True)
)


def add_to_cart_form(db: sqlite3.Connection, pid: str) -> FormSpec:
    """The form that puts a product into the cart, with a choice of size where it has sizes."""
    return FormSpec(*size_form(db, pid).fields, *CART_LINE.fields)


def size_form(db: sqlite3.Connection, pid: str) -> FormSpec:
    """The choice of a product's size; no field for a product without sizes."""
    rows = db.execute(
        "SELECT size, stock FROM product_options WHERE pid = ? ORDER BY size", (pid,)
    ).fetchall()
    if not rows:
        return FormSpec()
    sizes = tuple(Choice(row["size"], _size_text(row["size"], row["stock"])) for row in rows)
    return FormSpec(ChoiceField(name="size", label=lazy_gettext("Size"), choices=sizes))


def order_edit_form(order: sqlite3.Row, lines: Sequence[CartLine]) -> FormSpec:
    """What can be changed in an order. Without an address it keeps the one that it has."""
    return FormSpec(
        ChoiceField(name="address_id", label=lazy_gettext("Address"), choices=_addresses, required=False),
        ChoiceField(
            name="method",
            label=lazy_gettext("Delivery method"),
            choices=tuple(Choice(code, SHIP_TEXTS[code]) for code in order_methods(order)),
        ),
        _NOTE_FIELD,
        *(IntField(name=f"qty_{entry.id}", label=entry.name) for entry in lines),
    )


def order_methods(order: sqlite3.Row) -> tuple[str, ...]:
    """The deliveries that an order can change to: it can stay with its pickup point, but not choose one."""
    return tuple(code for code in SHIP_METHODS if code != "pickup" or order["pickup_point"])


def _size_text(size: str, stock: int) -> str:
    return f"EU {size}" if stock else gettext("EU %(size)s, out of stock", size=size)
