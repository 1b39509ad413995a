"""What a site declares about itself, so that the kit can build, serve, reset and compare it."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from sites.kit.application import SiteConfig


@dataclass(frozen=True, slots=True)
class Account:
    """A user who exists in the seed data, and whose credentials agents are given."""

    username: str
    password: str


@dataclass(frozen=True, slots=True)
class Site:
    """One site: where its files lie, how its database is filled, and what counts as state.

    Every table is audited (each changed row counts in evaluation) unless it is named in ``ephemeral``.
    """

    name: str
    """Short ASCII name; also the first label of its host name."""
    folder: Path
    """The package folder: ``schema.sql``, ``content/``, ``templates/``, ``translations/`` lie here."""
    fill: Callable[[sqlite3.Connection, str], None]
    """``fill(connection, lang)`` inserts every row into an empty database that has the schema."""
    create_app: "Callable[[SiteConfig], Flask]"
    """The application factory of the site."""
    account: Account
    """The test account."""
    ephemeral: frozenset[str] = frozenset()
    """Tables that are not state: sessions, drafts, id counters. Reset, but never listed as changed."""
    localized: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Per table, the columns whose text differs between languages; left out of canonical changes."""
    sources: tuple[Path, ...] = ()
    """Files and folders besides ``folder`` whose content decides the database (part of the cache key)."""
    title: str = ""
    """The site as its visitors know it (``RailSetu``), where that is more than ``name`` with a capital."""

    @property
    def shown_name(self) -> str:
        """The site as its visitors know it."""
        return self.title or self.name.capitalize()
