"""The control endpoints do their work for the harness and don't exist for anybody else."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from sites.kit.changes import RowChange
from sites.kit.control import TOKEN_HEADER, changes_from_json
from sites.kit.errors import ServerError

GOOD = {"title": "Rain", "copies": "1", "room": "a", "agree": "1"}


@pytest.fixture
def token(shelf_token: str) -> dict[str, str]:
    return {TOKEN_HEADER: shelf_token}


def json_of(answer: TestResponse) -> dict:
    assert isinstance(answer.json, dict)
    return answer.json


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS", "DELETE"])
@pytest.mark.parametrize("path", ["reset", "changes", "rows/books", "health", "", "nothing"])
@pytest.mark.parametrize("sent", [{}, {TOKEN_HEADER: "wrong"}, {TOKEN_HEADER: "তালা"}])
def test_strangers_see_the_ordinary_404(
    client: FlaskClient, method: str, path: str, sent: dict[str, str]
) -> None:
    ordinary = client.open("/nowhere", method="GET")
    answer = client.open(f"/_harness/{path}", method=method, headers=sent)
    assert answer.status_code == 404
    assert method == "HEAD" or answer.data == ordinary.data
    assert "Allow" not in answer.headers


def test_reset_puts_everything_back(client: FlaskClient, token: dict[str, str]) -> None:
    client.post("/desk", data=GOOD)
    client.get("/boom")
    assert len(json_of(client.get("/_harness/changes", headers=token))["changes"]) == 1
    assert "RuntimeError" in json_of(client.get("/_harness/health", headers=token))["last_error"]
    assert json_of(client.post("/_harness/reset", headers=token)) == {"reset": True}
    assert json_of(client.get("/_harness/changes", headers=token)) == {"changes": []}
    assert json_of(client.get("/_harness/health", headers=token)) == {
        "site": "shelf",
        "lang": "en",
        "last_error": None,
    }


def test_changes_survive_the_way_through_json(client: FlaskClient, token: dict[str, str]) -> None:
    client.post("/desk", data=GOOD)
    answer = client.get("/_harness/changes", headers=token)
    assert changes_from_json(json_of(answer)["changes"]) == (
        RowChange("jottings", "added", None, {"rowid": None, "body": "Rain", "weight": None}),
    )
    assert answer.headers["Cache-Control"] == "no-store"
    with pytest.raises(ServerError):
        changes_from_json([{"table": "t"}])


def test_rows_leave_out_what_differs_by_language(client: FlaskClient, token: dict[str, str]) -> None:
    rows = json_of(client.get("/_harness/rows/books", headers=token))["rows"]
    assert list(rows[0].items()) == [("id", "B1"), ("price_c", 1275), ("copies", 3), ("isbn", None)]
    rows = json_of(client.get("/_harness/rows/books?localized=1", headers=token))["rows"]
    assert rows[0]["title"] == "The River"
    assert client.get("/_harness/rows/sessions", headers=token).status_code == 404
    assert client.get("/_harness/rows/nothing", headers=token).status_code == 404


def test_a_wrong_method_with_the_token_is_no_page_either(client: FlaskClient, token: dict[str, str]) -> None:
    assert client.get("/_harness/reset", headers=token).status_code == 404
