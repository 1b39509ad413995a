"""Two episodes side by side, opened from disk: what is aligned, where they part, and what is missing."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.records import ChangeRecord, MarkRecord
from harness.review import write_review
from tests.recorded_runs import save_picture, write_run
from tests.review.conftest import DESKTOP, PHONE, Opener
from tests.review.shop_run import EPISODES, MISSING, STEPS, record, write_shop_run

pytestmark = pytest.mark.browser

PAIR = "#ministore-001-ur|ministore-001-en"
SHOT = "screenshots/ministore-001-ur/003.webp"
MARKS = (
    MarkRecord(index=7, kind="link", boxes=((10, 20, 110, 60), (10, 70, 60, 100)), label=(10, 4, 30, 20)),
    MarkRecord(index=1, kind="form", boxes=((200, 20, 390, 90),), label=(200, 4, 226, 20)),
)
LONG = "Deals of today " * 300
ROW = ChangeRecord(table="cart", kind="added", before=None, after={"id": 4, "name": "چراغ", "note": None})


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pair(tmp_path_factory.mktemp("runs") / "shop", (400, 300))


def write_pair(folder: Path, size: tuple[int, int]) -> Path:
    """Two languages of a task; the third step in Urdu has a picture of this size."""
    urdu = list(STEPS["ministore-001-ur"])
    urdu[2] = urdu[2].model_copy(update={"screenshot": SHOT, "marks": MARKS, "rows": (ROW,)})
    write_run(folder, EPISODES, {**STEPS, "ministore-001-ur": urdu}, langs=("en", "ur", "am"))
    save_picture(folder, SHOT, size)
    return write_review(folder).with_name("pair.html")


def places(page: Page) -> list[str]:
    """What stands at each place of the strip: the step of the left side, and of the right."""
    return [" ".join(text.split()) for text in page.locator("#strip .place").all_inner_texts()]


def test_steps_on_the_same_page_stand_at_one_place(pair, open_page: Opener):
    page = open_page(pair, PAIR)
    assert places(page) == ["1 click –", "2 fill 1 fill", "3 click 2 click", "4 – –", "5 stop 3 stop"]
    assert page.locator(".side h2 a").all_inner_texts() == ["ministore-001-ur", "ministore-001-en"]
    expect(page.locator(".side .sentence").first).to_have_attribute("dir", "rtl")
    expect(page.locator(".side .english")).to_have_text("Buy the lamp")
    expect(page.locator("#verdict")).to_contain_text("First difference: place 1 of 5")


def test_place_is_in_the_address_and_moves_by_keys(pair, open_page: Opener):
    page = open_page(pair, f"{PAIR}&step=2")
    expect(page.locator("#steps code").first).to_have_text("fill 1 q=چراغ")
    page.keyboard.press("j")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == f"{PAIR}&step=4"
    expect(page.locator("#steps .gap")).to_have_text("No step here.")
    page.keyboard.press("k")
    expect(page.locator("[aria-current=step]")).to_contain_text("3 click")
    page.keyboard.press("e")
    expect(page.locator("#steps .broken")).to_contain_text("expected an action")
    page.keyboard.press("d")
    expect(page.locator("#steps .disruption")).to_have_text("cookie notice")


def test_sides_are_swapped_and_chosen(pair, open_page: Opener):
    page = open_page(pair, PAIR)
    page.keyboard.press("s")
    expect(page.locator(".side h2 a").first).to_have_text("ministore-001-en")
    page.locator(".side select").last.select_option("ministore-001-am")
    expect(page.locator(".side h2 a").last).to_have_text("ministore-001-am")
    expect(page.locator(".side h2 .outcome").last).to_have_class("outcome limit")


@pytest.mark.parametrize("size", [(400, 300), (400, 1500)], ids=["whole", "taller than its frame"])
def test_marks_lie_on_the_screenshot_in_its_pixels(open_page: Opener, tmp_path, size):
    page = open_page(write_pair(tmp_path / "shop", size), f"{PAIR}&step=3")
    target = page.locator(".screen .mark.target .box").first
    expect(target).to_be_visible()
    assert page.locator(".screen .mark text").all_text_contents() == ["7", "F1"]
    image, box = page.locator(".screen img").bounding_box(), target.bounding_box()
    assert image is not None
    assert box is not None
    scale = image["width"] / 400
    assert box["x"] - image["x"] == pytest.approx(10 * scale, abs=3)
    assert box["y"] - image["y"] == pytest.approx(20 * scale, abs=3)
    page.keyboard.press("m")
    expect(target).not_to_be_visible()


def test_rows_and_what_is_not_there_are_said(pair, open_page: Opener):
    page = open_page(pair, f"{PAIR}&step=3")
    left, right = page.locator("#steps .step").first, page.locator("#steps .step").last
    left.locator("summary", has_text="Rows changed").click()
    expect(left.locator(".rows li")).to_contain_text("added in cart")
    expect(left.locator(".rows bdi", has_text="چراغ")).to_have_attribute("lang", "ur-PK")
    expect(right).to_contain_text("No row of the database differed")
    expect(right.locator(".screen.none")).not_to_be_empty()
    expect(right.locator("pre")).to_contain_text("Buy the lamp")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "names no two episodes"),
        ("#ministore-001-ur", "names no two episodes"),
        ("#ministore-001-ur|ministore-009-en", "holds no episode ministore-009-en"),
        (
            "#ministore-001-ur|other:ministore-001-ur",
            "lowagent review shop --against OTHER-RUN",
        ),
    ],
)
def test_address_that_leads_nowhere_says_why(pair, open_page: Opener, place, said):
    page = open_page(pair, place)
    expect(page.locator("#trouble")).to_contain_text(said)
    page.evaluate(f"location.hash = '{PAIR}'")
    expect(page.locator(".side")).to_have_count(2)
    expect(page.locator("#trouble")).to_be_hidden()


def test_episode_that_is_not_on_record_says_so(open_page: Opener, tmp_path):
    page = open_page(
        write_review(write_shop_run(tmp_path / "shop")).with_name("pair.html"), f"#ministore-003-en|{MISSING}"
    )
    expect(page.locator("#trouble")).to_contain_text(f"{MISSING} is not on record")
    page.evaluate("location.hash = '#ministore-003-en|ministore-001-en'")
    expect(page.locator(".side .broken")).to_have_text("HTTP 503 after 5 tries")
    expect(page.locator("#strip .place")).to_have_count(3)


def test_episodes_without_a_step_say_so(open_page: Opener, tmp_path):
    run_dir = write_run(tmp_path / "empty", (record(2, "en", "solved"), record(2, "ur", "solved")))
    page = open_page(write_review(run_dir).with_name("pair.html"), "#ministore-002-ur|ministore-002-en")
    expect(page.locator("#steps .gap")).to_have_text(["No step was taken."] * 2)


@pytest.mark.parametrize("place", [PAIR, f"{PAIR}&step=3"])
def test_nothing_is_wider_than_a_phone(pair, open_page: Opener, place):
    page = open_page(pair, place, size=PHONE)
    expect(page.locator("#steps .step").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_long_answer_is_cut_after_whole_lines_and_shown_on_request(open_page: Opener, tmp_path, size):
    names = ("ministore-001-en", "ministore-001-ur")
    long = (record(1, "en", "unsolved", answer=LONG), record(1, "ur", "solved", answer="۱"))
    index = write_review(write_run(tmp_path / "run", long, {name: STEPS[name] for name in names}))
    page = open_page(index.with_name("pair.html"), f"#{'|'.join(names)}", size=size)
    answer = page.locator(".side .foldable").first
    lines = answer.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)")
    assert lines == pytest.approx(3, abs=0.1)
    expect(page.locator(".side").nth(1).locator(".unfold")).to_have_count(0)
    page.locator(".unfold").click()
    assert answer.evaluate("one => one.scrollHeight === one.clientHeight")
    page.locator(".unfold").click()
    expect(page.locator(".unfold")).to_contain_text("Show all 4,")
