"""The pages of a run that goes on: written and loaded again as its record grows, for this machine alone."""

import http.client
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from harness.errors import ConfigError
from harness.records import RunRecorder
from harness.records.reader import EPISODES_FILE
from harness.review.serve import LiveReview, serve_review
from tests.recorded_runs import save_picture
from tests.review.conftest import Opener
from tests.review.shop_run import MISSING, record, write_shop_run

SHOT = "screenshots/ministore-001-ur/001.webp"


@pytest.fixture
def live(tmp_path) -> LiveReview:
    run_dir = write_shop_run(tmp_path / "shop")
    save_picture(run_dir, SHOT)
    said: list[str] = []
    return LiveReview(run_dir, None, said.append)


@pytest.fixture
def address(live) -> Iterator[str]:
    with serve_review(live, 0) as address:
        yield address


def ask(address: str, path: str, host: str | None = None) -> tuple[int, bytes]:
    place = urlsplit(address).netloc
    connection = http.client.HTTPConnection(place, timeout=20)
    connection.request("GET", path, headers={"Host": host or place})
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def finish_missing(live: LiveReview) -> None:
    RunRecorder(live.run_dir).write_episode(record(3, "ur", "solved"), ())


def test_pages_are_written_again_when_the_record_has_grown(live):
    before = live.version
    assert not live.refresh()
    finish_missing(live)
    assert live.refresh()
    assert live.version >= before
    assert (live.index.parent / "episodes" / f"{MISSING}.html").is_file()
    assert not live.refresh()


def test_record_that_can_not_be_read_leaves_the_pages_and_is_told(tmp_path):
    said: list[str] = []
    live = LiveReview(write_shop_run(tmp_path / "shop"), None, said.append)
    before = live.index.read_bytes()
    with (live.run_dir / EPISODES_FILE).open("a", encoding="utf-8") as file:
        file.write('{"unknown": 1}\n')
    assert not live.refresh()
    assert live.index.read_bytes() == before
    assert "stay as they are" in said[0]


@pytest.mark.browser
def test_page_loads_again_and_keeps_its_place(live, address, open_page: Opener):
    page = open_page(address, "#lang=ur&sort=-steps")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.locator(f'[data-id="{MISSING}"]')).to_contain_text("not on record")
    finish_missing(live)
    expect(page.locator(f'[data-id="{MISSING}"] .sentence')).to_have_text("یہ کرسی ڈھونڈیں", timeout=20_000)
    expect(page.locator("select[name=lang]")).to_have_value("ur")
    page.locator('[data-id="ministore-001-ur"] a.id').click()
    expect(page.locator("body")).to_contain_text("ministore-001-ur")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/review/index.html", 200),
        (f"/{SHOT}", 200),
        ("/version", 200),
        ("/", 404),
        ("/manifest.json", 404),
        ("/steps.jsonl", 404),
        ("/review/../manifest.json", 404),
        ("/review/%2e%2e/manifest.json", 404),
        ("/review/..%2fmanifest.json", 404),
        ("/review/static/", 404),
        ("/review/%00", 404),
    ],
)
def test_only_pages_and_what_they_show_are_handed_out(address, path, status, capfd):
    assert ask(address, path)[0] == status
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("host", ["shop.example", "shop.example:80", "127.0.0.1.shop.example", "[::1]:80"])
def test_other_names_than_this_machine_are_refused(address, host):
    status, body = ask(address, "/review/index.html", host)
    assert status == 403
    assert b"127.0.0.1" in body


def test_server_listens_to_loopback_alone(address):
    assert urlsplit(address).hostname == "127.0.0.1"
    assert ask(address, "/review/index.html", "localhost")[0] == 200


def test_port_that_is_taken_is_told(live):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match="--port"), serve_review(live, port):
            pass
