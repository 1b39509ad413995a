"""The page of a report in a real Chromium, from disk: no complaint, no overflow, and letters of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from harness.reporting.document import make_report
from harness.reporting.writing import PLOTS_FOLDER, write_report
from sites.kit.localization import LANGUAGES
from tests.harness.reporting.report_runs import run_of

LANGS = tuple(LANGUAGES)
PHONE_PX, DESKTOP_PX = 390, 1280


@pytest.fixture(scope="module")
def page_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on a model with and without disruptions, an unfinished run, and a name full of markup."""
    runs = [
        run_of(dict.fromkeys(LANGS, "SSuL"), model="gpt-6-luna", name="a"),
        run_of(dict.fromkeys(LANGS, "SuuL"), model="gpt-6-luna", name="b", mode="once"),
        run_of({"en": "Su"}, model="x:<img src=nowhere onerror=alert(1)>", name="c", instances=("i",) * 9),
    ]
    return write_report(make_report(runs), tmp_path_factory.mktemp("report") / "out")


@pytest.fixture(params=[("light", DESKTOP_PX), ("dark", DESKTOP_PX), ("light", PHONE_PX), ("dark", PHONE_PX)])
def page(request: pytest.FixtureRequest, chromium: Browser, page_path: Path) -> Iterator[Page]:
    """The page in each look and width; whatever the browser complains of fails."""
    scheme, width = request.param
    context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("requestfailed", lambda asked: complaints.append(asked.url))
    opened.on("dialog", lambda dialog: complaints.append(dialog.message))
    opened.goto(page_path.as_uri())
    yield opened
    context.close()
    assert complaints == []


def test_the_page_is_no_wider_than_its_window(page: Page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_names_stay_texts_and_links_lead_somewhere(page: Page):
    assert page.locator("img").count() == 0
    anchors = page.locator("nav a").evaluate_all("links => links.map(link => link.hash.slice(1))")
    assert anchors
    assert all(page.locator(f"[id='{name}']").count() == 1 for name in anchors)
    names = page.locator("figure .files a").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    folder = Path(page.url.removeprefix("file://")).parent
    assert names
    assert all((folder / name).exists() for name in names)


def test_names_of_languages_are_drawn_with_their_own_letters(page: Page):
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    own = [language.font for language in LANGUAGES.values() if not language.native_name.isascii()]
    assert {family.strip('"').replace(" Label", "") for family in loaded} == set(own)


def test_published_rows_can_be_told_from_measured_ones(page: Page):
    style = "row => getComputedStyle(row.cells[1])"
    for name in ("backgroundColor", "fontStyle"):
        published = page.locator("tr.published").first.evaluate(f"row => ({style})(row).{name}")
        assert published != page.locator("tr.measured").first.evaluate(f"row => ({style})(row).{name}")


def test_a_drawing_opens_by_itself(chromium: Browser, page_path: Path):
    context = chromium.new_context()
    opened = context.new_page()
    opened.goto((page_path.parent / PLOTS_FOLDER / "success-text.svg").as_uri())
    assert opened.locator("svg .native").all_text_contents() == [
        language.native_name for language in LANGUAGES.values()
    ]
    context.close()
