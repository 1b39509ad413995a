"""What runs still offer in a class and quota: the rows of ``inventory`` and the berths behind them.

Availability counts for the whole run, not for parts of the way.
"""

import sqlite3
from dataclasses import dataclass
from datetime import date

from sites.kit.errors import LoWAgentError
from sites.railsetu.allotment import Availability, Inventory
from sites.railsetu.berths import Berth, held_berths, quota_berths
from sites.railsetu.codes import CAN, TATKAL
from sites.railsetu.journeys import Leg, is_charted
from sites.railsetu.quotas import tatkal_run_date
from sites.railsetu.timetable import Train

_ROW = "train_no = ? AND run_date = ? AND class = ? AND quota = ?"


@dataclass(frozen=True, slots=True)
class Share:
    """The berths of one quota in one class of one run: what a row of ``inventory`` counts."""

    train: Train
    run_date: date
    class_code: str
    quota: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The key of its row."""
        return (self.train.no, self.run_date.isoformat(), self.class_code, self.quota)

    @property
    def berths(self) -> tuple[Berth, ...]:
        """All its berths in the order of their numbers; none where the class does not have the quota."""
        return quota_berths(self.class_code, self.train.coaches_of(self.class_code), self.quota)


def availability(db: sqlite3.Connection, leg: Leg, class_code: str, quota: str) -> Availability:
    """What a run still offers to a passenger of this journey, in a class that the train has."""
    share = Share(leg.train, leg.run_date, class_code, quota)
    if not share.berths:
        return Availability("NO_QUOTA")
    if is_charted(leg.train, leg.run_date):
        return Availability("CHARTED")
    if quota == TATKAL and leg.run_date != tatkal_run_date():
        return Availability("NOT_OPEN")
    return load_inventory(db, share).offer


def load_inventory(db: sqlite3.Connection, share: Share) -> Inventory:
    """The counters of a share that can be booked.

    Raises:
        LoWAgentError: it can't be booked; check date, running day, class and quota before.
    """
    columns = "total, booked, rac_used, rac_max, wl_used, wl_max"
    row = db.execute(f"SELECT {columns} FROM inventory WHERE {_ROW}", share.key).fetchone()
    if row is None:
        raise LoWAgentError(
            f"no inventory for {'/'.join(share.key)}: check date, running day, class and quota before"
        )
    return Inventory(*row)


def store_inventory(db: sqlite3.Connection, share: Share, state: Inventory) -> None:
    """Write the counters of a share back."""
    db.execute(
        f"UPDATE inventory SET booked = ?, rac_used = ?, wl_used = ? WHERE {_ROW}",
        (state.booked, state.rac_used, state.wl_used, *share.key),
    )


def free_berths(db: sqlite3.Connection, share: Share) -> list[Berth]:
    """The berths of a share that nobody has, in the order of their numbers."""
    (held,) = db.execute(f"SELECT held FROM inventory WHERE {_ROW}", share.key).fetchone()
    closed = held_berths(held, share.berths)
    named = db.execute(
        f"SELECT coach, berth_no FROM pax JOIN pnrs USING (pnr) WHERE {_ROW}"
        f" AND coach IS NOT NULL AND pax.status <> '{CAN}'",
        share.key,
    )
    taken = {tuple(row) for row in named}
    return [
        berth for berth in share.berths if berth not in closed and (berth.coach, berth.number) not in taken
    ]
