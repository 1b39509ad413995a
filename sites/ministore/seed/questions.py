"""Customers' questions and the answers to them: 1,108 answers by sellers and other customers.

A question is about one topic of the kind of goods, and a product is never asked twice about the same topic.
Where the seller's answer holds a number it is `Product.fact`; other customers' answers hold none, so the
number is found once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from sites.kit.seeding import Text, weighted
from sites.ministore.seed.people import CUSTOMERS, TEST_USER_ID
from sites.ministore.seed.products import Product, plan_products
from sites.ministore.seed.randomness import generator
from sites.ministore.seed.texts import keys_under

ANSWERS = 1_108
LAST_MOMENT = datetime(2026, 3, 15, 20, 0)
_ANSWER_COUNTS = ((0, 0.17), (1, 0.32), (2, 0.26), (3, 0.14), (4, 0.08), (5, 0.03))
_QUESTION_COUNTS = ((1, 0.5), (2, 0.3), (3, 0.15), (4, 0.05))
_BY_SELLER = 0.66


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; the seller's has no user."""

    user_id: int | None
    body: Text
    created_at: datetime
    helpful: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers, in no language."""

    pid: str
    topic: str
    user_id: int
    body: Text
    created_at: datetime
    answers: tuple[Answer, ...]


def plan_questions(
    reserved: tuple[Question, ...] = (), extra_answers: tuple[tuple[str, Answer], ...] = ()
) -> tuple[Question, ...]:
    """All questions by time.

    Args:
        reserved: questions written elsewhere; their products get no others.
        extra_answers: topic and answer, written elsewhere; each is added to the first question on the topic
            that some answer has room beside.
    """
    wanted = ANSWERS - len(extra_answers) - sum(len(question.answers) for question in reserved)
    drafted: list[Question] = []
    for question in _draft({question.pid for question in reserved}):
        if wanted == 0:
            break
        drafted.append(replace(question, answers=question.answers[:wanted]))
        wanted -= len(drafted[-1].answers)
    for topic, answer in extra_answers:
        at = next(number for number, question in enumerate(drafted) if _takes(question, topic, answer))
        drafted[at] = replace(drafted[at], answers=(*drafted[at].answers, answer))
    questions = [_with_a_favourite(question) for question in (*drafted, *reserved)]
    return tuple(sorted(questions, key=lambda question: (question.created_at, question.pid)))


def _draft(taken: set[str]) -> Iterator[Question]:
    """Questions about products in random order, without end of need."""
    products = [product for product in plan_products() if product.id not in taken]
    generator("questions").shuffle(products)
    for product in products:
        rng = generator("questions", product.id)
        topics = list(product.kind.topics)
        rng.shuffle(topics)
        for topic in topics[: weighted(rng, _QUESTION_COUNTS)]:
            yield _ask(rng, product, topic)


def _ask(rng: Random, product: Product, topic: str) -> Question:
    asker, *others = rng.sample(range(TEST_USER_ID + 1, CUSTOMERS + TEST_USER_ID + 1), 6)
    open_days = max(1, (LAST_MOMENT - product.created_at).days - 20)
    asked_at = product.created_at + timedelta(
        days=2 + rng.randrange(open_days), seconds=rng.randrange(40_000)
    )
    asks = [key for key in keys_under(f"topics.{topic}") if ".ask" in key]
    return Question(
        pid=product.id,
        topic=topic,
        user_id=asker,
        body=Text(rng.choice(asks)),
        created_at=asked_at,
        answers=tuple(_answer(rng, product, topic, asked_at, others)),
    )


def _answer(
    rng: Random, product: Product, topic: str, asked_at: datetime, users: list[int]
) -> Iterator[Answer]:
    """None to five answers in order of time: the seller's first, where there is one."""
    count = weighted(rng, _ANSWER_COUNTS)
    at = asked_at + timedelta(hours=rng.randint(2, 40))
    by_seller = count > 0 and rng.random() < _BY_SELLER
    if by_seller:
        slots = {"n": product.fact(topic)} if product.kind.topics[topic] else {}
        yield Answer(None, Text(f"topics.{topic}.seller", slots), at, int(rng.expovariate(0.25)))
    bodies = [key for key in keys_under(f"topics.{topic}") if ".user" in key]
    rng.shuffle(bodies)
    if rng.random() < 0.35:
        general = keys_under("answers.general")
        bodies.insert(rng.randrange(3), rng.choice(general if by_seller else general[1:]))
    for key, user_id in list(zip(bodies, users, strict=False))[: count - by_seller]:
        at = at + timedelta(hours=rng.randint(1, 60), seconds=rng.randrange(3000))
        yield Answer(user_id, Text(key), min(at, LAST_MOMENT), int(rng.expovariate(0.4)))


def _takes(question: Question, topic: str, answer: Answer) -> bool:
    """Whether the answer can stand under the question."""
    return (
        question.topic == topic
        and 0 < len(question.answers) < 4
        and question.answers[-1].created_at < answer.created_at
        and all(given.user_id != answer.user_id for given in question.answers)
    )


def _with_a_favourite(question: Question) -> Question:
    """The same question, but never with two answers that are both the most helpful one."""
    ranked = sorted(question.answers, key=lambda answer: -answer.helpful)
    if len(ranked) < 2 or ranked[0].helpful > ranked[1].helpful:
        return question
    best = replace(ranked[0], helpful=ranked[0].helpful + 1)
    return replace(
        question, answers=tuple(best if answer is ranked[0] else answer for answer in question.answers)
    )
