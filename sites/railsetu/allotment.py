"""Who gets which berth or number: the counters of a run, and the order in which places are given out.

Berths go first, then numbers of RAC, then of the waiting list. Numbers are given out once: when somebody in
the queue cancels, theirs is not used again, and when a berth is given back while somebody waits, it is kept
for the queue, which moves when the chart is prepared, later than the frozen clock.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sites.kit.forms import RuleError
from sites.railsetu.berths import Berth
from sites.railsetu.codes import CNF, NO_PREFERENCE, NOSB, RAC, WL
from sites.railsetu.passengers import Passenger

OfferCode = Literal["AVAILABLE", "RAC", "WL", "REGRET", "CHARTED", "NOT_OPEN", "NO_QUOTA"]


@dataclass(frozen=True, slots=True)
class Availability:
    """What the next passenger would get."""

    code: OfferCode
    number: int | None = None
    """Free berths, or the number that the next passenger would get in the queue."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """The counters of a run in a class and quota."""

    total: int
    booked: int
    rac_used: int = 0
    """The last RAC number that was given out."""
    rac_max: int = 0
    wl_used: int = 0
    """The last number of the waiting list that was given out."""
    wl_max: int = 0

    @property
    def free(self) -> int:
        """Berths that a newcomer can have: none while anybody waits."""
        return 0 if self.rac_used or self.wl_used else self.total - self.booked

    @property
    def rac_left(self) -> int:
        """RAC numbers that a newcomer can have: none while anybody is on the waiting list."""
        return 0 if self.wl_used else self.rac_max - self.rac_used

    @property
    def wl_left(self) -> int:
        """Numbers of the waiting list that a newcomer can have."""
        return self.wl_max - self.wl_used

    @property
    def offer(self) -> Availability:
        """What the next passenger would get."""
        if self.free:
            return Availability("AVAILABLE", self.free)
        if self.rac_left:
            return Availability("RAC", self.rac_used + 1)
        if self.wl_left:
            return Availability("WL", self.wl_used + 1)
        return Availability("REGRET")


@dataclass(frozen=True, slots=True)
class Place:
    """What one passenger gets."""

    status: str
    """CNF, RAC, WL or NOSB."""
    berth: Berth | None = None
    """With CNF."""
    rank: int | None = None
    """With RAC and WL."""


def allot(
    inventory: Inventory, berths: Collection[Berth], passengers: Sequence[Passenger]
) -> tuple[Place, ...]:
    """What each of the passengers of one booking gets, in their order.

    The lowest number of the preferred type, else the lowest number; then RAC, then the waiting list.

    Raises:
        RuleError: E_REGRET, there is not a place for each; nobody gets one then.
    """
    left = list(berths)
    state = inventory
    places: list[Place] = []
    for passenger in passengers:
        if passenger.child_no_berth:
            places.append(Place(NOSB))
            continue
        place = _next_place(state, left, passenger.berth_pref)
        if place.berth is not None:
            left.remove(place.berth)
        state = taken(state, place)
        places.append(place)
    return tuple(places)


def taken(inventory: Inventory, place: Place) -> Inventory:
    """The counters once a passenger has this place."""
    match place.status:
        case "CNF":
            return replace(inventory, booked=inventory.booked + 1)
        case "RAC":
            return replace(inventory, rac_used=inventory.rac_used + 1)
        case "WL":
            return replace(inventory, wl_used=inventory.wl_used + 1)
        case _:
            return inventory


def _next_place(inventory: Inventory, berths: Sequence[Berth], preference: str) -> Place:
    offer = inventory.offer
    match offer.code:
        case "AVAILABLE":
            return Place(CNF, berth=_choose(berths, preference))
        case "RAC":
            return Place(RAC, rank=offer.number)
        case "WL":
            return Place(WL, rank=offer.number)
        case _:
            raise RuleError("E_REGRET")


def _choose(berths: Sequence[Berth], preference: str) -> Berth:
    if preference != NO_PREFERENCE:
        for berth in berths:
            if berth.type == preference:
                return berth
    return berths[0]
