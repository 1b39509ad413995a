"""Fills the railway's database in a language: what is planned in no language here is written in one.

The plan (`demand`, `account`, `travellers`, `tickets`, gathered in `plan`) is pure and the same for all five
languages: PNRs, berths, fares, dates, and keys of names. Tickets go through the very rules that pages book
by, over a `ledger` of the berths of each run. `rows` writes it all into the tables, and only it knows a
language.
"""

from sites.railsetu.seed.rows import fill

__all__ = ["fill"]
