"""``lowagent review``: what it writes, tells, and opens."""

import webbrowser

import pytest
from typer.testing import CliRunner

from harness.cli.main import app
from tests.review.shop_run import write_shop_run


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that a browser was asked to show, on a machine with a screen."""
    addresses: list[str] = []

    def show(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", show)
    return addresses


def review(*arguments: str) -> list[str]:
    result = CliRunner().invoke(app, ["review", *arguments])
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_index_is_told_and_opened_from_disk(opened, tmp_path):
    run_dir = write_shop_run(tmp_path / "a run")
    (line,) = review(str(run_dir))
    assert line == str(run_dir / "review" / "index.html")
    assert opened == [(run_dir / "review" / "index.html").as_uri()]


def test_nothing_is_opened_where_that_is_not_wanted(opened, tmp_path):
    review(str(write_shop_run(tmp_path / "shop")), "--no-open")
    assert opened == []


def test_machine_without_a_screen_says_so(monkeypatch, opened, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    lines = review(str(write_shop_run(tmp_path / "shop")))
    assert "no screen" in lines[1]
    assert opened == []


def test_both_runs_of_a_comparison_get_their_pages(opened, tmp_path):
    this, other = write_shop_run(tmp_path / "this"), write_shop_run(tmp_path / "other", model="n")
    review(str(this), "--against", str(other), "--no-open")
    assert (other / "review" / "index.html").is_file()
    assert "Compared with" in (this / "review" / "index.html").read_text("utf-8")
