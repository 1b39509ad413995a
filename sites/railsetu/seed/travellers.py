"""Tickets of other people, so that a PNR can be looked up and a train has passengers."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from sites.kit.clock import SITE_NOW
from sites.kit.seeding import weighted
from sites.railsetu.availability import Share
from sites.railsetu.codes import (
    BOOKING_DAYS,
    CHILD_AGES,
    CLASS_PREFERENCES,
    GENERAL,
    LADIES,
    NO_PREFERENCE,
    PAY_METHODS,
    SENIOR,
    TATKAL,
)
from sites.railsetu.fares import TATKAL_INR
from sites.railsetu.journeys import Leg, chart_at, is_charted, leg_on
from sites.railsetu.quotas import (
    BOYS_BELOW_AGE,
    SENIOR_MEN_AGE,
    TATKAL_MAX_PASSENGERS,
    TATKAL_OPENS,
    tatkal_run_date,
)
from sites.railsetu.seed.demand import demand, empty_inventory
from sites.railsetu.seed.ledger import Crowd
from sites.railsetu.seed.network import load_network
from sites.railsetu.seed.people import User, plan_users, relatives
from sites.railsetu.seed.randomness import generator
from sites.railsetu.seed.tickets import Traveller, Wish

TICKETS = 240
_DAYS_AGO = 14
"""The oldest journeys lie so many days back."""
_NOW_DAYS = (-2, 1)
_ON_THE_WAY = 0.2
"""Part of the tickets whose trains leave in these days, so that some are on the way or have their chart."""
_QUOTAS = ((GENERAL, 0.84), (LADIES, 0.06), (SENIOR, 0.05), (TATKAL, 0.05))
_NOBODY_WAITS = 0.6
"""Part of the tickets for full trains that were bought while there were berths."""


def other_wishes(taken: set[tuple[str, ...]]) -> Iterator[Wish]:
    """The tickets of other people, one a share at most, and none of the shares ``taken``."""
    seen = set(taken)
    yield from (entry for entry in (_left_waiting(),) if entry.share.key not in seen)
    count = 0
    for number in range(10 * TICKETS):
        wish = _wish(generator("ticket", number))
        if wish is not None and wish.share.key not in seen:
            seen.add(wish.share.key)
            yield wish
            count += 1
        if count == TICKETS:
            return


def _left_waiting() -> Wish:
    """The one ticket that was still waiting when the chart was made, and was cancelled by that."""
    user = plan_users()[1]
    leg = leg_on(load_network().train("12621"), "MAS", "NGP", date(2026, 3, 15))
    empty = empty_inventory(Share(leg.train, leg.run_date, "3A", GENERAL))
    return Wish(
        user=user,
        leg=leg,
        class_code="3A",
        quota=GENERAL,
        travellers=(Traveller(user.person),),
        booked_at=datetime(2026, 3, 9, 17, 42, 8),
        pay_method="card",
        crowd=Crowd(free=0, rac_used=empty.rac_max, wl_used=27),
        cancelled_at=datetime(2026, 3, 15, 18, 0, 0),
    )


def _wish(rng: Random) -> Wish | None:
    """A ticket as chance wants it; None where it would break a rule."""
    user = rng.choice(plan_users()[1:])
    quota = weighted(rng, _QUOTAS)
    leg = _leg(rng, quota)
    if leg is None:
        return None
    class_code = rng.choice(leg.train.classes)
    share = Share(leg.train, leg.run_date, class_code, quota)
    travellers = _party(user, quota, class_code, rng)
    if not share.berths or travellers is None or (quota == TATKAL and class_code not in TATKAL_INR):
        return None
    crowd = _crowd(share, len(travellers), rng)
    if crowd is None:
        return None
    return Wish(
        user=user,
        leg=leg,
        class_code=class_code,
        quota=quota,
        travellers=travellers,
        booked_at=_booked_at(leg, quota, rng),
        pay_method=rng.choice(PAY_METHODS),
        crowd=crowd,
        meal=rng.random() < 0.8,
    )


def _leg(rng: Random, quota: str) -> Leg | None:
    train = rng.choice(load_network().trains)
    start, end = sorted(rng.sample(train.stops, 2), key=lambda stop: stop.seq)
    if quota == TATKAL:
        run_date = tatkal_run_date()
    else:
        days = _NOW_DAYS if rng.random() < _ON_THE_WAY else (-_DAYS_AGO, BOOKING_DAYS - end.day)
        run_date = SITE_NOW.date() + timedelta(days=rng.randint(*days))
    return Leg(train, start, end, run_date) if train.runs_on(run_date) else None


def _party(user: User, quota: str, class_code: str, rng: Random) -> tuple[Traveller, ...] | None:
    companions = weighted(rng, ((0, 4.0), (1, 3.0), (2, 2.0), (3, 1.0)))
    people = (user.person, *relatives(user, companions, rng))
    if len(people) > TATKAL_MAX_PASSENGERS and quota == TATKAL:
        return None
    if quota == LADIES and any(who.gender == "M" and who.age >= BOYS_BELOW_AGE for who in people):
        return None
    if quota == SENIOR and (len(people) > 2 or any(who.age < SENIOR_MEN_AGE for who in people)):
        return None
    preferences = (NO_PREFERENCE, *CLASS_PREFERENCES[class_code])
    return tuple(
        Traveller(
            who,
            rng.choice(preferences),
            child_no_berth=CHILD_AGES[0] <= who.age <= CHILD_AGES[1] and rng.random() < 0.5,
        )
        for who in people
    )


def _crowd(share: Share, travellers: int, rng: Random) -> Crowd | None:
    """How full the train was: as it is now, or less; None when the party would not have got a place.

    Nobody waits any more once the chart is made.
    """
    now = demand(share)
    if now.booked < travellers:
        return None
    charted = is_charted(share.train, share.run_date)
    if now.booked < now.total or charted or rng.random() < _NOBODY_WAITS:
        return Crowd()
    if now.wl_used > travellers:
        return Crowd(free=0, rac_used=now.rac_max, wl_used=rng.randrange(now.wl_used - travellers))
    if now.rac_used > travellers:
        return Crowd(free=0, rac_used=rng.randrange(now.rac_used - travellers))
    return Crowd()


def _booked_at(leg: Leg, quota: str, rng: Random) -> datetime:
    first_day = SITE_NOW.date() if quota == TATKAL else leg.date - timedelta(days=BOOKING_DAYS)
    opens = datetime.combine(first_day, time.fromisoformat(TATKAL_OPENS))
    closes = min(chart_at(leg.train, leg.run_date), SITE_NOW)
    return opens + timedelta(seconds=rng.randrange(60, int((closes - opens).total_seconds())))
