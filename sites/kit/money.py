"""The quantum of money: every amount that a site computes is rounded to it once, where it is computed.

Rates of all currencies are multiples of four, so 25 cents is a whole number of units in each of them, and the
same sum adds up in every language.

Source: the sites' common rules, section 3.
"""

from fractions import Fraction

QUANTUM_C = 25
"""In US cents."""


def round_to_quantum(cents: int | Fraction) -> int:
    """The nearest multiple of 25 cents, halves up."""
    return int(Fraction(cents) / QUANTUM_C + Fraction(1, 2)) * QUANTUM_C
