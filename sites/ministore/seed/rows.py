"""Writes the plan into the tables of ``schema.sql``, in one language."""

import sqlite3

from sites.kit.seeding import Tables, Writer
from sites.ministore.catalogue import CONTENT
from sites.ministore.seed.goods import write_coupons, write_names, write_products
from sites.ministore.seed.plan import plan_shop
from sites.ministore.seed.talk import write_questions, write_reviews
from sites.ministore.seed.trade import write_account, write_counters, write_orders, write_users


def fill(connection: sqlite3.Connection, lang: str) -> None:
    """Insert every row of the shop into an empty database that has the schema.

    Raises:
        UnknownNameError: no such language.
        ContentError: the language's texts are missing or incomplete.
    """
    tables = Tables(connection, Writer(lang, CONTENT))
    plan = plan_shop()
    write_names(tables)
    write_users(tables, plan.users)
    write_products(tables, plan.products)
    write_coupons(tables, plan.account)
    write_reviews(tables, plan.reviews, plan.account.voted_products)
    write_questions(tables, plan.questions)
    write_account(tables, plan.account)
    write_orders(tables, plan.orders)
    write_counters(tables)
