"""Writes network and plan into the tables of ``schema.sql``, in one language."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from itertools import combinations

from sites.kit.accounts import hash_password
from sites.kit.localization import sort_key
from sites.kit.seeding import Tables, Writer
from sites.railsetu.booking import Row, insert_row, passenger_rows, ticket_row
from sites.railsetu.codes import CAN, CLASSES
from sites.railsetu.fares import listed_fare
from sites.railsetu.journeys import is_charted
from sites.railsetu.refunds import CLERKAGE_C, FLAT_C, seed_bands
from sites.railsetu.seed.account import PASSWORD, SAVED_PASSENGERS
from sites.railsetu.seed.network import CONTENT, load_network
from sites.railsetu.seed.people import TEST_USER_ID, plan_users
from sites.railsetu.seed.plan import PlannedShare, plan_railway
from sites.railsetu.seed.tickets import Ticket
from sites.railsetu.timetable import Train

NO_LOGIN = "!"


def fill(connection: sqlite3.Connection, lang: str) -> None:
    """Insert every row of the railway into an empty database that has the schema.

    Raises:
        UnknownNameError: no such language.
        ContentError: the language's texts are missing or incomplete.
    """
    tables = Tables(connection, Writer(lang, CONTENT))
    plan = plan_railway()
    _write_people(tables)
    _write_stations(tables, lang)
    for seq, train in enumerate(load_network().trains, 1):
        _write_train(tables, seq, train)
    _write_charges(tables)
    tables.insert("inventory", map(_inventory_row, plan.shares))
    for ticket in plan.tickets:
        _write_ticket(tables, ticket)
    refunds = _write_refunds(tables, plan.tickets)
    counters = {"pnrs": len(plan.tickets), "refunds": refunds, "master_pax": len(SAVED_PASSENGERS)}
    tables.insert("counters", counters.items())


def _write_people(tables: Tables) -> None:
    tables.insert(
        "users",
        (
            (
                user.id,
                user.username,
                hash_password(user.username, PASSWORD) if user.id == TEST_USER_ID else NO_LOGIN,
                tables.write(user.person.name),
                user.mobile,
                user.joined,
            )
            for user in plan_users()
        ),
    )
    tables.insert(
        "master_pax",
        (
            (number, TEST_USER_ID, tables.write(person.name), person.age, person.gender, *card)
            for number, (person, *card) in enumerate(SAVED_PASSENGERS, 1)
        ),
    )


def _write_stations(tables: Tables, lang: str) -> None:
    names = {code: tables.word(f"stations.{code}") for code in load_network().stations}
    tables.insert(
        "stations",
        ((code, name, tables.folded(name), sort_key(name, lang)) for code, name in names.items()),
    )


def _write_train(tables: Tables, seq: int, train: Train) -> None:
    name = tables.word(f"trains.{train.no}")
    classes, coaches = " ".join(train.classes), " ".join(map(str, train.coaches))
    row = (train.no, seq, name, train.type, train.days_mask, classes, coaches, int(train.cat_plus))
    tables.insert("trains", [row])
    tables.insert(
        "stops",
        (
            (train.no, stop.seq, stop.code, stop.arr, stop.dep, stop.day, stop.km, stop.platform)
            for stop in train.stops
        ),
    )
    tables.insert("fares", _fare_rows(train))


def _fare_rows(train: Train) -> Iterator[tuple[str | int | None, ...]]:
    for start, end in combinations(train.stops, 2):
        for class_code in train.classes:
            listed = listed_fare(class_code, end.km - start.km, cat_plus=train.cat_plus)
            yield (train.no, start.code, end.code, class_code, *astuple(listed))


def _write_charges(tables: Tables) -> None:
    tables.insert("cancel_bands", map(astuple, seed_bands()))
    tables.insert("cancel_flat", ((code, FLAT_C[code], CLERKAGE_C) for code in CLASSES))


def _inventory_row(planned: PlannedShare) -> tuple[str | int, ...]:
    return (*planned.share.key, *astuple(planned.state), planned.held)


def _write_ticket(tables: Tables, ticket: Ticket) -> None:
    wish, leg = ticket.wish, ticket.wish.leg
    row = ticket_row(ticket.pnr, wish.user.id, ticket.draft, ticket.quote) | {
        "booked_at": wish.booked_at.isoformat(),
        "pay_method": wish.pay_method,
        "status": ticket.status,
        "chart": int(is_charted(leg.train, leg.run_date)),
        "refund_c": ticket.refund_c,
    }
    insert_row(tables.connection, "pnrs", row)
    for passenger in _passengers(tables, ticket):
        insert_row(tables.connection, "pax", passenger)


def _passengers(tables: Tables, ticket: Ticket) -> Iterator[Row]:
    refunds = {entry.n: entry.refund_c for entry in ticket.deductions}
    rows = passenger_rows(ticket.pnr, ticket.draft.passengers, ticket.quote)
    for n, (traveller, row) in enumerate(zip(ticket.wish.travellers, rows, strict=True), 1):
        named = row | {"name": tables.write(traveller.person.name)}
        yield named | {"status": CAN, "refund_c": refunds[n]} if refunds else named


def _write_refunds(tables: Tables, tickets: Sequence[Ticket]) -> int:
    """The refunds in the order of time; how many there are."""
    cancelled = sorted(
        (ticket.wish.cancelled_at, ticket.pnr, entry)
        for ticket in tickets
        if ticket.wish.cancelled_at
        for entry in ticket.deductions
    )
    tables.insert(
        "refunds",
        (
            (number, pnr, entry.n, at.isoformat(), entry.deduct_c, entry.refund_c)
            for number, (at, pnr, entry) in enumerate(cancelled, 1)
        ),
    )
    return len(cancelled)
