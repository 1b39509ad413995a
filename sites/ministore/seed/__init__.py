"""Fills the shop's database in a language: what is planned in no language here is written in one.

The plan (`products`, `people`, `reviews`, `questions`, `account`, `orders`, `coupons`, gathered in `plan`) is
pure and the same for all five languages: ids, prices, ratings, dates, and keys of texts. `goods`, `talk` and
`trade` write it into the tables, and only `texts.Writer` knows a language.
"""

from sites.ministore.seed.rows import fill

__all__ = ["fill"]
