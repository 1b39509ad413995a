"""The frozen clock of every site, and the id counters that make what users do repeatable.

A site never asks the machine for the time: it is always the morning of `SITE_NOW`, and each new row is
one second younger than the row before it. Ids and seconds come from the ephemeral table ``counters`` that
every schema has, so the same sequence of actions writes the same rows in every language, and a reset
starts the sequence again.

Source: the sites' common rules, sections 2 and 5.
"""

import sqlite3
from datetime import datetime, timedelta

SITE_NOW = datetime(2026, 3, 16, 9, 0, 0)
"""The moment at which every episode begins (a Monday)."""

COUNTERS_TABLE = "counters"
"""``counters(name TEXT PRIMARY KEY, value INTEGER)``; every site has it and declares it ephemeral."""

_CLOCK = "clock"
_NEXT = (
    "INSERT INTO counters (name, value) VALUES (?, 1)"
    " ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value"
)


def today() -> str:
    """The frozen day as an ISO date: ``2026-03-16``."""
    return SITE_NOW.date().isoformat()


def now(connection: sqlite3.Connection) -> str:
    """The ISO time for a new row: `SITE_NOW` plus one second for each time asked since the reset."""
    moment = SITE_NOW + timedelta(seconds=next_id(connection, _CLOCK))
    return moment.isoformat()


def next_id(connection: sqlite3.Connection, name: str) -> int:
    """Count ``name`` up by one and return the new value; a counter nobody has seeded starts at 1.

    A seed that hands out ids itself leaves its last id in ``counters``, and the next row follows it.
    """
    row = connection.execute(_NEXT, (name,)).fetchone()
    return row[0]
