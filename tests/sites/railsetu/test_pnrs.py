"""PNRs: ten digits, unique, the same in every run."""

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from sites.railsetu.pnrs import pnr_of

NUMBERS = st.integers(1, 10**9 - 1)


@given(NUMBERS)
def test_ten_digits(number: int) -> None:
    pnr = pnr_of(number)
    assert len(pnr) == 10
    assert pnr.isascii()
    assert pnr.isdecimal()
    assert pnr[0] == "2"


@given(NUMBERS, NUMBERS)
def test_two_tickets_never_share_one(first: int, second: int) -> None:
    assert (pnr_of(first) == pnr_of(second)) == (first == second)


@given(st.integers(1, 10**6))
def test_neighbours_lie_far_apart(number: int) -> None:
    assert abs(int(pnr_of(number)) - int(pnr_of(number + 1))) > 10**8


def test_tickets_of_the_seed_are_numbered_in_the_order_of_booking(railway: sqlite3.Connection) -> None:
    pnrs = [row[0] for row in railway.execute("SELECT pnr FROM pnrs ORDER BY booked_at, user_id")]
    assert pnrs == [pnr_of(number) for number in range(1, len(pnrs) + 1)]
    (last,) = railway.execute("SELECT value FROM counters WHERE name = 'pnrs'").fetchone()
    assert last == len(pnrs)


def test_the_first_ones_stay_what_they_are() -> None:
    assert [pnr_of(number) for number in (1, 2, 3)] == ["2035237855", "2653271844", "2271305833"]
