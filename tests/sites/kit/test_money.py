"""Rounding to the quantum, and why it is 25 cents."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.localization import LANGUAGES
from sites.kit.money import QUANTUM_C, round_to_quantum


@pytest.mark.parametrize(("cents", "expected_c"), [(0, 0), (12, 0), (13, 25), (37, 25), (38, 50), (112, 100)])
def test_rounding_to_the_quantum(cents: int, expected_c: int) -> None:
    assert round_to_quantum(cents) == expected_c


@given(st.fractions(min_value=0, max_value=10**6))
def test_rounding_moves_by_half_a_quantum_at_most(cents: Fraction) -> None:
    rounded = round_to_quantum(cents)
    assert rounded % QUANTUM_C == 0
    assert abs(rounded - cents) <= Fraction(QUANTUM_C, 2)


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_quantum_is_a_whole_number_of_local_units(lang: str) -> None:
    assert QUANTUM_C * LANGUAGES[lang].rate % 100 == 0
