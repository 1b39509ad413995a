"""The index of a thousand episodes; how fast it is, `lowagent bench` tells."""

import pytest
from playwright.sync_api import expect

from harness.bench_review import EPISODES, drawn_run
from harness.review.index_page import write_index
from harness.review.pages import copy_static
from tests.review.conftest import Opener

pytestmark = pytest.mark.browser


def test_a_thousand_episodes_open_and_filter(open_page: Opener, tmp_path):
    run = drawn_run(tmp_path)
    copy_static(tmp_path / "review" / "static")
    page = open_page(write_index(run, tmp_path / "review"))
    expect(page.locator("#rows > li")).to_have_count(EPISODES)
    urdu = [one.episode_id for one in run.episodes if one.lang == "ur" and one.outcome == "limit"]
    page.locator("select[name=lang]").select_option("ur")
    page.locator("[data-outcome=L]").click()
    assert sorted(page.locator("#rows .id").all_text_contents()) == sorted(urdu)
    page.keyboard.press("v")
    expect(page.locator(".task[data-task]")).to_have_count(len(urdu))
    assert page.locator(".matrix .outcome.limit:not(.pale)").count() == len(urdu)
