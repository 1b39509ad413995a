"""RailSetu: a railway with 13 trains, their timetables and fares, seats for two months, and tickets."""

from pathlib import Path

from sites.kit.application import SiteApp, SiteConfig, create_base_app
from sites.kit.site import Account, Site
from sites.railsetu.account import account
from sites.railsetu.checkout import checkout
from sites.railsetu.help import help_pages
from sites.railsetu.labels import ERROR_TEXTS, LABELS, days_text, duration_text, weekday_text
from sites.railsetu.queries import station_name
from sites.railsetu.search import search
from sites.railsetu.seed import fill
from sites.railsetu.stations import stations
from sites.railsetu.status import status
from sites.railsetu.ticket_changes import ticket_changes
from sites.railsetu.tickets import tickets
from sites.railsetu.trains import trains

__all__ = ["SITE", "create_app"]

_BLUEPRINTS = (
    search,
    trains,
    stations,
    checkout,
    status,
    tickets,
    ticket_changes,
    account,
    help_pages,
)


def create_app(config: SiteConfig) -> SiteApp:
    """The railway in the language of the configuration."""
    app = create_base_app(SITE, config)
    app.error_messages.update(ERROR_TEXTS)
    app.jinja_env.globals.update(
        **LABELS,
        days_text=days_text,
        duration_text=duration_text,
        station_name=station_name,
        weekday_text=weekday_text,
    )
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


SITE = Site(
    name="railsetu",
    title="RailSetu",
    folder=Path(__file__).parent,
    fill=fill,
    create_app=create_app,
    account=Account("kavya", "rail2026"),
    ephemeral=frozenset({"sessions", "booking_draft", "draft_pax", "counters"}),
    localized={
        "users": ("display_name",),
        "master_pax": ("name",),
        "stations": ("name", "name_key", "sort_key"),
        "trains": ("name",),
        "pax": ("name",),
    },
)
"""What the kit needs to know of the railway."""
