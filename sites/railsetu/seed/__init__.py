"""Fills the railway's database in a language."""

import sqlite3


def fill(connection: sqlite3.Connection, lang: str) -> None:
    """Insert every row of the railway into an empty database that has the schema."""
