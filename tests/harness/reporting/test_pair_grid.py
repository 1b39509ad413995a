"""Two agents over the same tasks: the difference of their rates, and where there is none to tell."""

import pytest

from harness.reporting.document import make_report
from harness.reporting.pair_grid import agent_pair, pair_grid
from harness.reporting.series import in_series
from tests.harness.reporting.report_runs import run_of

FIRST = run_of({"en": "SuuuS", "ur": "uuuuu"}, name="first", model="dump")
SECOND = run_of({"en": "SSSuE", "ur": "SSuu.", "am": "S"}, name="second", model="sift")


def rows(*runs):
    grid = pair_grid(in_series(runs))
    assert grid is not None
    return grid.title, [[cell.text for cell in row.cells] for row in grid.rows]


def test_the_difference_is_over_the_tasks_that_both_have_a_verdict_on():
    title, found = rows(FIRST, SECOND)
    assert title == "Over the same tasks: A is dump, B is sift"
    assert [row[:5] for row in found] == [
        ["en", "4", "25.0%", "75.0%", "+50.0"],
        ["ur", "4", "0.0%", "50.0%", "+50.0"],
        ["all", "8", "12.5%", "62.5%", "+50.0"],
    ]
    low, high = agent_pair(in_series([FIRST, SECOND]))["all"].interval
    assert found[-1][5] == f"{100 * low:+.1f} to {100 * high:+.1f}"
    assert found[-1][6] == "0.125"


def test_one_language_needs_no_row_of_all():
    _, found = rows(run_of({"ur": "Su"}, model="dump"), run_of({"ur": "uu"}, model="sift"))
    assert [row[:5] for row in found] == [["ur", "2", "50.0%", "0.0%", "\u221250.0"]]


@pytest.mark.parametrize(
    "runs",
    [
        (FIRST,),
        (FIRST, SECOND, run_of({"en": "S"}, name="third", model="na")),
        (FIRST, run_of({"am": "S"}, model="sift")),
        (FIRST, run_of({"en": "S"}, model="sift", taskset_seed=7)),
        (run_of({"en": "S"}, model="dump"), run_of({"en": "S"}, name="with", model="dump", mode="once")),
    ],
    ids=["one", "three", "no task of both", "other values in the tasks", "one agent with disruptions"],
)
def test_nothing_is_compared_where_two_agents_have_no_tasks_in_common(runs):
    assert pair_grid(in_series(runs)) is None
    assert "pair" not in [chapter.name for chapter in make_report(runs).chapters]


def test_the_report_holds_it_under_the_runs():
    assert [chapter.name for chapter in make_report([FIRST, SECOND]).chapters][:2] == ["runs", "pair"]
