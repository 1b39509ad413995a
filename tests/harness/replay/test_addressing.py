"""Names of episodes on command lines."""

from pathlib import Path

import pytest

from harness.errors import ConfigError
from harness.records.addressing import episode_address, find_episode, read_episode_address
from tests.episode_records import make_record, make_run


@pytest.mark.parametrize(
    ("text", "folder", "name"),
    [
        ("runs/mine#ministore-017-ur", "runs/mine", "ministore-017-ur"),
        ("runs/mine#ministore-017-ur~2", "runs/mine", "ministore-017-ur~2"),
        ("runs/try #3#ministore-v01-am", "runs/try #3", "ministore-v01-am"),
    ],
)
def test_an_address_is_a_folder_and_a_name(text, folder, name):
    assert read_episode_address(text) == (Path(folder), name)
    assert episode_address(Path(folder), name) == text


@pytest.mark.parametrize("text", ["", "runs/mine", "runs/mine#", "#ministore-017-ur"])
def test_half_an_address_is_refused(text):
    with pytest.raises(ConfigError, match="expected RUN_DIR#EPISODE"):
        read_episode_address(text)


def test_an_episode_that_is_not_there_is_told_with_the_closest():
    run = make_run(make_record(17, "solved"), make_record(23, "solved", repeat=2))
    assert find_episode(run, "ministore-023-ur~2") is run.episodes[1]
    with pytest.raises(ConfigError, match=r"no episode 'ministore-018-ur': the closest are ministore-017-ur"):
        find_episode(run, "ministore-018-ur")


def test_an_episode_that_the_run_has_not_come_to_is_told_so():
    run = make_run(make_record(17, "solved"), instances=("ministore-017-ur", "ministore-018-ur"))
    with pytest.raises(ConfigError, match="is not on record"):
        find_episode(run, "ministore-018-ur")
