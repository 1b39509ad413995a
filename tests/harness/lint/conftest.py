"""A task of a small shop, sound until a test breaks it, and what running it showed."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace

import pytest

from harness.episode_result import EpisodeResult
from harness.evaluation import evaluate
from harness.lint.problems import StrayTrial, Subject, Trial
from harness.observation import Observation
from sites.kit.changes import RowChange
from tasks import AnswerCheck, Checks, RowCheck, TaskInstance
from tasks.instantiation import instantiate
from tasks.templates import Intent, Template

TEMPLATE = {
    "id": "ministore-001",
    "type": "info",
    "split": "test",
    "difficulty": "easy",
    "category": "shopping",
    "budget": 30,
    "slots_query": "SELECT id AS pid, stock FROM products WHERE id = 'P1'",
    "names": {"P": "SELECT name FROM products WHERE id = :pid"},
    "answers": [{"type": "number", "expected": ["{stock}"], "excluded": ["40"]}],
    "reference": [{"click": "/p/{pid}"}, {"stop": "{stock}"}],
}
ORDER = RowChange("orders", "added", None, {"id": "MS-1", "pid": "P1"})
CART = RowChange("cart_items", "added", None, {"id": 1, "pid": "P1"})
STRAY = RowChange("wishlist", "added", None, {"pid": "P2"})


@pytest.fixture
def shop() -> Iterator[sqlite3.Connection]:
    """Three products, and questions of which two are alike."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE products (id TEXT, name TEXT, stock INTEGER)")
        connection.execute("CREATE TABLE questions (id INTEGER, pid TEXT, body TEXT)")
        products = [("P1", "Blue mug", 12), ("P2", "Red mug", 40), ("P3", "Red  MUG", 7)]
        connection.executemany("INSERT INTO products VALUES (?, ?, ?)", products)
        questions = [(1, "P1", "Is it safe?"), (2, "P2", "Is it safe?"), (3, "P3", "Why?"), (4, "P3", "Why?")]
        connection.executemany("INSERT INTO questions VALUES (?, ?, ?)", questions)
        yield connection


@pytest.fixture
def make_subject(shop: sqlite3.Connection) -> Callable[..., Subject]:
    """A task in English that asks for the stock of P1; the arguments replace parts of its template."""

    def make(
        sentence: str = "How many of “{P}” are left?", twin: TaskInstance | None = None, **changes: object
    ) -> Subject:
        template, intent = Template.model_validate(TEMPLATE | changes), Intent(intent=sentence)
        task = instantiate(template, intent, site="ministore", lang="en", connection=shop)
        return Subject(template, intent, task, twin, shop)

    return make


@pytest.fixture
def order(make_subject: Callable[..., Subject]) -> Subject:
    """A task to order P1, and nothing else."""
    subject = make_subject()
    checks = Checks(rows=(RowCheck("orders", "added", {"pid": "P1"}),))
    return replace(subject, task=replace(subject.task, type="state", checks=checks))


@pytest.fixture
def impossible(make_subject: Callable[..., Subject]) -> Subject:
    """A task that can't be done."""
    subject = make_subject(type="unachievable", proof="E_STATE", answers=[], reference=[{"stop": "N/A"}])
    return replace(subject, task=replace(subject.task, checks=Checks(answers=(AnswerCheck("na", ("N/A",)),))))


@pytest.fixture
def result() -> Callable[..., EpisodeResult]:
    """An episode that ended with an answer, judged by the task's own checks."""

    def make(
        task: TaskInstance, answer: str = "", changes: tuple[RowChange, ...] = (), error: str | None = None
    ) -> EpisodeResult:
        verdict = None if error else evaluate(task, answer=answer, changes=changes, final_url="")
        outcome = "error" if verdict is None else "solved" if verdict.solved else "unsolved"
        return EpisodeResult(
            task.instance_id, outcome, 2, answer, verdict, changes, 0.1, 0, 0, 0.0, "", error=error
        )

    return make


@pytest.fixture
def make_trial(result: Callable[..., EpisodeResult]) -> Callable[..., Trial]:
    """A trial of a subject whose reference saw one page after another; baselines come with their answers."""

    def make(
        subject: Subject,
        answer: str = "",
        changes: tuple[tuple[RowChange, ...], ...] = ((),),
        *,
        texts: tuple[str, ...] = ("home",),
        error: str | None = None,
        strays: tuple[StrayTrial, ...] = (),
        baselines: Mapping[str, str] | None = None,
    ) -> Trial:
        pages = tuple(Observation(f"http://x.en.localhost/{text}", text, text, (), ()) for text in texts)
        fared = tuple((name, result(subject.task, said)) for name, said in (baselines or {}).items())
        reference = result(subject.task, answer, changes[-1], error)
        return Trial(reference, pages, changes, strays, fared)

    return make
