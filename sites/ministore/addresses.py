"""The user's addresses: the list, and writing, changing and deleting one; there is always one default."""

import sqlite3
from collections.abc import Mapping

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.clock import next_id
from sites.kit.context import get_db, transaction
from sites.kit.forms import FormError, FormState, RuleError
from sites.kit.pages import done_at
from sites.ministore.forms import CHANGED_ADDRESS, NEW_ADDRESS

addresses = Blueprint("addresses", __name__, url_prefix="/account/addresses")


@addresses.get("")
@login_required
def address_list() -> ResponseReturnValue:
    """The addresses, each with what can be done with it."""
    return _render_list()


@addresses.get("/new")
@login_required
def new_page() -> ResponseReturnValue:
    """The form of a new address."""
    return _render_form(NEW_ADDRESS.blank(), "/account/addresses/new")


@addresses.post("/new")
@login_required
def add() -> ResponseReturnValue:
    """Save a new address."""
    form = NEW_ADDRESS.read(request.form)
    if form.ok:
        with form.attempt() as db:
            user_id = require_user()["id"]
            is_first = not _has_addresses(db, user_id)
            address_id = add_address(db, user_id, form.values)
            if is_first or form.flag("is_default"):
                make_default(db, user_id, address_id)
            return redirect(done_at("/account/addresses", "added"), 303)
    return _render_form(form, "/account/addresses/new")


@addresses.get("/<int:address_id>/edit")
@login_required
def edit_page(address_id: int) -> ResponseReturnValue:
    """The form of a saved address."""
    row = _own_address(get_db(), address_id)
    presets = {name: row[name] for name in CHANGED_ADDRESS.names}
    return _render_form(CHANGED_ADDRESS.blank(**presets), f"/account/addresses/{address_id}/edit")


@addresses.post("/<int:address_id>/edit")
@login_required
def edit(address_id: int) -> ResponseReturnValue:
    """Change a saved address; orders keep it as it was."""
    _own_address(get_db(), address_id)
    form = CHANGED_ADDRESS.read(request.form)
    if form.ok:
        with form.attempt() as db:
            settings = ", ".join(f"{name} = :{name}" for name in sorted(CHANGED_ADDRESS.names))
            db.execute(f"UPDATE addresses SET {settings} WHERE id = :id", {**form.values, "id": address_id})
            return redirect(done_at("/account/addresses", "changed"), 303)
    return _render_form(form, f"/account/addresses/{address_id}/edit")


@addresses.post("/<int:address_id>/delete")
@login_required
def delete(address_id: int) -> ResponseReturnValue:
    """Delete an address that is not the default."""
    try:
        with transaction() as db:
            delete_address(db, _own_address(db, address_id))
    except RuleError as error:
        return _render_list(address_id, FormError.of(error))
    return redirect(done_at("/account/addresses", "deleted"), 303)


@addresses.post("/<int:address_id>/default")
@login_required
def choose_default(address_id: int) -> ResponseReturnValue:
    """Make an address the one that orders go to unless another is chosen."""
    with transaction() as db:
        _own_address(db, address_id)
        make_default(db, require_user()["id"], address_id)
    return redirect(done_at("/account/addresses", "default"), 303)


def add_address(db: sqlite3.Connection, user_id: int, fields: Mapping[str, object]) -> int:
    """Save a new address of the user and return its id; without a ``label`` it is an `other` one."""
    address_id = next_id(db, "addresses")
    db.execute(
        "INSERT INTO addresses (id, user_id, label, full_name, phone, line1, area, city, postcode)"
        " VALUES (:id, :user_id, :label, :full_name, :phone, :line1, :area, :city, :postcode)",
        {"label": "other", **fields, "id": address_id, "user_id": user_id},
    )
    return address_id


def make_default(db: sqlite3.Connection, user_id: int, address_id: int) -> None:
    """Let this address be the user's default, and no other."""
    db.execute("UPDATE addresses SET is_default = (id = ?) WHERE user_id = ?", (address_id, user_id))


def delete_address(db: sqlite3.Connection, address: sqlite3.Row) -> None:
    """Delete an address; orders that went there keep it.

    Raises:
        RuleError: E_DEFAULT_ADDRESS.
    """
    if address["is_default"]:
        raise RuleError("E_DEFAULT_ADDRESS")
    db.execute("DELETE FROM addresses WHERE id = ?", (address["id"],))


def user_addresses(db: sqlite3.Connection, user_id: int) -> list[sqlite3.Row]:
    """The addresses of a user, the oldest first."""
    return db.execute("SELECT * FROM addresses WHERE user_id = ? ORDER BY id", (user_id,)).fetchall()


def _has_addresses(db: sqlite3.Connection, user_id: int) -> bool:
    return db.execute("SELECT 1 FROM addresses WHERE user_id = ?", (user_id,)).fetchone() is not None


def _own_address(db: sqlite3.Connection, address_id: int) -> sqlite3.Row:
    """The address if it is the user's; there is no page for another's."""
    row = db.execute(
        "SELECT * FROM addresses WHERE id = ? AND user_id = ?", (address_id, require_user()["id"])
    ).fetchone()
    if row is None:
        abort(404)
    return row


def _render_list(blamed_id: int | None = None, problem: FormError | None = None) -> str:
    return render_template(
        "account/addresses.html",
        addresses=user_addresses(get_db(), require_user()["id"]),
        blamed_id=blamed_id,
        problem=problem,
    )


def _render_form(form: FormState, action: str) -> str:
    return render_template("account/address_form.html", form=form, action=action)
