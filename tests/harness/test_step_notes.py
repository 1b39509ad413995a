"""What a record holds of each step: rows, the way of the reference, and the page as a picture."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from harness.agents import Reply
from harness.episode import run_episode
from harness.extraction import extract
from harness.observation import Screenshot
from harness.records import RunRecorder, StepRecord, StepTiming, read_episodes
from harness.records.reader import STEPS_FILE
from harness.replies import parse_reply
from harness.screenshots import WEBP_LIMIT_PX, encode_screenshot, screenshot_suffix
from harness.step_notes import StepNotes, TakenStep
from sites.kit.changes import RowChange
from sites.kit.errors import ServerError
from som import Box, Mark
from tasks import ClickStep, FillStep, StopStep

HOST = "http://ministore.ur.localhost"
FIELDS = (
    '<input name="q"><select name="s"><option value="1">ایک<option value="2">دو</select><button>go</button>'
)
PAGE = (
    '<title>home</title><a href="/cart">cart</a><a href="/help">help</a><a href="#top">up</a>'
    '<a href="/cart">again</a>'
    f'<form action="/search">{FIELDS}</form><form action="/search">{FIELDS}</form>'
    f'<form action="/other">{FIELDS}</form>'
)
MARKS = (
    Mark("1", "link", (Box(1.4, 2, 9.6, 8), Box(1, 9, 5, 14)), Box(1, 2, 9.6, 14), Box(0, 0, 3, 3)),
    Mark("F2", "form", (Box(10, 2, 18, 8),), Box(10, 2, 18, 8), Box(10, 0, 14, 3)),
)


def shot(colour, height=20):
    pixels = np.full((height, 24, 3), colour, np.uint8)
    return Screenshot(b"marked", 24, height, MARKS, unmarked=pixels)


@pytest.fixture
def page():
    return extract(PAGE, f"{HOST}/")


@pytest.fixture
def notes(make_task, tmp_path):
    reference = (ClickStep("/cart"), FillStep("/search", {"q": "۱۲", "s": "دو"}), StopStep("12"))
    with StepNotes(make_task(reference=reference), RunRecorder(tmp_path), tuple, 1, 1) as notes:
        yield notes


def taken(seen, text, error=None, disruption=None):
    action, wrong = parse_reply(Reply(text))
    timing = StepTiming(agent_seconds=0, browser_seconds=0)
    return TakenStep(seen, disruption, Reply(text), action, error or wrong, timing)


@pytest.mark.parametrize(
    ("replies", "on_path"),
    [
        (("click 1", "fill 1 q=12; s=2", "stop 99"), [True, True, True]),
        (("click 4", "fill 2 s=دو; q=۱۲", "stop"), [True, True, True]),
        (("goto /cart", "fill 1 q=12", "stop"), [True, False, False]),
        ((f"goto {HOST}/cart", "fill 3 q=12; s=2", "stop"), [True, False, False]),
        (("click 2", "click 1", "fill 1 q=12; s=2", "click 1"), [False, True, True, False]),
        (("goto /cart#top", "click 9", "fill 9 q=12; s=2"), [True, False, False]),
        (("let me see", "click 1", "fill 1 q=12; s=2; colour=red"), [None, True, False]),
        (("stop", "click 1"), [False, True]),
    ],
)
def test_actions_are_told_by_where_they_lead_and_what_they_submit(notes, page, replies, on_path):
    assert [notes.note(taken(page, reply)).on_path for reply in replies] == on_path


def test_what_failed_is_still_to_be_done(notes, page):
    steps = [taken(page, "click 1", error="the page did not load"), taken(page, "click 1")]
    assert [notes.note(step).on_path for step in steps] == [True, True]
    assert notes.note(taken(page, "click 1")).on_path is False


def test_what_answers_an_interruption_is_neither_on_nor_off_the_path(notes, page):
    assert notes.note(taken(page, "click 2", disruption="advertisement")).on_path is None
    assert notes.note(taken(page, "click 1")).on_path is True


def test_a_task_without_reference_has_no_path(make_task, page):
    notes = StepNotes(make_task(reference=()), None, tuple, 1, 1)
    assert notes.note(taken(page, "stop")).on_path is None


def test_the_page_is_kept_without_marks_and_the_marks_beside_it(notes, page, tmp_path):
    step = notes.note(taken(replace(page, screenshot=shot((250, 10, 10))), "click 1"))
    notes.finish()
    with Image.open(tmp_path / step.screenshot) as image:
        assert (image.format, image.size) == ("WEBP", (24, 20))
        assert np.abs(np.asarray(image.convert("RGB"), int) - (250, 10, 10)).max() < 12
    assert [(mark.kind, mark.index, mark.label) for mark in step.marks] == [
        ("link", 1, (0, 0, 3, 3)),
        ("form", 2, (10, 0, 14, 3)),
    ]
    assert step.marks[0].boxes == ((1, 2, 10, 8), (1, 9, 5, 14))


def test_pages_that_look_alike_share_a_picture(notes, page, tmp_path):
    colours = ((9, 9, 9), (9, 9, 9), (90, 9, 9), (9, 9, 9))
    paths = [
        notes.note(taken(replace(page, screenshot=shot(colour)), "click 2")).screenshot for colour in colours
    ]
    notes.finish()
    numbers = [path.rpartition("/")[2] for path in paths]
    assert numbers == ["001.webp", "001.webp", "003.webp", "004.webp"]
    assert len(list(tmp_path.rglob("*.webp"))) == 3


def test_a_page_longer_than_webp_allows_is_kept_whole():
    page = np.zeros((WEBP_LIMIT_PX + 1, 2, 3), np.uint8)
    assert screenshot_suffix(page) == ".png"
    with Image.open(BytesIO(encode_screenshot(page))) as image:
        assert image.size == (2, WEBP_LIMIT_PX + 1)


def test_a_picture_that_cannot_be_written_fails_the_episode(notes, page, tmp_path):
    (tmp_path / "screenshots").write_text("in the way")
    notes.note(taken(replace(page, screenshot=shot((9, 9, 9))), "click 1"))
    with pytest.raises(OSError, match="screenshots"):
        notes.finish()


def test_without_pictures_a_step_has_neither_picture_nor_marks(notes, page):
    step = notes.note(taken(page, "click 1"))
    assert (step.screenshot, step.marks) == (None, ())


class Agent:
    def __init__(self, *replies):
        self.replies = iter(replies)

    def act(self, observation):
        return Reply(next(self.replies))


def test_rows_are_those_after_the_action(make_task, paper_browser, world, tmp_path):
    agent = Agent("goto /cart", "fill 1", "click 9", "stop 12")
    recorder = RunRecorder(tmp_path)
    run_episode(make_task(), lambda *_: agent, paper_browser, world, recorder=recorder, intent_en="How much?")
    lines = (tmp_path / STEPS_FILE).read_bytes().splitlines()
    steps = [StepRecord.model_validate_json(line) for line in lines]
    assert [[row.table for row in step.rows] for step in steps] == [[], ["orders"], ["orders"], ["orders"]]
    assert [one.intent_en for one in read_episodes(tmp_path)] == ["How much?"]


def test_rows_stay_as_they_were_where_the_site_is_gone(make_task, page):
    answers = iter([(RowChange("orders", "added", None, {"id": 1}),)])

    def rows():
        for answer in answers:
            return answer
        raise ServerError("gone")

    notes = StepNotes(make_task(), None, rows, 1, 1)
    steps = [notes.note(taken(page, "click 1")) for _ in range(2)]
    assert [[row.table for row in step.rows] for step in steps] == [["orders"], ["orders"]]
