"""Pieces of text that keep their own direction, whatever stands around them.

Among Arabic letters an ISO date, a code or an amount that is not isolated changes places with its neighbours.
Source: the measured facts of the localisation, section 2.
"""

from markupsafe import Markup


def isolated_id(value: object) -> Markup:
    """A code, date or phone number: always left to right."""
    return Markup('<bdi dir="ltr">{}</bdi>').format(value)


def isolated(value: object) -> Markup:
    """An amount or name whose own letters decide its direction."""
    return Markup("<bdi>{}</bdi>").format(value)
