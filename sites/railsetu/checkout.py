"""Buying a ticket: who travels, everything once more, paying. Each step leads to the next.

The journey stands in the address of the first page and as hidden fields in its form; from there on the draft
keeps all that was chosen (`sites.railsetu.booking`). A step without a draft leads back to the search.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db
from sites.kit.forms import FormSpec, FormState, RuleError
from sites.kit.localization import to_ascii_digits
from sites.kit.pages import done_at
from sites.railsetu.booking import book, check_trip, quote, save_draft
from sites.railsetu.codes import AGES, GENERAL
from sites.railsetu.drafts import Draft, Trip, load_draft
from sites.railsetu.fares import conv_fee_c, load_fare
from sites.railsetu.forms import PAY, SLOTS, booking_form
from sites.railsetu.queries import class_offer
from sites.railsetu.saved_passengers import saved_passengers
from sites.railsetu.travellers import presets, read_travellers, saved_texts

checkout = Blueprint("checkout", __name__, url_prefix="/book")


@checkout.get("")
@login_required
def passengers_page() -> ResponseReturnValue:
    """The journey, and the form of its passengers."""
    trip = _read_trip(request.args)
    user = require_user()
    draft = load_draft(get_db(), user["id"])
    if draft is not None and draft.trip == trip:
        return _passengers_page(trip, _form(trip).blank(**presets(draft)))
    return _passengers_page(trip, _form(trip).blank(mobile=user["mobile"], meal=True))


@checkout.get("/passengers")
@login_required
def back_to_passengers() -> ResponseReturnValue:
    """The passengers of the draft once more."""
    draft = load_draft(get_db(), require_user()["id"])
    return redirect(address_of(draft.trip) if draft else "/")


@checkout.post("/passengers")
@login_required
def choose_passengers() -> ResponseReturnValue:
    """Keep who travels and how, if all rules allow it."""
    trip = _read_trip(request.form)
    form = _form(trip).read(request.form)
    if form.ok:
        with form.attempt() as db:
            user_id = require_user()["id"]
            travellers = read_travellers(form, saved_passengers(db, user_id), trip.class_code)
            draft = Draft(
                trip=trip,
                board_at=form.text("boarding"),
                mobile=form.text("mobile"),
                meal="meal" in form.values and form.flag("meal"),
                auto_upgrade=form.flag("auto_upgrade"),
                only_confirm=form.flag("only_confirm"),
                passengers=travellers.passengers,
            )
            with travellers.blamed():
                save_draft(db, user_id, draft)
            return redirect("/book/review", 303)
    return _passengers_page(trip, form)


@checkout.get("/review")
@login_required
def review_page() -> ResponseReturnValue:
    """Everything once more: the passengers, what they would get now, and the price."""
    return _step("review")


@checkout.get("/pay")
@login_required
def pay_page() -> ResponseReturnValue:
    """The ways to pay."""
    return _step("pay", form=PAY.blank())


@checkout.post("/pay")
@login_required
def pay() -> ResponseReturnValue:
    """Book the draft."""
    form = PAY.read(request.form)
    user_id = require_user()["id"]
    draft = load_draft(get_db(), user_id)
    if draft is None:
        return redirect("/", 303)
    if form.ok:
        with form.attempt() as db:
            pnr = book(db, user_id, draft, form.text("method"))
            return redirect(done_at(f"/ticket/{pnr}", "booked"), 303)
    return _step("pay", form=form)


def address_of(trip: Trip) -> str:
    """The page where the booking of a journey begins."""
    values = (trip.train_no, trip.from_code, trip.to_code, trip.date, trip.class_code, trip.quota)
    names = ("train", "from", "to", "date", "class", "quota")
    return f"/book?{urlencode(dict(zip(names, values, strict=True)))}"


def _read_trip(data: Mapping[str, str]) -> Trip:
    asked = {name: to_ascii_digits(text.strip()) for name, text in data.items()}
    return Trip(
        train_no=asked.get("train", ""),
        from_code=asked.get("from", ""),
        to_code=asked.get("to", ""),
        date=asked.get("date", ""),
        class_code=asked.get("class", ""),
        quota=asked.get("quota") or GENERAL,
    )


def _form(trip: Trip) -> FormSpec:
    db = get_db()
    leg = check_trip(db, trip)
    listed = load_fare(db, trip.train_no, trip.from_code, trip.to_code, trip.class_code)
    saved = saved_texts(saved_passengers(db, require_user()["id"]))
    return booking_form(leg, trip.class_code, saved, meals=listed.cater_c > 0)


def _passengers_page(trip: Trip, form: FormState) -> str:
    db = get_db()
    leg = check_trip(db, trip)
    return render_template(
        "booking/passengers.html",
        trip=trip,
        back=address_of(trip),
        leg=leg,
        form=form,
        slots=SLOTS,
        saved=[name for name in form.shown if name.startswith("master_")],
        offer=class_offer(db, leg, trip.class_code, trip.quota),
        fee_c=conv_fee_c(trip.class_code),
        lowest_age=AGES[0],
    )


def _step(name: str, **context: object) -> ResponseReturnValue:
    """A page about the draft; back to its passengers where the rules don't allow it any more."""
    db = get_db()
    draft = load_draft(db, require_user()["id"])
    if draft is None:
        return redirect("/")
    try:
        priced = quote(db, draft)
    except RuleError as error:
        form = _form(draft.trip).blank(**presets(draft))
        form.reject(error)
        return _passengers_page(draft.trip, form)
    return render_template(
        f"booking/{name}.html",
        trip=draft.trip,
        back=address_of(draft.trip),
        leg=priced.leg,
        draft=draft,
        quote=priced,
        travellers=list(zip(draft.passengers, priced.places, priced.fares, strict=True)),
        **context,
    )
