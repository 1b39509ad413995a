"""The test account: twelve tickets, one for each case that the rules tell apart, and its saved passengers.

How far away the departures lie is what matters: more than 72 hours, 72 to 24, 24 to 8, charted, travelled.
"""

from datetime import date, datetime

from sites.railsetu.codes import GENERAL, LADIES, NO_ID, TATKAL
from sites.railsetu.journeys import leg_on
from sites.railsetu.seed.demand import RAC_PER_COACH
from sites.railsetu.seed.ledger import Crowd
from sites.railsetu.seed.network import load_network
from sites.railsetu.seed.people import AARAV, DIYA, KAVYA, MEERA, ROHAN, SAVITRI, TEST_USER, Person
from sites.railsetu.seed.tickets import Traveller, Wish

PASSWORD = "rail2026"

SAVED_PASSENGERS: tuple[tuple[Person, str, str, str], ...] = (
    (KAVYA, "LB", "aadhaar", "541209876630"),
    (ROHAN, "UB", "pan", "ABKPS4471F"),
    (SAVITRI, "LB", "voter", "XKD2907716"),
    (AARAV, "NONE", NO_ID, ""),
    (MEERA, "SU", "passport", "Z4418823"),
)
"""Person, preferred berth, kind and number of the identity card."""


def account_wishes() -> tuple[Wish, ...]:
    """The twelve tickets, in the order of the specification."""
    return (
        _wish("12951 MMCT NDLS 2A", "2026-03-25", "2026-02-10T10:14:31", [_sits(KAVYA, "LB")], pay="upi"),
        _wish(
            "12393 DDU NDLS 3A",
            "2026-03-28",
            "2026-02-14T19:40:05",
            [_sits(KAVYA, "LB"), _sits(ROHAN, "UB"), _sits(AARAV, "MB"), _sits(DIYA, "LB")],
        ),
        _wish(
            "12229 LKO NDLS 3A", "2026-03-17", "2026-02-20T08:05:47", [_sits(KAVYA, "LB"), _sits(MEERA, "LB")]
        ),
        _wish("12901 MMCT ADI SL", "2026-03-16", "2026-02-22T21:12:09", [_sits(ROHAN, "UB")], pay="wallet"),
        _wish("12841 BZA MAS SL", "2026-03-16", "2026-02-25T13:33:52", [_sits(KAVYA)], pay="upi"),
        _wish(
            "12621 MAS NDLS SL",
            "2026-03-20",
            "2026-03-08T16:20:18",
            [_sits(KAVYA, "LB"), _sits(ROHAN)],
            crowd=Crowd(free=0, rac_used=3),
        ),
        _wish(
            "12723 NGP NDLS 3A",
            "2026-03-21",
            "2026-03-11T11:01:44",
            [_sits(KAVYA, "LB")],
            crowd=Crowd(free=0, rac_used=3 * RAC_PER_COACH["3A"], wl_used=11),
            pay="netbanking",
        ),
        _wish(
            "12627 BPL NDLS 3A",
            "2026-04-03",
            "2026-03-12T09:27:30",
            [_sits(KAVYA), _sits(ROHAN), _sits(MEERA)],
            crowd=Crowd(free=2),
        ),
        _wish(
            "22435 BSB NDLS CC",
            "2026-03-17",
            "2026-03-16T08:04:12",
            [_sits(KAVYA, "WS")],
            quota=TATKAL,
            pay="upi",
        ),
        _wish(
            "12952 NDLS BRC 2A",
            "2026-03-30",
            "2026-02-17T18:08:26",
            [_sits(KAVYA, "LB")],
            cancelled_at="2026-03-12T20:15:03",
        ),
        _wish("12002 NDLS BPL CC", "2026-03-10", "2026-01-30T07:55:10", [_sits(KAVYA, "WS"), _sits(ROHAN)]),
        _wish(
            "12901 ST ADI SL",
            "2026-04-05",
            "2026-03-02T15:46:39",
            [_sits(KAVYA, "LB"), _sits(SAVITRI, "LB")],
            quota=LADIES,
            pay="upi",
        ),
    )


def _sits(person: Person, berth_pref: str = "NONE") -> Traveller:
    return Traveller(person, berth_pref)


def _wish(
    way: str,
    journey: str,
    booked_at: str,
    travellers: list[Traveller],
    *,
    quota: str = GENERAL,
    pay: str = "card",
    crowd: Crowd | None = None,
    cancelled_at: str | None = None,
) -> Wish:
    train_no, start, end, class_code = way.split()
    return Wish(
        user=TEST_USER,
        leg=leg_on(load_network().train(train_no), start, end, date.fromisoformat(journey)),
        class_code=class_code,
        quota=quota,
        travellers=tuple(travellers),
        booked_at=datetime.fromisoformat(booked_at),
        pay_method=pay,
        crowd=crowd or Crowd(),
        cancelled_at=datetime.fromisoformat(cancelled_at) if cancelled_at else None,
    )
