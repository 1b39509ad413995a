"""Reviews, questions, answers and helpful marks: who may do what, and what it writes."""

import pytest

from sites.kit.changes import RowChange
from tests.sites.ministore.customer import Page, Shop

REVIEW = {"rating": "4", "title": "Good lamp", "body": "It lights the whole room.", "recommend": "1"}
QUESTION = "Does it come with a spare bulb?"
OWN = "user_id = 1"
OTHERS = "user_id <> 1"
UNREVIEWED = "id NOT IN (SELECT pid FROM reviews WHERE user_id = 1)"


def one(shop: Shop, table: str, condition: str) -> int:
    return shop.number(f"SELECT id FROM {table} WHERE {condition} ORDER BY id")


def only(shop: Shop, table: str) -> RowChange:
    """The one change of the table, when nothing else has changed."""
    changes = shop.changes()
    (change,) = changes.pop(table)
    assert changes == {}
    return change


def written(shop: Shop, table: str) -> dict:
    change = only(shop, table)
    assert change.kind == "added"
    assert change.after is not None
    return dict(change.after)


def delivered(shop: Shop, *, reviewed: bool = False) -> str:
    return shop.row(
        "SELECT pid FROM order_items i JOIN orders o ON o.id = order_id WHERE o.user_id = 1"
        f" AND status = 'delivered' AND pid {'' if reviewed else 'NOT'} IN"
        " (SELECT pid FROM reviews WHERE user_id = 1) ORDER BY pid"
    )["pid"]


def unreviewed(shop: Shop) -> str:
    return shop.row(
        f"SELECT id FROM products WHERE {UNREVIEWED} AND id NOT IN (SELECT pid FROM order_items)"
    )[0]


# Reviews


def test_a_review_is_published(shop: Shop) -> None:
    pid = delivered(shop)
    shop.log_in()
    page = shop.post(f"/p/{pid}/reviews/new", **REVIEW)
    assert page.path == f"/p/{pid}/reviews"
    assert "Your review is published" in page.one("title").text()
    row = written(shop, "reviews")
    assert (row["pid"], row["user_id"], row["rating"], row["recommend"]) == (pid, 1, 4, 1)
    assert (row["title"], row["body"]) == (REVIEW["title"], REVIEW["body"])
    assert (row["verified"], row["edited_at"], row["helpful_seed"]) == (1, None, 0)
    assert row["created_at"].startswith("2026-03-16T09:00:")
    assert REVIEW["title"] in page.one("article.review").text()


def test_what_was_not_delivered_is_not_verified(shop: Shop) -> None:
    shop.log_in()
    shop.post(f"/p/{unreviewed(shop)}/reviews/new", **{**REVIEW, "recommend": ""})
    row = written(shop, "reviews")
    assert (row["verified"], row["recommend"]) == (0, 0)


def test_a_second_review_is_refused_and_leads_to_the_first(shop: Shop) -> None:
    pid = delivered(shop, reviewed=True)
    own = one(shop, "reviews", f"{OWN} AND pid = '{pid}'")
    shop.log_in()
    for page in (shop.get(f"/p/{pid}/reviews/new"), shop.post(f"/p/{pid}/reviews/new", **REVIEW)):
        assert (page.status, page.errors) == (200, ["E_DUPLICATE_REVIEW"])
        assert page.tree.css(f"main a[href='/reviews/{own}/edit']")
    assert shop.changes() == {}
    for path in (f"/p/{pid}", f"/p/{pid}/reviews"):
        page = shop.get(path)
        assert page.tree.css(f"a[href='/reviews/{own}/edit']")
        assert not page.tree.css("a[href$='/reviews/new']")


