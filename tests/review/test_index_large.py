"""The index of a thousand episodes; how fast it is, `lowagent bench` tells."""

import pytest
from playwright.sync_api import expect

from harness.bench_review import drawn_run
from harness.review.index_page import write_index
from harness.review.pages import copy_static
from tasks import load_instances
from tests.review.conftest import Opener

pytestmark = pytest.mark.browser


def test_a_thousand_episodes_open_and_filter(open_page: Opener, tmp_path):
    tasks = load_instances(["ministore"], ["en", "ur"], "text")
    run = drawn_run(tmp_path, tasks, repeats=7)
    assert len(run.episodes) > 1000
    copy_static(tmp_path / "review" / "static")
    page = open_page(write_index(run, tmp_path / "review"))
    expect(page.locator("#rows > li")).to_have_count(len(run.episodes))
    urdu = [one.episode_id for one in run.episodes if one.lang == "ur" and one.outcome == "limit"]
    page.locator("select[name=lang]").select_option("ur")
    page.locator("[data-outcome=L]").click()
    assert sorted(page.locator("#rows .id").all_text_contents()) == sorted(urdu)
    page.keyboard.press("v")
    expect(page.locator(".task[data-task]")).to_have_count(len({name.split("-ur")[0] for name in urdu}))
    assert page.locator(".matrix .outcome.limit:not(.pale)").count() == len(urdu)
