"""Questions about products and their answers: the pages that show them, with the forms to ask and answer."""

import sqlite3
from collections.abc import Mapping

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from sites.kit.accounts import current_user
from sites.kit.context import get_db
from sites.kit.forms import FormError, FormState
from sites.kit.paging import make_page, read_page_number
from sites.ministore.forms import ANSWER, QUESTION
from sites.ministore.queries import require_product
from sites.ministore.writings import voted_ids

QUESTION_SORTS: Mapping[str, str] = {
    "answers": "answers DESC, q.id",
    "newest": "q.created_at DESC, q.id DESC",
}
QUESTIONS_SQL = """
SELECT q.id, q.body, q.created_at, q.user_id, q.pid, u.display_name, p.name AS product,
    (SELECT COUNT(*) FROM answers a WHERE a.qid = q.id) AS answers
FROM questions q JOIN users u ON u.id = q.user_id JOIN products p ON p.id = q.pid
"""
_ANSWERS_SQL = """
SELECT a.id, a.body, a.created_at, a.by_seller, a.user_id, u.display_name, s.helpful
FROM answers a LEFT JOIN users u ON u.id = a.user_id JOIN answer_scores s ON s.answer_id = a.id
WHERE a.qid = ? ORDER BY s.helpful DESC, a.id
"""
_TOP = 2

questions = Blueprint("questions", __name__)


@questions.get("/p/<pid>/questions")
def product_questions(pid: str) -> ResponseReturnValue:
    """All questions about a product, and the form to ask one."""
    return render_questions(pid, QUESTION.blank())


def render_questions(pid: str, form: FormState) -> str:
    """The list that the request asks for, with this state of the form."""
    db = get_db()
    product = require_product(db, pid)
    sort = request.args.get("sort", "answers")
    sort = sort if sort in QUESTION_SORTS else "answers"
    total = db.execute("SELECT COUNT(*) FROM questions WHERE pid = ?", (pid,)).fetchone()[0]
    page = make_page(read_page_number(request.args), total)
    rows = db.execute(
        f"{QUESTIONS_SQL} WHERE q.pid = ? ORDER BY {QUESTION_SORTS[sort]} LIMIT ? OFFSET ?",
        (pid, page.size, page.offset),
    ).fetchall()
    sorts = [("answers", gettext("Most answers")), ("newest", gettext("Newest"))]
    return render_template(
        "questions/list.html",
        product=product,
        page=page,
        questions=rows,
        sort=sort,
        sort_options=sorts,
        form=form,
    )


@questions.get("/questions/<int:qid>")
def question_page(qid: int) -> ResponseReturnValue:
    """One question with its answers, the most helpful first, and the form to answer it."""
    return render_question(qid)


def render_question(qid: int, form: FormState | None = None, problem: FormError | None = None) -> str:
    """The page of a question with this state of its form, and why something else could not be done."""
    db = get_db()
    question = db.execute(f"{QUESTIONS_SQL} WHERE q.id = ?", (qid,)).fetchone()
    if question is None:
        abort(404)
    user = current_user()
    user_id = user["id"] if user else None
    return render_template(
        "questions/question.html",
        question=question,
        product=require_product(db, question["pid"]),
        answers=db.execute(_ANSWERS_SQL, (qid,)).fetchall(),
        voted=voted_ids(db, user_id, "answer"),
        user_id=user_id,
        form=form or ANSWER.blank(),
        problem=problem,
    )


def top_questions(db: sqlite3.Connection, pid: str) -> list[sqlite3.Row]:
    """The two questions about a product that have the most answers."""
    return db.execute(
        f"{QUESTIONS_SQL} WHERE q.pid = ? ORDER BY {QUESTION_SORTS['answers']} LIMIT {_TOP}", (pid,)
    ).fetchall()