@pytest.mark.parametrize(
    ("field", "typed", "code"),
    [
        ("rating", "", "E_REQUIRED"),
        ("rating", "6", "E_RANGE"),
        ("title", "", "E_REQUIRED"),
        ("title", "ab", "E_LENGTH"),
        ("title", "x" * 101, "E_LENGTH"),
        ("body", "too short", "E_LENGTH"),
        ("body", "x" * 2001, "E_LENGTH"),
    ],
)
def test_reviews_that_are_refused(shop: Shop, field: str, typed: str, code: str) -> None:
    shop.log_in()
    own = one(shop, "reviews", OWN)
    for path in (f"/p/{unreviewed(shop)}/reviews/new", f"/reviews/{own}/edit"):
        page = shop.post(path, **{**REVIEW, field: typed})
        assert (page.path, page.status, page.errors) == (path, 200, [code])
        kept = "title" if field == "body" else "body"
        shown = page.one(f"[name={kept}]")
        assert REVIEW[kept] in (shown.attributes.get("value") or shown.text())
    assert shop.changes() == {}


def test_a_review_is_changed(shop: Shop) -> None:
    review_id = one(shop, "reviews", OWN)
    row = shop.row("SELECT * FROM reviews WHERE id = ?", review_id)
    shop.log_in()
    page = shop.get(f"/reviews/{review_id}/edit")
    assert page.value("title") == row["title"]
    assert page.one("textarea").text().strip() == row["body"]
    assert page.one("option[selected]").attributes["value"] == str(row["rating"])
    kept = {"title": row["title"], "body": row["body"], "recommend": str(row["recommend"] or "")}
    page = shop.post(f"/reviews/{review_id}/edit", rating="2", **kept)
    assert page.path == "/account/reviews"
    assert "Your review is changed" in page.one("title").text()
    change = only(shop, "reviews")
    assert change.columns == ("rating", "edited_at")
    assert "changed on 2026-03-16" in page.text


def test_lines_of_a_review_are_kept(shop: Shop) -> None:
    shop.log_in()
    pid = unreviewed(shop)
    shop.post(f"/p/{pid}/reviews/new", **{**REVIEW, "body": "First line.\r\nSecond line."})
    row = written(shop, "reviews")
    assert row["body"] == "First line.\nSecond line."
    assert "First line.\nSecond line." in shop.get(f"/reviews/{row['id']}/edit").one("textarea").text()


def test_a_review_is_deleted_with_its_marks(shop: Shop) -> None:
    review_id = one(shop, "reviews", OWN)
    shop.write("INSERT INTO review_votes VALUES (?, 2)", review_id)
    shop.log_in()
    page = shop.post(f"/reviews/{review_id}/delete")
    assert page.path == "/account/reviews"
    assert "Your review is deleted" in page.text
    assert only(shop, "reviews").kind == "removed"
    assert len(page.tree.css("article.review")) == 5


def test_my_reviews_are_listed_newest_first(shop: Shop) -> None:
    shop.log_in()
    page = shop.get("/account/reviews")
    edits = [node.attributes["href"] for node in page.tree.css("article.review a.button")]
    newest = shop.number("SELECT id FROM reviews WHERE user_id = 1 ORDER BY created_at DESC")
    assert len(edits) == 6
    assert edits[0] == f"/reviews/{newest}/edit"


# Questions and answers


def test_a_question_is_asked(shop: Shop) -> None:
    shop.log_in()
    page = shop.post("/p/P0007/questions", body=QUESTION)
    row = written(shop, "questions")
    assert page.path == f"/questions/{row['id']}"
    assert "Your question is published" in page.one("title").text()
    assert (row["pid"], row["user_id"], row["body"]) == ("P0007", 1, QUESTION)
    assert QUESTION in shop.get("/p/P0007/questions?sort=newest").one("article.question").text()


@pytest.mark.parametrize(
    ("body", "code"), [("", "E_REQUIRED"), ("Why so?", "E_LENGTH"), ("x" * 301, "E_LENGTH")]
)
def test_questions_that_are_refused(shop: Shop, body: str, code: str) -> None:
    shop.log_in()
    page = shop.post("/p/P0007/questions", body=body)
    assert (page.path, page.status, page.errors) == ("/p/P0007/questions", 200, [code])
    assert page.one("textarea").text().strip() == body
    assert shop.changes() == {}


