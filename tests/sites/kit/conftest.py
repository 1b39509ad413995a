"""A lending shelf of three books: the smallest site that uses everything of the kit."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import redirect, render_template, request
from flask.testing import FlaskClient
from flask.typing import ResponseReturnValue

from sites.kit import application
from sites.kit.accounts import hash_password, login_required, require_user
from sites.kit.application import SiteApp, SiteConfig, create_base_app, get_db, transaction
from sites.kit.clock import next_id, now
from sites.kit.database import WorkingCopy, build_database
from sites.kit.forms import (
    CheckField,
    Choice,
    ChoiceField,
    DateField,
    DigitsField,
    FormSpec,
    IntField,
    MoneyField,
    RuleError,
    TextField,
)
from sites.kit.site import Account, Site

FOLDER = Path(__file__).parent / "shelf"
TOKEN = "a token that no page knows"

TITLES = {
    "en": {"B1": "The River", "B2": "A <Quiet> Night", "B3": "Monsoon"},
    "ur": {"B1": "دریا", "B2": "خاموش رات", "B3": "برسات"},
}
DESK = FormSpec(
    TextField(name="title", label="Title", min_length=3, max_length=10),
    TextField(name="remark", label="Remark", required=False, multiline=True),
    IntField(name="copies", label="Copies", minimum=1, maximum=10, initial=1),
    MoneyField(name="price", label="Price", required=False),
    ChoiceField(name="room", label="Room", choices=(Choice("a", "First"), Choice("b", "Second"))),
    DigitsField(name="phone", label="Phone", min_length=7, max_length=15, required=False),
    DateField(name="due", label="Due", minimum="2026-03-16", required=False),
    CheckField(name="agree", label="I agree"),
)


def fill(connection: sqlite3.Connection, lang: str) -> None:
    password = hash_password("nadia", "mini2026")
    connection.execute("INSERT INTO users VALUES (1, 'nadia', ?, ?)", (password, "Nadia"))
    connection.execute("INSERT INTO users VALUES (2, 'nobody', '!', 'Nobody')")
    books = [(key, title, 1275, 3) for key, title in TITLES[lang].items()]
    connection.executemany("INSERT INTO books (id, title, price_c, copies) VALUES (?, ?, ?, ?)", books)
    connection.execute("INSERT INTO loans VALUES (2, 'B1', '2026-03-01T10:00:00')")
    connection.execute("INSERT INTO jottings (body) VALUES (1)")
    connection.execute("INSERT INTO counters VALUES ('jottings', 40)")


def create_app(config: SiteConfig) -> SiteApp:
    app = create_base_app(SHELF, config)
    app.error_messages["E_NO_COPY"] = "Only %(left)s left of %(title)s."

    @app.get("/")
    def home() -> str:
        return render_template("books.html", books=get_db().execute("SELECT * FROM books").fetchall())

    @app.post("/books/<book_id>/borrow")
    @login_required
    def borrow(book_id: str) -> ResponseReturnValue:
        with transaction() as db:
            db.execute("UPDATE books SET copies = copies - 1 WHERE id = ?", (book_id,))
            db.execute("INSERT INTO loans VALUES (?, ?, ?)", (require_user()["id"], book_id, now(db)))
        return redirect("/", 303)

    @app.get("/account")
    @login_required
    def account() -> str:
        return require_user()["display_name"]

    @app.route("/desk", methods=["GET", "POST"])
    def desk() -> ResponseReturnValue:
        if request.method == "GET":
            return render_template("desk.html", form=DESK.blank(copies=12))
        form = DESK.read(request.form)
        if form.ok:
            with form.attempt() as db:
                db.execute("INSERT INTO jottings (body) VALUES (?)", (form.text("title"),))
                next_id(db, "jottings")
                if form.text("room") == "b":
                    raise RuleError("E_NO_COPY", field="room", left=0, title="دریا")
                return redirect("/", 303)
        return render_template("desk.html", form=form)

    @app.get("/missing")
    def missing() -> str:
        raise RuleError("E_NOT_FOUND")

    @app.get("/boom")
    def boom() -> str:
        raise RuntimeError("the secret of the shelf")

    @app.get("/peek")
    def peek() -> str:
        get_db().execute("UPDATE books SET copies = 0")
        return "seen"

    return app


SHELF = Site(
    name="shelf",
    folder=FOLDER,
    fill=fill,
    create_app=create_app,
    account=Account("nadia", "mini2026"),
    ephemeral=frozenset({"sessions", "counters"}),
    localized={"books": ("title",)},
)


@pytest.fixture(autouse=True)
def kit_without_catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf's own catalogue translates what these tests look at of the kit."""
    monkeypatch.setattr(application, "KIT_CATALOGUES", ())


@pytest.fixture
def shelf() -> Site:
    return SHELF


@pytest.fixture
def shelf_form() -> FormSpec:
    return DESK


@pytest.fixture
def shelf_token() -> str:
    return TOKEN


@pytest.fixture(scope="session")
def shelf_databases(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    cache = tmp_path_factory.mktemp("cache")
    return lambda lang: build_database(SHELF, lang, cache_dir=cache)


@pytest.fixture
def open_copy(
    shelf_databases: Callable[[str], Path], tmp_path: Path
) -> Iterator[Callable[[str], WorkingCopy]]:
    opened: list[WorkingCopy] = []

    def open_one(lang: str) -> WorkingCopy:
        opened.append(WorkingCopy.create(shelf_databases(lang), tmp_path / f"copy-{len(opened)}", SHELF))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture
def copy(open_copy: Callable[[str], WorkingCopy]) -> WorkingCopy:
    return open_copy("en")


@pytest.fixture
def make_client(open_copy: Callable[[str], WorkingCopy]) -> Callable[[str], FlaskClient]:
    return lambda lang: create_app(SiteConfig(lang, open_copy(lang), TOKEN)).test_client()


@pytest.fixture
def client(make_client: Callable[[str], FlaskClient]) -> FlaskClient:
    return make_client("en")
