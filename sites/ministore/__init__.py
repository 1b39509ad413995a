"""Ministore: a shop with ten categories, reviews, questions, a cart and a checkout in four steps."""

from pathlib import Path

from sites.kit.application import SiteApp, SiteConfig, create_base_app
from sites.kit.site import Account, Site
from sites.ministore.account import account
from sites.ministore.addresses import addresses
from sites.ministore.asking import asking
from sites.ministore.cart import cart
from sites.ministore.catalog import catalog
from sites.ministore.checkout import checkout
from sites.ministore.coupons import coupons
from sites.ministore.help import help_pages
from sites.ministore.labels import ERROR_TEXTS, LABELS
from sites.ministore.order_changes import order_changes
from sites.ministore.orders import orders
from sites.ministore.questions import questions
from sites.ministore.reviewing import reviewing
from sites.ministore.reviews import reviews
from sites.ministore.seed import fill
from sites.ministore.wishlist import wishlist

__all__ = ["SITE", "create_app"]

_BLUEPRINTS = (
    catalog,
    reviews,
    reviewing,
    questions,
    asking,
    cart,
    coupons,
    wishlist,
    checkout,
    orders,
    order_changes,
    account,
    addresses,
    help_pages,
)


def create_app(config: SiteConfig) -> SiteApp:
    """The shop in the language of the configuration."""
    app = create_base_app(SITE, config)
    app.error_messages.update(ERROR_TEXTS)
    app.jinja_env.globals.update(LABELS)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


SITE = Site(
    name="ministore",
    folder=Path(__file__).parent,
    fill=fill,
    create_app=create_app,
    account=Account("nadia", "mini2026"),
    ephemeral=frozenset({"sessions", "checkout_draft", "counters"}),
    localized={
        "users": ("display_name",),
        "addresses": ("full_name", "line1", "area", "city"),
        "pickup_points": ("name", "line1", "area", "city"),
        "categories": ("name",),
        "countries": ("name",),
        "colors": ("name",),
        "materials": ("name",),
        "kinds": ("name",),
        "products": ("name", "descr", "bullets", "keywords", "name_key", "search_key"),
        "reviews": ("title", "body"),
        "questions": ("body",),
        "answers": ("body",),
        "orders": ("full_name", "line1", "area", "city", "note", "cancel_detail"),
        "coupons": ("descr",),
    },
)
"""What the kit needs to know of the shop."""