def test_an_answer_is_given(shop: Shop) -> None:
    qid = one(shop, "questions", f"{OTHERS} AND id NOT IN (SELECT qid FROM answers)")
    shop.log_in()
    page = shop.post(f"/questions/{qid}/answers", body="No")
    assert page.path == f"/questions/{qid}"
    assert "Your answer is published" in page.text
    row = written(shop, "answers")
    assert (row["qid"], row["user_id"], row["by_seller"], row["body"]) == (qid, 1, 0, "No")
    assert row["helpful_seed"] == 0


@pytest.mark.parametrize(("body", "code"), [("", "E_REQUIRED"), ("x", "E_LENGTH"), ("x" * 1001, "E_LENGTH")])
def test_answers_that_are_refused(shop: Shop, body: str, code: str) -> None:
    shop.log_in()
    page = shop.post(f"/questions/{one(shop, 'questions', OTHERS)}/answers", body=body)
    assert (page.status, page.errors) == (200, [code])
    assert shop.changes() == {}


def test_nobody_answers_their_own_question(shop: Shop) -> None:
    shop.log_in()
    qid = one(shop, "questions", OWN)
    assert not shop.get(f"/questions/{qid}").tree.css("textarea")
    assert shop.post(f"/questions/{qid}/answers", body="I know now").errors == ["E_OWN_QUESTION"]
    assert shop.changes() == {}


def test_an_unanswered_question_is_deleted(shop: Shop) -> None:
    shop.log_in()
    qid = one(shop, "questions", f"{OWN} AND id NOT IN (SELECT qid FROM answers)")
    for path in (f"/questions/{qid}", "/account/questions"):
        assert len(shop.get(path).tree.css(f"form[action='/questions/{qid}/delete']")) == 1
    page = shop.post(f"/questions/{qid}/delete")
    assert page.path == "/account/questions"
    assert "Your question is deleted" in page.text
    assert only(shop, "questions").kind == "removed"


def test_an_answered_question_stays(shop: Shop) -> None:
    shop.log_in()
    qid = one(shop, "questions", f"{OWN} AND id IN (SELECT qid FROM answers)")
    assert not shop.get(f"/questions/{qid}").tree.css("form[action$='/delete']")
    assert shop.post(f"/questions/{qid}/delete").errors == ["E_STATE"]
    assert shop.changes() == {}


def test_an_answer_is_deleted_with_its_marks(shop: Shop) -> None:
    answer = shop.row("SELECT id, qid FROM answers WHERE user_id = 1 ORDER BY id")
    shop.write("INSERT INTO answer_votes VALUES (?, 2)", answer["id"])
    shop.log_in()
    page = shop.post(f"/answers/{answer['id']}/delete")
    assert page.path == f"/questions/{answer['qid']}"
    assert "Your answer is deleted" in page.text
    assert only(shop, "answers").kind == "removed"


def test_my_questions_and_answers_are_listed(shop: Shop) -> None:
    shop.log_in()
    page = shop.get("/account/questions")
    assert len(page.tree.css("article.question")) == 5
    assert len(page.tree.css("form[action$='/delete']")) == 1


# Helpful marks


@pytest.mark.parametrize("kind", ["review", "answer"])
@pytest.mark.parametrize("marked", [False, True])
def test_a_mark_is_given_and_taken_back(shop: Shop, kind: str, marked: bool) -> None:
    votes = f"SELECT {kind}_id FROM {kind}_votes WHERE user_id = 1"
    row_id = one(shop, f"{kind}s", f"{OTHERS} AND id {'' if marked else 'NOT'} IN ({votes})")
    shop.log_in()
    page = shop.post(f"/{kind}s/{row_id}/helpful")
    told = "Your helpful mark is taken back" if marked else f"You marked the {kind} as helpful"
    assert told in page.one("title").text()
    change = only(shop, f"{kind}_votes")
    assert change.kind == ("removed" if marked else "added")
    image = change.before if marked else change.after
    assert image == {f"{kind}_id": row_id, "user_id": 1}
    shop.post(f"/{kind}s/{row_id}/helpful")
    assert shop.changes() == {}


