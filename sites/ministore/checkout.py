"""The four steps of an order: address, delivery, payment, review; and placing it.

What was chosen so far is a row of the ephemeral `checkout_draft`. Steps may be revisited; a step that is
too early leads to the first one that is not done. Rules are checked at the step they belong to, and all
again when placing.
"""

import sqlite3
from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.clock import SITE_NOW
from sites.kit.context import get_db
from sites.kit.forms import FormError, FormState, RuleError
from sites.ministore.addresses import add_address, user_addresses
from sites.ministore.forms import CHECKOUT_ADDRESS, CHOOSE_ADDRESS, PAYMENT, PLACE, SHIPPING
from sites.ministore.ordering import Draft, load_draft, place_order, save_draft
from sites.ministore.pricing import (
    COD_LIMIT_C,
    GIFT_WRAP_C,
    SHIP_METHODS,
    check_method,
    check_payment,
    delivery_date,
)
from sites.ministore.queries import cart_lines
from sites.ministore.quotes import Quote, coupon_in_cart, quote

STEPS = ("address", "shipping", "payment", "review")

checkout = Blueprint("checkout", __name__, url_prefix="/checkout")


@checkout.get("/address")
@login_required
def address_page() -> ResponseReturnValue:
    """Step 1: where the order goes."""
    return _step("address", lambda draft: _address_page(_chosen_address(draft), CHECKOUT_ADDRESS.blank()))


@checkout.post("/address")
@login_required
def choose_address() -> ResponseReturnValue:
    """Take one of the saved addresses."""
    form = CHOOSE_ADDRESS.read(request.form)
    if form.ok:
        with form.attempt() as db:
            save_draft(db, require_user()["id"], address_id=int(form.text("address_id")))
            return redirect("/checkout/shipping", 303)
    return _address_page(form, CHECKOUT_ADDRESS.blank())


@checkout.post("/address/new")
@login_required
def new_address() -> ResponseReturnValue:
    """Save a new address and take it."""
    form = CHECKOUT_ADDRESS.read(request.form)
    if form.ok:
        with form.attempt() as db:
            user_id = require_user()["id"]
            address_id = add_address(db, user_id, form.values)
            save_draft(db, user_id, address_id=address_id)
            return redirect("/checkout/shipping", 303)
    return _address_page(_chosen_address(load_draft(get_db(), require_user()["id"])), form)


@checkout.get("/shipping")
@login_required
def shipping_page() -> ResponseReturnValue:
    """Step 2: how it is delivered."""
    return _step("shipping", lambda draft: _shipping_page(_shipping_form(draft)))


@checkout.post("/shipping")
@login_required
def choose_shipping() -> ResponseReturnValue:
    """Take a delivery method, its pickup point, the note and the gift wrap."""
    form = SHIPPING.read(request.form)
    if form.ok:
        with form.attempt() as db:
            method, point = form.text("method"), form.text("pickup_point")
            if method == "pickup" and not point:
                raise RuleError("E_REQUIRED", field="pickup_point")
            user_id = require_user()["id"]
            check_method([entry.line for entry in cart_lines(db, user_id)], method)
            save_draft(
                db,
                user_id,
                method=method,
                pickup_point=point if method == "pickup" else None,
                note=form.text("note"),
                gift_wrap=int(form.flag("gift_wrap")),
            )
    return redirect("/checkout/payment", 303) if form.ok else _shipping_page(form)


@checkout.get("/payment")
@login_required
def payment_page() -> ResponseReturnValue:
    """Step 3: how it is paid."""
    return _step(
        "payment", lambda draft: _payment_page(PAYMENT.blank(method=draft.pay_method, card_id=draft.card_id))
    )


@checkout.post("/payment")
@login_required
def choose_payment() -> ResponseReturnValue:
    """Take a payment method that the order's total allows."""
    form = PAYMENT.read(request.form)
    if form.ok:
        with form.attempt() as db:
            user = require_user()
            method, card_id = form.text("method"), form.text("card_id")
            if method == "card" and not card_id:
                raise RuleError("E_REQUIRED", field="card_id")
            total_c = _quote(db, load_draft(db, user["id"])).totals.total_c
            check_payment(method, total_c, user["wallet_c"])
            save_draft(db, user["id"], pay_method=method, card_id=int(card_id) if method == "card" else None)
    return redirect("/checkout/review", 303) if form.ok else _payment_page(form)


