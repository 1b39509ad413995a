"""Differences over the same tasks, against published examples and by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.metrics import PairedDifference, Share, instance_of, paired_difference, task_of, to_plain
from tests.episode_records import make_record

COUNTS = st.integers(0, 40)


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        # Altman and others, "Statistics with Confidence" (2000), table 6.2: 0.011 to 0.226.
        (PairedDifference(14, 0, 5, 22), 0.011, 0.226),
        # Bentur and others (2009), in Fagerland, Lydersen and Laake, "Statistical Analysis of Contingency
        # Tables" (2017), chapter 8: airway hyper-responsiveness; 0.026 to 0.507.
        (PairedDifference(1, 1, 7, 12), 0.026, 0.507),
    ],
)
def test_newcombe_interval_of_published_examples(pairs, low, high):
    assert pairs.interval == pytest.approx((low, high), abs=0.0005)


@pytest.mark.parametrize(
    ("first_only", "second_only", "p_value"),
    [
        (12, 2, 0.0129),  # Armitage and Berry, "Statistical Methods in Medical Research" (1994), p. 127.
        (1, 7, 18 / 256),
        (0, 5, 2 / 32),
        (3, 3, 1.0),
        (0, 0, 1.0),
    ],
)
def test_mcnemar_exact_test(first_only, second_only, p_value):
    assert PairedDifference(20, first_only, second_only, 16).p_value == pytest.approx(p_value, abs=5e-5)


def test_nothing_is_known_of_no_pairs():
    nothing = PairedDifference.of([])
    assert nothing.difference is None
    assert nothing.interval == (-1.0, 1.0)
    assert nothing.p_value == 1.0


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_interval_holds_the_difference_and_turns_round_with_the_sides(both, first, second, neither):
    pairs = PairedDifference(both, first, second, neither)
    low, high = pairs.interval
    assert -1 <= low <= high <= 1
    if pairs.difference is not None:
        assert low - 1e-12 <= pairs.difference <= high + 1e-12
    turned = PairedDifference(both, second, first, neither)
    assert turned.interval == pytest.approx((-high, -low))
    assert turned.p_value == pairs.p_value


def test_pairs_are_the_tasks_that_both_sides_have():
    english = [make_record(number, "solved", lang="en") for number in (1, 2, 3)]
    urdu = [make_record(1, "solved"), make_record(2, "unsolved"), make_record(4, "solved")]
    assert paired_difference(english, urdu, task_of) == PairedDifference(1, 1, 0, 0)
    assert paired_difference(english, urdu, instance_of).tasks == 0


def test_of_repeats_the_first_is_taken():
    first = [make_record(1, "solved", repeat=2), make_record(1, "unsolved")]
    second = [make_record(1, "solved"), make_record(1, "unsolved", repeat=2)]
    assert paired_difference(first, second, instance_of) == PairedDifference(0, 0, 1, 0)


def test_json_tells_the_interval_and_the_test():
    plain = to_plain(PairedDifference(1, 1, 7, 12))
    assert isinstance(plain, dict)
    assert plain["first"] == {"count": 2, "of": 21, "rate": Share(2, 21).rate}
    assert plain["interval_95"] == pytest.approx([0.02556, 0.50692], abs=1e-5)
    assert plain["p_value"] == pytest.approx(0.0703125)
