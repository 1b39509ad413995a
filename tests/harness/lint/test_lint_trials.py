"""Trying a task out on paper: what the reference sees and changes, strays after it, baselines."""

from contextlib import closing
from dataclasses import replace

import pytest

from harness.browsers.http import HttpBrowser
from harness.lint.trials import BASELINES, DISRUPTED, try_out
from sites.kit.changes import RowChange
from tasks import ClickStep, FillStep, StopStep
from tasks.strays import StrayTemplate
from tests.disrupted_site import serve_disrupted_site

STRAY = StrayTemplate.model_validate(
    {
        "name": "again",
        "slots_query": "SELECT 'cart' AS page",
        "steps": [{"goto": "/{page}"}, {"fill": "/place"}],
    }
)


@pytest.fixture
def ordering(order):
    """An order that is placed by the reference."""
    steps = (ClickStep("/cart"), FillStep("/place", {}), StopStep(""))
    checks = replace(
        order.task.checks, rows=(replace(order.task.checks.rows[0], where={"status": "placed"}),)
    )
    return replace(order, task=replace(order.task, lang="ur", reference=steps, checks=checks))


def test_the_reference_is_watched(ordering, paper_browser, world):
    trial = try_out(ordering, [], paper_browser, world)
    assert trial.reference.outcome == "solved"
    assert [page.title for page in trial.pages] == ["home", "cart", "placed"]
    assert [len(changes) for changes in trial.changes] == [0, 0, 1]


def test_every_baseline_is_run(ordering, paper_browser, world):
    outcomes = {
        name: result.outcome for name, result in try_out(ordering, [], paper_browser, world).baselines
    }
    assert tuple(outcomes) == BASELINES
    assert (outcomes["noop"], outcomes["na"], outcomes["dump"]) == ("unsolved", "unsolved", "unsolved")


def test_the_reference_and_the_careless_are_disrupted(ordering):
    with serve_disrupted_site() as world, closing(HttpBrowser(world)) as browser:
        trial = try_out(ordering, [], browser, world)  # type: ignore[arg-type]
    assert trial.reference.disruptions == ()
    assert tuple(name for name, _ in trial.disrupted) == DISRUPTED
    assert [(one.outcome, one.disruptions[-1].ending) for _, one in trial.disrupted] == [
        ("solved", "dismissed"),
        ("unsolved", "accepted"),
    ]


def test_strays_are_made_after_the_reference(ordering, paper_browser, world):
    more = RowChange("orders", "added", None, {"id": "MS-2"})
    placed = world.changes
    world.changes = lambda site, lang: placed(site, lang) + ((more,) if len(paper_browser_visits) > 3 else ())
    paper_browser_visits = _count_pages(paper_browser)
    (stray,) = try_out(ordering, [STRAY], paper_browser, world).strays
    assert (stray.name, stray.error) == ("again", None)
    assert [change for change in stray.after if change not in stray.before] == [more]


def test_a_stray_that_can_not_be_made_tells_why(ordering, paper_browser, world):
    lost = STRAY.model_copy(update={"slots_query": "SELECT 'nowhere' AS page"})
    named = STRAY.model_copy(update={"slots_query": "SELECT 'P1' AS page"})
    errors = [stray.error for stray in try_out(ordering, [lost, named], paper_browser, world).strays]
    assert errors[0] == "/nowhere can't be opened"
    assert "finds no record that the task does not name" in str(errors[1])


@pytest.mark.parametrize("broken", [True, False])
def test_no_strays_where_they_prove_nothing(ordering, paper_browser, world, broken):
    checks = replace(ordering.task.checks, exclusive=broken)
    steps = (ClickStep("/nowhere"), StopStep("")) if broken else ordering.task.reference
    subject = replace(ordering, task=replace(ordering.task, checks=checks, reference=steps))
    trial = try_out(subject, [STRAY], paper_browser, world)
    assert (trial.reference.error is not None) == broken
    assert trial.strays == ()


def _count_pages(browser):
    visits, open_page = [], browser._open

    def count(path):
        visits.append(path)
        return open_page(path)

    browser._open = count
    return visits
