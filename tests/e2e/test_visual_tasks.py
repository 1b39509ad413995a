"""Episodes of Ministore's visual tasks in Chromium, over stand-ins for the drawn pictures."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from harness.agents import make_agent_factory
from harness.browsers.chromium import ChromiumBrowser, ChromiumOptions
from harness.environment import Environment
from harness.episode import run_episode
from harness.pictures import require_site_pictures
from harness.records import RunRecorder, make_manifest, read_run
from harness.review import write_review
from sites import get_site
from tasks import TaskInstance, interleave, load_instances
from tasks.templates import TASKS_FOLDER
from tests.stand_in_pictures import stand_in, write_catalogue, write_stand_ins

pytestmark = pytest.mark.browser

SITE, LANG = "ministore", "ur"
SAMPLE = 3
"""Tasks: one that asks, one that changes something, one that can't be done."""


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[TaskInstance]:
    """The sample, over pictures that stand in for the drawn ones."""
    shutil.copytree(TASKS_FOLDER / SITE, tmp_path / "tasks" / SITE)
    write_stand_ins(tmp_path, tmp_path / "tasks", get_site(SITE), count=None)
    write_catalogue(tmp_path, get_site(SITE))
    monkeypatch.setattr("harness.pictures.PICTURES_ROOT", tmp_path)
    return interleave(load_instances([SITE], [LANG], "visual", folder=tmp_path / "tasks"), SAMPLE)


@pytest.fixture
def environment() -> Iterator[Environment]:
    with Environment([SITE], [LANG]) as environment:
        yield environment


def test_the_reference_solves_them_and_the_record_shows_what_was_shown(
    tasks: list[TaskInstance], environment: Environment, playwright: Playwright, tmp_path: Path
):
    require_site_pictures(tasks)
    recorder = RunRecorder(tmp_path / "run")
    recorder.write_manifest(make_manifest(model="reference", engine="chromium", seed=0, instances=tasks))
    browser = ChromiumBrowser(environment, ChromiumOptions(screenshots=True), playwright=playwright)
    for task in tasks:
        run_episode(task, make_agent_factory("reference"), browser, environment, recorder=recorder)
    browser.close()
    run = read_run(tmp_path / "run")
    assert [episode.type for episode in run.episodes] == [task.type for task in tasks]
    assert {(episode.kind, episode.outcome) for episode in run.episodes} == {("visual", "solved")}
    for task, episode in zip(tasks, run.episodes, strict=True):
        assert tuple(picture.path for picture in episode.pictures) == task.reference_images
        for picture in episode.pictures:
            assert (run.run_dir / (picture.copy_path or "")).read_bytes() == stand_in(Path(picture.path).stem)
    pages = write_review(run.run_dir).with_name("episodes")
    shown = (pages / f"{tasks[0].instance_id}.html").read_text("utf-8")
    assert f'src="../../{run.episodes[0].pictures[0].copy_path}"' in shown
