"""The user's tickets: the list, and one ticket."""

import sqlite3
from datetime import date

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db
from sites.kit.forms import FormError, RuleError
from sites.kit.paging import make_page, read_page_number
from sites.railsetu.forms import TICKET_LIST
from sites.railsetu.journeys import Leg, chart_at
from sites.railsetu.queries import tickets_of
from sites.railsetu.ticket_rules import boarding_options, departure, load_pax, load_ticket, refund_quotes
from sites.railsetu.timetable import load_train

tickets = Blueprint("tickets", __name__)


@tickets.get("/bookings")
@login_required
def booking_list() -> ResponseReturnValue:
    """The tickets of the user, those booked last first, of one kind only if asked."""
    form = TICKET_LIST.fill(request.args)
    listed = tickets_of(get_db(), require_user()["id"], form.text("status") if form.ok else "all")
    page = make_page(read_page_number(request.args), len(listed))
    return render_template("tickets/list.html", form=form, tickets=page.of(listed), page=page)


@tickets.get("/ticket/<pnr>")
@login_required
def ticket_page(pnr: str) -> ResponseReturnValue:
    """One ticket of the user."""
    return render_ticket(own_ticket(pnr))


def own_ticket(pnr: str) -> sqlite3.Row:
    """The ticket if it is the user's; there is no page for another's."""
    try:
        ticket = load_ticket(get_db(), pnr)
    except RuleError:
        abort(404)
    if ticket["user_id"] != require_user()["id"]:
        abort(404)
    return ticket


def render_ticket(ticket: sqlite3.Row, problem: FormError | None = None) -> str:
    """The page of a ticket, with the reason why something could not be done to it."""
    db = get_db()
    return render_template(
        "tickets/ticket.html",
        ticket=ticket,
        problem=problem,
        cancellable=any(quote.refusal is None for quote in refund_quotes(db, ticket)),
        boarding_changeable=_can_board_elsewhere(db, ticket),
        **ticket_facts(db, ticket),
    )


def ticket_facts(db: sqlite3.Connection, ticket: sqlite3.Row) -> dict[str, object]:
    """What pages about a ticket show besides its row."""
    train = load_train(db, ticket["train_no"])
    run_date = date.fromisoformat(ticket["run_date"])
    return {
        "passengers": load_pax(db, ticket["pnr"]),
        "leg": Leg(train, train.stop(ticket["from_code"]), train.stop(ticket["to_code"]), run_date),
        "boards": departure(db, ticket),
        "chart_at": chart_at(train, run_date),
    }


def _can_board_elsewhere(db: sqlite3.Connection, ticket: sqlite3.Row) -> bool:
    try:
        return bool(boarding_options(db, ticket))
    except RuleError:
        return False
