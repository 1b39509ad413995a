"""Each rule on a run sees its own made-up fault, and nothing where all is well."""

from dataclasses import replace

import pytest

from harness.lint.problems import StrayTrial
from harness.lint.run_rules import (
    RUN_RULES,
    baselines,
    disruptions,
    foreign_change,
    last_change,
    proof,
    reference,
)
from harness.records import DisruptionRecord
from tasks import RowAllowance
from tests.harness.lint.conftest import CART, ORDER, STRAY


def told(rule, subject, trial):
    return " | ".join(rule(subject, trial))


def test_a_sound_task_breaks_no_rule(order, make_trial):
    stray = StrayTrial("wish", (ORDER,), (ORDER, STRAY))
    trial = make_trial(order, changes=((), (CART,), (ORDER,)), strays=(stray,))
    assert [told(rule, order, trial) for rule in RUN_RULES.values()] == [""] * len(RUN_RULES)


def test_a_reference_must_solve_its_task(make_subject, make_trial):
    subject = make_subject()
    assert told(reference, subject, make_trial(subject, "13")) == (
        "answer: expected number: 12; none of 40, got 13"
    )
    assert told(reference, subject, make_trial(subject, error="no link to /p/P1")) == "no link to /p/P1"
    assert not told(reference, subject, make_trial(subject, "12"))


@pytest.mark.parametrize(
    ("name", "answer", "seen"),
    [
        ("dump", "12", "dump solves it, answering '12'"),
        ("na", "12", "na solves it, answering '12'"),
        ("noop", "", ""),
    ],
)
def test_a_baseline_must_not_solve_what_can_be_done(make_subject, make_trial, name, answer, seen):
    subject = make_subject()
    trial = make_trial(subject, "12", baselines={name: answer})
    assert told(baselines, subject, trial) == seen


@pytest.mark.parametrize(
    ("name", "answer", "seen"),
    [
        ("na", "N/A", ""),
        ("na", "12", "na does not solve it, answering '12'"),
        ("noop", "N/A", "noop solves it, answering 'N/A'"),
    ],
)
def test_not_available_solves_just_the_unachievable(impossible, make_trial, name, answer, seen):
    trial = make_trial(impossible, "N/A", baselines={name: answer})
    assert told(baselines, impossible, trial) == seen


def test_a_baseline_must_not_break(make_subject, make_trial, result):
    subject = make_subject()
    broken = (("dump", result(subject.task, error="HTTP 500")),)
    trial = replace(make_trial(subject, "12"), baselines=broken)
    assert told(baselines, subject, trial) == "dump ends in an error: HTTP 500"


@pytest.fixture
def told_of_disrupted(make_subject, make_trial, result):
    def told_of(name, answer="", kinds=("cookie_notice", "advertisement"), error=None):
        subject = make_subject()
        shown = tuple(
            DisruptionRecord(kind=kind, shown_step=1, ended_step=1, ending="dismissed", requests=2)
            for kind in kinds
        )
        fared = replace(result(subject.task, answer, error=error), disruptions=shown)
        return told(disruptions, subject, replace(make_trial(subject, "12"), disrupted=((name, fared),)))

    return told_of


def test_disruptions_stop_the_careless_alone(told_of_disrupted):
    assert told_of_disrupted("reference", "12") == told_of_disrupted("careless", "13") == ""
    assert told_of_disrupted("reference", "13") == "reference does not solve it"
    assert told_of_disrupted("careless", "12") == "careless solves it"
    assert told_of_disrupted("careless", error="HTTP 500") == "careless ends in an error: HTTP 500"


def test_a_reference_loads_a_page_after_arrival(told_of_disrupted):
    assert told_of_disrupted("reference", "12", ("cookie_notice",)) == (
        "reference loads no page after arrival, so that no advertisement is met"
    )


def test_every_change_of_the_reference_is_needed(order, make_trial):
    idle = make_trial(order, changes=((), (ORDER,), (ORDER, CART)))
    assert told(last_change, order, idle) == (
        "the task is solved before the last change, by added in orders: id='MS-1', pid='P1'"
    )


def test_a_reference_of_a_state_task_changes_something(order, make_trial, make_subject):
    assert told(last_change, order, make_trial(order)) == "the reference changes nothing"
    subject = make_subject()
    assert not told(last_change, subject, make_trial(subject))


def test_a_change_made_by_the_last_step_counts(order, make_trial, result):
    trial = make_trial(order, changes=((), (CART,)))
    assert not told(last_change, order, replace(trial, reference=result(order.task, "", (ORDER,))))


def test_a_stray_change_must_not_be_allowed(order, make_trial):
    checks = replace(order.task.checks, allowed=(RowAllowance("wishlist", "added", {}),))
    lax = replace(order, task=replace(order.task, checks=checks))
    stray = StrayTrial("wish", (ORDER,), (ORDER, STRAY))
    trial = make_trial(lax, changes=((), (ORDER,)), strays=(stray,))
    assert told(foreign_change, lax, trial) == "the stray 'wish' passes: added in wishlist: pid='P2'"


def test_a_second_stray_must_be_named_beside_the_first(order, make_trial):
    checks = replace(order.task.checks, allowed=(RowAllowance("wishlist", "added", {}),))
    lax = replace(order, task=replace(order.task, checks=checks))
    strays = (
        StrayTrial("cart", (ORDER,), (ORDER, CART)),
        StrayTrial("wish", (ORDER, CART), (ORDER, CART, STRAY)),
    )
    found = told(foreign_change, lax, make_trial(lax, changes=((), (ORDER,)), strays=strays))
    assert found.startswith("the stray 'wish' passes")


@pytest.mark.parametrize(
    ("error", "seen"), [("no form", "the stray 'wish' could not be made: no form"), (None, "changed nothing")]
)
def test_a_stray_that_strays_nowhere_proves_nothing(order, make_trial, error, seen):
    trial = make_trial(order, changes=((), (ORDER,)), strays=(StrayTrial("wish", (ORDER,), (ORDER,), error),))
    assert seen in told(foreign_change, order, trial)


def test_the_last_page_shows_the_code(impossible, make_trial):
    shown = make_trial(impossible, "N/A", texts=("home", "No longer possible (E_STATE)"))
    hidden = make_trial(impossible, "N/A", texts=("No longer possible (E_STATE)", "home"))
    assert not told(proof, impossible, shown)
    assert told(proof, impossible, hidden).endswith("/home, does not show E_STATE")


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("SELECT 1 FROM products WHERE id = :pid AND stock > 20", ""),
        ("SELECT 1 FROM products WHERE id = :pid", "the query of the proof finds {'1': 1}"),
        ("SELECT 1 FROM products WHERE id = :pid AND stock > 99", "finds nothing for the twin either"),
    ],
)
def test_a_query_finds_nothing_but_the_twin(impossible, make_subject, make_trial, query, seen):
    twin = make_subject(slots_query="SELECT 'P2' AS pid, 40 AS stock").task
    template = impossible.template.model_copy(update={"proof": query})
    subject = replace(impossible, template=template, twin=twin)
    found = told(proof, subject, make_trial(impossible, "N/A"))
    assert seen in found if seen else not found
