"""One port, many hosts; each application alone with its database; nothing left behind."""

import http.client
import logging
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sites.kit.control import TOKEN_HEADER
from sites.kit.errors import BuildError, ServerError, UnknownNameError
from sites.kit.server import Listener, serve_for_people
from sites.kit.site import Site

DESK = "title=Rain&copies=1&room=a&agree=1"


@pytest.fixture
def listener(shelf: Site, tmp_path: Path) -> Iterator[Listener]:
    with Listener([shelf], ["en", "ur"], cache_dir=tmp_path / "cache") as listener:
        yield listener


def ask(
    port: int, host: str, path: str = "/", method: str = "GET", body: str | None = None, **headers: str
) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    sent = {"Host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    if body is not None:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_hosts_lead_to_their_applications(listener: Listener) -> None:
    assert "The River" in ask(listener.port, "shelf.en.localhost")[1]
    assert "دریا" in ask(listener.port, "shelf.ur.localhost")[1]
    assert "دریا" in ask(listener.port, f"SHELF.UR.localhost:{listener.port}")[1]
    assert listener.address("shelf", "ur") == "http://shelf.ur.localhost"


@pytest.mark.parametrize(
    "host",
    [
        "shelf.bn.localhost",
        "other.en.localhost",
        "localhost",
        "",
        "127.0.0.1",
        "shelf.en.example",
        "x.shelf.en.localhost",
    ],
)
def test_other_hosts_lead_nowhere(listener: Listener, host: str) -> None:
    assert ask(listener.port, host) == (404, "no site has this host name")


def test_languages_are_isolated(listener: Listener) -> None:
    token = {TOKEN_HEADER: listener.token}
    assert ask(listener.port, "shelf.en.localhost", "/desk", "POST", DESK)[0] == 303
    for lang, expected in (("en", '"jottings"'), ("ur", '"changes":[]')):
        status, text = ask(listener.port, f"shelf.{lang}.localhost", "/_harness/changes", **token)
        assert status == 200
        assert expected in text
    assert ask(listener.port, "shelf.en.localhost", "/_harness/changes")[0] == 404


def test_requests_at_once_build_once_and_all_are_answered(shelf: Site, tmp_path: Path) -> None:
    fills: list[str] = []

    def fill(connection, lang: str) -> None:
        fills.append(lang)
        shelf.fill(connection, lang)

    answers: list[int] = []
    with Listener([replace(shelf, fill=fill)], ["en"], cache_dir=tmp_path / "cache") as listener:

        def visit() -> None:
            answers.extend(ask(listener.port, "shelf.en.localhost")[0] for _ in range(5))

        visitors = [threading.Thread(target=visit) for _ in range(8)]
        for visitor in visitors:
            visitor.start()
        for visitor in visitors:
            visitor.join()
    assert answers == [200] * 40
    assert fills == ["en"]


def test_what_cannot_be_made_is_told_to_the_caller_and_not_to_the_page(
    shelf: Site, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = replace(shelf, folder=tmp_path)
    with Listener([broken], ["en"], cache_dir=tmp_path / "cache") as listener:
        with pytest.raises(BuildError, match=r"schema\.sql"):
            listener.application("shelf", "en")
        with caplog.at_level(logging.ERROR):
            assert ask(listener.port, "shelf.en.localhost") == (500, "the site can't be made")
    assert "schema.sql" in caplog.text
    with pytest.raises(KeyError):
        listener.application("shelf", "ur")


def test_closing_ends_open_connections_and_removes_the_copies(shelf: Site, tmp_path: Path) -> None:
    listener = Listener([shelf], ["en"], cache_dir=tmp_path / "cache", directory=tmp_path / "copies").start()
    kept = http.client.HTTPConnection("127.0.0.1", listener.port, timeout=10)
    kept.request("GET", "/", headers={"Host": "shelf.en.localhost"})
    kept.getresponse().read()
    assert listener.alive
    listener.close()
    listener.close()
    assert not listener.alive
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", listener.port), timeout=1)
    kept.close()
    assert not [thread for thread in threading.enumerate() if thread.name == f"listener-{listener.port}"]


def test_wrong_names_and_taken_ports_are_refused_at_once(listener: Listener, shelf: Site) -> None:
    with pytest.raises(UnknownNameError, match="ministore"):
        Listener(["shop"], ["en"])
    with pytest.raises(UnknownNameError, match="ur"):
        Listener([shelf], ["xx"])
    with pytest.raises(ServerError, match=str(listener.port)):
        Listener([shelf], ["en"], port=listener.port)


def test_a_person_gets_a_plain_address(shelf: Site, tmp_path: Path) -> None:
    with serve_for_people([shelf], "ur", port=0, cache_dir=tmp_path / "cache") as addresses:
        port = int(addresses["shelf"].rstrip("/").rpartition(":")[2])
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", "shelf.ur.localhost"):
            assert "دریا" in ask(port, host)[1]
        assert ask(port, "rebound.example")[0] == 404
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1)
