"""The railway at full size, put back after each test."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from sites.kit.database import WorkingCopy, build_database
from sites.railsetu import SITE


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