def test_the_seller_can_be_marked(shop: Shop) -> None:
    row_id = one(shop, "answers", "by_seller = 1")
    shop.log_in()
    shop.post(f"/answers/{row_id}/helpful")
    assert only(shop, "answer_votes").kind == "added"


@pytest.mark.parametrize("table", ["reviews", "answers"])
def test_nobody_marks_their_own_writing(shop: Shop, table: str) -> None:
    shop.log_in()
    page = shop.post(f"/{table}/{one(shop, table, OWN)}/helpful")
    assert (page.status, page.errors) == (200, ["E_OWN_CONTENT"])
    assert shop.changes() == {}


def test_marking_counts_and_comes_back_to_the_same_list(shop: Shop) -> None:
    pid = shop.row("SELECT pid FROM reviews GROUP BY pid ORDER BY COUNT(*) DESC, pid")["pid"]
    shop.log_in()
    path = f"/p/{pid}/reviews?stars=1&sort=helpful"
    form = shop.get(path).one("article.review form")
    before = shop.get(path).one("article.review .foot-row p").text()
    action = form.attributes["action"] or ""
    page = shop.post_from(path, action)
    assert [node.attributes["value"] for node in page.tree.css("option[selected]")] == ["1", "helpful"]
    first = page.one("article.review")
    assert first.css(".foot-row p")[0].text() != before
    assert "Take my helpful mark back" in first.text()
    assert "done=" not in "".join(node.attributes["href"] or "" for node in page.tree.css(".pager a"))


# Permissions


@pytest.mark.parametrize(
    ("table", "action"),
    [("reviews", "edit"), ("reviews", "delete"), ("questions", "delete"), ("answers", "delete")],
)
def test_only_the_writer_may_change_or_delete(shop: Shop, table: str, action: str) -> None:
    shop.log_in()
    page = shop.post(f"/{table}/{one(shop, table, OTHERS)}/{action}", **REVIEW)
    assert (page.status, page.errors) == (403, ["E_FORBIDDEN"])
    if action == "edit":
        assert shop.get(f"/reviews/{one(shop, table, OTHERS)}/edit").errors == ["E_FORBIDDEN"]
    assert shop.changes() == {}


def test_nobody_deletes_what_the_seller_wrote(shop: Shop) -> None:
    shop.log_in()
    assert shop.post(f"/answers/{one(shop, 'answers', 'by_seller = 1')}/delete").errors == ["E_FORBIDDEN"]


@pytest.mark.parametrize(
    "path",
    [
        "/reviews/99999/edit",
        "/reviews/99999/delete",
        "/reviews/99999/helpful",
        "/questions/99999/answers",
        "/questions/99999/delete",
        "/answers/99999/delete",
        "/answers/99999/helpful",
        "/p/P9999/questions",
        "/p/P9999/reviews/new",
    ],
)
def test_what_is_not_there_is_not_found(shop: Shop, path: str) -> None:
    shop.log_in()
    assert shop.post(path, **REVIEW).status == 404
    assert shop.changes() == {}


def offered(page: Page) -> set[str]:
    return {
        (node.attributes["action"] or "").rpartition("/")[2] for node in page.tree.css("article.review form")
    }


def test_pages_offer_only_what_is_allowed(shop: Shop) -> None:
    review = shop.row("SELECT pid FROM reviews WHERE user_id = 1 ORDER BY id")
    qid = shop.number("SELECT qid FROM answers WHERE user_id = 1 ORDER BY id")
    shop.log_in()
    page = shop.get(f"/p/{review['pid']}/reviews")
    reviews = page.tree.css("article.review")
    marks = page.tree.css("article.review form[action$='/helpful']")
    assert len(marks) == len(reviews) - 1
    assert offered(shop.get(f"/questions/{qid}")) == {"helpful", "delete"}
