"""Pictures of tasks: read from the project, checked to be whole, shown to the agent, kept in the record."""

import hashlib

import pytest

from harness.agents import Reply
from harness.episode import run_episode
from harness.pictures import catalogue_pictures, read_reference_pictures, require_site_pictures, site_picture
from harness.records import RunRecorder
from harness.records.reader import read_episodes
from tasks import TaskError
from tests.stand_in_pictures import stand_in

FIRST, SECOND = "images/references/ministore/3fa9.webp", "images/references/ministore/07b1.webp"


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A project with two pictures."""
    monkeypatch.setattr("harness.pictures.PICTURES_ROOT", tmp_path)
    for path in (FIRST, SECOND):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(stand_in(path))
    return tmp_path


@pytest.fixture
def visual(make_task):
    return make_task(id="ministore-v01", kind="visual", reference_images=(FIRST, SECOND))


class Onlooker:
    """Answers at once; keeps the pictures that came with the task."""

    def __call__(self, task, assignment):
        self.pictures = assignment.reference_images
        return self

    def act(self, observation):
        return Reply("stop 12")


@pytest.fixture
def run(paper_browser, world):
    def run_task(task, agent=None, folder=None):
        recorder = RunRecorder(folder) if folder else None
        return run_episode(task, agent or Onlooker(), paper_browser, world, recorder=recorder)

    return run_task


def test_the_agent_is_shown_the_pictures_in_order(run, root, visual):
    agent = Onlooker()
    assert run(visual, agent).outcome == "solved"
    assert agent.pictures == (stand_in(FIRST), stand_in(SECOND))


def test_the_record_tells_which_pictures_were_shown_and_holds_copies(run, root, visual, tmp_path):
    for _ in range(2):
        run(visual, folder=tmp_path / "run")
    for record in read_episodes(tmp_path / "run"):
        assert [picture.path for picture in record.pictures] == [FIRST, SECOND]
        for picture in record.pictures:
            copy = (tmp_path / "run" / picture.copy_path).read_bytes()
            assert hashlib.sha256(copy).hexdigest() == picture.sha256
    assert len(list((tmp_path / "run" / "pictures").iterdir())) == 2


def test_a_task_without_pictures_has_none_on_record(run, make_task, tmp_path):
    run(make_task(), folder=tmp_path)
    (record,) = read_episodes(tmp_path)
    assert record.pictures == ()
    assert not (tmp_path / "pictures").exists()


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda path: path.unlink(), "can't be read (No such file or directory): run `lowagent images"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "is no whole picture in PNG or WEBP"),
        (lambda path: path.write_bytes(b"version https://example/lfs"), "is no whole picture in PNG or"),
        (lambda path: path.write_bytes(b""), "is no whole picture in PNG or WEBP"),
    ],
)
def test_a_picture_that_is_missing_or_broken_is_told(root, visual, spoil, complaint):
    spoil(root / SECOND)
    with pytest.raises(TaskError) as caught:
        read_reference_pictures(visual)
    assert str(caught.value).startswith("ministore-v01: ")
    assert SECOND in str(caught.value)
    assert complaint in str(caught.value)


def test_a_missing_picture_costs_its_episode_only(run, root, visual, world, tmp_path):
    (root / SECOND).unlink()
    assert run(visual, folder=tmp_path / "run").outcome == "error"
    assert world.resets == []
    (record,) = read_episodes(tmp_path / "run")
    assert (record.steps, record.pictures) == (0, ())
    assert record.error is not None
    assert record.error.startswith(f"TaskError: ministore-v01: the picture {SECOND} can't be read")
    (root / SECOND).write_bytes(stand_in(SECOND))
    assert run(visual, folder=tmp_path / "run").outcome == "solved"


@pytest.mark.parametrize("path", ["pyproject.toml", "images/../../secret.webp", "/etc/hostname"])
def test_only_pictures_of_the_project_are_read(root, make_task, path):
    with pytest.raises(TaskError, match="expected a picture under images/"):
        read_reference_pictures(make_task(reference_images=(path,)))


def test_pictures_of_sites_are_found_where_they_have_been_made(root):
    assert catalogue_pictures() is None
    (root / "images" / "catalogue" / "ministore").mkdir(parents=True)
    assert catalogue_pictures() == root / "images" / "catalogue"


def test_the_picture_of_a_thing_is_found_by_its_id(root):
    folder = root / "images" / "catalogue" / "ministore"
    assert site_picture("ministore", "P0001") is None
    folder.mkdir(parents=True)
    assert site_picture("ministore", "P0001") is None
    (folder / "P0001.webp").write_bytes(stand_in("P0001"))
    assert site_picture("ministore", "P0001") == folder / "P0001.webp"


def test_visual_tasks_need_the_pictures_that_the_site_shows(root, visual, make_task):
    require_site_pictures([make_task()])
    with pytest.raises(TaskError, match=r"images/catalogue/ministore: no such folder.*--kind text"):
        require_site_pictures([make_task(), visual])
    (root / "images" / "catalogue" / "ministore").mkdir(parents=True)
    require_site_pictures([make_task(), visual])
