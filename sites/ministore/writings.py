"""Helpful marks: on a review or an answer, once a user, never on what one wrote; a second press undoes."""

import sqlite3

from sites.kit.forms import RuleError


def toggle_vote(db: sqlite3.Connection, user_id: int, kind: str, writing: sqlite3.Row) -> bool:
    """Mark a review or an answer as helpful, or take the mark back; whether it is marked now.

    ``kind`` is ``review`` or ``answer``, ``writing`` its row with ``id`` and ``user_id``.

    Raises:
        RuleError: E_OWN_CONTENT.
    """
    if writing["user_id"] == user_id:
        raise RuleError("E_OWN_CONTENT")
    vote = (writing["id"], user_id)
    removed = db.execute(f"DELETE FROM {kind}_votes WHERE {kind}_id = ? AND user_id = ?", vote)
    if removed.rowcount:
        return False
    db.execute(f"INSERT INTO {kind}_votes ({kind}_id, user_id) VALUES (?, ?)", vote)
    return True


def delete_writing(db: sqlite3.Connection, kind: str, writing_id: int) -> None:
    """Delete a review or an answer with the marks that it was given."""
    db.execute(f"DELETE FROM {kind}_votes WHERE {kind}_id = ?", (writing_id,))
    db.execute(f"DELETE FROM {kind}s WHERE id = ?", (writing_id,))


def voted_ids(db: sqlite3.Connection, user_id: int | None, kind: str) -> frozenset[int]:
    """The reviews or answers that a user has marked; none for a guest."""
    rows = db.execute(f"SELECT {kind}_id FROM {kind}_votes WHERE user_id = ?", (user_id,))
    return frozenset(row[0] for row in rows)


def require_own(db: sqlite3.Connection, user_id: int, table: str, row_id: int) -> sqlite3.Row:
    """The row of ``reviews``, ``questions`` or ``answers``, which only its writer may change.

    Raises:
        RuleError: E_NOT_FOUND or E_FORBIDDEN.
    """
    row = find_writing(db, table, row_id)
    if row["user_id"] != user_id:
        raise RuleError("E_FORBIDDEN")
    return row


def find_writing(db: sqlite3.Connection, table: str, row_id: int) -> sqlite3.Row:
    """The row of ``reviews``, ``questions`` or ``answers``.

    Raises:
        RuleError: E_NOT_FOUND.
    """
    row = db.execute(f"SELECT * FROM {table} WHERE id = ?", (row_id,)).fetchone()
    if row is None:
        raise RuleError("E_NOT_FOUND")
    return row