@checkout.get("/review")
@login_required
def review_page() -> ResponseReturnValue:
    """Step 4: everything once more before it is ordered."""
    return _step("review", lambda draft: _review_page(draft, PLACE.blank()))


@checkout.post("/place")
@login_required
def place() -> ResponseReturnValue:
    """Place the order."""
    draft = load_draft(get_db(), require_user()["id"])
    if not get_db().execute("SELECT 1 FROM cart_items WHERE user_id = ?", (require_user()["id"],)).fetchone():
        return redirect("/cart", 303)
    if draft.next_step != "review":
        return redirect(f"/checkout/{draft.next_step}", 303)
    form = PLACE.read(request.form)
    if form.ok:
        with form.attempt() as db:
            order_id = place_order(db, require_user(), draft)
            return redirect(f"/orders/{order_id}?placed=1", 303)
    return _review_page(draft, form)


def _step(name: str, render: Callable[[Draft], str]) -> ResponseReturnValue:
    """The page of a step, or a redirect to where the order really is."""
    db, user_id = get_db(), require_user()["id"]
    if not cart_lines(db, user_id):
        return redirect("/cart")
    draft = load_draft(db, user_id)
    if STEPS.index(draft.next_step) < STEPS.index(name):
        return redirect(f"/checkout/{draft.next_step}")
    return render(draft)


def _address_page(form: FormState, new_form: FormState) -> str:
    addresses = user_addresses(get_db(), require_user()["id"])
    return _render("address", form=form, new_form=new_form, addresses=addresses)


def _shipping_page(form: FormState) -> str:
    db, user_id = get_db(), require_user()["id"]
    prices = {method: quote(db, user_id, method).totals.shipping_c for method in SHIP_METHODS}
    return _render("shipping", form=form, prices=prices, days=_arrivals(), gift_wrap_c=GIFT_WRAP_C)


def _payment_page(form: FormState) -> str:
    return _render("payment", form=form, wallet_c=require_user()["wallet_c"], cod_limit_c=COD_LIMIT_C)


def _review_page(draft: Draft, form: FormState) -> str:
    db, user_id = get_db(), require_user()["id"]
    return _render(
        "review",
        form=form,
        lines=cart_lines(db, user_id),
        address=db.execute("SELECT * FROM addresses WHERE id = ?", (draft.address_id,)).fetchone(),
        point=db.execute("SELECT * FROM pickup_points WHERE id = ?", (draft.pickup_point,)).fetchone(),
        card=db.execute("SELECT * FROM cards WHERE id = ?", (draft.card_id,)).fetchone(),
        arrival=_arrivals()[draft.method or "standard"],
    )


def _render(step: str, **context: object) -> str:
    db = get_db()
    draft = load_draft(db, require_user()["id"])
    priced = _quote(db, draft)
    problem = FormError.of(priced.refusal) if priced.refusal else None
    return render_template(
        f"checkout/{step}.html",
        step=step,
        steps=STEPS,
        draft=draft,
        quote=priced,
        coupon=coupon_in_cart(db, require_user()["id"]),
        coupon_problem=problem,
        **context,
    )


def _quote(db: sqlite3.Connection, draft: Draft) -> Quote:
    return quote(db, require_user()["id"], draft.method or "standard", gift_wrap=draft.gift_wrap)


def _chosen_address(draft: Draft) -> FormState:
    address_id = draft.address_id
    if address_id is None:
        row = (
            get_db()
            .execute("SELECT id FROM addresses WHERE user_id = ? AND is_default = 1", (require_user()["id"],))
            .fetchone()
        )
        address_id = row["id"] if row else None
    return CHOOSE_ADDRESS.blank(address_id=address_id)


def _shipping_form(draft: Draft) -> FormState:
    return SHIPPING.blank(
        method=draft.method or "standard",
        pickup_point=draft.pickup_point,
        note=draft.note,
        gift_wrap=draft.gift_wrap,
    )


def _arrivals() -> dict[str, str]:
    return {method: delivery_date(SITE_NOW.date(), method).isoformat() for method in SHIP_METHODS}
