"""The figures of runs that never took place."""

import json

import pytest

from harness.evaluation import CheckKind
from harness.metrics import (
    Share,
    breakdowns,
    calibration,
    conduct,
    pass_rates,
    run_counts,
    run_metrics,
    to_plain,
    usage,
)
from harness.metrics.breakdowns import reference_band
from harness.records import ChangeRecord, CheckRecord
from tasks import AnswerCheck, RowCheck
from tests.episode_records import make_record as episode
from tests.episode_records import make_run, make_step

STOCK = ChangeRecord(table="stock", kind="changed", before={"id": 1, "n": 2}, after={"id": 1, "n": 1})


def check(kind: CheckKind, passed: bool, task_check: AnswerCheck | RowCheck | None = None) -> CheckRecord:
    return CheckRecord(kind=kind, name=kind, passed=passed, expected="", got="", task_check=task_check)


def answer(type_: str, passed: bool = True) -> CheckRecord:
    return check("answer", passed, AnswerCheck(type_, ("1",)))  # type: ignore[arg-type]


def rows(kind: str, passed: bool = True) -> CheckRecord:
    return check("rows", passed, RowCheck("t", kind, {}))  # type: ignore[arg-type]


def test_completion_preservation_and_constrained_success_are_three_things():
    clean = episode(1, "solved", checks=(answer("number"),))
    careless = episode(2, "solved", checks=(answer("number"),), foreign=(STOCK,))
    spoilt = episode(3, "unsolved", checks=(rows("added"), check("other_changes", False)), foreign=(STOCK,))
    interrupted = episode(4, "unsolved", checks=(answer("number"), check("disruption", False)))
    wrong = episode(5, "unsolved", checks=(answer("number", False), check("other_changes", True)))
    figures = conduct([clean, careless, spoilt, interrupted, wrong], [])
    assert figures.solved == Share(2, 5)
    assert figures.completed == Share(4, 5)
    assert figures.preserved == Share(3, 5)
    assert figures.constrained == Share(1, 5)


def test_replies_that_held_no_action_and_actions_that_failed():
    steps = [
        make_step(1, None, error="expected one action"),
        make_step(2, "click 9", error="there is no link 9"),
        make_step(3, "click 1"),
        make_step(4, "stop"),
    ]
    figures = conduct([episode(1, "solved", answer="")], steps)
    assert (figures.malformed, figures.failed) == (Share(1, 4), Share(1, 4))


def test_how_episodes_end_and_how_long_solved_ones_are():
    figures = conduct(
        [
            episode(1, "solved", steps=8, reference_steps=4, answer=""),
            episode(2, "solved", steps=3, reference_steps=3, answer="12"),
            episode(3, "limit", steps=30, limit="steps"),
            episode(4, "limit", steps=5, limit="cost"),
            episode(5, "limit", steps=31, limit="steps", answer="asked for at the end"),
        ],
        [],
    )
    assert (figures.budget_hits, figures.clean_stops) == (Share(2, 5), Share(2, 5))
    assert (figures.steps_solved, figures.reference_ratio) == (5.5, 1.5)
    assert conduct([episode(1, "unsolved")], []).steps_solved is None


@pytest.mark.parametrize(("steps", "band"), [(1, "1-3"), (3, "1-3"), (4, "4-6"), (10, "7-10"), (18, "11+")])
def test_bands_of_reference_lengths(steps, band):
    assert reference_band(steps) == band


def test_success_by_what_a_task_is():
    found = breakdowns(
        [
            episode(1, "solved", difficulty="hard", checks=(answer("number"), answer("text"))),
            episode(
                2, "unsolved", difficulty="easy", checks=(answer("number"), check("other_changes", True))
            ),
            episode(3, "solved", difficulty="easy", lang="am", checks=(rows("added"), rows("added"))),
        ]
    )
    told = {(one.dimension, one.group): dict(one.by_lang) for one in found}
    assert told == {
        ("difficulty", "easy"): {"ur": Share(0, 1), "am": Share(1, 1), "all": Share(1, 2)},
        ("difficulty", "hard"): {"ur": Share(1, 1)},
        ("check", "answer: number"): {"ur": Share(1, 2)},
        ("check", "answer: text"): {"ur": Share(1, 1)},
        ("check", "rows added"): {"am": Share(1, 1)},
    }
    assert list(told) == [(one.dimension, one.group) for one in found]


def test_pass_hat_k():
    outcomes = {1: "ssss", 2: "sssu", 3: "uuuu", 4: "ss"}
    names = {"s": "solved", "u": "unsolved"}
    found = pass_rates(
        episode(number, names[letter], repeat=repeat)  # type: ignore[arg-type]
        for number, letters in outcomes.items()
        for repeat, letter in enumerate(letters, 1)
    )
    assert [(one.k, one.tasks) for one in found] == [(1, 4), (2, 4), (3, 3), (4, 3)]
    # Task 2: 3 of 4; C(3, 2) / C(4, 2) = 1/2; C(3, 3) / C(4, 3) = 1/4; 0.
    expected = [(1 + 3 / 4 + 0 + 1) / 4, (1 + 1 / 2 + 0 + 1) / 4, (1 + 1 / 4) / 3, 1 / 3]
    assert [one.rate for one in found] == pytest.approx(expected)


