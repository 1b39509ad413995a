"""RailSetu: a railway with 13 trains, their timetables and fares, seats for two months, and tickets."""

from pathlib import Path

from sites.kit.application import SiteApp, SiteConfig, create_base_app
from sites.kit.site import Account, Site
from sites.railsetu.seed import fill

__all__ = ["SITE", "create_app"]


def create_app(config: SiteConfig) -> SiteApp:
    """The railway in the language of the configuration."""
    return create_base_app(SITE, config)


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
