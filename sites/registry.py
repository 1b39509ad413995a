"""The one list of sites: to add a site, write its package and add its name here."""

from importlib import import_module

from sites.kit.errors import UnknownNameError
from sites.kit.site import Site

SITE_NAMES: tuple[str, ...] = ("ministore", "railsetu")


def get_site(name: str) -> Site:
    """The declaration of a site (``sites.<name>.SITE``).

    Raises:
        UnknownNameError: no site has this name.
    """
    if name not in SITE_NAMES:
        raise UnknownNameError("site", name, SITE_NAMES)
    return import_module(f"sites.{name}").SITE
