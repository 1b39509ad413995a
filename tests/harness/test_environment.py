"""The environment: reset, changes, causes of failures, and a listener that may die."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import request

from harness.browsers.http import HttpBrowser
from harness.environment import Environment
from harness.errors import BrowserError
from sites.kit.application import SiteApp, SiteConfig, create_base_app, get_db, transaction
from sites.kit.changes import RowChange
from sites.kit.control import PREFIX
from sites.kit.errors import LoWAgentError, UnknownNameError
from sites.kit.site import Account, Site

SCHEMA = """
CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id INTEGER NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""
FORM = "<form method=post action=/><input name=body><button>Add</button></form><a href=/boom>boom</a>"
EXTRA = RowChange("notes", "added", None, {"id": 2, "body": "দুই"})


def fill(connection: sqlite3.Connection, lang: str) -> None:
    connection.execute("INSERT INTO notes VALUES (1, ?)", (f"one in {lang}",))


@pytest.fixture
def board(tmp_path: Path) -> Site:
    """A board of notes."""
    folder = tmp_path / "board"
    (folder / "templates").mkdir(parents=True)
    (folder / "templates" / "base.html").write_text("<title>board</title>{% block content %}{% endblock %}")
    (folder / "schema.sql").write_text(SCHEMA, encoding="utf-8")

    def create_app(config: SiteConfig) -> SiteApp:
        app = create_base_app(site, config)

        @app.route("/", methods=["GET", "POST"])
        def notes() -> str:
            if request.method == "POST":
                with transaction() as db:
                    db.execute("INSERT INTO notes (body) VALUES (?)", (request.form["body"],))
            bodies = get_db().execute("SELECT body FROM notes ORDER BY id").fetchall()
            return f"<title>board</title>{FORM}" + "".join(f"<p>{row['body']}</p>" for row in bodies)

        @app.get("/boom")
        def boom() -> str:
            raise ZeroDivisionError("three of nothing")

        return app

    ephemeral = frozenset({"sessions", "counters"})
    site = Site("board", folder, fill, create_app, Account("nadia", "mini2026"), ephemeral)
    return site


@pytest.fixture
def environment(board: Site, tmp_path: Path) -> Iterator[Environment]:
    with Environment([board], ["en"], cache_dir=tmp_path / "cache") as environment:
        yield environment


@pytest.fixture
def text_browser(environment: Environment) -> Iterator[HttpBrowser]:
    browser = HttpBrowser(environment)
    yield browser
    browser.close()


def test_changes_are_those_since_the_reset(environment: Environment, text_browser: HttpBrowser):
    environment.reset("board", "en")
    page = text_browser.start(environment.url("board", "en"))
    assert page.url == "http://board.en.localhost/"
    assert environment.changes("board", "en") == ()
    text_browser.fill(1, {"body": "দুই"})
    assert environment.changes("board", "en") == (EXTRA,)
    environment.reset("board", "en")
    assert environment.changes("board", "en") == ()
    assert "দুই" not in text_browser.goto("/").text


def test_a_failing_page_is_told_with_its_cause(environment: Environment, text_browser: HttpBrowser):
    environment.reset("board", "en")
    text_browser.start(environment.url("board", "en"))
    with pytest.raises(BrowserError, match=r"/boom answered HTTP 500: ZeroDivisionError: three of nothing"):
        text_browser.click(1)


@pytest.mark.parametrize("endpoint", ["reset", "changes", "rows/notes", "health"])
def test_pages_do_not_reach_the_control_endpoints(
    environment: Environment, text_browser: HttpBrowser, endpoint: str
):
    environment.reset("board", "en")
    text_browser.start(environment.url("board", "en"))
    assert text_browser.goto(f"{PREFIX}/{endpoint}").status == 404


def test_a_dead_listener_costs_the_episode_at_hand(environment: Environment, text_browser: HttpBrowser):
    environment.reset("board", "en")
    text_browser.start(environment.url("board", "en"))
    environment.listener.close()
    with pytest.raises(BrowserError, match=r"http://board\.en\.localhost/ can't be reached"):
        text_browser.goto("/")
    environment.reset("board", "en")
    assert "one in en" in text_browser.start(environment.url("board", "en")).text


def test_a_site_that_can_not_be_made_says_why(tmp_path: Path, board: Site):
    (board.folder / "schema.sql").write_text("CREATE TABLE notes (", encoding="utf-8")
    with (
        Environment([board], ["en"], cache_dir=tmp_path / "cache") as environment,
        pytest.raises(LoWAgentError, match="incomplete input"),
    ):
        environment.reset("board", "en")


def test_unknown_names_list_the_choices():
    with pytest.raises(UnknownNameError, match="choose one of ministore"):
        Environment(["megastore"], ["en"])
    with pytest.raises(UnknownNameError, match="en, bn, hi, ur, am"):
        Environment(["ministore"], ["fr"])


def test_closing_twice_is_fine(board: Site):
    environment = Environment([board], ["en"])
    environment.close()
    environment.close()