def test_calibration():
    found = calibration(
        [
            episode(1, "solved", confidence=100),
            episode(2, "unsolved", confidence=90),
            episode(3, "unsolved", confidence=20),
            episode(4, "unsolved", confidence=None),
        ]
    )
    assert found is not None
    assert (found.solved, found.silent, found.confidence) == (Share(1, 3), 1, pytest.approx(0.7))
    assert [(one.low, one.confidence, one.solved) for one in found.bins] == [
        (20, 0.2, Share(0, 1)),
        (90, pytest.approx(0.95), Share(1, 2)),
    ]
    assert found.ece == pytest.approx((1 * 0.2 + 2 * abs(0.95 - 0.5)) / 3)
    assert found.brier == pytest.approx((0 + 0.9**2 + 0.2**2) / 3)


def test_saying_half_always_scores_a_quarter():
    found = calibration([episode(1, "solved", confidence=50), episode(2, "unsolved", confidence=50)])
    assert found is not None
    assert (found.ece, found.brier) == (0, 0.25)


@pytest.mark.parametrize("confidence", range(101))
def test_every_confidence_lies_in_its_bin(confidence):
    found = calibration([episode(1, "solved", confidence=confidence)])
    assert found is not None
    (one,) = found.bins
    assert one.low <= confidence <= (one.low + 9 if one.low < 90 else 100)


def test_no_confidence_no_calibration():
    assert calibration([episode(1, "solved")]) is None


def test_what_became_of_the_episodes():
    run = make_run(
        episode(1, "solved", attempt=3),
        episode(2, "error", error_source="model", attempt=2),
        episode(3, "error", error_source="agent"),
        episode(4, "limit"),
        earlier=(episode(1, "error"), episode(1, "error", attempt=2), episode(2, "error")),
        instances=tuple(f"ministore-{number:03}-ur" for number in range(1, 8)),
    )
    found = run_counts(run)
    assert (found.planned, found.attempted, found.scored, found.unscored) == (7, 4, 2, 2)
    assert (found.retried, found.failed) == (2, 5)
    assert found.errors == {"model": 1, "agent": 1, "machine": 0}


def test_what_calls_took_in_all_attempts():
    found = usage(
        [episode(1, "solved", calls=5, retries=1, cached_tokens=40, reasoning_tokens=3, cost_usd=0.5)],
        earlier=[episode(1, "error", calls=2, retries=2, cost_usd=0.25)],
    )
    assert (found.episodes, found.calls, found.retries) == (1, 7, 3)
    assert (found.input_tokens, found.cached_tokens, found.output_tokens) == (200, 40, 20)
    assert (found.cost_usd, found.usd_per_solved) == (0.75, 0.75)


def test_errors_and_twins_count_only_for_what_was_paid():
    steps = tuple(make_step(number, "goto /") for number in (1, 2))
    metrics = run_metrics(
        make_run(
            episode(1, "unsolved", answer="", steps=2, checks=(answer("number", False),)),
            episode(2, "error", error_source="machine", cost_usd=1.0),
            episode(3, "unsolved", twin=True, checks=(answer("number", False),)),
            steps=steps,
        )
    )
    assert metrics.conduct["ur"].solved == Share(0, 1)
    assert metrics.failures == {"ur": {"gave_up": 1}}
    assert metrics.usage["ur"].episodes == 3
    assert metrics.total.cost_usd == 1.0
    assert metrics.pass_rates == {}
    assert [(one.outcome, one.failure) for one in metrics.episodes] == [
        ("unsolved", "gave_up"),
        ("error", None),
        ("unsolved", "gave_up"),
    ]


def test_a_run_without_a_scored_episode_has_no_rates():
    metrics = run_metrics(make_run(episode(1, "error", error_source="model")))
    assert (metrics.conduct, metrics.failures, metrics.breakdowns, metrics.all_failures) == ({}, {}, (), {})
    assert metrics.total.rate is None


def test_figures_become_plain_json():
    failed = episode(1, "unsolved", repeat=2, answer="", checks=(answer("number", False),))
    metrics = run_metrics(make_run(episode(1, "solved", repeat=1), failed))
    plain = json.loads(json.dumps(to_plain(metrics)))
    assert plain["conduct"]["ur"]["solved"] == {"count": 1, "of": 2, "rate": 0.5}
    assert plain["groups"][0]["tally"]["rate"] == 0.5
    assert plain["groups"][0]["tally"]["interval_95"] == pytest.approx(metrics.total.interval)
    assert plain["pass_rates"]["ur"][1] == {"k": 2, "rate": 0, "tasks": 1}
    assert plain["run_dir"] == "runs/m"


def test_steps_of_a_person_are_none_of_the_agents_replies():
    steps = [
        make_step(1, None, error="no action"),
        make_step(2, None, error="a person skipped this action", intervention="skipped"),
        make_step(3, "click 99", error="no link", intervention="edited"),
    ]
    figures = conduct([episode(1, "unsolved")], steps)
    assert (figures.malformed, figures.failed) == (Share(1, 1), Share(0, 1))
