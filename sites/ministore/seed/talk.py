"""Rows of what customers write: reviews, questions, answers, and the account's votes for them."""

from collections.abc import Sequence
from datetime import datetime

from sites.kit.seeding import Tables
from sites.ministore.seed.people import TEST_USER_ID
from sites.ministore.seed.questions import Question
from sites.ministore.seed.reviews import Review


def write_reviews(tables: Tables, reviews: Sequence[Review], voted: Sequence[str]) -> None:
    """Reviews, and the account's votes for the most helpful one of some products."""
    tables.insert(
        "reviews",
        (
            (
                number,
                review.pid,
                review.user_id,
                review.rating,
                tables.write(review.title),
                " ".join(map(tables.write, review.body)),
                int(review.recommend),
                int(review.verified),
                review.created_at.isoformat(),
                _iso(review.edited_at),
                review.helpful,
            )
            for number, review in enumerate(reviews, 1)
        ),
    )
    numbered = list(enumerate(reviews, 1))
    votes = (max((r.helpful, number) for number, r in numbered if r.pid == pid)[1] for pid in voted)
    tables.insert("review_votes", ((number, TEST_USER_ID) for number in votes))


def write_questions(tables: Tables, questions: Sequence[Question]) -> None:
    """Questions with their answers, and the account's vote for the best reply to one of its own."""
    numbered = list(enumerate(questions, 1))
    tables.insert(
        "questions",
        (
            (
                number,
                question.pid,
                question.user_id,
                tables.write(question.body),
                question.created_at.isoformat(),
            )
            for number, question in numbered
        ),
    )
    answers = sorted(
        ((answer, number) for number, question in numbered for answer in question.answers),
        key=lambda entry: (entry[0].created_at, entry[1]),
    )
    tables.insert(
        "answers",
        (
            (
                number,
                question,
                answer.user_id,
                int(answer.user_id is None),
                tables.write(answer.body),
                answer.created_at.isoformat(),
                answer.helpful,
            )
            for number, (answer, question) in enumerate(answers, 1)
        ),
    )
    own = {number for number, question in numbered if question.user_id == TEST_USER_ID}
    best = max((answer.helpful, -n) for n, (answer, question) in enumerate(answers, 1) if question in own)
    tables.insert("answer_votes", [(-best[1], TEST_USER_ID)])


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
