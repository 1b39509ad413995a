"""A task made by hand."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tasks import AnswerCheck, Checks, ClickStep, FillStep, GotoStep, RowCheck, StopStep, TaskInstance

TASK = TaskInstance(
    id="shop-001",
    site="shop",
    lang="bn",
    kind="text",
    type="state",
    split="test",
    difficulty="easy",
    category="shopping",
    intent="১টি কাপ",
    start="/",
    budget=30,
    slots={"pid": "P1", "n": 1},
    checks=Checks(answers=(AnswerCheck("number", ("১",)),), rows=(RowCheck("orders", "added", {"qty": 1}),)),
    reference=(GotoStep("/p/P1"), FillStep("/order", {"qty": "১"}), ClickStep("/orders"), StopStep("১")),
)


@pytest.fixture
def make_task() -> Callable[..., TaskInstance]:
    """A task of a shop in Bengali; the arguments replace its fields."""

    def make(**changes: object) -> TaskInstance:
        return replace(TASK, **changes)  # type: ignore[arg-type]

    return make
