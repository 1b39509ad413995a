"""What a journey costs: the listed fare of a class over a distance, and what one passenger pays of it.

The formula works in rupees and makes the rows of ``fares`` once, when the database is built; every part is
rounded to the quantum there. A passenger pays parts of the listed fare: a child without a berth half the
basic fare, no catering without a meal, the Tatkal charge in its quota only.

Source: the railway's specification, section Fares; rates and charges after IRCTC's.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from sites.kit.forms import RuleError
from sites.kit.money import round_to_quantum
from sites.railsetu.codes import AC_CLASSES, TATKAL

INR_PER_USD = 88
"""Derives the listed fares; what pages show goes by the rates of the language table."""
RATE_INR_PER_KM: Mapping[str, Fraction] = MappingProxyType(
    {
        "SL": Fraction("0.60"),
        "CC": Fraction("1.35"),
        "3A": Fraction("1.60"),
        "2A": Fraction("2.30"),
        "1A": Fraction("3.90"),
        "EC": Fraction("2.70"),
    }
)
MIN_KM: Mapping[str, int] = MappingProxyType(
    {"SL": 200, "CC": 150, "EC": 150, "3A": 300, "2A": 300, "1A": 300}
)
"""A shorter journey costs as much as one of this length."""
KM_BANDS: tuple[tuple[int | None, Fraction], ...] = (
    (500, Fraction(1)),
    (500, Fraction("0.85")),
    (None, Fraction("0.70")),
)
"""So many kilometres at this part of the rate, then the next so many; None: all the rest."""
CAT_PLUS_FACTOR = Fraction("1.25")
RESERVATION_INR: Mapping[str, int] = MappingProxyType(
    {"SL": 20, "CC": 40, "3A": 40, "2A": 50, "1A": 60, "EC": 60}
)
SUPERFAST_INR: Mapping[str, int] = MappingProxyType(
    {"SL": 30, "CC": 45, "3A": 45, "2A": 45, "1A": 75, "EC": 75}
)
CATERING_INR: Mapping[str, int] = MappingProxyType(
    {"SL": 0, "CC": 250, "EC": 350, "3A": 300, "2A": 500, "1A": 600}
)
"""On cat_plus trains, instead of the superfast charge."""
GST_PERCENT = 5
TATKAL_PERCENT = 30
TATKAL_INR: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"SL": (100, 200), "CC": (125, 225), "3A": (300, 400), "2A": (400, 500), "EC": (400, 500)}
)
"""Lowest and highest Tatkal charge; a class that is not here has no Tatkal."""
CHILD_PERCENT = 50
"""Part of the basic fare that a child without a berth pays."""
CONVENIENCE_FEE_C = 25
CONVENIENCE_FEE_AC_C = 50


@dataclass(frozen=True, slots=True)
class Fare:
    """What one passenger, or a whole ticket, pays before the booking fee, in its parts."""

    base_c: int = 0
    resv_c: int = 0
    sf_c: int = 0
    cater_c: int = 0
    gst_c: int = 0
    tatkal_c: int = 0

    @property
    def total_c(self) -> int:
        """All parts together."""
        return self.base_c + self.resv_c + self.sf_c + self.cater_c + self.gst_c + self.tatkal_c


@dataclass(frozen=True, slots=True)
class ListedFare:
    """A row of ``fares``: what an adult pays between two stops of a train in a class."""

    km: int
    base_c: int
    resv_c: int
    sf_c: int
    cater_c: int
    """0 where no meals are served."""
    gst_c: int
    tatkal_c: int | None
    """Added in TQ; None where the class has no Tatkal."""
    total_c: int
    """With meals, without Tatkal charge and booking fee."""


def listed_fare(class_code: str, km: int, *, cat_plus: bool) -> ListedFare:
    """The fare of a class over a distance by the formula."""
    base_c = cents_of_inr(base_inr(class_code, km, cat_plus=cat_plus))
    resv_c = cents_of_inr(RESERVATION_INR[class_code])
    sf_c = 0 if cat_plus else cents_of_inr(SUPERFAST_INR[class_code])
    cater_c = cents_of_inr(CATERING_INR[class_code]) if cat_plus else 0
    gst_c = _gst_c(class_code, base_c + resv_c + sf_c)
    return ListedFare(
        km=km,
        base_c=base_c,
        resv_c=resv_c,
        sf_c=sf_c,
        cater_c=cater_c,
        gst_c=gst_c,
        tatkal_c=_tatkal_c(class_code, base_c),
        total_c=base_c + resv_c + sf_c + cater_c + gst_c,
    )


def base_inr(class_code: str, km: int, *, cat_plus: bool) -> Fraction:
    """The basic fare in rupees, not rounded."""
    left = max(km, MIN_KM[class_code])
    weighted_km = Fraction(0)
    for length, part in KM_BANDS:
        taken = left if length is None else min(left, length)
        weighted_km += taken * part
        left -= taken
    return weighted_km * RATE_INR_PER_KM[class_code] * (CAT_PLUS_FACTOR if cat_plus else 1)


def passenger_fare(
    class_code: str, listed: ListedFare, *, quota: str, meal: bool, child_no_berth: bool
) -> Fare:
    """What one passenger pays of the listed fare.

    Raises:
        RuleError: E_TQ_CLASS, the class has no Tatkal.
    """
    tatkal_c = 0
    if quota == TATKAL:
        if listed.tatkal_c is None:
            raise RuleError("E_TQ_CLASS")
        tatkal_c = listed.tatkal_c
    base_c, gst_c = listed.base_c, listed.gst_c
    if child_no_berth:
        base_c = round_to_quantum(Fraction(base_c * CHILD_PERCENT, 100))
        gst_c = _gst_c(class_code, base_c + listed.resv_c + listed.sf_c)
    return Fare(
        base_c=base_c,
        resv_c=listed.resv_c,
        sf_c=listed.sf_c,
        cater_c=listed.cater_c if meal else 0,
        gst_c=gst_c,
        tatkal_c=tatkal_c,
    )


def sum_fares(fares: Iterable[Fare]) -> Fare:
    """The parts of several passengers, each part added up."""
    entries = tuple(fares)
    return Fare(
        base_c=sum(entry.base_c for entry in entries),
        resv_c=sum(entry.resv_c for entry in entries),
        sf_c=sum(entry.sf_c for entry in entries),
        cater_c=sum(entry.cater_c for entry in entries),
        gst_c=sum(entry.gst_c for entry in entries),
        tatkal_c=sum(entry.tatkal_c for entry in entries),
    )


def conv_fee_c(class_code: str) -> int:
    """The booking fee of a ticket, whatever the number of its passengers."""
    return CONVENIENCE_FEE_AC_C if class_code in AC_CLASSES else CONVENIENCE_FEE_C


def load_fare(
    db: sqlite3.Connection, train_no: str, from_code: str, to_code: str, class_code: str
) -> ListedFare:
    """The listed fare.

    Raises:
        RuleError: E_CLASS, the train has no such class between these stops.
    """
    row = db.execute(
        "SELECT km, base_c, resv_c, sf_c, cater_c, gst_c, tatkal_c, total_c FROM fares"
        " WHERE train_no = ? AND from_code = ? AND to_code = ? AND class = ?",
        (train_no, from_code, to_code, class_code),
    ).fetchone()
    if row is None:
        raise RuleError("E_CLASS", field="class")
    return ListedFare(*row)


def _gst_c(class_code: str, taxed_c: int) -> int:
    return round_to_quantum(Fraction(taxed_c * GST_PERCENT, 100)) if class_code in AC_CLASSES else 0


def _tatkal_c(class_code: str, base_c: int) -> int | None:
    if class_code not in TATKAL_INR:
        return None
    lowest, highest = TATKAL_INR[class_code]
    charge_inr = Fraction(base_c * TATKAL_PERCENT * INR_PER_USD, 100 * 100)
    return cents_of_inr(min(max(charge_inr, lowest), highest))


def cents_of_inr(inr: int | Fraction) -> int:
    """An amount of rupees in cents, rounded to the quantum."""
    return round_to_quantum(Fraction(inr) * 100 / INR_PER_USD)
