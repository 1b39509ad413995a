"""The rows of a product's table of details: labels and values in the interface's words, digits and units."""

import sqlite3
from fractions import Fraction

from flask_babel import gettext, ngettext
from markupsafe import Markup

from sites.kit.isolation import isolated, isolated_id
from sites.kit.localization import format_number

Row = tuple[str, str | Markup]


def rows(product: sqlite3.Row, lang: str) -> list[Row]:
    """What the shop states of a product; what it has no value for is left out."""
    stated = [
        (gettext("Product number"), isolated_id(product["id"])),
        (gettext("Brand"), isolated_id(product["brand"])),
        (gettext("Country of the brand"), product["country"]),
        (gettext("Product type"), product["kind_name"]),
        (gettext("Colour"), product["color_name"]),
        (gettext("Material"), product["material_name"]),
        (gettext("Length"), _length(product["l_mm"], lang)),
        (gettext("Width"), _length(product["w_mm"], lang)),
        (gettext("Height"), _length(product["h_mm"], lang)),
        (gettext("Weight"), _weight(product["weight_g"], lang)),
        (gettext("Shipping class"), _shipping_class(product["ship_class"])),
        (gettext("Warranty"), _months(product["warranty_m"], lang)),
        (gettext("Return period"), _days(product["return_days"], lang)),
    ]
    return [(label, value) for label, value in stated if value]


def _length(length_mm: int, lang: str) -> Markup | None:
    return isolated(gettext("%(number)s mm", number=format_number(length_mm, lang))) if length_mm else None


def _weight(weight_g: int, lang: str) -> Markup | None:
    if not weight_g:
        return None
    if weight_g < 1000:
        return isolated(gettext("%(number)s g", number=format_number(weight_g, lang)))
    return isolated(gettext("%(number)s kg", number=format_number(Fraction(weight_g, 1000), lang)))


def _shipping_class(code: str) -> str:
    return gettext("Bulky item") if code == "bulky" else gettext("Standard item")


def _months(months: int, lang: str) -> str:
    if not months:
        return gettext("none")
    return ngettext("%(count)s month", "%(count)s months", months, count=format_number(months, lang))


def _days(days: int, lang: str) -> str:
    if not days:
        return gettext("Can't be returned")
    return ngettext("%(count)s day", "%(count)s days", days, count=format_number(days, lang))
