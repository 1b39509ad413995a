"""The sequence of PNRs: ten digits that look drawn, never repeat, and are the same after every reset.

The n-th ticket gets the n-th number of a fixed permutation of a billion numbers, so tickets that are booked
one after the other don't have neighbouring PNRs, and a PNR that is made up is hardly ever one.
"""

PNR_DIGITS = 10
_FIRST_DIGIT = 2
_SIZE = 10 ** (PNR_DIGITS - 1)
_STEP = 618_033_989
"""Near the golden section of `_SIZE`, and without a common divisor with it, so no number comes twice."""
_OFFSET = 417_203_866


def pnr_of(number: int) -> str:
    """The PNR of the ``number``-th ticket, from 1."""
    return f"{_FIRST_DIGIT * _SIZE + (_OFFSET + number * _STEP) % _SIZE}"
