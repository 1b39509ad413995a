"""The berths of one share as they are given out: to travellers with a ticket here, and to a crowd without.

The crowd takes berths at random, travellers get theirs by the rules of `sites.railsetu.allotment`, one after
the other as they book. What the crowd holds in the end is ``inventory.held``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sites.railsetu.allotment import Inventory, Place, allot, taken
from sites.railsetu.availability import Share
from sites.railsetu.passengers import Passenger
from sites.railsetu.seed.demand import demand, empty_inventory
from sites.railsetu.seed.randomness import generator


@dataclass(frozen=True, slots=True)
class Crowd:
    """How far others have booked a share when a traveller books."""

    free: int | None = None
    """Berths left; None for about half of those that will be taken in the end."""
    rac_used: int = 0
    wl_used: int = 0


class Ledger:
    """One share from its first booking to the frozen clock."""

    def __init__(self, share: Share) -> None:
        self.share = share
        self.target = demand(share)
        self.state = empty_inventory(share)
        self._free = list(range(self.state.total))
        """Places of free berths in the share, in order."""
        self._held = 0
        self._rng = generator("crowd", *share.key)

    @property
    def held(self) -> str:
        """The berths of the crowd, as the column holds them."""
        return f"{self._held:x}"

    def book(self, passengers: Sequence[Passenger], crowd: Crowd) -> tuple[Place, ...]:
        """What passengers get who book when the crowd has come so far."""
        free = crowd.free
        if free is None:
            free = max(self.state.total - self.target.booked // 2, len(passengers))
        self._let_in(self.state.total - free, crowd.rac_used, crowd.wl_used)
        berths = self.share.berths
        places = allot(self.state, [berths[index] for index in self._free], passengers)
        for place in places:
            self.state = taken(self.state, place)
            if place.berth is not None:
                self._free.remove(berths.index(place.berth))
        return places

    def give_back(self, places: Sequence[Place]) -> None:
        """Free the berths of passengers who cancelled."""
        indexes = [self.share.berths.index(place.berth) for place in places if place.berth is not None]
        self._free = sorted([*self._free, *indexes])
        self.state = replace(self.state, booked=self.state.booked - len(indexes))

    def close(self) -> Inventory:
        """Let the rest of the crowd in, and return the counters at the frozen clock."""
        self._let_in(self.target.booked, self.target.rac_used, self.target.wl_used)
        return self.state

    def _let_in(self, booked: int, rac_used: int, wl_used: int) -> None:
        coming = max(0, booked - self.state.booked)
        newcomers = set(self._rng.sample(self._free, coming))
        self._held |= sum(1 << index for index in newcomers)
        self._free = [index for index in self._free if index not in newcomers]
        self.state = replace(
            self.state,
            booked=self.state.booked + coming,
            rac_used=max(rac_used, self.state.rac_used),
            wl_used=max(wl_used, self.state.wl_used),
        )
