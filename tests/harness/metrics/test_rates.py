"""Success rates, their intervals, and the costs beside them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.metrics import by_language, in_groups, tally, wilson_interval
from tests.episode_records import make_record as episode


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_interval_agrees_with_published_values(successes, n, low, high):
    assert wilson_interval(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_nothing_tried_says_nothing():
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "n"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(successes, n):
    with pytest.raises(ValueError, match="successes"):
        wilson_interval(successes, n)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_holds_the_share_and_is_symmetric_in_failures(counts):
    successes, n = counts
    low, high = wilson_interval(successes, n)
    assert 0 <= low <= successes / n <= high <= 1
    mirrored = wilson_interval(n - successes, n)
    assert math.isclose(low, 1 - mirrored[1], abs_tol=1e-12)


def test_errors_count_for_nothing_but_their_cost():
    figures = tally(
        [
            episode(1, "solved", steps=2, seconds=1, cost_usd=0.5),
            episode(2, "limit", steps=30, seconds=9),
            episode(3, "error", steps=100, seconds=100, cost_usd=0.25),
        ]
    )
    assert (figures.solved, figures.counted, figures.errors) == (1, 2, 1)
    assert (figures.steps, figures.seconds, figures.tokens) == (16, 5, 110)
    assert figures.cost_usd == 0.75
    assert figures.rate == 0.5


def test_twins_count_for_pairs_and_money_but_not_for_the_rate():
    figures = tally(
        [
            episode(1, "solved", steps=2),
            episode(1, "solved", twin=True, steps=9, cost_usd=0.5),
            episode(2, "solved", steps=2),
            episode(2, "unsolved", twin=True, steps=9),
            episode(2, "solved", twin=True, lang="am"),
        ]
    )
    assert (figures.solved, figures.counted, figures.steps, figures.cost_usd) == (2, 2, 2, 0.5)
    assert (figures.pairs_right, figures.pairs) == (1, 2)


def test_always_answering_not_available_gets_no_pair_right():
    figures = tally([episode(1, "solved"), episode(1, "unsolved", twin=True)])
    assert (figures.pairs_right, figures.pairs) == (0, 1)


def test_an_error_makes_a_pair_say_nothing():
    figures = tally([episode(1, "error"), episode(1, "solved", twin=True)])
    assert (figures.errors, figures.counted, figures.pairs) == (1, 0, 0)


def test_earlier_attempts_count_for_nothing_but_their_cost():
    figures = tally(
        [episode(1, "solved", attempt=2, cost_usd=0.5)], earlier=[episode(1, "error", cost_usd=0.25)]
    )
    assert (figures.counted, figures.errors, figures.cost_usd) == (1, 0, 0.75)


def test_repeats_of_a_task_are_no_evidence_on_other_tasks():
    once = tally([episode(1, "solved"), episode(2, "unsolved")])
    repeats = [1, 2, 3]
    thrice = tally(
        [
            *(episode(1, "solved", repeat=repeat) for repeat in repeats),
            *(episode(2, "unsolved", repeat=repeat) for repeat in repeats),
        ]
    )
    assert (thrice.solved, thrice.counted, thrice.tasks) == (3, 6, 2)
    assert thrice.interval == pytest.approx(once.interval)


def test_pairs_are_made_within_a_repeat():
    figures = tally(
        [
            episode(1, "solved", repeat=1),
            episode(1, "unsolved", twin=True, repeat=1),
            episode(1, "unsolved", repeat=2),
            episode(1, "solved", twin=True, repeat=2),
        ]
    )
    assert (figures.pairs_right, figures.pairs) == (0, 2)


def test_languages_come_in_the_order_of_the_language_table():
    episodes = [episode(1, "solved", lang=lang) for lang in ("am", "ur", "en", "am")]
    assert [(lang, len(group)) for lang, group in by_language(episodes).items()] == [
        ("en", 1),
        ("ur", 1),
        ("am", 2),
        ("all", 4),
    ]
    assert [lang for _, lang, _ in in_groups(episodes)] == ["en", "ur", "am"]
    assert list(by_language(episodes[:1])) == ["am"]
