import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report import render_table, tally, wilson_interval
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


def test_rate_of_errors_alone_is_unknown():
    assert tally([episode(1, "error")]).rate is None
    (row,) = [line for line in render_table([episode(1, "error")]).splitlines() if "ministore" in line]
    assert row.split() == ["ministore", "ur", "0/0", "-", "-", "1", "-", "-", "-", "$0.00"]


def test_table_has_a_row_a_language_and_a_total():
    lines = render_table(
        [episode(1, "solved"), episode(2, "unsolved"), episode(1, "solved", lang="am")]
    ).splitlines()
    rows = [line.split() for line in lines if "/" in line]
    assert [row[:3] for row in rows] == [
        ["ministore", "ur", "1/2"],
        ["ministore", "am", "1/1"],
        ["all", "2/3", "66.7%"],
    ]


def test_kinds_have_rows_of_their_own_where_there_are_two():
    episodes = [episode(1, "solved"), episode(2, "unsolved"), episode(3, "solved", kind="visual")]
    lines = render_table(episodes).splitlines()
    assert lines[0].split()[:3] == ["site", "lang", "kind"]
    rows = [line.split() for line in lines if "/" in line]
    assert [row[:4] for row in rows] == [
        ["ministore", "ur", "text", "1/2"],
        ["ministore", "ur", "visual", "1/1"],
        ["all", "2/3", "66.7%", rows[2][3]],
    ]
    assert "kind" not in render_table(episodes[:2])


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


def test_pairs_have_a_column_where_twins_were_run():
    twins = [episode(1, "solved"), episode(1, "solved", twin=True)]
    lines = render_table([*twins, episode(1, "solved", lang="am")]).splitlines()
    assert lines[0].split()[-1] == "pairs"
    rows = [line.split() for line in lines if "/" in line]
    assert [row[-2:] for row in rows] == [["1/1", "100%"], ["$0.00", "-"], ["1/1", "100%"]]
    assert "pairs" not in render_table([episode(1, "solved")])


def test_table_of_one_language_needs_no_total_and_fits_a_terminal():
    lines = render_table([episode(1, "solved")]).splitlines()
    assert not any(line.split()[0] == "all" for line in lines)
    assert max(map(len, lines)) <= 80
