"""Logging in and out, who may come in, and where one is sent afterwards."""

import pytest
from flask.testing import FlaskClient
from werkzeug.security import check_password_hash

from sites.kit.accounts import hash_password, local_path
from sites.kit.context import SiteApp
from sites.kit.database import WorkingCopy

GOOD = {"username": "nadia", "password": "mini2026"}


def database(client: FlaskClient) -> WorkingCopy:
    assert isinstance(client.application, SiteApp)
    return client.application.site_config.database


def test_hashes_are_equal_in_every_database_and_differ_between_people() -> None:
    stored = hash_password("nadia", "mini2026")
    assert stored == hash_password("nadia", "mini2026")
    assert stored != hash_password("omar", "mini2026")
    assert check_password_hash(stored, "mini2026")
    assert not check_password_hash(stored, "mini2025")


def test_logging_in_and_out(client: FlaskClient) -> None:
    answer = client.post("/login", data=GOOD)
    assert (answer.status_code, answer.location) == (303, "/account")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("shelf_session=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert client.get("/account").text == "Nadia"
    assert "<b><bdi>Nadia</bdi></b>" in client.get("/").text
    answer = client.post("/logout")
    assert (answer.status_code, answer.location) == (303, "/")
    assert client.get("/account").status_code == 303


def test_sessions_are_no_state(client: FlaskClient) -> None:
    client.post("/login", data=GOOD)
    assert database(client).changes() == ()


def test_a_reset_logs_everybody_out(client: FlaskClient) -> None:
    client.post("/login", data=GOOD)
    database(client).reset()
    assert client.get("/account").status_code == 303


def test_an_old_session_is_worth_nothing_after_logging_out(client: FlaskClient) -> None:
    client.post("/login", data=GOOD)
    cookie = client.get_cookie("shelf_session")
    assert cookie is not None
    client.post("/logout")
    client.set_cookie("shelf_session", cookie.value)
    assert client.get("/account").status_code == 303


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"username": "nadia", "password": "wrong"}, "E_LOGIN"),
        ({"username": "who", "password": "mini2026"}, "E_LOGIN"),
        ({"username": "nobody", "password": "!"}, "E_LOGIN"),
        ({"username": "nadia", "password": ""}, "E_REQUIRED"),
    ],
)
def test_wrong_credentials_are_told_and_kept(client: FlaskClient, data: dict[str, str], code: str) -> None:
    answer = client.post("/login", data=data | {"next": "/desk"})
    assert answer.status_code == 200
    assert f'data-code="{code}"' in answer.text
    assert f'value="{data["username"]}"' in answer.text
    assert 'name="next" value="/desk"' in answer.text
    assert "Set-Cookie" not in answer.headers
    if data["password"]:
        assert f'value="{data["password"]}"' not in answer.text


def test_guests_come_back_to_where_they_were(client: FlaskClient) -> None:
    assert client.get("/account?tab=2").location == "/login?next=/account?tab%3D2"
    assert 'value="/account?tab=2"' in client.get("/login?next=/account?tab%3D2").text
    answer = client.post("/login", data=GOOD | {"next": "/account?tab=2"})
    assert answer.location == "/account?tab=2"


def test_a_guests_post_does_nothing_and_leads_to_login(client: FlaskClient) -> None:
    answer = client.post("/books/B1/borrow")
    assert (answer.status_code, answer.location) == (303, "/login")
    assert database(client).changes() == ()


@pytest.mark.parametrize(
    ("referer", "way_back"),
    [
        ("http://localhost/?sort=new", "/?sort%3Dnew"),
        ("http://localhost/books/B1", "/books/B1"),
        ("http://evil.example/books/B1", None),
        ("http://localhost//evil.example", None),
    ],
)
def test_a_guest_comes_back_to_the_page_of_the_form(
    client: FlaskClient, referer: str, way_back: str | None
) -> None:
    answer = client.post("/books/B1/borrow", headers={"Referer": referer})
    assert answer.location == (f"/login?next={way_back}" if way_back else "/login")


def test_the_users_post_works(client: FlaskClient) -> None:
    client.post("/login", data=GOOD)
    assert client.post("/books/B2/borrow").location == "/"
    changes = database(client).changes()
    assert [(change.table, change.kind) for change in changes] == [("books", "changed"), ("loans", "added")]
    assert (changes[1].after or {})["at"] == "2026-03-16T09:00:01"


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "http://evil.example/", "/\\evil.example", "evil", "", "/a\nb", "javascript:alert(1)"],
)
def test_nobody_is_sent_elsewhere(client: FlaskClient, target: str) -> None:
    assert local_path(target) is None
    assert client.post("/login", data=GOOD | {"next": target}).location == "/account"
