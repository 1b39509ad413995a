"""The plan of all rows that people cause: tickets, and what they leave in the counters of runs."""

from dataclasses import dataclass
from functools import cache

from sites.railsetu.allotment import Inventory
from sites.railsetu.availability import Share
from sites.railsetu.seed.account import account_wishes
from sites.railsetu.seed.demand import all_shares
from sites.railsetu.seed.ledger import Ledger
from sites.railsetu.seed.tickets import Ticket, plan_tickets
from sites.railsetu.seed.travellers import other_wishes


@dataclass(frozen=True, slots=True)
class PlannedShare:
    """A row of ``inventory``."""

    share: Share
    state: Inventory
    held: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Tickets in the order of booking, and every run that can be booked."""

    tickets: tuple[Ticket, ...]
    shares: tuple[PlannedShare, ...]


@cache
def plan_railway() -> Plan:
    """The plan, the same object on each call."""
    own = account_wishes()
    wishes = (*own, *other_wishes({wish.share.key for wish in own}))
    bookable = tuple(all_shares())
    every_share = {share.key: share for share in (*bookable, *(wish.share for wish in wishes))}
    ledgers = {key: Ledger(share) for key, share in every_share.items()}
    tickets = plan_tickets(wishes, ledgers)
    closed = ((share, ledgers[share.key]) for share in bookable)
    return Plan(tickets, tuple(PlannedShare(share, ledger.close(), ledger.held) for share, ledger in closed))
