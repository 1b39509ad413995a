"""The status of a PNR, for everybody: what each passenger has, without names, and the chart."""

import sqlite3

from flask import Blueprint, render_template, request

from sites.kit.context import get_db
from sites.kit.forms import RuleError
from sites.railsetu.forms import PNR
from sites.railsetu.ticket_rules import load_ticket
from sites.railsetu.tickets import ticket_facts

status = Blueprint("status", __name__)


@status.get("/pnr")
def status_page() -> str:
    """The form, and the ticket that it asks for."""
    db = get_db()
    form = PNR.read(request.args) if request.args else PNR.blank()
    ticket: sqlite3.Row | None = None
    if form.ok and request.args:
        try:
            ticket = load_ticket(db, form.text("pnr"))
        except RuleError as error:
            form.reject(error)
    facts = ticket_facts(db, ticket) if ticket else {}
    return render_template("tickets/status.html", form=form, ticket=ticket, **facts)
