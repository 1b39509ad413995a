"""What the writers of rows share: the connection, the texts of one language, a memory for words."""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache

from sites.kit.localization import fold
from sites.kit.seeding.texts import Text, Writer


class Tables:
    """An empty database that is being filled in one language."""

    def __init__(self, connection: sqlite3.Connection, texts: Writer) -> None:
        self.connection = connection
        self.write = texts.write
        self.word = cache(lambda key: texts.write(Text(key)))
        """The text of a key without slots."""
        self.folded = cache(fold)

    def insert(self, table: str, rows: Iterable[Sequence[str | int | None]]) -> None:
        """Insert rows whose values are in the order of the schema's columns."""
        values = list(rows)
        marks = ", ".join("?" * len(values[0]))
        self.connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)
