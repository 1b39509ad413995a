"""The railway at full size, put back after each test: its database, and its pages in any language."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sites.kit.application import SiteApp
from sites.kit.database import WorkingCopy, build_database
from sites.railsetu import SITE
from tests.sites.railsetu.traveller import Traveller
from tests.sites.visitor import fresh_apps, site_apps


@pytest.fixture(scope="session")
def railway_copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkingCopy]:
    """The English database."""
    folder: Path = tmp_path_factory.mktemp("railsetu")
    copy = WorkingCopy.create(build_database(SITE, "en"), folder, SITE)
    yield copy
    copy.close()


@pytest.fixture
def railway(railway_copy: WorkingCopy) -> Iterator[sqlite3.Connection]:
    """A connection in a transaction that is never committed."""
    connection = railway_copy.connect()
    connection.execute("BEGIN")
    yield connection
    connection.rollback()
    connection.close()


@pytest.fixture(scope="session")
def railway_apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], SiteApp]]:
    with site_apps(SITE, tmp_path_factory.mktemp("railsetu_pages")) as app_in:
        yield app_in


@pytest.fixture
def open_railway(railway_apps: Callable[[str], SiteApp]) -> Iterator[Callable[[str], Traveller]]:
    with fresh_apps(railway_apps) as fresh_in:
        yield lambda lang: Traveller(fresh_in(lang))


@pytest.fixture
def traveller(open_railway: Callable[[str], Traveller]) -> Traveller:
    """Somebody at the English site."""
    return open_railway("en")
