"""The pages on which passengers are cancelled and the boarding station is changed."""

import sqlite3
from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required
from sites.kit.context import get_db
from sites.kit.forms import FormError, FormSpec, FormState, RuleError
from sites.kit.pages import done_at
from sites.railsetu.forms import boarding_form, cancel_form
from sites.railsetu.ticket_rules import (
    RefundQuote,
    boarding_options,
    cancel,
    change_boarding,
    load_pax,
    refund_quotes,
)
from sites.railsetu.tickets import own_ticket, render_ticket, ticket_facts

ticket_changes = Blueprint("ticket_changes", __name__, url_prefix="/ticket/<pnr>")


@ticket_changes.errorhandler(RuleError)
def refuse(error: RuleError) -> ResponseReturnValue:
    """The page of the ticket with the reason why it can't be changed."""
    values = request.view_args or {}
    return render_ticket(own_ticket(values["pnr"]), FormError.of(error))


@ticket_changes.get("/cancel")
@login_required
def cancel_page(pnr: str) -> ResponseReturnValue:
    """What each passenger would get back, and the form that asks whom to cancel."""
    ticket = own_ticket(pnr)
    quotes = _open_quotes(ticket)
    return _render_cancel(ticket, quotes, _cancel_spec(ticket, quotes).blank())


@ticket_changes.post("/cancel")
@login_required
def cancel_passengers(pnr: str) -> ResponseReturnValue:
    """Cancel the chosen passengers."""
    ticket = own_ticket(pnr)
    quotes = _open_quotes(ticket)
    form = _cancel_spec(ticket, quotes).read(request.form)
    if form.ok:
        with form.attempt() as db:
            cancel(db, ticket, [quote.n for quote in quotes if form.flag(f"pax_{quote.n}")])
            return redirect(done_at(f"/ticket/{pnr}", "cancelled"), 303)
    return _render_cancel(ticket, quotes, form)


@ticket_changes.get("/boarding")
@login_required
def boarding_page(pnr: str) -> ResponseReturnValue:
    """The form that asks for the new boarding station."""
    ticket = own_ticket(pnr)
    return _render_boarding(ticket, boarding_form(boarding_options(get_db(), ticket)).blank())


@ticket_changes.post("/boarding")
@login_required
def board_elsewhere(pnr: str) -> ResponseReturnValue:
    """Change the boarding station."""
    ticket = own_ticket(pnr)
    form = boarding_form(boarding_options(get_db(), ticket)).read(request.form)
    if form.ok:
        with form.attempt() as db:
            change_boarding(db, ticket, form.text("station"))
            return redirect(done_at(f"/ticket/{pnr}", "boarding"), 303)
    return _render_boarding(ticket, form)


def _open_quotes(ticket: sqlite3.Row) -> list[RefundQuote]:
    """The refunds of the passengers who can still be cancelled.

    Raises:
        RuleError: nobody can; the reason is that of the first passenger.
    """
    quotes = refund_quotes(get_db(), ticket)
    refused = next((quote.refusal for quote in quotes if quote.refusal != "E_STATE"), "E_STATE")
    still_open = [quote for quote in quotes if quote.refusal is None]
    if not still_open:
        raise RuleError(refused or "E_STATE")
    return still_open


def _cancel_spec(ticket: sqlite3.Row, quotes: Sequence[RefundQuote]) -> FormSpec:
    names = {row["n"]: row["name"] for row in load_pax(get_db(), ticket["pnr"])}
    return cancel_form([quote.n for quote in quotes], names)


def _render_cancel(ticket: sqlite3.Row, quotes: Sequence[RefundQuote], form: FormState) -> str:
    return render_template(
        "tickets/cancel.html", ticket=ticket, quotes=quotes, form=form, **ticket_facts(get_db(), ticket)
    )


def _render_boarding(ticket: sqlite3.Row, form: FormState) -> str:
    return render_template(
        "tickets/boarding.html", ticket=ticket, form=form, **ticket_facts(get_db(), ticket)
    )
