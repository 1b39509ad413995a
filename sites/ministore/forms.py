"""The forms of the shop, declared once: names are the same in every language."""

import sqlite3

from flask_babel import gettext, lazy_gettext

from sites.kit.accounts import require_user
from sites.kit.context import get_db
from sites.kit.forms import CheckField, Choice, ChoiceField, DigitsField, FormSpec, IntField, TextField
from sites.ministore.labels import ADDRESS_TEXTS, PAY_TEXTS, SHIP_TEXTS

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
    rows = get_db().execute("SELECT id, name, city FROM pickup_points ORDER BY id")
    return tuple(Choice(row["id"], f"{row['name']}, {row['city']}") for row in rows)


CART_LINE = FormSpec(IntField(name="qty", label=lazy_gettext("Quantity"), initial=1))

CHOOSE_ADDRESS = FormSpec(ChoiceField(name="address_id", label=lazy_gettext("Address"), choices=_addresses))

NEW_ADDRESS = FormSpec(
    TextField(name="full_name", label=lazy_gettext("Full name"), max_length=80),
    DigitsField(name="phone", label=lazy_gettext("Phone number"), min_length=7, max_length=15),
    TextField(name="line1", label=lazy_gettext("House and street"), max_length=120),
    TextField(name="area", label=lazy_gettext("Area"), max_length=80),
    TextField(name="city", label=lazy_gettext("City"), max_length=80),
    DigitsField(name="postcode", label=lazy_gettext("Postcode"), min_length=3, max_length=6),
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
    TextField(
        name="note", label=lazy_gettext("Delivery note"), max_length=NOTE_LENGTH, required=False, initial=""
    ),
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

PLACE = FormSpec(CheckField(name="agree", label=lazy_gettext("I agree to the terms of the shop")))


def add_to_cart_form(db: sqlite3.Connection, pid: str) -> FormSpec:
    """The form that puts a product into the cart, with a choice of size where it has sizes."""
    quantity = IntField(name="qty", label=lazy_gettext("Quantity"), initial=1)
    rows = db.execute(
        "SELECT size, stock FROM product_options WHERE pid = ? ORDER BY size", (pid,)
    ).fetchall()
    if not rows:
        return FormSpec(quantity)
    sizes = tuple(Choice(row["size"], _size_text(row["size"], row["stock"])) for row in rows)
    return FormSpec(ChoiceField(name="size", label=lazy_gettext("Size"), choices=sizes), quantity)


def _size_text(size: str, stock: int) -> str:
    return f"EU {size}" if stock else gettext("EU %(size)s, out of stock", size=size)
