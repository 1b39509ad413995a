"""What a traveller has: the account page, the list of saved passengers, and the refunds."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db, transaction
from sites.kit.forms import FormState
from sites.kit.localization import to_ascii_digits
from sites.kit.pages import done_at
from sites.kit.paging import make_page, read_page_number
from sites.railsetu.codes import MAX_SAVED_PASSENGERS
from sites.railsetu.forms import SAVED_PASSENGER
from sites.railsetu.queries import refunds_of, tickets_of
from sites.railsetu.saved_passengers import (
    SavedPassenger,
    add_saved,
    change_saved,
    delete_saved,
    own_passenger,
    saved_passengers,
)

_LIST = "/profile/passengers"

account = Blueprint("account", __name__)


@account.get("/account")
@login_required
def account_page() -> ResponseReturnValue:
    """What the railway knows of the user, and the ways to everything else of theirs."""
    db, user = get_db(), require_user()
    counts = {
        "upcoming": len(tickets_of(db, user["id"], "upcoming")),
        "tickets": len(tickets_of(db, user["id"], "all")),
        "passengers": len(saved_passengers(db, user["id"])),
        "refunds": len(refunds_of(db, user["id"])),
    }
    return render_template("account/account.html", user=user, counts=counts)


@account.get(_LIST)
@login_required
def passenger_list() -> ResponseReturnValue:
    """The saved passengers."""
    rows = saved_passengers(get_db(), require_user()["id"])
    return render_template("account/passengers.html", passengers=rows, limit=MAX_SAVED_PASSENGERS)


@account.get(f"{_LIST}/new")
@login_required
def new_passenger_page() -> ResponseReturnValue:
    """The form of a passenger to save."""
    return _render_form(SAVED_PASSENGER.blank(), f"{_LIST}/new")


@account.post(f"{_LIST}/new")
@login_required
def save_passenger() -> ResponseReturnValue:
    """Save a passenger."""
    form = SAVED_PASSENGER.read(request.form)
    if form.ok:
        with form.attempt() as db:
            add_saved(db, require_user()["id"], _read(form))
            return redirect(done_at(_LIST, "added"), 303)
    return _render_form(form, f"{_LIST}/new")


@account.get(f"{_LIST}/<int:passenger_id>/edit")
@login_required
def edit_passenger_page(passenger_id: int) -> ResponseReturnValue:
    """The form of a saved passenger."""
    row = own_passenger(get_db(), require_user()["id"], passenger_id)
    presets = {name: row[name] for name in SAVED_PASSENGER.names}
    return _render_form(SAVED_PASSENGER.blank(**presets), f"{_LIST}/{passenger_id}/edit")


@account.post(f"{_LIST}/<int:passenger_id>/edit")
@login_required
def edit_passenger(passenger_id: int) -> ResponseReturnValue:
    """Change a saved passenger; tickets keep what they say."""
    user_id = require_user()["id"]
    own_passenger(get_db(), user_id, passenger_id)
    form = SAVED_PASSENGER.read(request.form)
    if form.ok:
        with form.attempt() as db:
            change_saved(db, user_id, passenger_id, _read(form))
            return redirect(done_at(_LIST, "changed"), 303)
    return _render_form(form, f"{_LIST}/{passenger_id}/edit")


@account.post(f"{_LIST}/<int:passenger_id>/delete")
@login_required
def delete_passenger(passenger_id: int) -> ResponseReturnValue:
    """Delete a saved passenger."""
    with transaction() as db:
        delete_saved(db, require_user()["id"], passenger_id)
    return redirect(done_at(_LIST, "deleted"), 303)


@account.get("/refunds")
@login_required
def refund_list() -> ResponseReturnValue:
    """What was refunded, a line for each cancelled passenger, the last first."""
    rows = refunds_of(get_db(), require_user()["id"])
    page = make_page(read_page_number(request.args), len(rows))
    return render_template("account/refunds.html", refunds=page.of(rows), page=page)


def _read(form: FormState) -> SavedPassenger:
    return SavedPassenger(
        name=form.text("name"),
        age=form.integer("age"),
        gender=form.text("gender"),
        berth=form.text("berth"),
        id_type=form.text("id_type"),
        id_no=to_ascii_digits(form.text("id_no")).upper(),
    )


def _render_form(form: FormState, action: str) -> str:
    return render_template("account/passenger_form.html", form=form, action=action)
