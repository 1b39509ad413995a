"""Pages of an application: filters, languages, error pages, caching, and what a GET may not do."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from sites.kit.context import SiteApp
from sites.kit.database import WorkingCopy
from sites.kit.pages import done_at

Maker = Callable[[str], FlaskClient]


def application(client: FlaskClient) -> SiteApp:
    assert isinstance(client.application, SiteApp)
    return client.application


def test_a_page_in_english(client: FlaskClient) -> None:
    page = client.get("/?sort=new&page=1&empty=").text
    assert '<html lang="en" dir="ltr">' in page
    assert '<bdi dir="ltr">2026-03-16</bdi>' in page
    assert "A &lt;Quiet&gt; Night" in page
    assert "<bdi>$12.75</bdi>" in page
    assert "<i>3 copies</i>" in page
    assert 'href="/?sort=new&amp;page=2"' in page
    assert "1,234,567 4.5 15% 12:30" in page


def test_what_is_done_is_said_once(client: FlaskClient) -> None:
    assert 'href="/?sort=new&amp;page=2"' in client.get(done_at("/?sort=new&done=lent", "returned")).text


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/wishlist", "/wishlist?done=added"),
        ("/p/1/reviews?stars=5&sort=helpful", "/p/1/reviews?stars=5&sort=helpful&done=added"),
        ("/list?done=removed&page=2", "/list?page=2&done=added"),
    ],
)
def test_the_address_after_a_form(target: str, expected: str) -> None:
    assert done_at(target, "added") == expected


def test_a_page_in_urdu(make_client: Maker) -> None:
    page = make_client("ur").get("/").text
    assert '<html lang="ur-PK" dir="rtl">' in page
    assert "<h1>کتابیں</h1>" in page
    assert "<i>۳ نسخے</i>" in page
    assert "<bdi>۳٬۵۷۰\N{NO-BREAK SPACE}روپے</bdi>" in page
    assert "۱٬۲۳۴٬۵۶۷ ۴٫۵" in page
    assert "۱۲:۳۰" in page
    assert '<bdi dir="ltr">2026-03-16</bdi>' in page


def test_pages_are_not_stored_and_static_files_are(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.headers["Cache-Control"] == "no-store"
    address = page.text.split('stylesheet" href="')[1].split('"')[0]
    assert address.startswith("/static/site/shelf.css?v=")
    with client.get(address) as file:
        assert "max-age=31536000" in file.headers["Cache-Control"]
        assert b"margin-inline" in file.data


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("POST", "/", 405),
        ("GET", "/missing", 404),
        ("GET", "/static/site/no.css", 404),
    ],
)
def test_error_pages_lead_home(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert '<a href="/">' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


def test_error_pages_speak_the_language(make_client: Maker) -> None:
    answer = make_client("ur").get("/nowhere")
    assert "<h1>صفحہ نہیں ملا</h1>" in answer.text
    assert 'dir="rtl"' in answer.text


def test_an_uncaught_rule_shows_its_code(client: FlaskClient) -> None:
    assert 'data-code="E_NOT_FOUND"' in client.get("/missing").text
    assert "(E_NOT_FOUND)" in client.get("/missing").text


def test_a_405_says_what_is_allowed(client: FlaskClient) -> None:
    assert client.post("/").headers["Allow"] == "GET, HEAD, OPTIONS"


def test_a_fault_shows_no_traceback_but_keeps_it(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/boom")
    assert answer.status_code == 500
    assert "secret of the shelf" not in answer.text
    assert '<a href="/">' in answer.text
    assert "RuntimeError: the secret of the shelf" in (application(client).last_error or "")
    assert "Exception on /boom" in caplog.text


def test_a_get_cannot_write(client: FlaskClient, copy: WorkingCopy) -> None:
    assert client.get("/peek").status_code == 500
    assert "readonly" in (application(client).last_error or "")
    assert application(client).site_config.database.changes() == ()


def test_a_write_after_a_read_on_the_same_connection_works(client: FlaskClient) -> None:
    client.get("/")
    answer = client.post("/desk", data={"title": "Rain", "copies": "1", "room": "a", "agree": "1"})
    assert answer.status_code == 303
    assert [change.table for change in application(client).site_config.database.changes()] == ["jottings"]
