"""Asking and answering, taking back what one wrote, marking answers, and the list of one's own."""

import sqlite3

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.clock import next_id, now
from sites.kit.context import get_db, transaction
from sites.kit.forms import FormError, RuleError
from sites.kit.pages import done_at
from sites.kit.paging import make_page, read_page_number
from sites.ministore.forms import ANSWER, QUESTION
from sites.ministore.queries import require_product
from sites.ministore.questions import QUESTIONS_SQL, render_question, render_questions
from sites.ministore.writings import delete_writing, find_writing, require_own, toggle_vote

_OWN_ANSWERS_SQL = """
SELECT a.id, a.qid, a.body, a.created_at, q.body AS question, q.pid, p.name AS product
FROM answers a JOIN questions q ON q.id = a.qid JOIN products p ON p.id = q.pid
WHERE a.user_id = ? ORDER BY a.created_at DESC, a.id DESC
"""

asking = Blueprint("asking", __name__)


@asking.post("/p/<pid>/questions")
@login_required
def ask(pid: str) -> ResponseReturnValue:
    """Publish a question about a product."""
    require_product(get_db(), pid)
    form = QUESTION.read(request.form)
    if form.ok:
        with form.attempt() as db:
            qid = next_id(db, "questions")
            db.execute(
                "INSERT INTO questions (id, pid, user_id, body, created_at) VALUES (?, ?, ?, ?, ?)",
                (qid, pid, require_user()["id"], form.text("body"), now(db)),
            )
            return redirect(done_at(f"/questions/{qid}", "asked"), 303)
    return render_questions(pid, form)


@asking.post("/questions/<int:qid>/answers")
@login_required
def answer(qid: int) -> ResponseReturnValue:
    """Publish an answer to somebody else's question."""
    question = find_writing(get_db(), "questions", qid)
    form = ANSWER.read(request.form)
    if form.ok:
        with form.attempt() as db:
            add_answer(db, require_user()["id"], question, form.text("body"))
            return redirect(done_at(f"/questions/{qid}", "answered"), 303)
    return render_question(qid, form)


@asking.post("/questions/<int:qid>/delete")
@login_required
def delete_question(qid: int) -> ResponseReturnValue:
    """Delete the user's own question while nobody has answered it."""
    question = require_own(get_db(), require_user()["id"], "questions", qid)
    try:
        with transaction() as db:
            remove_question(db, question)
    except RuleError as error:
        return render_question(qid, problem=FormError.of(error))
    return redirect(done_at("/account/questions", "deleted"), 303)


@asking.post("/answers/<int:answer_id>/delete")
@login_required
def delete_answer(answer_id: int) -> ResponseReturnValue:
    """Delete the user's own answer."""
    with transaction() as db:
        row = require_own(db, require_user()["id"], "answers", answer_id)
        delete_writing(db, "answer", answer_id)
    return redirect(done_at(f"/questions/{row['qid']}", "deleted"), 303)


@asking.post("/answers/<int:answer_id>/helpful")
@login_required
def toggle_helpful(answer_id: int) -> ResponseReturnValue:
    """Mark somebody else's answer as helpful, or take the mark back."""
    row = find_writing(get_db(), "answers", answer_id)
    try:
        with transaction() as db:
            marked = toggle_vote(db, require_user()["id"], "answer", row)
    except RuleError as error:
        return render_question(row["qid"], problem=FormError.of(error))
    return redirect(done_at(f"/questions/{row['qid']}", "marked" if marked else "unmarked"), 303)


@asking.get("/account/questions")
@login_required
def own_questions() -> ResponseReturnValue:
    """What the user has asked, the newest first, and all that the user has answered."""
    db, user_id = get_db(), require_user()["id"]
    total = db.execute("SELECT COUNT(*) FROM questions WHERE user_id = ?", (user_id,)).fetchone()[0]
    page = make_page(read_page_number(request.args), total)
    rows = db.execute(
        f"{QUESTIONS_SQL} WHERE q.user_id = ? ORDER BY q.created_at DESC, q.id DESC LIMIT ? OFFSET ?",
        (user_id, page.size, page.offset),
    ).fetchall()
    answers = db.execute(_OWN_ANSWERS_SQL, (user_id,)).fetchall()
    return render_template("account/questions.html", questions=rows, page=page, answers=answers)


def add_answer(db: sqlite3.Connection, user_id: int, question: sqlite3.Row, body: str) -> int:
    """Write an answer of a user and return its id.

    Raises:
        RuleError: E_OWN_QUESTION.
    """
    if question["user_id"] == user_id:
        raise RuleError("E_OWN_QUESTION")
    answer_id = next_id(db, "answers")
    db.execute(
        "INSERT INTO answers (id, qid, user_id, by_seller, body, created_at) VALUES (?, ?, ?, 0, ?, ?)",
        (answer_id, question["id"], user_id, body, now(db)),
    )
    return answer_id


def remove_question(db: sqlite3.Connection, question: sqlite3.Row) -> None:
    """Delete a question.

    Raises:
        RuleError: E_STATE, somebody has answered it.
    """
    if db.execute("SELECT 1 FROM answers WHERE qid = ?", (question["id"],)).fetchone():
        raise RuleError("E_STATE")
    db.execute("DELETE FROM questions WHERE id = ?", (question["id"],))
