"""Tickets in no language: what people asked for, put through the rules of booking one after the other.

A `Wish` says who wanted to go where, when they booked, and how full the train was then. `plan_tickets` gives
each a PNR in the order of booking, its berths or numbers, its fares, and the refund of those that were
cancelled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sites.kit.clock import SITE_NOW
from sites.railsetu.availability import Share
from sites.railsetu.booking import Quote
from sites.railsetu.codes import CANCELLED, FLOWN, NO_PREFERENCE
from sites.railsetu.drafts import Draft, Trip
from sites.railsetu.fares import conv_fee_c, listed_fare, passenger_fare
from sites.railsetu.journeys import Leg
from sites.railsetu.passengers import Passenger
from sites.railsetu.pnrs import pnr_of
from sites.railsetu.refunds import CLERKAGE_C, FLAT_C, Charges, deduction, seed_bands
from sites.railsetu.seed.ledger import Crowd, Ledger
from sites.railsetu.seed.people import Person, User


@dataclass(frozen=True, slots=True)
class Traveller:
    """A person on a ticket."""

    person: Person
    berth_pref: str = NO_PREFERENCE
    child_no_berth: bool = False

    @property
    def passenger(self) -> Passenger:
        """The passenger without a name, which only a language gives."""
        return Passenger("", self.person.age, self.person.gender, self.berth_pref, self.child_no_berth)


@dataclass(frozen=True, slots=True)
class Wish:
    """A ticket that somebody asked for."""

    user: User
    leg: Leg
    class_code: str
    quota: str
    travellers: tuple[Traveller, ...]
    booked_at: datetime
    pay_method: str
    crowd: Crowd
    """How full the train was then."""
    meal: bool = True
    cancelled_at: datetime | None = None

    @property
    def share(self) -> Share:
        """The berths that it is booked from."""
        return Share(self.leg.train, self.leg.run_date, self.class_code, self.quota)


@dataclass(frozen=True, slots=True)
class Deduction:
    """What was kept and given back when one passenger was cancelled."""

    n: int
    deduct_c: int
    refund_c: int


@dataclass(frozen=True, slots=True)
class Ticket:
    """A wish that came true."""

    pnr: str
    wish: Wish
    draft: Draft
    quote: Quote
    status: str
    deductions: tuple[Deduction, ...]
    """One for each passenger of a cancelled ticket."""

    @property
    def refund_c(self) -> int:
        """What was given back in all."""
        return sum(entry.refund_c for entry in self.deductions)


def plan_tickets(wishes: Iterable[Wish], ledgers: Mapping[tuple[str, ...], Ledger]) -> tuple[Ticket, ...]:
    """The tickets in the order of booking; their berths come out of the ledgers, by keys of shares."""
    ordered = sorted(wishes, key=lambda wish: (wish.booked_at, wish.user.id))
    return tuple(_book(wish, number, ledgers[wish.share.key]) for number, wish in enumerate(ordered, 1))


def _book(wish: Wish, number: int, ledger: Ledger) -> Ticket:
    passengers = tuple(traveller.passenger for traveller in wish.travellers)
    leg = wish.leg
    listed = listed_fare(wish.class_code, leg.km, cat_plus=leg.train.cat_plus)
    fares = tuple(
        passenger_fare(
            wish.class_code,
            listed,
            quota=wish.quota,
            meal=wish.meal,
            child_no_berth=each.child_no_berth,
        )
        for each in passengers
    )
    quote = Quote(leg, fares, ledger.book(passengers, wish.crowd), conv_fee_c(wish.class_code))
    deductions = _cancel(wish, quote)
    if deductions:
        ledger.give_back(quote.places)
    return Ticket(pnr_of(number), wish, _draft(wish, passengers), quote, _status(wish, quote), deductions)


def _draft(wish: Wish, passengers: tuple[Passenger, ...]) -> Draft:
    leg = wish.leg
    start, end = leg.start.code, leg.end.code
    return Draft(
        trip=Trip(leg.train.no, start, end, leg.date.isoformat(), wish.class_code, wish.quota),
        board_at=start,
        mobile=wish.user.mobile,
        meal=wish.meal,
        auto_upgrade=False,
        only_confirm=False,
        passengers=passengers,
    )


def _status(wish: Wish, quote: Quote) -> str:
    if wish.cancelled_at:
        return CANCELLED
    return FLOWN if wish.leg.arrival < SITE_NOW else quote.status


def _cancel(wish: Wish, quote: Quote) -> tuple[Deduction, ...]:
    if wish.cancelled_at is None:
        return ()
    minutes = int((wish.leg.departure - wish.cancelled_at).total_seconds()) // 60
    charges = Charges(FLAT_C[wish.class_code], CLERKAGE_C)

    def deduct(n: int, status: str, fare_c: int) -> Deduction:
        kept_c = deduction(
            seed_bands(), charges, quota=wish.quota, status=status, minutes=minutes, fare_c=fare_c
        )
        return Deduction(n, kept_c, fare_c - kept_c)

    together = zip(quote.places, quote.fares, strict=True)
    return tuple(deduct(n, place.status, fare.total_c) for n, (place, fare) in enumerate(together, 1))
