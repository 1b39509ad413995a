"""The whole plan of the shop: every row, in no language."""

from dataclasses import dataclass
from functools import cache

from sites.ministore.seed.account import AccountPlan, plan_account
from sites.ministore.seed.orders import Order, plan_strangers
from sites.ministore.seed.people import User, plan_users
from sites.ministore.seed.products import Product, plan_products
from sites.ministore.seed.questions import Question, plan_questions
from sites.ministore.seed.reviews import Review, plan_reviews


@dataclass(frozen=True, slots=True)
class Plan:
    """What the five databases have in common. Ids are positions, from 1; only products carry theirs."""

    users: tuple[User, ...]
    products: tuple[Product, ...]
    reviews: tuple[Review, ...]
    questions: tuple[Question, ...]
    orders: tuple[Order, ...]
    account: AccountPlan


@cache
def plan_shop() -> Plan:
    """The plan, made once a process."""
    account = plan_account()
    users, products = plan_users(), plan_products()
    strangers = plan_strangers(users[1:], products, len(account.addresses) + 1)
    return Plan(
        users=users,
        products=products,
        reviews=plan_reviews(account.reviews, account.voted_products),
        questions=plan_questions(account.questions, account.answers),
        orders=tuple(sorted((*account.orders, *strangers), key=lambda order: order.placed_at)),
        account=account,
    )
